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
    Dealt,
    Declined,
    Discarded,
    Drew,
    DroppedOut,
    Exchanged,
    Finished,
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
from games.story import Line, Story, Told, choose_loudest
from games.text import Arg, Colour, Join, N, Player, T, Text, join_sentences

_JOINS = (Captured, Swapped, Jumped, Stayed, Drew, Declined)
"""What follows from a play or a discard and stands in its line; another discard follows only from a discard."""

_NEWS = (ColourIn, Dealt, Finished)
"""What is told in any case, word by word."""

_MANY: Final = 3
"""Cards in the hand of a player who is out for the round that are worth a shout: with fewer, little is missed."""


class _Turn:
    """What the line of a turn tells, and what of it matters."""

    def __init__(self, first: Text, event: object) -> None:
        self._texts = [first]
        self._matters: list[Text] = [first] if isinstance(event, _NEWS) else []
        self._sent: list[Captured] = []
        self._joins = (*_JOINS, Discarded) if isinstance(event, Discarded) else _JOINS
        self._mover: Seat | None = event.seat if isinstance(event, Played | Discarded) else None
        if isinstance(event, DroppedOut):
            self._matters = [_describe_drop_out(event.seat)]

    def goes_on(self, event: object) -> bool:
        """Tell whether an event belongs to the turn."""
        mover = self._mover
        return isinstance(event, self._joins) and mover is not None and getattr(event, "seat", mover) == mover

    def add(self, told: Text, event: object) -> None:
        """Add what follows from the play or discard."""
        self._texts.append(_continue_line(event) or told)
        if isinstance(event, Captured):
            self._sent.append(event)
        if isinstance(event, Swapped) and self._mover is not None:
            self.stress(_describe_swap(self._mover, event))

    def stress(self, *told: Text) -> None:
        """Add what matters, and is told in any case."""
        self._matters.extend(told)

    def tell(self) -> Line:
        if self._sent and self._mover is not None:
            self.stress(_describe_capture(self._mover, self._sent))
        return Line(join_sentences(*self._texts), join_sentences(*self._matters) if self._matters else None)


def story(plies: Sequence[Told]) -> Story:
    """Tell each turn in one line."""
    turns: list[_Turn] = []
    started: list[Text] = []
    exchanged: Line | None = None
    for ply in plies:
        for each in ply.events:
            if isinstance(each, FreeStarted):
                started.append(T("{player} {piece}", player=Player(each.seat), piece=names.RANK[each.rank]))
                continue
            told = event(ply.view, each)
            if told is None:
                continue
            if isinstance(each, Exchanged):
                exchanged = Line(told)
                continue
            if turns and turns[-1].goes_on(each):
                turns[-1].add(told, each)
                continue
            turns.append(_Turn(told, each))
            if isinstance(each, Played):
                turns[-1].stress(*(lap for _, lap in _list_laps(ply.view, each)), *_list_goals(ply.view, each))
    first = [Line(T("Brought out: {pieces}.", pieces=Join(tuple(started))))] if started else []
    if exchanged is not None and not turns:  # otherwise the first play says that it is over
        first.append(exchanged)
    return Story((*first, *(turn.tell() for turn in turns)), choose_loudest(_list_shouts(plies)))


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
        if mover is not None and mover in ply.events:
            yield from ((50 - _count_outside(view, mover), told) for told in _list_goals(view, mover))


def _count_outside(view: State, play: Played) -> int:
    """Count the pieces of the colour that are not in the goal yet."""
    return sum(HOME <= place < GOAL for place in view.pieces[play.colour])


def _list_goals(view: State, play: Played) -> Iterator[Text]:
    """Say that a piece has reached the goal, if it has."""
    if play.target > GOAL >= play.source:
        yield _describe_goal(play, _count_outside(view, play))


def _list_laps(view: State, play: Played) -> Iterator[tuple[int, Text]]:
    """Shout at a piece that passes its own goal or stops in front of it, on its start space, from where it cannot go in
    (rules, section 5.3); and at one that reaches it backwards without going round."""
    start, lap = view.board.starts[play.colour], view.board.length
    is_on_track = play.source > HOME and max(play.source, play.target) < GOAL
    if play.effective == "swap" or not is_on_track:
        return
    piece = names.piece_name(play.colour, play.rank)
    gained = (play.target - start) % lap - (play.source - start) % lap
    if gained < -lap // 2:
        if play.target == start:
            yield 47, T("{piece} stops on its start space and has another lap to go!", piece=piece)
        else:
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
            yield 45, _describe_drop_out(seat)
        case Swapped() if mover is not None:
            yield 35, _describe_swap(mover.seat, each)
        case Jumped(seat):
            yield 30, T("The citizen of {player} jumps!", player=Player(seat))


def _describe_drop_out(seat: Seat) -> Text:
    return T("{player} has nothing left to play and is out for this round!", player=Player(seat))


def _describe_swap(seat: Seat, swapped: Swapped) -> Text:
    piece = names.piece_name(swapped.colour, swapped.rank)
    return T("{player} swaps places with a piece: {piece}!", player=Player(seat), piece=piece)


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
