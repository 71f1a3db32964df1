"""A league in two servers, through the real client: the link, its tables and matches on both sides, and the end."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import structs

from client.leagues.leagues import advance
from matches.leagues.keeping import Kept
from matches.leagues.league import Season
from matches.match import Guest, Match, Side
from matches.people import privacy
from matches.people.servers import mark_left
from matches.play import resign
from matches.referee import Request
from sandbox.discord import guilds
from sandbox.discord.model import Overwrite
from sandbox.discord.permissions import Permission
from sandbox.person.person import Answer, buttons, menus
from sandbox.storage.seed import BOT_PERMISSIONS
from tests.support.matches.leagues import list_leagues
from tests.support.play.days import pass_time
from tests.support.play.leagues import manage_league
from tests.support.play.lost import stay_up
from tests.support.play.table import Table, is_board, wait_for_boards, wait_for_rest, words
from tests.support.play.troubles import Hasty
from tests.support.play.two_servers import SIDES, TwoServers, find_button

pytestmark = pytest.mark.usefixtures("blank_pictures")  # nobody looks at the pictures

DAY = 86400.0


@pytest.fixture
def two(at: Table) -> TwoServers:
    return TwoServers(at)


async def read(two: TwoServers) -> Kept:
    (kept,) = await list_leagues(two.at.referee)
    return kept


async def read_season(two: TwoServers) -> Season:
    season = (await read(two)).league.season
    assert season is not None
    return season


async def go_on(two: TwoServers, *, steps: int = 3) -> None:
    """Let the background loop make some steps, also in a league that rests."""
    for _ in range(steps):
        await two.at.referee.store.transaction(lambda tx: tx._db.execute("UPDATE leagues SET due_at = 0"))
        await advance(two.at.bot)
    await wait_for_rest()


async def list_matches(two: TwoServers) -> list[Match]:
    return [await two.at.referee.match(each.match_id) for each in (await read_season(two)).fixtures if each.match_id]


async def lose(two: TwoServers, match: Match, user_id: int) -> None:
    who = Request(user_id, "x")
    done = await two.at.referee.change(match.id, who, lambda found: resign(found, who, now=two.at.referee.now()))
    await two.at.bot.announce(done)


def id_of(two: TwoServers, name: str) -> int:
    return two.person(name).user.id


async def test_a_season_is_played_in_two_servers(two: TwoServers) -> None:
    """Tables and matches are on both sides, each in its language; results count in one table."""
    await two.share_league(names=True)
    await go_on(two)
    matches = await list_matches(two)
    assert [match.phase for match in matches] == ["running"] * 6
    there = {
        channel.id for channel in two.quay.channels.values() if channel.parent_id == two.manager("guest").channel.id
    }
    home = {id_of(two, name) for name, side in SIDES.items() if side == "home"}
    for match in matches:
        people = set(match.people)
        assert match.is_shared == (not people <= home), "people of one server play at home alone"
        assert [holder.guest for holder in match.seats] == [holder.user_id not in home for holder in match.seats]
        if match.is_shared:
            assert match.guest_channel_id in there
            there.discard(match.guest_channel_id)
    assert not there, "each match has one thread there"
    await two.at.restart()
    await two.at.bot.loops.stop("the leagues")
    chiara = id_of(two, "chiara")
    match = next(each for each in matches if chiara in each.people and each.seats[0].guest != each.seats[1].guest)
    other = next(user for user in match.people if user != chiara)
    await wait_for_boards(two.at)
    for channel_id in (match.channel_id, match.guest_channel_id):
        shown = two.at.sandbox.world.channels[channel_id or 0].messages.values()
        assert len([each for each in shown if is_board(each)]) == 1
    await lose(two, match, other)
    await go_on(two)
    assert "1 of 6 matches decided" in words(two.tables("home"))
    assert "1 von 6 Partien" in words(two.tables("guest"))
    assert f"1. <@{chiara}>" in words(two.tables("guest"))
    assert f"<@{chiara}>" not in words(two.tables("home"))
    assert "1. Chiara" in words(two.tables("home")), "both servers have agreed to show names"


@pytest.mark.parametrize("kind", ["divisions", "ladder", "cup"])
async def test_nothing_of_the_people_of_the_other_side_is_sent(two: TwoServers, kind: str) -> None:
    """Two worlds: without consent, no byte sent to a server has a name or an id of somebody on the other side."""
    world = two.at.sandbox.world
    await two.share_league(kind=kind)
    await go_on(two)
    if kind == "ladder":
        dana = two.person("dana")
        offer = (await dana.click(two.tables("guest"), find_button(two.tables("guest"), "league_challenge"))).message
        ((menu, options),) = menus(offer).items()
        assert ["no. 2 of the other server" in each["label"] for each in options] == [False, True, False]
        await dana.choose(offer, menu, options[1]["value"])
        assert [each.first for each in (await read_season(two)).fixtures] == [id_of(two, "ben")]
        await go_on(two)
    for match in await list_matches(two):
        if match.phase == "running" and match.is_shared:
            await lose(two, match, match.people[0])
    await wait_for_boards(two.at)
    why = {"match": 1, "result": "draw", "reason": "They agreed"}
    assert "Done" in (await manage_league(two.manager("home"), "correct", why)).text
    await manage_league(two.manager("home"), "remove", {"player": "ben", "reason": "Moved away"})
    await go_on(two)
    for side in ("home", "guest"):
        person = two.person("anna" if side == "home" else "chiara")
        await person.slash("league")
        if predict := find_button(two.tables(side), "league_predict"):
            await person.click(two.tables(side), predict)
        assert "no. " in words(two.tables(side)) or "Nr. " in words(two.tables(side))
    assert two.person("anna").channel.guild is not None
    for guild_id, side in ((two.person("anna").channel.guild.id, "home"), (two.quay.id, "guest")):  # type: ignore[union-attr]
        sent = "\n".join(two.list_sent(guild_id))
        for name, own in SIDES.items():
            user = world.user_named(name)
            if own == side:
                assert str(user.id) in sent, "ids of the own side are sent and found"
            else:
                assert user.name not in sent, f"{name} is named in {side}"
                assert str(user.id) not in sent, f"the id of {name} is sent to {side}"


@pytest.mark.parametrize("fault", [{"lose_reply": True}, {"cut": True}, {"refuse": True}])
async def test_each_match_has_one_thread_on_each_side_in_the_end(
    two: TwoServers, monkeypatch: pytest.MonkeyPatch, fault: dict[str, bool]
) -> None:
    """Discord opens threads, but its answers get lost, so discord.py opens some again."""
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    monkeypatch.setattr("discord.http.asyncio", Hasty())
    world = two.at.sandbox.world
    await two.share_league()
    two.at.sandbox.faults.order("POST /channels/{channel_id}/threads", count=9, **fault)
    await go_on(two)
    two.at.sandbox.faults.clear()
    for _ in range(3):
        world.clock.advance(600.0)
        await stay_up(two.at)
        await go_on(two)
    matches = await list_matches(two)
    assert [match.phase for match in matches] == ["running"] * 6
    left = {each.id for each in world.channels.values() if each.is_thread and not each.archived}
    shown = [place for match in matches for place in (match.channel_id, match.guest_channel_id) if place]
    assert len(shown) == len(set(shown)) == 11
    assert left == set(shown), "no empty thread stays open"


async def test_the_home_removes_somebody_of_the_other_side_by_number(two: TwoServers) -> None:
    await two.share_league()
    master, ids = two.manager("home"), {each.name: each.number for each in (await read(two)).league.members}
    form = await master.slash("league", {"show": "remove"})
    for number in (99, ids["Anna"]):
        refused = await master.submit(form, {"number": str(number), "reason": "No show"})
        assert "not in this league" in refused.text
        form = await master.slash("league", {"show": "remove"})
    assert "Removed" in (await master.submit(form, {"number": str(ids["Chiara"]), "reason": "No show"})).text
    assert "Chiara" not in {each.name for each in (await read(two)).league.members}
    await go_on(two)
    assert f"no. {ids['Chiara']} of the other server · removed: No show" in words(two.tables("home"))
    assert f"<@{id_of(two, 'chiara')}>" in words(two.tables("guest"))


async def test_codes_link_only_channels_that_may_show_the_league(two: TwoServers) -> None:
    code = await two.offer_league()
    chiara, master = two.person("chiara"), two.manager("guest")
    assert "Only somebody who manages the server" in (await chiara.slash("lobbies", {"code": code})).text
    for wrong in (f"{code[:-1]}-", code[:-6] + "ZZZZZZ", "L99-AAAAAA"):
        assert "wrong or has expired" in (await master.slash("lobbies", {"code": wrong})).text
    assert (
        "already played in this server"
        in (await two.manager("home").at("general").slash("lobbies", {"code": code})).text
    )
    jetty = master.at(next(each for each in two.quay.channels.values() if each.name == "jetty"))
    await manage_league(jetty, "new", {"name": "Own", "game": "docker"})
    assert "has a league already" in (await jetty.slash("lobbies", {"code": code})).text
    asked = await master.slash("lobbies", {"code": code})
    assert "Names: none" in asked.text
    await pass_time(two.at, 3601.0)
    await master.click(asked.message, "Agree, without names")
    assert not next(kept for kept in await list_leagues(two.at.referee)).league.is_shared, "the hour is over"


async def test_only_the_home_runs_the_league(two: TwoServers) -> None:
    await two.share_league(start=False)
    master = two.manager("guest")
    panel = (await master.slash("league")).message
    assert [label for label, each in buttons(panel).items() if "league_ask_part" in each] == ["End the shared league …"]
    assert "league_start" not in str(buttons(panel))
    assert "belongs to the other server" in (await master.slash("league", {"show": "start"})).text
    assert "belongs to the other server" in (await manage_there(two, "end")).text
    assert "shared with another server already" in (await offer_again(two)).text
    for side in ("home", "guest"):
        told = words(two.tables(side))
        assert ("shown by a number" in told) or ("mit einer Nummer" in told), "it is told before one joins"


async def manage_there(two: TwoServers, what: str) -> Answer:
    asked = await two.manager("guest").slash("league", {"show": what})
    return await two.manager("guest").click(asked.message, "Yes, end it")


async def offer_again(two: TwoServers) -> Answer:
    asked = await two.manager("home").slash("league", {"show": "share"})
    return await two.manager("home").click(asked.message, "Offer it with names")


@pytest.mark.parametrize("ended_by", ["home", "guest"])
async def test_the_end_of_the_link_takes_its_people_out(
    two: TwoServers, monkeypatch: pytest.MonkeyPatch, ended_by: Side
) -> None:
    """It is carried out in the end, although the bot stops in the middle."""
    await two.share_league()
    await go_on(two)
    tables, shared = two.tables("guest"), [match for match in await list_matches(two) if match.is_shared]
    asked = await two.manager(ended_by).slash("league", {"show": "part"})
    await two.manager(ended_by).click(asked.message, "Yes, end it")

    async def stop(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr("client.leagues.sharing.change_league", stop)
        with pytest.raises(asyncio.CancelledError):
            await advance(two.at.bot)
    await two.at.restart()
    await two.at.bot.loops.stop("the leagues")
    await go_on(two)
    assert "nicht mehr mit diesem Server geteilt" in words(tables)
    assert not buttons(tables)
    kept = await read(two)
    assert (kept.league.guest, kept.row.guest_channel_id) == (None, None)
    guests = {id_of(two, name) for name, side in SIDES.items() if side == "guest"}
    assert not guests & {each.user for each in kept.league.members}
    season = await read_season(two)
    assert not guests & {user for each in season.fixtures for user in (each.first, each.second)}
    assert "former player" in words(two.tables("home"))
    results = {each.match_id: each.result for each in season.fixtures}
    for before in shared:
        match = await two.at.referee.match(before.id)
        assert not match.is_shared
        assert not guests & set(match.people), "computer players play on"
        both = all(holder.guest for holder in before.seats)
        assert results[match.id] == ("void" if both else "second" if before.seats[0].guest else "first")
    (own,) = [each for each in season.fixtures if not each.result]
    assert (await two.at.referee.match(own.match_id)).phase == "running", "people of the home play on"


@pytest.mark.parametrize("kind", ["closed", "kicked", "deleted"])
async def test_a_lost_side_delays_nothing_at_home(two: TwoServers, kind: str) -> None:
    """The home plays on; what needs the second server waits, and goes on when it is back."""
    at, world = two.at, two.at.sandbox.world
    await two.share_league()
    pier = two.manager("guest").channel
    match kind:
        case "closed":
            forbidden = int(Permission.SEND_MESSAGES | Permission.CREATE_PUBLIC_THREADS | Permission.VIEW_CHANNEL)
            guilds.overwrite(world, pier, Overwrite(world.bot.id, 1, 0, forbidden))
        case "kicked":
            guilds.kick_bot(world, two.quay)
        case "deleted":
            guilds.delete_channel(world, pier)
    await wait_for_rest()
    await go_on(two)
    (match_,) = await list_matches(two)
    assert not match_.is_shared
    assert match_.phase == "running"
    assert "0 of 6 matches decided" in words(two.tables("home"))
    await lose(two, match_, match_.people[0])
    await go_on(two)
    assert "1 of 6 matches decided" in words(two.tables("home")), "results at home are shown at once"
    if kind == "deleted":
        for _ in range(4):
            await pass_time(at, DAY / 2)
            await stay_up(at)
            await go_on(two)
        assert (await read(two)).row.guest_channel_id is None, "the link ends a day later"
        return
    if kind == "closed":
        guilds.overwrite(world, pier, Overwrite(world.bot.id, 1, 0, 0))
    else:
        guilds.invite_bot(world, two.quay, bits=BOT_PERMISSIONS)
    await wait_for_rest()
    await pass_time(at, 3600.0)
    await stay_up(at)
    await go_on(two)
    assert len(await list_matches(two)) == 6
    assert "1 von 6 Partien" in words(two.tables("guest"))


async def test_a_server_that_removed_the_bot_leaves_the_league_after_a_month(two: TwoServers) -> None:
    await two.share_league()
    await go_on(two)
    await mark_left(two.at.referee, two.quay.id, two.at.referee.now())
    two.at.sandbox.world.clock.advance(31 * DAY)
    await privacy.purge(two.at.referee)
    await privacy.purge(two.at.referee)
    kept = await read(two)
    assert (kept.league.guest, kept.row.guest_guild_id) == (None, None)
    assert {each.name for each in kept.league.members} == {"Anna", "Ben"}
    assert "Chiara" not in str(await two.at.referee.store.transaction(lambda tx: tx.find_league(kept.row.channel_id)))


async def test_a_stop_before_the_tables_are_noted_posts_them_once_on_each_side(
    two: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two.share_league(start=False)
    kept = await read(two)
    await two.at.referee.store.transaction(
        lambda tx: tx.put_league_guest(kept.row.id, kept.row.guest_guild_id, kept.row.guest_channel_id)
    )  # as if the bot had stopped before the message was noted
    await go_on(two)
    assert two.tables("guest")
    assert (await read(two)).league.guest == Guest(language="de")
    assert structs.asdict((await read(two)).row)["guest_message_id"] == two.tables("guest").id
