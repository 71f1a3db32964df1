"""What people and servers wish for, as it is kept: `/me`, `/settings`."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from data import Absence, GuildRow, Store


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
    text = await store.transaction(lambda tx: tx.person(user_id))
    return msgspec.json.decode(text, type=Person) if text else Person()


async def write_person(store: Store, user_id: int, person: Person) -> None:
    text = msgspec.json.encode(person).decode()
    await store.transaction(lambda tx: tx.put_person(user_id, text))


def server_of(row: GuildRow) -> Server:
    """The wishes in a server's row."""
    return msgspec.json.decode(row.settings, type=Server)


async def read_server(store: Store, guild_id: int) -> Server:
    """A server's wishes; the usual ones where nobody said any."""
    return server_of(await store.transaction(lambda tx: tx.guild(guild_id)))


def quiet_until(person: Person, now: float) -> float | None:
    """When the quiet hours a person is in just now end, as Unix seconds; None outside of them.

    Hours are those the person's clock on the wall shows: on the days daylight saving begins or ends a night is an hour
    shorter or longer, and where the wanted hour does not exist that day, the next existing minute counts.
    """
    begin, end = person.quiet
    if begin == end:
        return None
    zone = ZoneInfo(person.zone)
    here = datetime.fromtimestamp(now, zone)
    inside = begin <= here.hour < end if begin < end else here.hour >= begin or here.hour < end
    if not inside:
        return None
    day = here.date() if here.hour < end else here.date() + timedelta(days=1)
    over = datetime.combine(day, time(end), zone)
    return max(over.timestamp(), now + 60)
