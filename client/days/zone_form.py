"""The form that asks for a time zone, the search for what was typed, and its suggestions."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from discord import app_commands, ui

from client.messages.custom_ids import Id
from client.messages.menus import MOST_OPTIONS
from games.text import Say, T
from matches.errors import UserError
from matches.texts import LANGUAGES

_DAY: Final = 86_400.0
_YEAR: Final = 366


class ZoneForm(ui.Modal):
    """Ask for a time zone without a typed command."""

    def __init__(self, say: Say, zone: str) -> None:
        super().__init__(title=say(T("Your time zone"))[:45], custom_id=str(Id("me_zone_now")), timeout=None)
        field: ui.TextInput[ZoneForm] = ui.TextInput(custom_id="zone", default=zone, max_length=60)
        self.add_item(ui.Label(text=say(T("A city, or a name such as Europe/Zurich"))[:45], component=field))
        self.stop()


def find_zones(typed: str) -> list[str]:
    """Find the time zones with a name or a city that contains the typed text; if it is the whole name, only those.

    The first call takes up to a second.
    """
    wanted, names = typed.casefold().strip().replace("_", " "), _name_zones()
    exact = [zone for zone, known in names.items() if wanted in known]
    return exact or [zone for zone, known in names.items() if "/" in zone and any(wanted in name for name in known)]


def find_zone(typed: str, now: float) -> str | None:
    """Find the time zone with the typed text; None if there is none, or if there are several with different times.

    Their times are compared on each day of a year from `now`: zones that agree now may differ in summer.
    """
    zones = find_zones(typed)
    for day in range(_YEAR if len(zones) > 1 else 0):
        at = now + day * _DAY
        if len({datetime.fromtimestamp(at, ZoneInfo(zone)).utcoffset() for zone in zones}) > 1:
            return None
    return next(iter(zones), None)


async def suggest_zones(typed: str, now: float) -> list[app_commands.Choice[str]]:
    """Autocomplete time zones, each with its current time."""
    return [
        app_commands.Choice(name=f"{zone} · {datetime.fromtimestamp(now, ZoneInfo(zone)):%H:%M}", value=zone)
        for zone in (await asyncio.to_thread(find_zones, typed))[:MOST_OPTIONS]
    ]


def make_zone_error() -> UserError:
    return UserError(T("I don't know this time zone. Try a larger city, or a name such as Europe/Zurich."))


@cache
def _name_zones() -> Mapping[str, tuple[str, ...]]:
    """Map time zones to their names in lower case: the one of IANA, its last part, and the city in each language.

    Zones of no continent come last, and then those of `Etc`.
    """
    found = {}
    for zone in sorted(available_timezones(), key=lambda zone: (zone.startswith("Etc/"), "/" not in zone, zone)):
        name = zone.casefold().replace("_", " ")
        cities = (Locale(language).time_zones.get(zone, {}).get("city", "").casefold() for language in LANGUAGES)
        found[zone] = (name, name.rpartition("/")[2], *filter(None, cities))
    return found
