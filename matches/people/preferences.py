"""What people and servers wish for, as it is kept: `/me`, `/settings`."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Struct

from data import Absence, GuildRow, Store

QUARTER: Final = 900.0
"""Seconds: every clock on a wall shows a new hour, and changes, at a multiple of them."""


class Person(Struct, frozen=True, omit_defaults=True):
    """What a person wants for themselves, in every server.

    `language` "": Discord's. `zone`: an IANA time zone. `quiet`: hours of the day (from, to) without any call, in that
    zone; from == to: none. `theme`, `contrast`, `large`: how their private pictures look.
    """

    language: str = ""
    zone: str = "UTC"
    quiet: tuple[int, int] = (0, 0)
    theme: Literal["light", "dark"] = "light"
    contrast: bool = False
    large: bool = False


class Server(Struct, frozen=True, omit_defaults=True):
    """What a server's owner wants.

    `pace`, `absence`: what a new match has. `games`, `channels`: where empty, all. `per_person`, `in_all`: open matches
    at most. `language` "": Discord's. `edit_boards`: a board that is still the channel's last message is changed
    instead of posted anew.
    """

    pace: str = "relaxed"
    absence: Absence = "stand_in"
    games: tuple[str, ...] = ()
    channels: tuple[int, ...] = ()
    per_person: int = 25
    in_all: int = 200
    language: str = ""
    edit_boards: bool = False


async def read_person(store: Store, user_id: int) -> Person:
    """A person's wishes; the usual ones for somebody who never said any."""
    text = await store.transaction(lambda tx: tx.read_person(user_id))
    return msgspec.json.decode(text, type=Person) if text else Person()


async def write_person(store: Store, user_id: int, person: Person) -> None:
    text = msgspec.json.encode(person).decode()
    await store.transaction(lambda tx: tx.put_person(user_id, text))


def server_of(row: GuildRow) -> Server:
    """The wishes in a server's row."""
    return msgspec.json.decode(row.settings, type=Server)


async def read_server(store: Store, guild_id: int) -> Server:
    """A server's wishes; the usual ones where nobody said any."""
    return server_of(await store.transaction(lambda tx: tx.read_guild(guild_id)))


def quiet_until(person: Person, now: float) -> float | None:
    """When the quiet hours a person is in just now end, as Unix seconds; None outside of them.

    Hours are those the person's clock on the wall shows: on the days daylight saving begins or ends a night is shorter
    or longer, and an hour that does not exist that day is over at once.
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
    """A time zone; UTC where it is not known here, for no deadline may hang on that."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
