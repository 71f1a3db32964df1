"""When clocks rest: in the quiet hours of their player, and on weekends if the match says so.

All functions are pure; times are arguments. A clock keeps the rhythm it was started with, so that a change of `/me`
cannot lengthen a turn that is running.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Final, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from data import AnyStore, Transaction
from games.text import T, Text
from matches.clocks.zones import load_zone
from matches.keeping.processes import Processes

Reminders = Literal["both", "last", "none"]

LONGEST_NIGHT: Final = 10 * 3600.0
"""The most seconds of quiet hours in which a clock rests each day; beyond them, quiet hours only hold back pings."""

NOTICE: Final = 4 * 3600.0
"""Least seconds between the beginning of a turn and the hour at which it is due."""

SHORTEST_TURN: Final = 6 * 3600.0
"""Clocks never rest if the time bank is shorter than these seconds, because such a match is played in one sitting."""

REMEMBERED: Final = 10_000
"""The most people whose rhythm is kept in memory; beyond that the memory is emptied."""

FRACTIONS: Final[Mapping[Reminders, tuple[float, ...]]] = {"both": (0.5, 0.9), "last": (0.9,), "none": ()}
"""The times of reminders, as fractions of the time left when the clock started; at most two."""


def describe_reminders(reminders: Reminders) -> Text:
    """Say when reminders come, by their fractions."""
    match [round(100 * part) for part in FRACTIONS[reminders]]:
        case [first, second]:
            return T("after {first}% and {second}% of the time", first=first, second=second)
        case [only]:
            return T("after {percent}% of the time", percent=only)
    return T("none, only the ping when it is your turn")


class Rhythm(Struct, frozen=True, array_like=True):
    """When a clock rests, and when its player is reminded. Hours are local time of `zone`.

    `due_hour`: the hour of the day at which turns are due; -1: none. With such an hour a clock never rests, but no turn
    is due on a weekend if clocks rest on weekends.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] = (0, 0)
    weekends: bool = False
    reminders: Reminders = "both"
    due_hour: int = -1

    @property
    def fractions(self) -> tuple[float, ...]:
        return FRACTIONS[self.reminders]

    @property
    def rests(self) -> bool:
        return self.due_hour < 0 and (self.weekends or self.quiet[0] % 24 != self.quiet[1] % 24)


ALWAYS: Final = Rhythm()
"""The rhythm of a clock that never rests."""


def find_due(rhythm: Rhythm, earliest: float) -> float:
    """Find the first time from `earliest` on at which turns are due."""
    zone = load_zone(rhythm.zone)
    day = datetime.fromtimestamp(earliest, zone).date()
    while True:
        at = datetime(day.year, day.month, day.day, rhythm.due_hour, tzinfo=zone).timestamp()
        if at >= earliest and not (rhythm.weekends and day.weekday() >= 5):
            return at
        day += timedelta(days=1)


def list_rests(rhythm: Rhythm, start: float) -> Iterator[tuple[float, float]]:
    """Yield the intervals (began, ended) after `start` in which a clock rests, merged and in order; they never end if
    it rests at all."""
    if not rhythm.rests:
        return
    zone = load_zone(rhythm.zone)
    day = datetime.fromtimestamp(start, zone).date() - timedelta(days=1)  # a night or a weekend may have begun then
    began = ended = float("-inf")
    while True:
        for a, b in _list_rests_of(rhythm, zone, day):
            if a > ended:
                if ended > start:
                    yield began, ended
                began, ended = a, b
            ended = max(ended, b)
        day += timedelta(days=1)


@lru_cache(maxsize=4096)
def _list_rests_of(rhythm: Rhythm, zone: ZoneInfo, day: date) -> tuple[tuple[float, float], ...]:
    """List the rests that begin on a day."""

    def at(days: int, hour: int) -> float:
        then = day + timedelta(days=days)
        return datetime(then.year, then.month, then.day, hour, tzinfo=zone).timestamp()

    found = [(at(0, 0), at(2, 0))] if rhythm.weekends and day.weekday() == 5 else []
    begin, end = (hour % 24 for hour in rhythm.quiet)
    if begin != end:
        began, ended = at(0, begin), at(0 if begin < end else 1, end)
        if ended > began:
            found.append((began, min(ended, began + LONGEST_NIGHT)))
    return tuple(found)


def add_clock_time(rhythm: Rhythm, start: float, seconds: float) -> float:
    """Compute when a clock that starts at `start` has run for `seconds`."""
    at, left = start, seconds
    for began, ended in list_rests(rhythm, start):
        if at < began:
            if left <= began - at:
                break
            left -= began - at
        at = max(at, ended)
    return at + left


def count_clock_time(rhythm: Rhythm, start: float, end: float) -> float:
    """Count the seconds from `start` to `end` in which a clock runs."""
    resting = 0.0
    for began, ended in list_rests(rhythm, start):
        if began >= end:
            break
        resting += min(ended, end) - max(began, start)
    return max(0.0, end - start - resting)


class _Wishes(Struct, frozen=True):
    """The part of a person's preferences that concerns clocks."""

    zone: str = "UTC"
    quiet: tuple[int, int] = (0, 0)
    reminders: Reminders = "both"


class Rhythms:
    """The rhythms of people, cached once read from their preferences."""

    def __init__(self, store: AnyStore, processes: Processes, *, now: Callable[[], float]) -> None:
        self._store = store
        self._processes = processes
        self._known: dict[int, Rhythm] = {}
        self._now = now
        self._emptied_at = 0.0

    async def find(self, people: Iterable[int]) -> Mapping[int, Rhythm]:
        """Find the rhythms of people."""
        self._drop_outdated()
        wanted = tuple(people)
        found = {user_id: self._known[user_id] for user_id in wanted if user_id in self._known}
        missing = [user_id for user_id in wanted if user_id not in found]
        if missing:

            def read(tx: Transaction) -> dict[int, str | None]:
                return {user_id: tx.read_person(user_id) for user_id in missing}

            for user_id, text in (await self._store.transaction(read)).items():
                self.note(user_id, text)
                found[user_id] = self._known[user_id]
        return found

    def note(self, user_id: int, text: str | None) -> None:
        """Note a person's preferences, as JSON; None if they are forgotten. Running clocks keep their rhythm."""
        wishes = msgspec.json.decode(text, type=_Wishes) if text else _Wishes()
        self._known[user_id] = Rhythm(wishes.zone, wishes.quiet, False, wishes.reminders)

    def _drop_outdated(self) -> None:
        """Empty the cache if it is full, or if another process may have changed what is in it."""
        if len(self._known) > REMEMBERED or not self._processes.is_fresh(self._emptied_at):
            self._known.clear()
            self._emptied_at = self._now()
