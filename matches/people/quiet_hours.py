"""Quiet hours: the hours of the day in which a person gets no pings."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from matches.clocks.pace import HOUR
from matches.clocks.zones import load_zone
from matches.people.preferences import Person

QUARTER: Final = 900.0
"""A quarter of an hour in seconds. In every time zone, hours begin and offsets change at multiples of it."""


def list_waking_hours(person: Person, now: float) -> frozenset[int]:
    """List the hours from now, of 24, in which a person has no quiet hours."""
    return frozenset(hour for hour in range(24) if quiet_until(person, now + hour * HOUR) is None)


def quiet_until(person: Person, now: float) -> float | None:
    """Compute when a person's present quiet hours end, in Unix seconds; None outside of them.

    Hours are local time. When daylight saving time begins or ends, a night is shorter or longer.
    """
    begin, end = (hour % 24 for hour in person.quiet)
    zone = load_zone(person.zone)

    def is_quiet(at: float) -> bool:
        hour = datetime.fromtimestamp(at, zone).hour
        return begin <= hour < end if begin < end else begin != end and (hour >= begin or hour < end)

    if not is_quiet(now):
        return None
    at = now - now % QUARTER
    while is_quiet(at):
        at += QUARTER
    return at
