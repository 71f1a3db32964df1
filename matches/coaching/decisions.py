"""Find the decisions of a match in its log: the plies that a player chose together, up to the next random event."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

import games
from games.core import NATURE, AnyGame, GameError, Seat
from games.levels import Level
from games.rng import NO_CHANCE, Rng
from matches.draft import fold
from matches.match import unpack

_WORLDS: Final = 4
"""Worlds in which the effects of a decision are compared."""

_ANY: Final = bytes(32)
"""The secret of these worlds: they are compared, not shown."""


class LoggedPly(Struct, frozen=True):
    """A ply of the log: its seq, seat and code, and the position after it, compressed. The start has no code."""

    seq: int
    seat: Seat
    code: str
    snapshot: bytes


class Decision(Struct, frozen=True):
    """Plies that a seat chose together. `before`: the position before them, compressed; `step`: the number of earlier
    decisions.

    `free`: whether it had a choice. `lucky`: whether its effect depends on chance or on what its seat does not know.
    """

    step: int
    seq: int
    seat: Seat
    codes: tuple[str, ...]
    before: bytes
    free: bool
    lucky: bool = False


def find_decisions(name: str, plies: Sequence[LoggedPly]) -> tuple[Decision, ...]:
    """Group the plies of a match into decisions; nature's are left out. `plies` begin with the start.

    Raises msgspec.ValidationError for a match of another rules version.
    """
    game = games.load(name)
    found: list[Decision] = []
    begun, codes = plies[0], list[str]()
    for before, ply in pairwise(plies):
        if not codes:
            begun = before
        if ply.seat == NATURE:
            codes = []
            continue
        if codes and ply.seat != found[-1].seat:
            begun, codes = before, []
        state = unpack(game, begun.snapshot)
        free = len(game.legal_moves(unpack(game, before.snapshot), ply.seat)) > 1
        if codes:
            last = found.pop()
            free = free or last.free
        codes.append(ply.code)
        complete, lucky = _look_at(game, state, ply.seat, codes)
        found.append(Decision(len(found), ply.seq, ply.seat, tuple(codes), begun.snapshot, free, lucky))
        if complete:
            codes = []
    return tuple(found)


def _look_at(game: AnyGame, state: Any, seat: Seat, codes: Sequence[str]) -> tuple[bool, bool]:
    """Tell whether the decision ends with this ply, and whether it is lucky."""
    try:
        folded = fold(game, state, seat, codes)
    except GameError:  # a code of older rules
        return True, True
    return folded.complete, folded.ghost is not None and _is_lucky(game, state, seat, codes)


def _is_lucky(game: AnyGame, state: Any, seat: Seat, codes: Sequence[str]) -> bool:
    """Tell whether a seat sees different effects of its decision in worlds that it cannot tell apart."""
    seen = None
    for number in range(_WORLDS):
        world = game.guess(state, seat, Rng(_ANY, "analysis/lucky/world", number))
        view = game.view(play_draft(game, world, seat, codes, Rng(_ANY, "analysis/lucky/ply", number)), seat)
        if seen is not None and view != seen:
            return True
        seen = view
    return False


def choose_draft(
    name: str, snapshot: bytes, seat: Seat, secret: bytes, seq: int, *, most: int = 40, level: Level | None = None
) -> tuple[str, ...]:
    """Choose what a computer player would have done, from its view alone, up to the next random event.

    `level` None: the strongest the game has.
    """
    game = games.load(name)
    state, codes = unpack(game, snapshot), list[str]()
    level = level or game.levels[-1]
    while len(codes) < most:
        folded = fold(game, state, seat, codes)
        if folded.complete:
            break
        view = game.view(folded.state, seat)
        codes.append(game.choose_at(level, view, seat, Rng(secret, f"analysis/best/{len(codes)}", seq)).code)
    return tuple(codes)


def find_best(name: str, decision: Decision, secret: bytes) -> tuple[tuple[str, ...], float]:
    """Choose what the strongest computer player would have done. Returns its codes and the seconds of CPU they took."""
    began = time.process_time()
    best = choose_draft(name, decision.before, decision.seat, secret, decision.seq)
    return best, time.process_time() - began


def play_draft(game: AnyGame, state: Any, seat: Seat, codes: Sequence[str], rng: Rng) -> Any:
    """Apply the plies of a decision, the last one with random numbers from `rng`."""
    for index, code in enumerate(codes):
        move = game.parse(state, seat, code)
        state = game.apply(state, seat, move, rng if index == len(codes) - 1 else NO_CHANCE)
    return state
