"""Find the time zone that somebody has typed, suggest zones, and make the error where none is found."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Final

from babel import Locale
from babel.core import get_global
from discord import app_commands

from client.core.visit import Visit
from client.messages.menus import MOST_OPTIONS
from games.text import T
from matches.clocks.zones import list_zones, load_zone, name_zone
from matches.errors import UserError
from matches.texts import LANGUAGES

_DAY: Final = 86_400.0
_YEAR: Final = 366

_OFFSET: Final = re.compile(r"(?:utc|gmt)?\s*([+-])\s*([0-9]{1,2})(?::?([0-9]{2})|\.([0-9]))?")
"""A distance from UTC as typed: "UTC+2", "gmt-5", "+05:30", "+5.5"."""

_USUAL: Final = {
    "CL": "America/Santiago", "CN": "Asia/Shanghai", "EC": "America/Guayaquil", "ES": "Europe/Madrid",
    "NZ": "Pacific/Auckland", "PT": "Europe/Lisbon",
}  # fmt: skip
"""The zone of nearly everybody in countries that have distant islands, too, or zones that are hardly used."""

_MINUSES: Final = str.maketrans({"−": "-", "–": "-", ",": "."})
_CLOCK: Final = " · "
"""What stands between a suggested zone and its time."""


def find_zones(typed: str, now: float) -> list[str]:
    """Find the time zones of the typed text, the best first: a distance from UTC, else the name of a zone, a city or a
    country, else a part of one.

    The first call takes up to a second.
    """
    wanted = " ".join(typed.partition(_CLOCK)[0].casefold().replace("_", " ").split())
    if (offset := _read_offset(wanted)) is not None:
        return _list_fixed_zones(offset, now)
    names, countries = _name_zones(), _list_countries()
    exact = [zone for zone, known in names.items() if wanted in known or wanted == zone.casefold()]
    within = [zone for zone, known in names.items() if "/" in zone and any(wanted in name for name in known)]
    parts = [zones for name, zones in countries.items() if wanted in name]
    return exact or [*countries.get(wanted, ())] or within or [*dict.fromkeys(itertools.chain(*parts))]


def find_zone(typed: str, now: float) -> str | None:
    """Find the time zone of the typed text; None if there is none, or if there are several with different times.

    Their times are compared on each day of a year from `now`: zones that agree now may differ in summer.
    """
    zones = find_zones(typed, now) if typed.strip() else []
    if len(zones) > 1 and len({_list_offsets(zone, now) for zone in zones}) > 1:
        return None
    return next(iter(zones), None)


def _list_offsets(zone: str, now: float) -> tuple[float, ...]:
    """List the seconds by which a zone is ahead of UTC, on each day of a year."""
    return tuple(_measure_offset(zone, now + day * _DAY) for day in range(_YEAR))


def _measure_offset(zone: str, at: float) -> float:
    found = datetime.fromtimestamp(at, load_zone(zone)).utcoffset()
    return found.total_seconds() if found is not None else 0.0


def _read_offset(typed: str) -> float | None:
    """Read a distance from UTC, in seconds eastwards. "GMT+2" means two hours east, as people write it; of the zones of
    IANA, only `Etc/GMT+2` means west."""
    found = _OFFSET.fullmatch(typed.translate(_MINUSES))
    if found is None:
        return None
    sign, hours, minutes, tenths = found.groups()
    distance = int(hours) * 3600 + int(minutes or 0) * 60 + int(tenths or 0) * 360
    return float(-distance if sign == "-" else distance)


def _list_fixed_zones(offset: float, now: float) -> list[str]:
    """List the zones with the same distance from UTC all year; for whole hours the one that is named after it."""
    if offset == 0:
        return ["UTC"]
    named = f"Etc/GMT{'-' if offset > 0 else '+'}{abs(offset) / 3600:.0f}"
    if offset % 3600 == 0 and named in list_zones():
        return [named]
    found = [zone for zone in _name_zones() if "/" in zone and _measure_offset(zone, now) == offset]
    outdated = get_global("zone_aliases")  # Asia/Calcutta is Asia/Kolkata
    return sorted(filter(lambda zone: set(_list_offsets(zone, now)) == {offset}, found), key=outdated.__contains__)


async def suggest_zones(typed: str, now: float) -> list[app_commands.Choice[str]]:
    """Autocomplete time zones, each with its current time."""
    return [
        app_commands.Choice(
            name=f"{name_zone(zone)}{_CLOCK}{datetime.fromtimestamp(now, load_zone(zone)):%H:%M}", value=zone
        )
        for zone in (await asyncio.to_thread(find_zones, typed, now))[:MOST_OPTIONS]
    ]


def make_zone_error() -> UserError:
    return UserError(T("I don't know this time zone. Try a larger city, or a name such as Europe/Zurich."))


@cache
def _name_zones() -> Mapping[str, tuple[str, ...]]:
    """Map time zones to their names in lower case: the one of IANA, its last part, and the city in each language.

    Zones of no continent come last, and then those of `Etc`, which have only the names that people write.
    """
    found = {}
    for zone in sorted(list_zones(), key=lambda zone: (zone.startswith("Etc/"), "/" not in zone, zone)):
        name = zone.casefold().replace("_", " ")
        if (written := name_zone(zone).casefold()).startswith("utc"):
            found[zone] = (written, written.replace("utc", "gmt"))
            continue
        cities = (Locale(language).time_zones.get(zone, {}).get("city", "").casefold() for language in LANGUAGES)
        found[zone] = (name, name.rpartition("/")[2], *filter(None, cities))
    return found


@cache
def _list_countries() -> Mapping[str, tuple[str, ...]]:
    """Map the names of countries in each language, in lower case, to their time zones."""
    found: dict[str, tuple[str, ...]] = {}
    for country, zones in get_global("territory_zones").items():
        known = (_USUAL[country],) if country in _USUAL else tuple(zone for zone in zones if zone in list_zones())
        for language in LANGUAGES:
            if name := Locale(language).territories.get(country):
                found[name.casefold()] = known
    return found


async def complete_zone(visit: Visit, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete `/me zone:`."""
    return await suggest_zones(typed, visit.now)
