"""Preferences of people and settings of servers, as stored: `/me`, `/server`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec
from msgspec import Struct

from data import Absence, GuildRow, Outdated, Transaction
from matches.clocks.rhythm import Reminders
from matches.referee import Referee

_TRIES: Final = 20
"""The most attempts at a change while another process changes the same."""


class Digest(Struct, frozen=True):
    """A daily message about the matches that wait for a person: its language, when the next one is due, and the id of
    the newest. `refused`: Discord did not let the bot send it, so the person is told in `/me`."""

    language: str
    due_at: float
    channel_id: int = 0
    message_id: int = 0
    refused: bool = False


class Person(Struct, frozen=True, omit_defaults=True):
    """A person's preferences, the same in every server.

    `language` "": Discord's. `zone`: an IANA time zone. `quiet`: hours of the day (from, to) without pings, in that
    zone; from == to: none. `theme`, `contrast`, `patterns`, `large`: the style of their private pictures. `lessons`:
    steps done of each game's lesson that is not finished. `reminders`: which of the two reminders of a turn they get.
    `next_up`: whether they are pinged when the turn before theirs begins. `digest`: their daily message; None: off.
    `colour`: the number of their preferred colour, `sign`: of the colour whose sign they prefer if that is taken; None:
    any. `still`: they see stills instead of films. `hushed`: computer players say nothing in their matches.
    """

    language: str = ""
    zone: str = "UTC"
    quiet: tuple[int, int] = (0, 0)
    theme: Literal["light", "dark"] = "light"
    contrast: bool = False
    patterns: bool = False
    large: bool = False
    lessons: dict[str, int] = {}
    reminders: Reminders = "both"
    next_up: bool = False
    digest: Digest | None = None
    colour: int | None = None
    sign: int | None = None
    still: bool = False
    hushed: bool = False

    @property
    def has_quiet_hours(self) -> bool:
        """Whether they have chosen hours without pings."""
        return self.quiet[0] != self.quiet[1]

    @property
    def liked(self) -> tuple[int, ...]:
        """The colours they like to play, in this order."""
        return tuple(each for each in (self.colour, self.sign) if each is not None)


Palette = Literal["light", "dark", "light_contrast", "dark_contrast", "light_patterns", "dark_patterns"]
"""How the public boards of a channel look: for light or dark clients; in high contrast, or with patterns in the
colours of seats."""


class PuzzlePost(Struct, frozen=True):
    """The daily post of a puzzle in a server: where, in which language and time zone, and when the next one is due."""

    channel_id: int
    language: str
    zone: str
    due_at: float = 0.0


class Server(Struct, frozen=True, omit_defaults=True):
    """A server's settings.

    `pace`, `absence`: defaults of a new match. `games`, `channels`: those allowed; empty: all. `per_person`, `in_all`:
    the most open matches of one person, and of all together. `language` "": Discord's. `edit_boards`: if a board is
    still the channel's last message, edit it instead of posting the next one. `edit_boards_in`: channels with a setting
    of their own, by id. `palettes`: how boards look in channels where they are not light, by id. `opens_threads`: a
    second match in a channel gets a thread of its own without being asked for. `looking_role`: pinged at most once a
    day when somebody looks for others to play with; 0: none. `away_days`: days each player of a match may be away.
    `puzzle`: the daily post of a puzzle, None: the server wants none. `own_puzzles`: puzzles are made from its finished
    matches. `looks_across`: people who look for others also meet people of other servers that allow it, see
    `matches.looking`. `shares_tables`: all members may link matches with other servers, not only managers.
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
    palettes: dict[int, Palette] = {}
    opens_threads: bool = False
    looking_role: int = 0
    away_days: int = 14
    puzzle: PuzzlePost | None = None
    own_puzzles: bool = False
    looks_across: bool = False
    shares_tables: bool = False

    def edits_boards(self, *channels: int | None) -> bool:
        """Tell whether boards are edited in place. `channels`: the channel, and for a thread also its parent."""
        own = [self.edit_boards_in[channel] for channel in channels if channel in self.edit_boards_in]
        return own[0] if own else self.edit_boards

    def palette(self, *channels: int | None) -> Palette:
        """Return the palette of boards. `channels`: the channel, and for a thread also its parent."""
        return next((self.palettes[channel] for channel in channels if channel in self.palettes), "light")


async def read_person(referee: Referee, user_id: int) -> Person:
    """Read a person's preferences, or the defaults."""
    return person_of(await referee.store.transaction(lambda tx: tx.read_person(user_id)))


def person_of(text: str | None) -> Person:
    """Return stored preferences, or the defaults."""
    return msgspec.json.decode(text, type=Person) if text else Person()


async def change_person(referee: Referee, user_id: int, work: Callable[[Person], Person]) -> Person:
    """Change a person's preferences so that concurrent changes are not lost: `work` runs again if another process was
    first."""

    def write(tx: Transaction) -> tuple[Person, str]:
        text = tx.read_person(user_id)
        person = work(person_of(text))
        written = msgspec.json.encode(person).decode()
        if written != (text or "{}"):  # store nothing about somebody who was just forgotten
            tx.put_person(user_id, written, was=text)
        return person, written

    for tries_left in reversed(range(_TRIES)):
        try:
            person, text = await referee.store.transaction(write)
            break
        except Outdated:
            if not tries_left:
                raise
    referee.rhythms.note(user_id, text)
    return person


async def write_person(referee: Referee, user_id: int, person: Person) -> None:
    """Replace a person's preferences."""
    await change_person(referee, user_id, lambda _: person)


def server_of(row: GuildRow) -> Server:
    """Decode the settings in a server's row."""
    return msgspec.json.decode(row.settings, type=Server)


async def read_server(referee: Referee, guild_id: int) -> Server:
    """Read a server's settings, or the defaults."""
    return server_of(await referee.store.transaction(lambda tx: tx.read_guild(guild_id)))
