"""Time zones: which may be chosen, loaded so that an unknown one counts as UTC, and named as people write them."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

_OF_THE_MACHINE: Final = frozenset({"localtime", "posixrules", "Factory"})
"""Names of files beside the zones: what they mean depends on the machine, or they mean "not set up"."""

_FIXED: Final = re.compile(r"Etc/GMT([+-])(\d{1,2})")


@lru_cache(maxsize=256)
def load_zone(name: str) -> ZoneInfo:
    """Load a time zone; UTC if it is unknown, so that no deadline fails. A zone may be unknown after an upgrade, or on
    another machine."""
    try:
        return ZoneInfo("UTC" if name in _OF_THE_MACHINE else name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder of zones, such as Europe
        return ZoneInfo("UTC")


@cache
def list_zones() -> frozenset[str]:
    """List the names of the time zones that may be chosen."""
    return frozenset(available_timezones() - _OF_THE_MACHINE)


def name_zone(name: str) -> str:
    """Name a time zone as people write it: `Etc/GMT-2` is UTC+2, because IANA counts those zones westwards."""
    known = load_zone(name).key
    if (fixed := _FIXED.fullmatch(known)) is None:
        return known
    sign, hours = fixed.groups()
    return f"UTC{'-' if sign == '+' else '+'}{hours}" if int(hours) else "UTC"
