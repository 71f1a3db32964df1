"""A league through the real client: founded, joined, begun in threads, its tables kept up to date in one message."""

from __future__ import annotations

import pytest

from client.company.leagues import advance
from matches.leagues.keeping import list_leagues
from matches.play import resign
from matches.referee import Request
from sandbox.discord.model import Message
from sandbox.discord.posting import delete
from sandbox.person.person import Person, buttons
from sandbox.person.slash import Refused

from .table import Table, words

MASTER = "harbourmaster"
"""Who owns the server."""


def _tables(person: Person) -> list[Message]:
    """List the messages that show a league."""
    return [message for message in person.messages() if "Join the league" in buttons(message)]


async def test_a_season_from_its_founding_to_its_end(at_table: Table) -> None:
    at = at_table
    anna, *others = (at.person(name) for name in ("anna", "ben", "chiara", "dana"))
    master = at.person(MASTER)
    assert "has no league" in (await master.slash("league start")).text
    founded = await master.slash("league new", {"name": "Harbour", "game": "docker"})
    assert founded.ephemeral
    assert "The league is founded" in founded.text
    await advance(at.bot)
    (tables,) = _tables(anna)
    for person in (anna, *others):
        assert "You are in" in (await person.click(tables, "Join the league")).text
    assert "already" in (await anna.click(tables, "Join the league")).text
    assert "The season has begun" in (await master.slash("league start")).text
    await advance(at.bot)
    await at.restart()
    await advance(at.bot)
    await advance(at.bot)
    season = (await list_leagues(at.referee))[0].league.season
    assert season is not None
    matches = [await at.referee.match(each.match_id) for each in season.fixtures]
    assert [match.row.phase for match in matches] == ["running"] * 6
    assert len({match.row.channel_id for match in matches}) == 6
    first = season.fixtures[0]
    loser = Request(first.second, "x")
    await at.referee.change(first.match_id, loser, lambda match: resign(match, loser, now=at.referee.now()))
    await advance(at.bot)
    (shown,) = _tables(anna)
    assert shown.id == tables.id, "one message is kept up to date"
    assert f"1. <@{first.first}>" in words(shown)
    name = season.names[[each.user for each in season.names].index(first.first)].name
    (table,) = shown.attachments
    assert f"1. {name}: 3, 1, 0, 0" in (table.description or "")
    assert "The figures are: Points, Won, Drawn, Lost." in (table.description or "")
    assert "1 of 6 matches decided" in words(shown)
    why = {"match": 1, "result": "draw", "reason": "They agreed on it"}
    assert "Done" in (await master.slash("league mend", why)).text
    await master.slash("league end")
    await advance(at.bot)
    assert "#1 was mended by" in words(_tables(anna)[0])
    assert "They agreed on it" in words(_tables(anna)[0])
    assert "it is over" in words(_tables(anna)[0])
    assert not [person for person in others if any(ping.id == tables.id for ping in person.pings())]


async def test_tables_that_were_deleted_come_back(at_table: Table) -> None:
    at = at_table
    anna, ben, master = at.person("anna"), at.person("ben"), at.person(MASTER)
    await master.slash("league new", {"name": "Harbour", "game": "docker"})
    await advance(at.bot)
    (tables,) = _tables(anna)
    await ben.click(tables, "Join the league")
    delete(at.sandbox.world, tables)
    await advance(at.bot)
    (again,) = _tables(anna)
    assert again.id != tables.id
    assert "1 person plays in the next season" in words(again)
    assert "You are not in the next season" in (await ben.click(again, "Leave the league")).text


async def test_only_managers_found_leagues(at_table: Table) -> None:
    with pytest.raises(Refused):
        at_table.person("ben").slash("league new", {"name": "x", "game": "docker"})
