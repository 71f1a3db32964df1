"""The story of a match of DOG Royal: each turn in one line, captures and goals as shouts, and the steps still to go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Final, NamedTuple

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
from games.dog_royal.scoring import count_steps_from, count_steps_to_go
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


_USUAL: Final = range(-13, 5)
"""What a turn usually changes of the steps that a colour still has to go; more than that is told."""

_NONE: Final[Mapping[int, int]] = MappingProxyType({})

_FAR: Final = 30
"""Steps gained or lost by a swap that are worth a shout."""


_Side = tuple[Seat, ...]


class _Turn:
    """What the line of a turn tells, and what of it matters."""

    def __init__(self, view: State, first: Text, event: object) -> None:
        self._view = view
        self._texts, self._brief = [first], [first]
        self._matters = isinstance(event, _NEWS)
        self._changes: Counter[int] = Counter()
        self._captured: Counter[int] = Counter()
        self._lead: tuple[Text, ...] = ()
        self._joins = (*_JOINS, Discarded) if isinstance(event, Discarded) else _JOINS
        self._mover: Seat | None = event.seat if isinstance(event, Played | Discarded) else None
        if isinstance(event, Played | Jumped):
            self._note(event)
        if isinstance(event, Dealt):
            self._brief = [T("Round {round} begins.", round=event.round)]
        elif isinstance(event, DroppedOut):
            self._matters, self._brief = True, [T("{player} is out for this round.", player=Player(event.seat))]

    @property
    def is_play(self) -> bool:
        """Whether somebody has played or discarded a card."""
        return self._mover is not None

    def goes_on(self, event: object) -> bool:
        """Tell whether an event belongs to the turn."""
        mover = self._mover
        return isinstance(event, self._joins) and mover is not None and getattr(event, "seat", mover) == mover

    def add(self, view: State, told: Text, event: object) -> None:
        """Add what follows from the play or discard."""
        self._view = view
        text = _continue_line(event) or told
        self._texts.append(text)
        if isinstance(event, Captured | Swapped | Jumped):
            self._brief.append(self._describe_captured(event) if isinstance(event, Captured) else text)
            self._matters |= not isinstance(event, Jumped)
            self._note(event)

    def _note(self, event: Played | Captured | Swapped | Jumped) -> None:
        """Note how a move changes the steps that a colour still has to go, and what is news of it."""
        self._changes[event.colour] += _count_change(self._view, event)
        if isinstance(event, Played):
            news = [lap.note for lap in _list_laps(self._view, event)]
            if _reaches_goal(event) and (left := _count_outside(self._view, event)):
                news.append(N("In the goal, {count} to go.", "In the goal, {count} to go.", left))
            self.append(*news)
            self._matters |= bool(news) or _reaches_goal(event)

    def append(self, *told: Text) -> None:
        """Add sentences to every form of the line."""
        self._texts += told
        self._brief += told

    def _describe_captured(self, event: Captured) -> Text:
        steps = _count_change(self._view, event)
        self._captured[event.colour] += steps
        return T("{piece} goes home (+{steps}).", piece=names.piece_name(event.colour, event.rank), steps=steps)

    def tell(self) -> Line:
        """Tell the turn, with an unusual change of the steps; if it matters, also in brief, where the steps that a
        capture costs stand beside it."""
        swing = self._describe_swing(_NONE)
        line = join_sentences(*self._texts, *swing, *self._lead)
        if not self._matters and not swing:
            return Line(line)
        return Line(line, join_sentences(*self._brief, *self._describe_swing(self._captured), *self._lead))

    def _describe_swing(self, told: Mapping[int, int]) -> tuple[Text, ...]:
        """Say which colours have unusually more or fewer steps to go, apart from those `told` already."""
        found = sorted((steps - told.get(colour, 0), colour) for colour, steps in self._changes.items())
        changes = tuple(
            T("{colour} {steps}", colour=Colour(colour), steps=f"+{steps}" if steps > 0 else f"−{-steps}")
            for steps, colour in found
            if steps not in _USUAL
        )
        return (T("To go: {changes}.", changes=Join(changes)),) if changes else ()

    def find_leaders(self) -> tuple[_Side | None, _Side | None]:
        """Find the sides that led alone before and after the turn."""
        return _find_leader(self._view, self._changes), _find_leader(self._view)

    def name_leader(self, side: _Side) -> None:
        """Say that a side has come to lead by this turn."""
        self._matters = True
        self._lead = (T("Now in the lead: {side}.", side=_name_side(self._view, side)),)


def _name_new_leader(turns: Sequence[_Turn]) -> None:
    """Let the turn tell it by which somebody has come to lead who did not lead before the first one."""
    led = [turn.find_leaders() for turn in turns]
    leader = led[-1][1]
    if leader is None or leader == led[0][0]:
        return
    for turn, (before, after) in zip(reversed(turns), reversed(led), strict=True):
        if after == leader != before:
            turn.name_leader(leader)
            return


def _count_change(view: State, event: Played | Captured | Swapped | Jumped) -> int:
    """Count how many more steps a colour has to go after a move of its piece, or fewer, if that is negative."""
    source, target = (event.place, HOME) if isinstance(event, Captured) else (event.source, event.target)
    return count_steps_from(view, event.colour, target) - count_steps_from(view, event.colour, source)


def _rank_sides(view: State, changes: Mapping[int, int] = _NONE) -> list[tuple[int, _Side]]:
    """List the sides with the steps that they had to go before `changes` of colours, the leader first."""
    return sorted(
        (sum(count_steps_to_go(view, c) - changes.get(c, 0) for c in (view.colours[seat] for seat in side)), side)
        for side in list_sides(view)
    )


def _find_leader(view: State, changes: Mapping[int, int] = _NONE) -> _Side | None:
    """Find the side that leads alone, or led before `changes`."""
    (first, side), (second, _), *_ = _rank_sides(view, changes)
    return side if first < second else None


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
                turns[-1].add(ply.view, told, each)
                continue
            turns.append(_Turn(ply.view, told, each))
    first = [Line(T("Brought out: {pieces}.", pieces=Join(tuple(started))))] if started else []
    if exchanged is not None and not turns:  # otherwise the first play says that it is over
        first.append(exchanged)
    if turns and plies[-1].view.phase != "over":
        _name_new_leader(turns)
    elif turns:
        last = next((turn for turn in reversed(turns) if turn.is_play), turns[-1])
        last.append(_describe_steps(plies[-1].view))
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
                yield from ((lap.weight, lap.shout) for lap in _list_laps(view, each))
                yield from _list_far_swaps(view, each)
            elif isinstance(each, Captured) and mover is not None:
                sent.append(each)
                yield 50 + 10 * len(sent), _describe_capture(mover.seat, sent)
            else:
                if isinstance(each, Swapped):
                    yield from _list_far_swaps(view, each)
                yield from _list_quiet_shouts(each, mover)
        if mover is not None and mover in ply.events and _reaches_goal(mover):
            left = _count_outside(view, mover)
            yield 50 - left, _describe_goal(mover, left)


def _count_outside(view: State, play: Played) -> int:
    """Count the pieces of the colour that are not in the goal yet."""
    return sum(HOME <= place < GOAL for place in view.pieces[play.colour])


def _reaches_goal(play: Played) -> bool:
    return play.target > GOAL >= play.source


class _Lap(NamedTuple):
    """A lap lost or saved: how loud its shout is, and a sentence for the line of the turn."""

    weight: int
    shout: Text
    note: Text


def _list_laps(view: State, play: Played) -> Iterator[_Lap]:
    """Tell of a piece that passes its own goal or stops in front of it, on its start space, from where it cannot go in
    (rules, section 5.3); and of one that reaches it backwards without going round."""
    start, lap = view.board.starts[play.colour], view.board.length
    is_on_track = play.source > HOME and max(play.source, play.target) < GOAL
    if play.effective == "swap" or not is_on_track:
        return
    piece = names.piece_name(play.colour, play.rank)
    gained = (play.target - start) % lap - (play.source - start) % lap
    if gained < -lap // 2:
        if play.target == start:
            shout = T("{piece} stops on its start space and has another lap to go!", piece=piece)
        else:
            shout = T("{piece} runs past the goal and has another lap to go!", piece=piece)
        yield _Lap(47, shout, T("Another lap to go."))
    elif gained > lap // 2 and play.effective == "4":
        yield _Lap(44, T("{piece} steps back behind the start and saves a lap!", piece=piece), T("Saves a lap."))


def _list_far_swaps(view: State, moved: Played | Swapped) -> Iterator[tuple[int, Text]]:
    """Shout at a piece that a swap takes far ahead or far back."""
    change = _count_change(view, moved)
    if abs(change) <= _FAR or (isinstance(moved, Played) and moved.effective != "swap"):
        return
    piece = names.piece_name(moved.colour, moved.rank)
    if change > 0:
        yield (
            47,
            N("The swap costs {piece} {count} step!", "The swap costs {piece} {count} steps!", change, piece=piece),
        )
    else:
        yield (
            44,
            N("The swap saves {piece} {count} step!", "The swap saves {piece} {count} steps!", -change, piece=piece),
        )


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
    """Say who leads and by how much, and how many steps each side still has to go, the leader first."""
    if view.phase == "over":
        return None
    return _describe_steps(view)


def _describe_steps(view: State) -> Text:
    """Say how many steps each side still has to go: not a side that has won."""
    ranked = _rank_sides(view)
    told = [T("{players} {steps}", players=_name_side(view, side), steps=steps) for steps, side in ranked if steps]
    (first, side), (second, _), *_ = ranked
    if 0 < first < second:
        ahead: dict[str, Arg] = {"players": _name_side(view, side), "steps": first}
        told[0] = N(
            "{players} {steps} (ahead by {count})", "{players} {steps} (ahead by {count})", second - first, **ahead
        )
    return T("Steps still to go: {standings}.", standings=Join(tuple(told)))


def _name_side(view: State, side: Sequence[Seat]) -> Arg:
    """Name partners so that a list of sides stays clear: "Red + Green"."""
    colours: list[Arg] = [Colour(view.colours[seat]) for seat in side]
    return reduce(lambda before, colour: T("{before} + {colour}", before=before, colour=colour), colours)
