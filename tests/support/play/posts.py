"""What the bot posts by itself."""

from __future__ import annotations

from client.leagues.leagues import advance
from matches.leagues.league import Season
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.matches.leagues import list_leagues
from tests.support.play.days import list_public
from tests.support.play.leagues import manage_league
from tests.support.play.table import Table, buttons, words

MASTER = "harbourmaster"
"""The owner of the server."""


def list_tables(person: Person) -> list[Message]:
    """List the messages that show a league."""
    return [message for message in person.messages() if "Join the league" in buttons(message)]


async def begin_season(at: Table) -> Season:
    """Create a league of four and start its season; no match is open yet."""
    master, anna = at.person(MASTER), at.person("anna")
    await manage_league(master, "new", {"name": "Harbour", "game": "docker"})
    await advance(at.bot)
    for name in ("anna", "ben", "chiara", "dana"):
        await at.person(name).click(list_tables(anna)[0], "Join the league")
    await manage_league(master, "start")
    return await read_season(at)


async def read_season(at: Table) -> Season:
    season = (await list_leagues(at.referee))[0].league.season
    assert season is not None
    return season


def list_digests(person: Person) -> list[Message]:
    return [
        each
        for each in person.direct().messages()
        if not each.deleted and "### 1 match is waiting for you" in words(each)
    ]


def list_posts(person: Person) -> list[Message]:
    return [each for each in list_public(person) if "Puzzle of the day" in words(each)]
