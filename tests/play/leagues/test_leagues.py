"""A league through the real client: it is set up and joined, its matches open in threads, one message shows its
tables."""

from __future__ import annotations

from typing import NoReturn

import pytest

from client.leagues import leagues
from client.leagues.leagues import advance
from matches.leagues import predictions
from matches.play import resign
from matches.referee import Request
from sandbox.discord import guilds
from sandbox.discord.model import ChannelType
from sandbox.discord.posting import delete
from sandbox.person.person import buttons, menus
from sandbox.person.slash import Refused
from tests.support.matches.leagues import list_leagues
from tests.support.play.leagues import manage_league
from tests.support.play.posts import MASTER, begin_season, list_tables, read_season
from tests.support.play.table import Table, open_match, words


async def test_a_season_is_played_from_the_creation_of_its_league_to_its_end(at: Table) -> None:
    anna, *others = (at.person(name) for name in ("anna", "ben", "chiara", "dana"))
    master = at.person(MASTER)
    assert "has no league" in (await master.slash("league")).text
    opened = await manage_league(master, "new", {"name": "Harbour", "game": "docker"})
    assert opened.ephemeral
    assert "The league is set up" in opened.text
    await advance(at.bot)
    (tables,) = list_tables(anna)
    for person in (anna, *others):
        assert "You have joined" in (await person.click(tables, "Join the league")).text
    assert "already" in (await anna.click(tables, "Join the league")).text
    assert "The season has begun" in (await manage_league(master, "start")).text
    await advance(at.bot)
    await at.restart()
    await advance(at.bot)
    await advance(at.bot)
    season = (await list_leagues(at.referee))[0].league.season
    assert season is not None
    matches = [await at.referee.match(each.match_id) for each in season.fixtures]
    assert [match.phase for match in matches] == ["running"] * 6
    assert len({match.channel_id for match in matches}) == 6
    first = season.fixtures[0]
    loser = Request(first.second, "x")
    await at.referee.change(first.match_id, loser, lambda match: resign(match, loser, now=at.referee.now()))
    await advance(at.bot)
    (shown,) = list_tables(anna)
    assert shown.id == tables.id, "one message is kept up to date"
    assert f"1. <@{first.first}>" in words(shown)
    name = season.names[[each.user for each in season.names].index(first.first)].name
    (table,) = shown.attachments
    assert f"1. {name}: 3, 1, 0, 0" in (table.description or "")
    assert "The figures are: Points, Won, Drawn, Lost." in (table.description or "")
    assert "1 of 6 matches decided" in words(shown)
    why = {"match": 1, "result": "draw", "reason": "They agreed on it"}
    assert "Done" in (await manage_league(master, "correct", why)).text
    await manage_league(master, "end")
    await advance(at.bot)
    assert f"#1 was corrected: They agreed on it · <@{master.user.id}>" in words(list_tables(anna)[0])
    assert "it is over" in words(list_tables(anna)[0])
    assert not [person for person in others if any(ping.id == tables.id for ping in person.pings())]


async def test_the_matches_of_a_league_in_an_announcement_channel_open_in_its_threads(at: Table) -> None:
    world = at.sandbox.world
    games = at.person("anna").channel
    games.type = ChannelType.ANNOUNCEMENT
    guilds.update_channel(world, games)
    await begin_season(at)
    for _ in range(3):
        await advance(at.bot)
    matches = [await at.referee.match(each.match_id) for each in (await read_season(at)).fixtures]
    assert len(matches) == 6
    places = {world.channels[match.channel_id].type for match in matches}
    assert places == {ChannelType.ANNOUNCEMENT_THREAD}, "such a channel has no other threads"


async def test_league_matches_have_no_pause_and_no_absence(at: Table) -> None:
    """Each is refused with the reason and an alternative; other matches keep both."""
    await begin_season(at)
    await advance(at.bot)
    anna = at.person("anna")
    fixture = next(each for each in (await read_season(at)).fixtures if anna.user.id in (each.first, each.second))
    match = await at.referee.match(fixture.match_id)
    here = anna.at(at.sandbox.world.channels[match.channel_id])
    board = await here.until(lambda: next((m for m in here.messages() if "More" in buttons(m)), None))
    page = (await here.click(board, "More")).message
    assert "league matches have no pauses" in (await here.click(page, "Pause …")).text
    assert "find a substitute" in (await anna.slash("me", {"away": "3"})).text
    assert [holder.away_until for holder in (await at.referee.match(fixture.match_id)).seats] == [None, None]
    await open_match(at, "docker new", ("anna", "ben"))
    shown = await anna.slash("me", {"away": "3"})
    assert "away until" in shown.text
    assert shown.text.count("your clock keeps running") == 3
    assert [holder.away_until for holder in (await at.referee.match(fixture.match_id)).seats] == [None, None]


