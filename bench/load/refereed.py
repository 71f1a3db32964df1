"""Play turns through the referee in processes of their own, at the same time.

`python -m bench.load.refereed` is such a process. Each line on stdin is an order, in JSON: to open a database and start
matches in it, then any number of times to play, and an empty one to close it. Each is answered with one line on stdout.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from bench.house import House, open_store
from bench.measuring import median
from matches.match import Match

ROOT = Path(__file__).resolve().parents[2]

GAMES = ("docker", "dog_royal", "aquaretto")
"""Games to be played in turn. Riff Raff is left out: to the store, its plies are like any others."""


class Opening(Struct, frozen=True):
    """Open a database and start matches. `first`: the first of the ids of channels and interactions, of which every
    opening has others, so that no match is like another. `shared`: other processes use the database, too."""

    database: str
    first: int
    matches: int
    shared: bool


class Playing(Struct, frozen=True):
    """Play this number of turns of each match: of all matches at once, or `alone`, one turn after the other."""

    turns: int
    alone: bool


class Played(Struct, frozen=True):
    """The turns that were played, from when to when (by the clock of the machine), the CPU seconds of the process, and
    the median of the seconds that a turn took."""

    turns: int
    began: float
    ended: float
    cpu: float
    delay: float


class Player:
    """A process that plays."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )

    def order(self, order: Opening | Playing | None) -> None:
        """Give an order; None: close the database."""
        assert self._process.stdin is not None  # noqa: S101 - for mypy
        self._process.stdin.write("\n" if order is None else f"{msgspec.json.encode(order).decode()}\n")
        self._process.stdin.flush()

    def read_answer(self) -> str:
        """Wait for the answer to an order. Raises RuntimeError if the process has ended."""
        assert self._process.stdout is not None  # noqa: S101 - for mypy
        if not (line := self._process.stdout.readline()):
            raise RuntimeError("a process that plays has ended; see its output above")
        return line

    def stop(self) -> None:
        self._process.communicate()


@contextlib.contextmanager
def start_players(number: int) -> Iterator[Sequence[Player]]:
    """Start processes, and stop them afterwards."""
    with contextlib.ExitStack() as stack:
        players = [Player() for _ in range(number)]
        for player in players:
            stack.callback(player.stop)
        yield players


@contextlib.contextmanager
def open_matches(players: Sequence[Player], database: Path | str, first: int, matches: int) -> Iterator[None]:
    """Let all players open the database and start this number of matches each; let them close it afterwards."""
    for number, player in enumerate(players):  # one after the other: the first one creates the tables
        player.order(Opening(str(database), first + number * matches, matches, shared=len(players) > 1))
        player.read_answer()
    yield
    for player in players:
        player.order(None)
        player.read_answer()


def play(players: Sequence[Player], turns: int, *, alone: bool = False) -> Sequence[Played]:
    """Let all players play at the same time."""
    for player in players:
        player.order(Playing(turns, alone))
    return [msgspec.json.decode(player.read_answer(), type=Played) for player in players]


# In the process


async def _serve(opening: Opening) -> None:
    """Open a database, and carry out orders to play until it is to be closed."""
    async with open_store(opening.database, shared=opening.shared) as opened:
        first = opening.first
        house = House(opened, first=1000 * first, shared=opening.shared)
        matches = [await house.start_match(GAMES[n % len(GAMES)], first + n) for n in range(opening.matches)]
        _answer("ready")
        while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
            _answer(msgspec.json.encode(await _play(house, matches, msgspec.json.decode(line, type=Playing))).decode())
    _answer("closed")


async def _play(house: House, matches: list[Match], playing: Playing) -> Played:
    """Play turns, and put the matches after them into the list."""
    delays: list[float] = []

    async def play_match(number: int) -> None:
        drawn = random.Random(matches[number].channel_id)  # noqa: S311 - no secret
        for _ in range(playing.turns):
            if matches[number].phase != "running":
                return
            begun = time.perf_counter()
            matches[number] = (await house.play_turn(matches[number], drawn)).match
            delays.append(time.perf_counter() - begun)

    cpu, began = time.process_time(), time.time()
    if playing.alone:
        for number in range(len(matches)):
            await play_match(number)
    else:
        await asyncio.gather(*map(play_match, range(len(matches))))
    return Played(len(delays), began, time.time(), time.process_time() - cpu, median(delays))


def _answer(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    while order := sys.stdin.readline().strip():
        asyncio.run(_serve(msgspec.json.decode(order, type=Opening)))
