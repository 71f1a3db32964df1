"""Which puzzle a server has on a day, who has solved it, and for how many days in a row."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from msgspec import Struct

from data import PuzzleTryRow, Transaction
from games.rng import Rng
from matches.clocks.zones import load_zone
from matches.puzzles.puzzle import Puzzle
from matches.referee import Referee

KEPT: Final = 400
"""Days for which answers are kept: a year, and some more for streaks."""


class Standing(Struct, frozen=True):
    """What somebody has solved of the puzzles of a server. `code`: their answer of the day, None: not yet; `streak`:
    days in a row with a right answer, up to this day or the day before."""

    code: str | None
    streak: int


class Place(Struct, frozen=True):
    """A person's place on the ladder: how many puzzles they have solved, and how many answered."""

    user_id: int
    solved: int
    answered: int


def find_day(now: float, zone: str) -> int:
    """Find the day that a time belongs to in a time zone, as a number that grows by one a day."""
    return datetime.fromtimestamp(now, load_zone(zone)).toordinal()


def choose_puzzle(puzzles: Sequence[Puzzle], guild_id: int, day: int) -> Puzzle:
    """Choose the puzzle of a server for a day. None comes again before all the others have been shown."""
    turn, place = divmod(day, len(puzzles))
    order = Rng(guild_id.to_bytes(32, "big"), "puzzles/order", turn).shuffle(range(len(puzzles)))
    return puzzles[order[place]]


def count_streak(solved: Sequence[int], day: int) -> int:
    """Count the days in a row that were solved, up to `day`, or up to the day before if `day` is still open."""
    known = set(solved)
    last = day if day in known else day - 1
    first = last
    while first in known:
        first -= 1
    return last - first


async def read_standing(referee: Referee, guild_id: int, user_id: int, day: int) -> Standing:
    """Read what somebody has done so far."""
    rows = await referee.store.transaction(lambda tx: tx.list_puzzle_tries(guild_id, user_id))
    return _sum_up(rows, day)


async def note_answer(referee: Referee, row: PuzzleTryRow) -> Standing:
    """Store an answer, unless the person has one for this day. Returns their standing afterwards."""

    def write(tx: Transaction) -> list[PuzzleTryRow]:
        tx.add_puzzle_try(row)
        return tx.list_puzzle_tries(row.guild_id, row.user_id)

    return _sum_up(await referee.store.transaction(write), row.day)


def _sum_up(rows: Sequence[PuzzleTryRow], day: int) -> Standing:
    code = next((row.code for row in rows if row.day == day), None)
    solved = [row.day for row in rows if row.solved]
    missed = code is not None and day not in solved
    return Standing(code, 0 if missed else count_streak(solved, day))


async def list_ladder(referee: Referee, guild_id: int, day: int) -> list[Place]:
    """Rank people by the puzzles of a server they have solved in the month of a day, ties by fewer answers."""
    first, last = find_month(day)
    rows = await referee.store.transaction(lambda tx: tx.count_puzzles(guild_id, first, last))
    return sorted((Place(*row) for row in rows), key=lambda place: (-place.solved, place.answered, place.user_id))


def find_month(day: int) -> tuple[int, int]:
    """Find the first and the last day of the month of a day."""
    first = date.fromordinal(day).replace(day=1)
    return first.toordinal(), ((first + timedelta(days=31)).replace(day=1)).toordinal() - 1
