"""The story of a match of DOG Royal: each turn in one line, captures and goals as shouts, and the steps still to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core import Seat
from games.dog_royal.components.boards import GOAL, HOME
from games.dog_royal.events import (
    Captured,
    ColourIn,
    Declined,
    Drew,
    DroppedOut,
    FreeStarted,
    Jumped,
    Played,
    Stayed,
    Swapped,
)
from games.dog_royal.scoring import count_steps_to_go
from games.dog_royal.state import State, list_sides
from games.dog_royal.words import names
from games.dog_royal.words.events import event
from games.story import Story, Told, choose_loudest
from games.text import Colour, Join, N, Player, T, Text, join_sentences

_JOINS = (Captured, Swapped, Jumped, Stayed, Drew, Declined)
"""What follows from a play and stands in its line."""


def story(plies: Sequence[Told]) -> Story:
    """Tell each turn in one line."""
    lines: list[list[Text]] = []
    started: list[Text] = []
    mover: Seat | None = None  # the seat whose play the last line tells
    for ply in plies:
        for each in ply.events:
            if isinstance(each, FreeStarted):
                started.append(T("{player} {piece}", player=Player(each.seat), piece=names.RANK[each.rank]))
                continue
            told = event(ply.view, each)
            if told is None:
                continue
            if isinstance(each, _JOINS) and mover is not None and getattr(each, "seat", mover) == mover:
                lines[-1].append(told)
                continue
            lines.append([told])
            mover = each.seat if isinstance(each, Played) else None
    first = [T("Brought out: {pieces}.", pieces=Join(tuple(started)))] if started else []
    told_lines = (join_sentences(*line) for line in lines)
    return Story((*first, *told_lines), choose_loudest(_list_shouts(plies)))


def _list_shouts(plies: Sequence[Told]) -> Iterator[tuple[int, Text]]:
    mover: Played | None = None
    sent: list[Captured] = []
    for ply in plies:
        view: State = ply.view
        for each in ply.events:
            if isinstance(each, Played):
                mover, sent = each, []
            elif isinstance(each, Captured) and mover is not None:
                sent.append(each)
                yield 50 + 10 * len(sent), _describe_capture(mover.seat, sent)
            else:
                yield from _list_quiet_shouts(each, mover)
        if mover is not None and mover.target > GOAL >= mover.source and mover in ply.events:
            left = sum(HOME <= place < GOAL for place in view.pieces[mover.colour])
            yield 50 - left, _describe_goal(mover, left)


def _describe_capture(seat: Seat, sent: Sequence[Captured]) -> Text:
    if len(sent) > 1:
        return N(
            "{player} sends {count} piece home at once!",
            "{player} sends {count} pieces home at once!",
            len(sent),
            player=Player(seat),
        )
    piece = names.piece_name(sent[0].colour, sent[0].rank)
    return T("{player} sends a piece home: {piece}!", player=Player(seat), piece=piece)


def _describe_goal(play: Played, left: int) -> Text:
    piece = names.piece_name(play.colour, play.rank)
    if not left:
        return T("{piece} is in the goal!", piece=piece)
    return N("{piece} is in the goal, {count} to go!", "{piece} is in the goal, {count} to go!", left, piece=piece)


def _list_quiet_shouts(each: object, mover: Played | None) -> Iterator[tuple[int, Text]]:
    match each:
        case ColourIn(colour):
            yield 90, T("All pieces of {colour} are in the goal!", colour=Colour(colour))
        case DroppedOut(seat):
            yield 45, T("{player} has nothing left to play and is out for this round!", player=Player(seat))
        case Swapped(colour, rank) if mover is not None:
            piece = names.piece_name(colour, rank)
            yield 35, T("{player} swaps places with a piece: {piece}!", player=Player(mover.seat), piece=piece)
        case Jumped(seat):
            yield 30, T("The citizen of {player} jumps!", player=Player(seat))


def standing(view: State) -> Text | None:
    """Say how many steps each side still has to go, the leader first."""
    if view.phase == "over":
        return None
    sides = []
    for side in list_sides(view):
        steps = sum(count_steps_to_go(view, view.colours[seat]) for seat in side)
        sides.append((steps, side))
    told = [
        T("{players} {steps}", players=Join(tuple(Colour(view.colours[seat]) for seat in side)), steps=steps)
        for steps, side in sorted(sides)
    ]
    return T("Steps still to go: {standings}.", standings=Join(tuple(told)))
