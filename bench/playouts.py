"""Play random matches, for the measurements of rules and pictures."""

from __future__ import annotations

import hashlib
import random
import sys
from functools import cache
from typing import Any, NamedTuple

import games
from games.core import NATURE, AnyGame, Seat
from games.nature import require_nature
from games.rng import Rng


class Step(NamedTuple):
    """One ply of a playout, and the state before it."""

    state: Any
    seat: Seat
    move: Any
    seq: int


class Playout(NamedTuple):
    game: AnyGame
    seats: int
    secret: bytes
    steps: tuple[Step, ...]


@cache
def playout(name: str, number: int, *, most: int = 100_000) -> Playout:
    """Play match `number` of a game with its default options, at most `most` plies. A seat that is to act is drawn at
    random, and then one of its moves.

    Nature moves as well: Riff Raff's physics take most of the time.
    """
    game, drawn = games.load(name), random.Random(f"{name} {number}")  # noqa: S311 - the same in every run
    seats = game.seats[number % len(game.seats)]
    secret = hashlib.sha256(f"{name} {number}".encode()).digest()
    state = game.setup(seats, game.options_type(), Rng(secret, "setup", 0))
    steps: list[Step] = []
    while (owing := game.to_act(state)) and len(steps) < most:
        seat, seq = drawn.choice(owing), len(steps) + 1
        if seat == NATURE:
            move = require_nature(game.nature).decide(state, Rng(secret, "nature", seq))
        else:
            move = drawn.choice(game.legal_moves(state, seat))
        steps.append(Step(state, seat, move, seq))
        state = game.apply(state, seat, move, Rng(secret, "ply", seq))
    return Playout(game, seats, secret, tuple(steps))


def forget(package: str) -> None:
    """Empty a package's caches of positions, so that a playout is new to it again.

    Caches with a limit hold positions. Caches without one hold tables that a bot fills only once; they are kept.
    """
    for module in [module for found, module in sys.modules.items() if f"{found}.".startswith(f"{package}.")]:
        for value in vars(module).values():
            parameters = getattr(value, "cache_parameters", None)
            if parameters is not None and parameters()["maxsize"] is not None:
                value.cache_clear()
