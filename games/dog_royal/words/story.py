"""The story of a match of DOG Royal: each turn in one line, captures and goals as shouts, and the steps still to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final

from games.core import Seat
from games.dog_royal.components.boards import GOAL, HOME
from games.dog_royal.events import (
    Captured,
    ColourIn,
    Declined,
    Discarded,
    Drew,
    DroppedOut,
    Exchanged,
    FreeStarted,
    Jumped,
    Played,
    Stayed,
    Swapped,
)
from games.dog_royal.moves import place_name
from games.dog_royal.scoring import count_steps_to_go
from games.dog_royal.state import State, list_sides
from games.dog_royal.words import names
from games.dog_royal.words.events import event
from games.story import Story, Told, choose_loudest
from games.text import Arg, Colour, Join, N, Player, T, Text, join_sentences

_JOINS = (Captured, Swapped, Jumped, Stayed, Drew, Declined)
"""What follows from a play or a discard and stands in its line; another discard follows only from a discard."""

_MANY: Final = 3
"""Cards in the hand of a player who is out for the round that are worth a shout: with fewer, little is missed."""


def story(plies: Sequence[Told]) -> Story:
    """Tell each turn in one line."""
    lines: list[list[Text]] = []
    started: list[Text] = []
    mover: Seat | None = None  # the seat whose play or discard the last line tells
    discards = False  # whether it tells a discard
    exchanged: Text | None = None
    for ply in plies:
        for each in ply.events:
            if isinstance(each, FreeStarted):
                started.append(T("{player} {piece}", player=Player(each.seat), piece=names.RANK[each.rank]))
                continue
            told = event(ply.view, each)
            if told is None:
                continue
            if isinstance(each, Exchanged):
                exchanged = told
                continue
            joins = (*_JOINS, Discarded) if discards else _JOINS
            if isinstance(each, joins) and mover is not None and getattr(each, "seat", mover) == mover:
                lines[-1].append(_continue_line(each) or told)
                continue
            lines.append([told])
            discards = isinstance(each, Discarded)
            mover = each.seat if isinstance(each, Played | Discarded) else None
    first = [T("Brought out: {pieces}.", pieces=Join(tuple(started)))] if started else []
    if exchanged is not None and not lines:  # otherwise the first play says that it is over
        lines.append([exchanged])
    told_lines = (join_sentences(*line) for line in lines)
    return Story((*first, *told_lines), choose_loudest(_list_shouts(plies)))


def _continue_line(each: object) -> Text | None:
    """Describe what follows in the line of a player, without naming the player again; None for other pieces."""
    match each:
        case Drew():
            return T("Draws a card.")
        case Declined():
            return T("Declines the card.")
        case Discarded():
            return T("Discards: {card}.", card=names.card_name(each.card))
        case Jumped():
            source, target = place_name(each.source), place_name(each.target)
            return T("The citizen jumps {source}→{target}.", source=source, target=target)
        case Stayed():
            return T("The citizen stays on {place}.", place=place_name(each.place))
    return None


def _list_shouts(plies: Sequence[Told]) -> Iterator[tuple[int, Text]]:
    mover: Played | None = None
    sent: list[Captured] = []
    for ply in plies:
        view: State = ply.view
        for each in ply.events:
            if isinstance(each, Played):
                mover, sent = each, []
                yield from _list_laps(view, each)
            elif isinstance(each, Captured) and mover is not None:
                sent.append(each)
                yield 50 + 10 * len(sent), _describe_capture(mover.seat, sent)
            else:
                yield from _list_quiet_shouts(each, mover)
        if mover is not None and mover.target > GOAL >= mover.source and mover in ply.events:
            left = sum(HOME <= place < GOAL for place in view.pieces[mover.colour])
            yield 50 - left, _describe_goal(mover, left)


def _list_laps(view: State, play: Played) -> Iterator[tuple[int, Text]]:
    """Shout at a piece that passes its own goal, or that reaches it backwards without going round."""
    start, lap = view.board.starts[play.colour], view.board.length
    is_on_track = play.source > HOME and max(play.source, play.target) < GOAL and play.target != start
    if play.effective == "swap" or not is_on_track:
        return
    piece = names.piece_name(play.colour, play.rank)
    gained = (play.target - start) % lap - (play.source - start) % lap
    if gained < -lap // 2:
        yield 47, T("{piece} runs past the goal and has another lap to go!", piece=piece)
    elif gained > lap // 2 and play.effective == "4":
        yield 44, T("{piece} steps back behind the start and saves a lap!", piece=piece)


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
        case DroppedOut(seat, hand) if len(hand) >= _MANY:
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
    told = [T("{players} {steps}", players=_name_side(view, side), steps=steps) for steps, side in sorted(sides)]
    return T("Steps still to go: {standings}.", standings=Join(tuple(told)))


def _name_side(view: State, side: Sequence[Seat]) -> Arg:
    """Name partners so that a list of sides stays clear: "Red + Green"."""
    colours: list[Arg] = [Colour(view.colours[seat]) for seat in side]
    return reduce(lambda before, colour: T("{before} + {colour}", before=before, colour=colour), colours)
