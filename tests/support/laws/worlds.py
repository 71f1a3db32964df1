"""Other worlds: matches that went differently, although somebody saw and did the same in both.

They are found by playing on from an earlier position with other chance and other choices of the other seats, and
rejected as soon as the viewer would see a difference. So they follow from the rules and the views alone. `reshuffle`
has no part in them, and is tested by them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from games.core import NATURE, AnyGame, GameError, Seat
from games.dog_royal.state import State
from games.record import Ply
from games.rng import Rng
from tests.support.laws.playouts import Playout, Position, every_position, load, nature

V = TypeVar("V")

TRIES = 24
"""Changes that are tried, one after the other, to get to another world."""

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
    """Chance as in a playout, but that shuffles exchange some items, and other draws come out otherwise.

    `swaps`: pairs of large numbers, from which the places of two items are derived.
    """

    def __init__(self, secret: bytes, purpose: str, seq: int, swaps: Sequence[tuple[int, int]]) -> None:
        super().__init__(secret, purpose, seq)
        self._swaps, self._shuffles = swaps, False

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
        return usual if self._shuffles else (usual + sum(one for one, two in self._swaps if two % 2)) % n


_CHANCES: dict[str, tuple[int, ...]] = {}
"""What `_list_chances` has found, by the commitment of the playout."""


def _list_chances(played: Playout) -> tuple[int, ...]:
    """List the positions of a playout that follow from random numbers; the first is its setup, 0."""
    record, states = played.record, played.states
    if record.commitment not in _CHANCES:
        game, found = load(record.game), [0]
        for index, ply in enumerate(record.plies):
            rng = _Noted(record.secret or b"", "ply", ply.seq)
            game.apply(states[index], ply.seat, game.parse(states[index], ply.seat, ply.code), rng)
            if rng.drawn:
                found.append(index + 1)
        _CHANCES[record.commitment] = tuple(found)
    return _CHANCES[record.commitment]


def _see(game: AnyGame, state: Any, viewer: Seat | None) -> tuple[object, ...]:
    """Return everything that a viewer knows of a position, and what everybody knows of it."""
    return game.view(state, viewer), game.view(state, None), game.to_act(state), game.may_revise(state)


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
    """Let a history go another way from some position on; None if the viewer sees a difference."""
    record, shown = position.playout.record, position.playout.states
    game, secret = load(record.game), record.secret or b""
    chances = [index for index in _list_chances(position.playout) if index <= position.index]
    recent = range(max(1, position.index - RECENT), position.index + 1)
    begun = drawn.choice(recent if recent and drawn.random() < 0.5 else (*chances, *chances[-2:]))
    swap = drawn.getrandbits(30), drawn.getrandbits(30)
    swaps = {**was.swaps, begun: (*was.swaps.get(begun, ()), swap)} if begun in chances else was.swaps
    states, codes = list(was.states[:begun]), list(was.codes[: max(0, begun - 1)])
    if begun == 0:
        states.append(game.setup(record.seats, record.options, _Altered(secret, "setup", 0, swaps[0])))
        if _see(game, states[0], viewer) != _see(game, shown[0], viewer):
            return None
    for index in range(len(states) - 1, position.index):
        ply, before = record.plies[index], states[index]
        seen = _see(game, shown[index + 1], viewer)
        for move in _list_moves(game, before, ply, was.codes[index], viewer, drawn):
            after = game.apply(before, ply.seat, move, _Altered(secret, "ply", ply.seq, swaps.get(index + 1, ())))
            if _see(game, after, viewer) == seen:
                break
        else:
            return None
        states.append(after)
        codes.append(move.code)
    return History(tuple(states), tuple(codes), swaps)


@cache
def list_worlds(name: str, most: int) -> tuple[World, ...]:
    """List what `every_world` yields; kept, because several laws look at them."""
    return tuple(every_world(name, most))


def find_history(position: Position, viewer: Seat | None) -> History:
    """Find another way in which the match may have come to a position that looks the same to the viewer; the same way
    if there is none among those tried."""
    record = position.playout.record
    drawn = random.Random(f"{record.commitment} {position.index}")
    codes = tuple(ply.code for ply in record.plies[: position.index])
    history = History(position.playout.states[: position.index + 1], codes, {})
    for _ in range(TRIES):
        history = _vary(position, viewer, drawn, history) or history
    return history


def every_world(name: str, most: int) -> Iterator[World]:
    """Yield other worlds for up to `most` positions of the pool, for one viewer of each: a seat, or the public."""
    for count, position in enumerate(every_position(name, most)):
        viewer = (*position.seats, None)[count % (len(position.seats) + 1)]
        other = find_history(position, viewer).states[-1]
        if other != position.state:
            yield World(position, viewer, other)


def list_true_cards(state: State, seat: Seat | None, kept: Sequence[tuple[str, ...]]) -> list[str]:
    """Mutant: list the cards to deal as they truly lie, as releases up to 0.3.0 did."""
    cards = list(state.deck)
    for owner, hand in enumerate(state.hands):
        cards += (Counter(hand) - Counter(kept[owner])).elements()
    passed = state.given if state.phase == "exchange" else ()
    return cards + [card for giver, card in enumerate(passed) if card and giver != seat]
