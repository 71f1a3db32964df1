"""Make the stock of puzzles again, from games between computer players: `python -m matches.puzzles`.

The same deals give the same puzzles on every machine. All of them together take about an hour; parts of them can be
made separately: `python -m matches.puzzles docker --first 0 --last 49`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

import games
from data.progress import Progress
from games.core import AnyGame, Seat
from games.rng import Rng
from matches.puzzles.puzzle import Puzzle, choose_options
from matches.puzzles.search import make_puzzle

FILE: Final = Path(__file__).with_name("stock.jsonl")

TABLES: Final = {
    "docker": ((2, "standard"), (3, "standard"), (4, "standard")),
    "dog_royal": ((2, "royal"), (4, "royal_short"), (2, "base")),
    "aquaretto": ((2, ""), (3, ""), (4, "")),
}
"""For each game of the stock, the tables that are played in turn: the number of seats and the preset, if it has any.

`docs/puzzles.md` says why Riff Raff is missing.
"""

COUNTS: Final = {"docker": 50, "dog_royal": 50, "aquaretto": 20}
"""Puzzles of each game."""

TRIED: Final = 12
"""Positions of a game that are tried; at most one of them becomes a puzzle."""

PART: Final = (0.7, 0.97)
"""The part of a game from which positions are taken, unless the game tells: before it, one move decides little."""


def list_places(game: AnyGame, states: Sequence[Any]) -> Sequence[int]:
    """List the numbers of positions in which one move may decide a game, by the game itself if it can tell."""
    if game.may_be_decided is not None:
        return [at for at, state in enumerate(states) if game.may_be_decided(state)]
    first, last = (int(len(states) * share) for share in PART)
    return range(first, last)


def find_puzzle(name: str, deal: int) -> Puzzle | None:
    """Let computer players play a game, and make a puzzle of one of its positions."""
    game, tables = games.load(name), TABLES[name]
    seats, preset = tables[deal % len(tables)]
    options = game.presets[preset] if preset else choose_options(game)
    secret = deal.to_bytes(32, "big")
    played = list(_play(game, seats, options, secret))
    places = list_places(game, [state for state, _ in played])
    for place in Rng(secret, "puzzles/places", 0).shuffle(places)[:TRIED]:
        state, seat = played[place]
        found = make_puzzle(game, state, seat, options, secret, seats=seats)
        if found is not None:
            return found
    return None


def _play(game: AnyGame, seats: int, options: Any, secret: bytes) -> Iterator[tuple[Any, Seat]]:
    """Let normal players play a game. Yields each position with the seat that is to move."""
    rng = Rng(secret, "puzzles/game", 0)
    state = game.setup(seats, options, rng)
    while owing := game.to_act(state):
        seat = owing[0]
        if len(owing) == 1:
            yield state, seat
        state = game.apply(state, seat, game.choose(game.view(state, seat), seat, rng), rng)


def main() -> None:
    """Make the stock, or print the puzzles of some deals of one game, so that several machines can share the work."""
    parser = argparse.ArgumentParser(prog="python -m matches.puzzles", description=__doc__)
    parser.add_argument("game", nargs="?", choices=tuple(TABLES), help="print its puzzles and leave the stock alone")
    parser.add_argument("--first", type=int, default=0, help="the first deal")
    parser.add_argument("--last", type=int, default=sys.maxsize, help="the last deal")
    asked = parser.parse_args()
    if asked.game is not None:
        for line in make_lines(asked.game, asked.first, asked.last):
            print(line, flush=True)
        return
    lines, progress = list[str](), Progress(every=60.0)
    for name, count in COUNTS.items():
        for line in islice(make_lines(name, 0, asked.last), count):
            lines.append(line)
            progress.report(len(lines), sum(COUNTS.values()), f"puzzles, in {name}")
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def make_lines(name: str, first: int, last: int) -> Iterator[str]:
    """Make the puzzles of a game from these deals, one JSON text each."""
    for deal in range(first, last + 1):
        if (found := find_puzzle(name, deal)) is not None:
            yield msgspec.json.encode(found).decode()


if __name__ == "__main__":
    main()
