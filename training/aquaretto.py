"""Learn Aquaretto's values of zoos from games between computer players: `python -m training.aquaretto --games 800`.

Each zoo at the start of each round is an example: its features, labelled with the points it has gained when the game
ends. The weights are a linear regression with a small ridge. Normal players play the first games; then one normal
player meets strong ones, which use the weights learnt from those and think less than usual, and the weights are learnt
again from all games. Every tenth game is held out, to choose the spread with which the predicted points tell the winner
best. The same seed and number of games give the same weights on every machine.

`--test --games 1000` learns nothing, and measures how well the stored weights predict the winners of so many new games
between normal players.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from games.aquaretto import GAME, standin
from games.aquaretto.notation import unseen_tiles
from games.aquaretto.strong import search
from games.aquaretto.strong.value import FEATURES, Value, list_features, read_stage
from games.aquaretto.zoo.layout import lines
from games.rng import Rng

WEIGHTS_FILE = Path(__file__).resolve().parent.parent / "games" / "aquaretto" / "strong" / "weights.json"

RIDGE = 3.0
HELD_OUT = 10
"""One in this many games is held out."""
PLAYOUTS = 12
"""Playouts of each option in games from which values are learnt."""
SPREADS = tuple(product((0.5, 1.0, 1.5, 2.0, 3.0), (0.0, 1.0, 2.0, 3.0, 4.0, 6.0)))
"""The spreads that are tried: at the end, and in proportion to the tiles left."""

Numbers = np.ndarray[Any, np.dtype[np.float64]]


class Game(msgspec.Struct, frozen=True):
    """One game: for each round the share of tiles left, the features and the points of all zoos; and the final points,
    and the share of the win of each seat."""

    rounds: list[tuple[float, list[list[float]], list[int]]]
    points: list[int]
    won: list[float]


def play_game(seats: int, value: Value | None, normal: int, rng: Rng) -> Game:
    """Play one game: with `value`, strong players against one normal player; without, normal players only."""
    state = GAME.setup(seats, GAME.options_type(), rng)
    begun, rounds = 0, []
    while (outcome := GAME.outcome(state)) is None:
        if state.round != begun and not state.last_round:
            begun = state.round
            stage = read_stage(state, len(state.pile), sorted(unseen_tiles(state)))
            points = [lines(zoo).total for zoo in state.zoos]
            rounds.append((stage.left, [list_features(zoo, stage) for zoo in state.zoos], points))
        seat = state.active
        view = GAME.view(state, seat)
        if value is None or seat == normal:
            move = standin.choose(view, seat, rng)
        else:
            move = search.search(view, seat, rng, value, PLAYOUTS)
        state = GAME.apply(state, seat, move, rng)
    won = [(seat in outcome.winners) / len(outcome.winners) for seat in range(seats)]
    return Game(rounds, [lines(zoo).total for zoo in state.zoos], won)


def fit(games: Sequence[Game]) -> list[float]:
    """Find the weights that predict best how many points a zoo still gains."""
    features, gains = [], []
    for game in games:
        for left, zoos, points in game.rounds:
            for zoo, now, then in zip(zoos, points, game.points, strict=True):
                features.append([*zoo, *(left * feature for feature in zoo)])
                gains.append(float(then - now))
    table = np.array(features)
    weights = np.linalg.solve(table.T @ table + RIDGE * np.eye(2 * FEATURES), table.T @ np.array(gains))
    return [round(weight, 3) for weight in weights.tolist()]


def predict(game: Game, weights: Numbers, spread: tuple[float, float]) -> list[Numbers]:
    """Compute the chances of all seats at the start of each round."""
    found = []
    for left, zoos, points in game.rounds:
        table = np.array(zoos)
        merits = np.array(points) + np.hstack([table, left * table]) @ weights
        odds = np.exp((merits - merits.max()) / (spread[0] + spread[1] * left))
        found.append(odds / odds.sum())
    return found


def measure_brier(games: Sequence[Game], weights: Sequence[float], spread: tuple[float, float]) -> float:
    """Measure the mean squared error of the chances."""
    table = np.array(weights)
    errors = [((chances - game.won) ** 2).mean() for game in games for chances in predict(game, table, spread)]
    return float(np.mean(errors))


def learn(games: Sequence[Game], name: str) -> tuple[list[float], list[float]]:
    """Learn weights and spread, and print how well they predict the winners of held-out games."""
    weights = fit([game for number, game in enumerate(games) if number % HELD_OUT])
    tested = games[::HELD_OUT]
    spread = min(SPREADS, key=lambda each: measure_brier(tested, weights, each))
    print(f"{name}: {len(games)} games, {describe_brier(tested, weights, spread)}", flush=True)
    return weights, list(spread)


def describe_brier(games: Sequence[Game], weights: Sequence[float], spread: tuple[float, float]) -> str:
    """Tell how well the chances predict the winners, beside equal chances and beside those that follow from the points
    alone, with the spread that suits these games best."""
    seats, nothing = len(games[0].points), [0.0] * 2 * FEATURES
    points = min(measure_brier(games, nothing, each) for each in SPREADS)
    return (
        f"Brier {measure_brier(games, weights, spread):.4f}, points {points:.4f}, constant {(seats - 1) / seats**2:.4f}"
    )


def main() -> None:
    """Learn all sets of weights and store them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=800, help="games between normal players, for each number of seats")
    parser.add_argument("--seats", type=int, nargs="+", default=list(GAME.seats), help="learn only for these")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=WEIGHTS_FILE)
    parser.add_argument("--test", action="store_true", help="learn nothing, but test the stored weights in new games")
    asked = parser.parse_args()
    stored: dict[str, tuple[list[float], list[float]]] = {}
    if asked.file.exists():
        stored = msgspec.json.decode(asked.file.read_bytes(), type=dict[str, tuple[list[float], list[float]]])
    for seats in asked.seats:
        if asked.test:
            rng = Rng(asked.seed.to_bytes(32, "big"), f"{seats} test", 0)
            tested = [play_game(seats, None, 0, rng) for _ in range(asked.games)]
            weights, (end, more) = stored[str(seats)]
            print(f"{seats} seats: {len(tested)} games, {describe_brier(tested, weights, (end, more))}", flush=True)
            continue
        rng = Rng(asked.seed.to_bytes(32, "big"), str(seats), 0)
        games = [play_game(seats, None, 0, rng) for _ in range(asked.games)]
        learnt = learn(games, f"{seats} seats, normal players")
        value = Value(*learnt)
        games += [play_game(seats, value, number % seats, rng) for number in range(asked.games * 3 // 8)]
        stored[str(seats)] = learn(games, f"{seats} seats, with strong players")
        asked.file.write_bytes(msgspec.json.format(msgspec.json.encode(stored), indent=0))


if __name__ == "__main__":
    main()