async def test_an_empty_thread_left_by_a_crash_is_used(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot stops between creating a thread and opening its match, and cannot delete the thread any more."""
    await begin_season(at)

    async def stop(*_: object) -> NoReturn:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(leagues, "open_match", stop)
        patch.setattr(leagues, "delete_thread", stop)
        await advance(at.bot)
    guild = at.person("anna").channel.guild
    assert guild is not None
    (left,) = [each for each in guild.channels.values() if each.is_thread]
    await at.restart()
    await at.bot.loops.stop("the leagues")
    at.sandbox.world.clock.advance(60)  # the bot tries again later
    for _ in range(2):
        await advance(at.bot)
    threads = {each.id for each in guild.channels.values() if each.is_thread}
    matches = [await at.referee.match(each.match_id) for each in (await read_season(at)).fixtures]
    assert {match.channel_id for match in matches} == threads
    assert len(threads) == 6
    assert matches[0].channel_id == left.id


async def test_spectators_guess_and_players_do_not(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin_season(at)
    await at.bot.loops.stop("the leagues")
    await advance(at.bot)
    anna, master = at.person("anna"), at.person(MASTER)
    (tables,) = list_tables(anna)
    assert "nothing to predict just now" in (await master.click(tables, "Predict …")).text
    monkeypatch.setattr(predictions, "list_open", lambda *_: (predictions.WINNER,))
    offer = (await master.click(tables, "Predict …")).message
    fixture = (await read_season(at)).fixtures[0]
    chosen = f"{fixture.number}.{predictions.WINNER}.first"
    assert "Noted" in words((await master.choose(offer, "Your prediction", chosen)).message)
    who = Request(fixture.second, "x")
    await at.referee.change(fixture.match_id, who, lambda match: resign(match, who, now=at.referee.now()))
    await advance(at.bot)
    assert f"Right predictions: <@{master.user.id}> 1/1" in words(list_tables(anna)[0])
    played = [each for each in (await read_season(at)).fixtures if anna.user.id in (each.first, each.second)]
    shown = await anna.click(list_tables(anna)[0], "Predict …")
    assert all(f"#{each.number}:" not in str(menus(shown.message)) for each in played), (
        "players must not guess in their own matches"
    )


async def test_a_ladder_is_climbed_by_a_challenge(at: Table) -> None:
    master, anna, ben = at.person(MASTER), at.person("anna"), at.person("ben")
    await manage_league(master, "new", {"name": "Rigging", "game": "docker", "kind": "ladder"})
    await advance(at.bot)
    for person in (anna, ben):
        assert "in the last place" in (await person.click(list_tables(anna)[0], "Join the league")).text
    await manage_league(master, "start")
    await at.bot.loops.stop("the leagues")
    await advance(at.bot)
    (tables,) = list_tables(anna)
    assert "at the top" in (await anna.click(tables, "Challenge …")).text
    offer = (await ben.click(tables, "Challenge …")).message
    assert "within half a minute" in words((await ben.choose(offer, "Challenge …", "1. Anna")).message)
    assert "challenge to play first" in (await ben.click(tables, "Challenge …")).text
    await advance(at.bot)
    (fixture,) = (await read_season(at)).fixtures
    loser = Request(anna.user.id, "Anna")
    await at.referee.change(fixture.match_id, loser, lambda match: resign(match, loser, now=at.referee.now()))
    await advance(at.bot)
    (table,) = list_tables(anna)[0].attachments
    assert "1. Ben: 1, 0\n2. Anna: 0, 1" in (table.description or "")
    why = {"player": ben.user.name, "reason": "Moved away"}
    assert "Removed" in (await manage_league(master, "remove", why)).text
    await advance(at.bot)
    assert f"<@{ben.user.id}> · removed: Moved away · <@{master.user.id}>" in words(list_tables(anna)[0])


async def test_a_cup_shows_its_rounds_and_its_winner(at: Table) -> None:
    master, anna = at.person(MASTER), at.person("anna")
    await manage_league(master, "new", {"name": "Trophy", "game": "docker", "kind": "cup"})
    await advance(at.bot)
    for name in ("anna", "ben", "chiara"):
        await at.person(name).click(list_tables(anna)[0], "Join the league")
    await manage_league(master, "start")
    await at.bot.loops.stop("the leagues")
    ben, chiara = at.person("ben"), at.person("chiara")
    for round_, loser in ((1, chiara), (2, ben)):
        await advance(at.bot)
        assert f"Round {round_}: #{round_} " in words(list_tables(anna)[0])
        fixture = (await read_season(at)).fixtures[-1]
        who = Request(loser.user.id, "x")
        await at.referee.change(fixture.match_id, who, lambda match, who=who: resign(match, who, now=at.referee.now()))
    await advance(at.bot)
    assert f"The cup goes to: <@{anna.user.id}>" in words(list_tables(anna)[0])
    (table,) = list_tables(anna)[0].attachments
    assert (table.description or "").endswith("1. Anna: 2, yes\n2. Ben: 1, no\n3. Chiara: 0, no")


async def test_tables_that_were_deleted_come_back(at: Table) -> None:
    anna, ben, master = at.person("anna"), at.person("ben"), at.person(MASTER)
    await manage_league(master, "new", {"name": "Harbour", "game": "docker"})
    await advance(at.bot)
    (tables,) = list_tables(anna)
    await ben.click(tables, "Join the league")
    delete(at.sandbox.world, tables)
    await advance(at.bot)
    (again,) = list_tables(anna)
    assert again.id != tables.id
    assert "1 person plays in the next season" in words(again)
    assert "You will not play in the next season" in (await ben.click(again, "Leave the league")).text


async def test_a_league_is_set_up_by_one_command(at: Table) -> None:
    typed = {"new": "Harbour", "game": "docker", "pace": "relaxed", "days": 30, "kind": "cup"}
    assert "manages the server" in (await at.person("anna").slash("league", typed)).text
    assert "Pick one from the list" in (await at.person(MASTER).slash("league", {"new": "Harbour"})).text
    assert "is set up" in (await at.person(MASTER).slash("league", typed)).text
    anna = at.person("anna")
    await anna.until(lambda: list_tables(anna))
    (tables,) = list_tables(anna)
    assert "Join the league" in buttons(tables)
    await advance(at.bot)
    assert list_tables(anna) == [tables]
    (kept,) = await list_leagues(at.referee)
    league = kept.league
    assert (league.name, league.game, league.pace, league.days, league.kind) == tuple(typed.values())


async def test_what_managers_do_is_named_in_the_command(at: Table) -> None:
    """Forms open at once; what needs no form is done at once; others are refused."""
    master, anna = at.person(MASTER), at.person("anna")
    refused = await anna.slash("league", {"show": "new"})
    assert refused.modal is None
    assert "manages the server" in refused.text
    opened = await master.slash("league", {"show": "new"})
    assert "is set up" in (await master.submit(opened, {"name": "Harbour", "game": "docker"})).text
    await advance(at.bot)
    for name in ("anna", "ben", "chiara", "dana"):
        await at.person(name).click(list_tables(anna)[0], "Join the league")
    assert "The season has begun" in (await master.slash("league", {"show": "start"})).text
    form = await master.slash("league", {"show": "correct"})
    assert "Done" in (await master.submit(form, {"match": "1", "result": "draw", "reason": "They agreed"})).text
    form = await master.slash("league", {"show": "remove"})
    assert "Removed" in (await master.submit(form, {"player": "dana", "reason": "Moved away"})).text
    asked = await master.slash("league", {"show": "end"})
    assert "season is over" in words((await master.click(asked.message, "Yes, end it")).message)
    assert (await read_season(at)).fixtures[0].result == "draw"


async def test_only_managers_create_leagues(at: Table) -> None:
    with pytest.raises(Refused):
        await manage_league(at.person("ben"), "new", {"name": "x", "game": "docker"})
