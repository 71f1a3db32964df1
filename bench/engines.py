"""Measure a ply of a random playout in each game, and in python-chess, which plays chess.

A ply is: find the seat to act and its legal moves, choose one, apply it. Riff Raff's physics are not measured; applying
their results is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess

import games
from bench.measuring import Run, Work, cpu, measure_in_turn, median
from bench.playouts import Playout, forget, playout
from bench.table import Row
from games.core import NATURE
from games.rng import Rng


def rows(run: Run) -> Iterator[Row]:
    """The goal is to be as fast as python-chess, except with physics, which take a thousand times as long as a ply."""
    rounds = run.some(7, 2)
    work: dict[str, Work] = {name: _make_work(name, rounds, run.plies) for name in games.names()}
    work["chess"] = _measure_chess
    _measure_chess(0)
    costs = measure_in_turn(rounds, work)
    for name in games.names():
        as_fast = 1 if games.load(name).nature is None else None
        ours, theirs = median(costs[name]), median(costs["chess"])
        what, is_on_page = f"{name}: ply of a random playout", as_fast is not None
        yield Row(what, ours, "µs", "CPU", "python-chess", theirs, times=as_fast, is_on_page=is_on_page)


def _make_work(name: str, rounds: int, most: int) -> Work:
    """Play some matches of a game for each round, one if it has physics, and replay them once: that fills the caches of
    the rules."""
    many = 10 if games.load(name).nature is None else 1
    batches = [[playout(name, many * n + match, most=most) for match in range(many)] for n in range(rounds)]
    for batch in batches:
        _replay(batch)

    def work(number: int) -> float:
        batch, another = batches[number], batches[(number + 1) % rounds]
        forget(f"games.{name}")
        _replay(another)  # as in a bot that has been running but has not seen these matches
        return cpu(lambda: _replay(batch)) / sum(len(played.steps) for played in batch) * 1e6

    return work


def _replay(batch: list[Playout]) -> None:
    """Replay playouts with the work of a random player, except for the choices, which are given."""
    choose = random.Random(0).choice  # noqa: S311 - no secret
    for game, _, secret, steps in batch:
        for state, seat, move, seq in steps:
            game.to_act(state)
            if seat != NATURE:
                choose(game.legal_moves(state, seat))
            game.apply(state, seat, move, Rng(secret, "ply", seq))


def _measure_chess(number: int) -> float:
    choose = random.Random(number).choice  # noqa: S311 - no secret
    plies = 0

    def play() -> None:
        nonlocal plies
        for _ in range(5):
            board = chess.Board()
            while plies % 200 != 199 and (moves := list(board.legal_moves)):
                board.push(choose(moves))
                plies += 1
            plies += 1

    return cpu(play) / plies * 1e6
