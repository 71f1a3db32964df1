"""Measure how long the stand-in of each game takes, in positions of random playouts."""

from __future__ import annotations

import random
from collections.abc import Iterator

import games
from bench.measuring import Run, cpu, median, quantile
from bench.parts.playouts import Step, playout
from bench.table import Row
from games.core import NATURE, AnyGame
from games.rng import Rng


def rows(run: Run) -> Iterator[Row]:
    for name in games.names():
        steps = [
            step
            for number in range(run.some(4, 1))
            for step in playout(name, number, most=run.plies).steps
            if step.seat != NATURE
        ]
        random.Random(name).shuffle(steps)  # noqa: S311 - neighbours in a match would find each other's caches warm
        costs = [1e3 * _measure_choice(games.load(name), step) for step in steps[: run.some(600, 20)]]
        yield Row(f"{name}: a move of the stand-in", median(costs), "ms", "CPU", at_most=20)
        yield Row(f"{name}: a move of the stand-in, p90", quantile(costs, 0.9), "ms", "CPU", at_most=60)


def _measure_choice(game: AnyGame, step: Step) -> float:
    """Measure the CPU seconds of the stand-in for one move."""
    view, chance = game.view(step.state, step.seat), Rng(bytes(32), "stand_in", step.seq)
    return cpu(lambda: game.choose(view, step.seat, chance))
