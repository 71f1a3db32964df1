"""Learn DOG Royal's value from games between normal players: `python -m training.dog_royal --games 500`.

The position at the end of each round is an example: the features of its sides, labelled with the side that wins the
game. The weights maximise the likelihood of the labels (a conditional logit with a small ridge, solved by Newton's
method). Every tenth game is held out to measure how well the chances predict the winner. The same seed and number of
games give the same weights on every machine.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from games.core import Seat
from games.dog_royal import GAME, standin
from games.dog_royal.options import Options
from games.dog_royal.state import State, list_sides
from games.dog_royal.strong.value import FEATURES, list_features, name_table
from games.rng import Rng

WEIGHTS_FILE = Path(__file__).resolve().parent.parent / "games" / "dog_royal" / "strong" / "weights.json"

RIDGE = 1e-4
HELD_OUT = 10
"""One in this many games is held out."""

Numbers = np.ndarray[Any, np.dtype[np.float64]]

TABLES: tuple[tuple[int, bool], ...] = (
    (2, False),
    (3, False),
    (4, False),
    (4, True),
    (5, False),
    (6, False),
    (6, True),
)
"""(number of seats, whether partners are switched off) for each set of weights."""


def play_game(seats: int, options: Options, rng: Rng) -> tuple[str, list[list[list[float]]], int]:
    """Play one game. Returns the table's name, the features of each side after each round, and the winning side."""
    state = GAME.setup(seats, options, rng)
    sides, found, begun = list_sides(state), list[list[list[float]]](), 1
    while (outcome := GAME.outcome(state)) is None:
        if state.round != begun:
            begun = state.round
            found.append([list_features(state, side) for side in sides])
        seat = _find_mover(state)
        state = GAME.apply(state, seat, standin.choose(state, seat, rng), rng)
    won = next(index for index, side in enumerate(sides) if side[0] in outcome.winners)
    return name_table(state), found, won


def _find_mover(state: State) -> Seat:
    return GAME.to_act(state)[0]


def predict(weights: Numbers, features: Numbers) -> Numbers:
    """Compute the chances of all sides in all positions."""
    merits = features @ weights
    odds = np.exp(merits - merits.max(axis=1, keepdims=True))
    chances: Numbers = odds / odds.sum(axis=1, keepdims=True)
    return chances


def fit(features: Numbers, won: np.ndarray[Any, np.dtype[np.int64]]) -> Numbers:
    """Find the weights that maximise the likelihood of the results."""
    count, weights = len(features), np.zeros(FEATURES)
    truth = np.zeros(features.shape[:2])
    truth[np.arange(count), won] = 1
    for _ in range(50):
        chances = predict(weights, features)
        gradient = np.einsum("ns,nsf->f", chances - truth, features) / count + RIDGE * weights
        mean = np.einsum("ns,nsf->nf", chances, features)
        spread = np.einsum("nsf,nsg->fg", features * chances[:, :, None], features, optimize=True)
        hessian = (spread - mean.T @ mean) / count + RIDGE * np.eye(FEATURES)
        step = np.linalg.solve(hessian, gradient)
        weights -= step
        if np.abs(step).max() < 1e-7:
            break
    return weights


def main() -> None:
    """Learn all sets of weights and store them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games of two seats; with more seats fewer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=WEIGHTS_FILE)
    asked = parser.parse_args()
    stored: dict[str, list[float]] = {}
    for mode in ("royal", "base"):
        for seats, solo in TABLES:
            options, games = Options(mode=mode, solo=solo), asked.games * 2 // seats
            rng = Rng(asked.seed.to_bytes(32, "big"), f"{mode}/{seats}/{solo}", 0)
            learnt, tested = list[tuple[list[list[float]], int]](), list[tuple[list[list[float]], int]]()
            table = ""
            for number in range(games):
                table, found, won = play_game(seats, options, rng)
                (learnt if number % HELD_OUT else tested).extend((each, won) for each in found)
            weights = fit(np.array([each for each, _ in learnt]), np.array([won for _, won in learnt]))
            chances = predict(weights, np.array([each for each, _ in tested]))
            sides = chances.shape[1]
            truth = np.eye(sides)[[won for _, won in tested]]
            error = float(((chances - truth) ** 2).mean())
            print(f"{table}: {games} games, {len(learnt)} positions, Brier {error:.4f}, constant "
                  f"{(sides - 1) / sides**2:.4f}", flush=True)  # fmt: skip
            stored[table] = [round(weight, 4) for weight in weights.tolist()]
    asked.file.write_bytes(msgspec.json.format(msgspec.json.encode(stored), indent=0))


if __name__ == "__main__":
    main()
