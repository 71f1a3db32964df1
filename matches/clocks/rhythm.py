"""When clocks sleep: in the quiet hours of their player, and where the match says so on weekends.

Pure functions of passed-in times. A clock keeps the rhythm it was started with, so that a change of `/me` cannot
lengthen a turn that is running.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Struct

from data import AnyStore, Transaction

Reminders = Literal["both", "last", "none"]

LONGEST_NIGHT: Final = 10 * 3600.0
"""Seconds of quiet hours in which a clock sleeps each day; longer ones only keep pings away."""

NOTICE: Final = 4 * 3600.0
"""Least seconds between the beginning of a turn and the hour at which it is due."""

SHORTEST_TURN: Final = 6 * 3600.0
"""Seconds of a time bank below which clocks never sleep: such a match is played in one go."""

REMEMBERED: Final = 10_000
"""People whose rhythm is kept in memory; with more, all are read anew."""

_FRACTIONS: Final[Mapping[Reminders, tuple[float, ...]]] = {"both": (0.5, 0.9), "last": (0.9,), "none": ()}


class Rhythm(Struct, frozen=True, array_like=True):
    """When a clock sleeps, and when its player is reminded. Hours are local time of `zone`.

    `due_hour`: the hour of the day at which turns are due; -1: none. Such a clock never sleeps, but no turn is due on a
    weekend that is free.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] = (0, 0)
    weekends: bool = False
    reminders: Reminders = "both"
    due_hour: int = -1

    @property
    def fractions(self) -> tuple[float, ...]:
        """When the player is reminded, as fractions of the time left when the clock started."""
        return _FRACTIONS[self.reminders]

    @property
    def sleeps(self) -> bool:
        return self.due_hour < 0 and (self.weekends or self.quiet[0] % 24 != self.quiet[1] % 24)


ALWAYS: Final = Rhythm()
"""A clock that never sleeps."""


@lru_cache(maxsize=256)
def load_zone(name: str) -> ZoneInfo:
    """Load a time zone; UTC if it is unknown, so that no deadline fails."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def find_due(rhythm: Rhythm, earliest: float) -> float:
    """Find the first time from `earliest` on at which turns are due."""
    zone = load_zone(rhythm.zone)
    day = datetime.fromtimestamp(earliest, zone).date()
    while True:
        at = datetime(day.year, day.month, day.day, rhythm.due_hour, tzinfo=zone).timestamp()
        if at >= earliest and not (rhythm.weekends and day.weekday() >= 5):
            return at
        day += timedelta(days=1)


def list_naps(rhythm: Rhythm, start: float) -> Iterator[tuple[float, float]]:
    """Yield the times (began, ended) after `start` in which a clock sleeps, without end, merged and in order."""
    if not rhythm.sleeps:
        return
    zone = load_zone(rhythm.zone)
    day = datetime.fromtimestamp(start, zone).date() - timedelta(days=1)  # a night or a weekend may have begun then
    began = ended = float("-inf")
    while True:
        for a, b in _list_naps_of(rhythm, zone, day):
            if a > ended:
                if ended > start:
                    yield began, ended
                began, ended = a, b
            ended = max(ended, b)
        day += timedelta(days=1)


@lru_cache(maxsize=4096)
def _list_naps_of(rhythm: Rhythm, zone: ZoneInfo, day: date) -> tuple[tuple[float, float], ...]:
    """List the naps that begin on a day."""

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


def add_awake(rhythm: Rhythm, start: float, seconds: float) -> float:
    """Compute when a clock that starts at `start` has run for so many seconds."""
    at, left = start, seconds
    for began, ended in list_naps(rhythm, start):
        if at < began:
            if left <= began - at:
                break
            left -= began - at
        at = max(at, ended)
    return at + left


def count_awake(rhythm: Rhythm, start: float, end: float) -> float:
    """Count the seconds from `start` to `end` in which a clock runs."""
    asleep = 0.0
    for began, ended in list_naps(rhythm, start):
        if began >= end:
            break
        asleep += min(ended, end) - max(began, start)
    return max(0.0, end - start - asleep)


class _Wishes(Struct, frozen=True):
    """The part of a person's preferences that concerns clocks."""

    zone: str = "UTC"
    quiet: tuple[int, int] = (0, 0)
    reminders: Reminders = "both"


class Rhythms:
    """The rhythms of people, read once from their preferences and kept."""

    def __init__(self, store: AnyStore) -> None:
        self._store = store
        self._known: dict[int, Rhythm] = {}

    async def find(self, people: Iterable[int]) -> Mapping[int, Rhythm]:
        """Find the rhythms of people."""
        if len(self._known) > REMEMBERED:
            self._known.clear()
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
        """Note a person's preferences, as JSON; None if they are forgotten. Clocks that run keep what they have."""
        wishes = msgspec.json.decode(text, type=_Wishes) if text else _Wishes()
        self._known[user_id] = Rhythm(wishes.zone, wishes.quiet, False, wishes.reminders)
