"""Learn Docker's value by temporal differences: `python -m training.docker --seats two --minutes 5`.

All players of a game share one value function; each chooses the move after which its own value is highest. After the
game, the value of each position of a seat is moved towards the lambda-return of the positions that follow. The dice
bring enough exploration, so moves are not chosen at random. The same seed and number of games give the same weights on
every machine; `--minutes` only sets that number.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from pathlib import Path

import numpy as np

from games.docker.options import Options
from games.docker.state import CUBES
from games.docker.strong.board import After, Table
from games.docker.strong.value import WEIGHTS, Value

WEIGHTS_FILE = Path(__file__).resolve().parent.parent / "games" / "docker" / "strong" / "weights.npz"

LAMBDA = 0.7
RATE = 0.1
"""Learning rate at the start; it falls with the square root of the share of games still to play."""
LIMIT = 200
"""Turns after which a game is stopped."""


def play_game(value: Value, players: int, dice: random.Random, *, rate: float) -> int:
    """Play one game and learn from it. Returns the number of turns."""
    table = Table(players, Options(pieces2=6 if players == 2 or dice.random() < 0.7 else 3))
    used = {colour for colours in table.colours for colour in colours}
    board: After = (("",) * 9, tuple(CUBES if colour in used else 0 for colour in range(4)))
    histories: list[list[tuple[list[int], float]]] = [[] for _ in range(players)]
    out: list[int] = []
    seat, turns = dice.randrange(players), 0
    while len(out) < players - 1 and turns < LIMIT:
        if seat in out:
            seat = (seat + 1) % players
            continue
        turns += 1
        board_after = _move(value, table, board, seat, out, dice, histories[seat])
        if board_after is None:
            out.append(seat)
        else:
            board = board_after
        seat = (seat + 1) % players
    share = 1 / (players - len(out))
    for each in range(players):
        _learn(value, histories[each], 0.0 if each in out else share, rate)
    return turns


def _move(
    value: Value,
    table: Table,
    board: After,
    seat: int,
    out: list[int],
    dice: random.Random,
    history: list[tuple[list[int], float]],
) -> After | None:
    """Roll and make the move of highest value; None if the roll eliminates the seat."""
    playable, deadly = table.list_rolls(board, seat)
    if not playable or (deadly and dice.random() < deadly / 6):
        return None
    die = dice.choice(playable)
    rated = []
    for after in table.list_after(board, seat, die):
        patterns = value.list_patterns(table, after, seat, out)
        rated.append((sum(value.weights[index] for index in patterns), patterns, after))
    total, patterns, after = max(rated, key=lambda each: each[0])
    history.append((patterns, 1 / (1 + math.exp(-total))))
    return after


def _learn(value: Value, history: list[tuple[list[int], float]], result: float, rate: float) -> None:
    """Move the values of one seat's positions towards their lambda-returns, the last one first."""
    aim = result
    for patterns, rated in reversed(history):
        step = rate * (aim - rated) / len(patterns) * 4
        for index in patterns:
            value.weights[index] += step
        aim = LAMBDA * aim + (1 - LAMBDA) * rated


def train(players: tuple[int, ...], games: int, *, seed: int, minutes: float = 0.0) -> Value:
    """Learn from a number of games, or for a number of minutes."""
    value, dice = Value([0.0] * WEIGHTS), random.Random(seed)  # noqa: S311 - self-play, nothing secret
    begun, played, turns = time.monotonic(), 0, 0
    while played < games:
        left = 1 - played / games
        turns += play_game(value, players[played % len(players)], dice, rate=RATE * max(0.05, left**0.5))
        played += 1
        if played == 200 and minutes:
            games = int(200 * minutes * 60 / (time.monotonic() - begun))
            print(f"{games} games", flush=True)
        if played % 1000 == 0:
            print(f"{played} games, {turns / played:.1f} turns each, {time.monotonic() - begun:.0f} s", flush=True)
    return value


def main() -> None:
    """Train one set of weights and store it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", choices=("two", "more"), default="two")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=WEIGHTS_FILE)
    asked = parser.parse_args()
    value = train((2,) if asked.seats == "two" else (3, 4, 4), asked.games, seed=asked.seed, minutes=asked.minutes)
    stored = dict(np.load(asked.file)) if asked.file.exists() else {}
    stored[asked.seats] = np.array(value.weights, dtype=np.float16)
    np.savez_compressed(asked.file, **stored)


if __name__ == "__main__":
    main()
