"""Propose a time zone and quiet hours to a person from the hours in which they move. Proposals are computed when they
are shown, and not stored."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from matches.clocks.pace import DAY, HOUR
from matches.clocks.zones import load_zone
from matches.referee import Referee

MOVES: Final = 30
DAYS: Final = 5
"""Moves that are needed for a proposal, and days on which they were made."""

_NIGHT: Final = 7 * HOUR
"""Seconds of the night in which nearly nobody moves; its middle is at `_MIDDLE` of local time."""
_MIDDLE: Final = 3.5 * HOUR
_AWAKE: Final = 0.05
"""The largest share of the moves that may fall into the night."""
_LONGEST: Final = 11 * HOUR
"""The longest time without moves that still tells when the night is."""
_NEAR: Final = 2 * HOUR
"""How far a zone of the person's language may be from the estimate."""
_STEP: Final = 900.0

_MATCHES: Final = 10
_NEWEST: Final = 400
"""How many matches, and how many moves of them, are looked at."""

ZONES_OF_LANGUAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "de": ("Europe/Berlin",),
    "fr": ("Europe/Paris", "America/Toronto"),
    "it": ("Europe/Rome",),
}
"""Zones that are proposed first, by a person's language."""

ZONES: Final = (
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago",
    "America/New_York", "America/Halifax", "America/Sao_Paulo", "Atlantic/Azores", "Europe/London", "Europe/Paris",
    "Europe/Athens", "Europe/Istanbul", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok",
    "Asia/Singapore", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
"""One well-known zone for each hour, from west to east."""


async def find_proposal(referee: Referee, user_id: int, language: str) -> str | None:
    """Find a time zone to propose, from the person's own moves in their newest matches; None if these do not tell."""
    return propose_zone(await _read_moves(referee, user_id), language, referee.now())


async def find_quiet_hours(referee: Referee, user_id: int, zone: str) -> tuple[int, int] | None:
    """Find quiet hours to propose, in the person's time zone, from the nights in which they do not move; None if their
    moves do not tell."""
    return propose_quiet_hours(await _read_moves(referee, user_id), zone, referee.now())


async def _read_moves(referee: Referee, user_id: int) -> Sequence[float]:
    """Read when a person has moved in their newest matches."""
    return await referee.store.transaction(lambda tx: tx.read_own_moves(user_id, matches=_MATCHES, limit=_NEWEST))


def propose_zone(times: Sequence[float], language: str, now: float) -> str | None:
    """Propose the zone in which there are no moves at night; None if there are too few moves, or no such night."""
    night = _find_night(times)
    if night is None:
        return None
    begin, end = night
    offset = _MIDDLE - (begin + end) / 2

    def measure_error(zone: str) -> float:
        return abs((_find_offset(zone, now) - offset + DAY / 2) % DAY - DAY / 2)

    own = min(ZONES_OF_LANGUAGES.get(language, ()), key=measure_error, default=None)
    return own if own is not None and measure_error(own) <= _NEAR else min(ZONES, key=measure_error)


def propose_quiet_hours(times: Sequence[float], zone: str, now: float) -> tuple[int, int] | None:
    """Propose the hours (from, to) of a time zone in which there are nearly no moves; None as in `propose_zone`."""
    night = _find_night(times)
    if night is None:
        return None
    begin, end = ((at + _find_offset(zone, now)) / HOUR for at in night)
    return math.ceil(begin) % 24, math.floor(end) % 24


def _find_offset(zone: str, now: float) -> float:
    """Find how many seconds a time zone is ahead of UTC now."""
    found = datetime.fromtimestamp(now, load_zone(zone)).utcoffset()
    return found.total_seconds() if found else 0.0


def _find_night(times: Sequence[float]) -> tuple[float, float] | None:
    """Find when the quietest hours begin and end, in seconds of the day in UTC; the end may be in the next day. None if
    there are too few moves, or no such hours."""
    if len(times) < MOVES or len({at // DAY for at in times}) < DAYS:
        return None
    starts = [number * _STEP for number in range(round(DAY / _STEP))]
    counts = [sum((at - start) % DAY < _NIGHT for at in times) for start in starts]
    least = min(counts)
    if least > _AWAKE * len(times):
        return None
    longest, best, run = 0, 0, 0
    for number in range(2 * len(starts)):  # twice round the clock, because a run may pass midnight
        run = run + 1 if counts[number % len(starts)] == least else 0
        if run > longest:
            longest, best = run, number
    length = (longest - 1) * _STEP + _NIGHT
    begin = best * _STEP - (longest - 1) * _STEP
    return (begin, begin + length) if length <= _LONGEST else None
