"""Measure how well the chances of an analysis predict who wins, against guessing and against counting material.

    python -m bench.parts.calibration docker --seats 2 --games 1000 --playouts 60

Normal computer players play the games. One position of each is estimated as the analysis would. The Brier score is the
mean square of the error, over all sides; less is better. The material count is converted to chances by a weight fitted
to as many other games.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt
from statistics import fmean, stdev
from typing import Any, Final

import games
from games.aquaretto.zoo.layout import lines
from games.core import NATURE, AnyGame
from games.docker.standin import rate_seat
from games.dog_royal.state import count_pieces_in
from games.nature import require_nature
from games.rng import Rng
from matches.coaching.playouts import list_sides, rate_position, share_out
from matches.match import pack

SECRET: Final = b"calibration".ljust(32, b".")

WEIGHTS: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2.0)
"""Weights that are tried for a point of material; the one that fits best is used."""

MATERIAL: Final[Mapping[str, Callable[[Any, int], float]]] = {
    "aquaretto": lambda state, seat: lines(state.zoos[seat]).total,
    "docker": lambda state, seat: -1000.0 if seat in state.out else rate_seat(state, seat),
    "dog_royal": lambda state, seat: count_pieces_in(state, state.colours[seat]),
    "riff_raff": lambda state, seat: -sum(state.supplies[seat]),
}
"""How each game counts the material of a seat: points; safety as normal players rate it; pieces in the goal; pieces to
be loaded."""

Sides = Sequence[Sequence[int]]


def play(game: AnyGame, seats: int, number: int) -> tuple[Any, tuple[float, ...]]:
    """Play a game. Returns a random position of it, and everybody's share of the win."""
    rng = Rng(SECRET, "game", number)
    options = game.options_type()
    state = game.setup(seats, options, rng)
    states = [state]
    while owing := game.to_act(state):
        seat = owing[0]
        if seat == NATURE:
            move = require_nature(game.nature).decide(state, rng)
        else:
            move = game.choose(game.view(state, seat), seat, rng)
        state = game.apply(state, seat, move, rng)
        states.append(state)
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError("a game that has no result")
    return states[rng.below(len(states) - 1)], share_out(outcome, list_sides(game, seats, options))


def count_material(name: str, state: Any, sides: Sides, weight: float) -> tuple[float, ...]:
    """Convert material counts to chances, one for each side."""
    worth = [sum(MATERIAL[name](state, seat) for seat in side) for side in sides]
    parts = [exp(max(-60.0, weight * (each - max(worth)))) for each in worth]
    return tuple(part / sum(parts) for part in parts)


def score(chances: Sequence[float], results: Sequence[float]) -> float:
    """Compute the Brier score of one position."""
    return fmean((chance - result) ** 2 for chance, result in zip(chances, results, strict=True))


def measure(name: str, seats: int, count: int, playouts: int) -> dict[str, tuple[float, float]]:
    """Measure the Brier scores, each with half its 95 % interval."""
    game = games.load(name)
    sides = list_sides(game, seats, game.options_type())
    found: dict[str, list[float]] = {"constant": [], "material": [], "analysis": []}
    fitted = [play(game, seats, number) for number in range(count, 2 * count)]

    def rate_weight(weight: float) -> float:
        return fmean(
            score(count_material(name, state, sides, weight), [shares[side[0]] for side in sides])
            for state, shares in fitted
        )

    weight = min(WEIGHTS, key=rate_weight)
    for number in range(count):
        state, shares = play(game, seats, number)
        results = [shares[side[0]] for side in sides]
        chances, _ = rate_position(name, pack(state), number, sides, SECRET, playouts, game.ply_limit)
        found["constant"].append(score([1 / len(sides)] * len(sides), results))
        found["material"].append(score(count_material(name, state, sides, weight), results))
        found["analysis"].append(score([chances[side[0]] for side in sides], results))
    return {kind: (fmean(each), 1.96 * stdev(each) / sqrt(len(each))) for kind, each in found.items()}


def main() -> None:
    """Print the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(MATERIAL))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--playouts", type=int, default=40)
    asked = parser.parse_args()
    for kind, (mean, margin) in measure(asked.game, asked.seats, asked.games, asked.playouts).items():
        print(f"{asked.game} {asked.seats} {kind:9} {mean:.3f} ± {margin:.3f}", flush=True)


if __name__ == "__main__":
    main()
