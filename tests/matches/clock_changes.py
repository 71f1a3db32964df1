"""Time zones and their clock changes."""

from __future__ import annotations

import bisect
import itertools
import zoneinfo
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from matches.clocks.zones import list_zones
from tests.support.numbers import times

HOUR: Final = 3600.0


DAY: Final = 24 * HOUR


SINCE: Final = datetime(2026, 1, 1, tzinfo=UTC).timestamp()


UNTIL: Final = datetime(2028, 1, 1, tzinfo=UTC).timestamp()


NAMES: Final = sorted(list_zones())


ZONES = min(len(NAMES), times(len(NAMES), usual=30))


CHOSEN = tuple(dict.fromkeys((
    "Australia/Lord_Howe", "America/New_York", "Europe/Berlin", "Africa/Casablanca", "Antarctica/Troll",
    *NAMES[:: max(1, len(NAMES) // ZONES)],
)))  # fmt: skip


class Zone(Struct, frozen=True):
    """A time zone: its offsets in seconds, each valid from its `since` on (Unix seconds; the first precedes all
    times)."""

    name: str
    since: tuple[float, ...]
    offsets: tuple[float, ...]

    def is_quiet(self, at: float, quiet: tuple[int, int]) -> bool:
        """Tell whether a clock on the wall shows quiet hours."""
        hour = self._local(at) % DAY // HOUR
        begin, end = quiet
        return begin != end and (hour - begin) % 24 < (end - begin) % 24

    def find_end(self, at: float, quiet: tuple[int, int]) -> float | None:
        """Find the first moment after `at` at which the clock does not show quiet hours; None if it shows none now."""
        if not self.is_quiet(at, quiet):
            return None
        ends = [found for found in self.since if found > at]
        for offset, day in itertools.product(set(self.offsets), range(-1, 4)):
            midnight = (at + offset) // DAY * DAY - offset
            ends.append(midnight + day * DAY + quiet[1] * HOUR)
        return min(end for end in ends if end > at and not self.is_quiet(end, quiet))

    def _local(self, at: float) -> float:
        return at + self.offsets[bisect.bisect_right(self.since, at) - 1]


def read_zone(name: str) -> Zone:
    """Find the changes of two years, by bisection."""
    zone = zoneinfo.ZoneInfo(name)

    def offset(at: float) -> float:
        found = datetime.fromtimestamp(at, UTC).astimezone(zone).utcoffset()
        assert found is not None
        return found.total_seconds()

    since, offsets = [SINCE - 10 * DAY], [offset(SINCE - 10 * DAY)]
    at = SINCE - 10 * DAY
    while at < UNTIL + 10 * DAY:
        if offset(at + DAY) != offset(at):
            low, high = at, at + DAY
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if offset(middle) == offset(at) else (low, middle)
            since.append(high)
            offsets.append(offset(high))
        at += DAY
    return Zone(name, tuple(since), tuple(offsets))
