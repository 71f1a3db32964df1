"""Other worlds: matches that went differently, although somebody saw and did the same in both.

They are found by playing on from an earlier position with other chance and other choices of the other seats, and
rejected as soon as the viewer would notice a difference. So they follow from the rules alone. Neither `view` nor
`reshuffle` has a part in them; both are tested by them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from games.core import NATURE, AnyGame, GameError, Known, Seat
from games.dog_royal.state import State
from games.record import Ply
from games.rng import Rng
from tests.support.laws.playouts import Playout, Position, every_position, load, nature

V = TypeVar("V")

TRIES = 24
"""Changes that are tried, one after the other, to get to another world."""

VAIN = 8
"""Changes after which the search is given up if all were noticed; 1 where `view` says that nothing is hidden."""

DRAWS = 12
"""Draws of a ply that are told apart, for instance dice that are rolled; the others are altered with one of them."""

OWN, SEEN = {Known.OWN, Known.MEMORY}, Known.SHOWN

ROUNDS = 100
"""How often all positions are looked at, to find as many worlds as are wanted."""

RECENT = 12
"""Plies before the position from which half of them start; the others start from a shuffle or a roll."""


class World(NamedTuple):
    """A position, and another one in which `viewer` (None: the public) has seen and done the same."""

    position: Position
    viewer: Seat | None
    other: Any


class History(NamedTuple):
    """How a match went up to a position: its positions, its moves, and how chance differs from the playout's, by the
    index of the position that it leads to."""

    states: tuple[Any, ...]
    codes: tuple[str, ...]
    swaps: dict[int, tuple[tuple[int, int], ...]]


class _Noted(Rng):
    """Chance that notes whether it was asked."""

    drawn = False

    def _word(self) -> int:
        self.drawn = True
        return super()._word()


class _Altered(Rng):
    """Chance as in a playout, but that shuffles exchange two items, and one of the other draws comes out otherwise.

    `swaps`: pairs of large numbers, from which the places of two items, or a draw and its result, are derived.
    """

    def __init__(self, secret: bytes, purpose: str, seq: int, swaps: Sequence[tuple[int, int]]) -> None:
        super().__init__(secret, purpose, seq)
        self._swaps, self._shuffles, self._draws = swaps, False, 0

    def shuffle(self, items: Sequence[V]) -> tuple[V, ...]:
        self._shuffles = True
        out = list(super().shuffle(items))
        self._shuffles = False
        for one, two in self._swaps if out else ():
            here, there = one % len(out), two % len(out)
            out[here], out[there] = out[there], out[here]
        return tuple(out)

    def below(self, n: int) -> int:
        usual = super().below(n)
        if not self._shuffles:
            self._draws += 1
            usual += sum(one for one, two in self._swaps if two % DRAWS == self._draws % DRAWS)
        return usual % n


_CHANCES: dict[str, tuple[int, ...]] = {}
"""What `_list_chances` has found, by the commitment of the playout."""


def _list_chances(played: Playout) -> tuple[int, ...]:
    """List the positions of a playout that follow from random numbers; 0 is its setup."""
    record, states = played.record, played.states
    if record.commitment not in _CHANCES:
        game, setup = load(record.game), _Noted(record.secret or b"", "setup", 0)
        game.setup(record.seats, record.options, setup)
        found = [0] * setup.drawn
        for index, ply in enumerate(record.plies):
            rng = _Noted(record.secret or b"", "ply", ply.seq)
            game.apply(states[index], ply.seat, game.parse(states[index], ply.seat, ply.code), rng)
            if rng.drawn:
                found.append(index + 1)
        _CHANCES[record.commitment] = tuple(found)
    return _CHANCES[record.commitment]


def _see(game: AnyGame, state: Any, viewer: Seat | None, *, whole: bool) -> tuple[object, ...]:
    """Return what the rules let a viewer notice of a position, without asking `view`.

    It is the events, whose decision is due, the viewer's own moves, and what the marks of the state give to the viewer
    as its own or tell everybody. `whole`: also all fields without a mark, as in the first position, which has no
    events, and in games with physics, whose results are in no event. So are they at the end, which lays open what is
    left in hands.
    """
    outcome = game.outcome(state)
    shown = [state.events, game.to_act(state), game.may_revise(state), outcome]
    if viewer is not None:
        shown.append([move.code for move in game.legal_moves(state, viewer)])
        shown += [getattr(state, name)[viewer : viewer + 1] for name, mark in game.marks.items() if mark in OWN]
    shown += [getattr(state, name) for name, mark in game.marks.items() if mark is Known.TOLD]
    if whole or outcome is not None:
        shown += [getattr(state, name) for name in state.__struct_fields__ if game.marks.get(name, SEEN) is SEEN]
    return tuple(shown)


def _list_moves(
    game: AnyGame, state: Any, ply: Ply, code: str, viewer: Seat | None, drawn: random.Random
) -> Iterator[Any]:
    """Yield the moves to try for a ply: for other seats perhaps another one, then the one made so far."""
    if ply.seat == NATURE:
        yield nature(game.name)(state, Rng(drawn.randbytes(32), "nature", ply.seq))
    elif ply.seat != viewer and drawn.random() < 0.5:
        yield drawn.choice(list(game.legal_moves(state, ply.seat)))
    try:
        yield game.parse(state, ply.seat, code)
    except GameError:
        return


def _vary(position: Position, viewer: Seat | None, drawn: random.Random, was: History) -> History | None:
    """Let a history go another way from some position on; None if the viewer sees a difference, or if there is none at
    all."""
    record, shown = position.playout.record, position.playout.states
    game, secret = load(record.game), record.secret or b""
    chances = [index for index in _list_chances(position.playout) if index <= position.index]
    recent = range(max(1, position.index - RECENT), position.index + 1)
    if not recent and not chances:
        return None
    begun = drawn.choice(recent if recent and (drawn.random() < 0.5 or not chances) else (*chances, *chances[-2:]))
    swap = drawn.getrandbits(30), drawn.getrandbits(30)
    swaps = {**was.swaps, begun: (*was.swaps.get(begun, ()), swap)} if begun in chances else was.swaps
    physics = game.nature is not None
    states, codes = list(was.states[:begun]), list(was.codes[: max(0, begun - 1)])
    if begun == 0:
        states.append(game.setup(record.seats, record.options, _Altered(secret, "setup", 0, swaps[0])))
        if _see(game, states[0], viewer, whole=True) != _see(game, shown[0], viewer, whole=True):
            return None
    for index in range(len(states) - 1, position.index):
        ply, before = record.plies[index], states[index]
        seen = _see(game, shown[index + 1], viewer, whole=physics)
        for move in _list_moves(game, before, ply, was.codes[index], viewer, drawn):
            after = game.apply(before, ply.seat, move, _Altered(secret, "ply", ply.seq, swaps.get(index + 1, ())))
            if _see(game, after, viewer, whole=physics) == seen:
                break
        else:
            return None
        states.append(after)
        codes.append(move.code)
    went = History(tuple(states), tuple(codes), swaps)
    return went if went.states != was.states else None


def check_alike(game: AnyGame, state: Any, other: Any, viewer: Seat | None) -> None:
    """Assert that viewer and public are shown the same of two positions, with the same moves, each of which takes
    effect at once in both or in neither."""
    for seat, whose in ((viewer, "the view"), (None, "the public view")):
        here, there = game.view(state, seat), game.view(other, seat)
        differing = [name for name in here.__struct_fields__ if getattr(here, name) != getattr(there, name)]
        assert not differing, (
            f"{whose} differs in {', '.join(differing)}, and no event told of it: hide it, let an event tell it,"
            " or mark it Known.TOLD"
        )
    for ask in (game.to_act, game.may_revise, game.outcome):
        assert ask(other) == ask(state), ask.__name__
    if viewer is not None:
        moves = game.legal_moves(state, viewer)
        assert game.legal_moves(other, viewer) == moves, "the menu differs"
        at_once = [[game.needs_confirmation(each, viewer, move) for move in moves] for each in (state, other)]
        assert at_once[0] == at_once[1], "a move takes effect at another time"


@cache
def list_worlds(name: str, most: int) -> tuple[World, ...]:
    """List what `every_world` yields; kept, because several laws look at them."""
    return tuple(every_world(name, most))


def find_history(position: Position, viewer: Seat | None, again: int = 0) -> History:
    """Find another way in which the match may have come to a position that looks the same to the viewer; the same way
    if there is none among those tried. `again`: another number finds another one."""
    record = position.playout.record
    drawn = random.Random(f"{record.commitment} {position.index} {viewer} {again}")
    codes = tuple(ply.code for ply in record.plies[: position.index])
    game = load(record.game)
    vain = VAIN if game.view(position.state, viewer) != position.state else 1
    began = history = History(position.playout.states[: position.index + 1], codes, {})
    for number in range(TRIES):
        history = _vary(position, viewer, drawn, history) or history
        if number + 1 >= vain and history is began:
            break
    return history


def every_world(name: str, most: int) -> Iterator[World]:
    """Yield up to `most` other worlds for positions of the pool, for one viewer of each in turn: a seat, or the public.
    Once all positions have been looked at, it goes on with another viewer of each."""
    found = 0
    for again in range(ROUNDS):
        for count, position in enumerate(every_position(name, most)):
            viewer = (*position.seats, None)[(count + again) % (len(position.seats) + 1)]
            other = find_history(position, viewer, again).states[-1]
            if other != position.state:
                yield World(position, viewer, other)
                found += 1
                if found == most:
                    return


def list_true_cards(state: State, seat: Seat | None, kept: Sequence[tuple[str, ...]]) -> list[str]:
    """Mutant: list the cards to deal as they truly lie, as releases up to 0.3.0 did."""
    cards = list(state.deck)
    for owner, hand in enumerate(state.hands):
        cards += (Counter(hand) - Counter(kept[owner])).elements()
    passed = state.given if state.phase == "exchange" else ()
    return cards + [card for giver, card in enumerate(passed) if card and giver != seat]
