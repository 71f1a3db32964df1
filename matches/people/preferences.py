"""Preferences of people and settings of servers, as stored: `/me`, `/settings`."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Struct

from data import Absence, GuildRow, Store

QUARTER: Final = 900.0
"""Seconds: in every time zone, hours begin and the offset changes at a multiple of them."""


class Person(Struct, frozen=True, omit_defaults=True):
    """A person's preferences, the same in every server.

    `language` "": Discord's. `zone`: an IANA time zone. `quiet`: hours of the day (from, to) without pings, in that
    zone; from == to: none. `theme`, `contrast`, `large`: the style of their private pictures. `lessons`: steps done of
    each game's lesson that is not finished.
    """

    language: str = ""
    zone: str = "UTC"
    quiet: tuple[int, int] = (0, 0)
    theme: Literal["light", "dark"] = "light"
    contrast: bool = False
    large: bool = False
    lessons: dict[str, int] = {}


class Server(Struct, frozen=True, omit_defaults=True):
    """A server's settings.

    `pace`, `absence`: defaults of a new match. `games`, `channels`: those allowed; empty: all. `per_person`, `in_all`:
    most open matches. `language` "": Discord's. `edit_boards`: if a board is still the channel's last message, edit it
    instead of posting the next one. `edit_boards_in`: channels where it is otherwise, by their id.
    """

    pace: str = "relaxed"
    absence: Absence = "stand_in"
    games: tuple[str, ...] = ()
    channels: tuple[int, ...] = ()
    per_person: int = 25
    in_all: int = 200
    language: str = ""
    edit_boards: bool = False
    edit_boards_in: dict[int, bool] = {}

    def edits_boards(self, *channels: int | None) -> bool:
        """Tell whether boards are edited in a channel; a thread is followed by the channel it belongs to."""
        own = [self.edit_boards_in[channel] for channel in channels if channel in self.edit_boards_in]
        return own[0] if own else self.edit_boards


async def read_person(store: Store, user_id: int) -> Person:
    """Read a person's preferences, or the defaults."""
    text = await store.transaction(lambda tx: tx.read_person(user_id))
    return msgspec.json.decode(text, type=Person) if text else Person()


async def write_person(store: Store, user_id: int, person: Person) -> None:
    text = msgspec.json.encode(person).decode()
    await store.transaction(lambda tx: tx.put_person(user_id, text))


def server_of(row: GuildRow) -> Server:
    """Decode the settings in a server's row."""
    return msgspec.json.decode(row.settings, type=Server)


async def read_server(store: Store, guild_id: int) -> Server:
    """Read a server's settings, or the defaults."""
    return server_of(await store.transaction(lambda tx: tx.read_guild(guild_id)))


def quiet_until(person: Person, now: float) -> float | None:
    """Compute when a person's present quiet hours end, in Unix seconds; None outside of them.

    Hours are local time: when daylight saving begins or ends, a night is shorter or longer, and an hour that does not
    exist that day ends at once.
    """
    begin, end = (hour % 24 for hour in person.quiet)
    zone = _zone(person.zone)

    def quiet(at: float) -> bool:
        hour = datetime.fromtimestamp(at, zone).hour
        return begin <= hour < end if begin < end else begin != end and (hour >= begin or hour < end)

    if not quiet(now):
        return None
    at = now - now % QUARTER
    while quiet(at):
        at += QUARTER
    return at


def _zone(name: str) -> ZoneInfo:
    """Load a time zone; UTC if it is unknown, so that no deadline fails."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
