"""Test looking for others: who is asked along, what a person reads, and what happens if a lobby cannot be opened."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from msgspec import structs

from client.company import looking
from client.company.looking import call_group, look
from client.core.bot import Slowboat
from client.core.visit import Visit
from data import LookingRow
from matches.errors import UserError
from matches.lobby import lobby
from matches.looking import compute_end, join_queue, list_queue, seat_group, take_out
from matches.people.preferences import Server, read_server
from matches.people.servers import change_server
from tests.client.notices import Channels, connect, fail, make_interaction
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, GUILD, House


@pytest.fixture
def bot(at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Slowboat:
    made = connect(at, tmp_path, Channels())

    async def permit(*_: object) -> Server:
        return await read_server(at.referee, GUILD)

    monkeypatch.setattr(looking, "require_permission", permit)
    monkeypatch.setattr(looking, "require_lasting_place", lambda *_: None)
    return made


async def wait(at: House, user: int, game: str = "docker", pace: str = "daily", language: str = "") -> LookingRow:
    row = LookingRow(GUILD, user, game, pace, language, f"User {user}", at.now, compute_end(pace, at.now))
    await join_queue(at.referee, row, 4)
    return row


async def test_a_person_reads_how_many_others_want_the_same(at: House, bot: Slowboat) -> None:
    await wait(at, BEN, "aquaretto", "daily")
    await wait(at, CHIARA, "docker", "live")
    interaction = make_interaction(bot, ANNA)
    await look(Visit(bot, interaction), "docker", pace="daily", language="")
    assert "nobody else is waiting yet" in interaction.words, "game and pace must agree"
    assert "other servers" not in interaction.words
    assert interaction.extras["saved"]
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, looks_across=True))
    await look(Visit(bot, interaction), "docker", pace="daily", language="")
    assert "You are also matched with people from other servers" in interaction.words


async def test_the_pace_is_that_of_the_server_unless_one_is_chosen(at: House, bot: Slowboat) -> None:
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, pace="bank"))
    await look(Visit(bot, make_interaction(bot, ANNA)), "docker", pace=None, language="")
    await look(Visit(bot, make_interaction(bot, BEN)), "docker", pace="live", language="")
    assert {row.user_id: row.pace for row in await list_queue(at.referee, GUILD)} == {ANNA: "bank", BEN: "live"}


@pytest.mark.parametrize(("game", "pace"), [("chess", "daily"), ("docker", "never"), ("docker", "")])
async def test_unknown_games_and_paces_are_refused(at: House, bot: Slowboat, game: str, pace: str) -> None:
    with pytest.raises(UserError, match="don't know this game"):
        await look(Visit(bot, make_interaction(bot, ANNA)), game, pace=pace or "x", language="")
    assert await list_queue(at.referee, GUILD) == []


async def test_a_game_that_the_server_does_not_allow_has_no_queue(at: House, bot: Slowboat) -> None:
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, games=("aquaretto",)))
    with pytest.raises(UserError):
        await look(Visit(bot, make_interaction(bot, ANNA)), "docker", pace="daily", language="")
    with pytest.raises(UserError, match="only in a server"):
        await look(Visit(bot, make_interaction(bot, ANNA, guild_id=None)), "docker", pace="daily", language="")
    assert await list_queue(at.referee, GUILD) == []


async def test_people_of_other_servers_must_be_members_who_see_the_channel(
    at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody about whom Discord tells nothing just now is left out, and those after them are not."""
    found: dict[int, Any] = {
        1: fail(discord.NotFound, 404), 2: fail(discord.DiscordServerError, 503), 3: aiohttp.ClientError(),
        4: SimpleNamespace(pending=True), 5: SimpleNamespace(pending=False), 6: SimpleNamespace(pending=False),
    }  # fmt: skip

    async def fetch_member(user_id: int) -> Any:
        if isinstance(found[user_id], Exception):
            raise found[user_id]
        return found[user_id]

    channel = Mock(spec=discord.TextChannel)
    channel.permissions_for.side_effect = lambda member: discord.Permissions(view_channel=member is not found[5])
    guild = SimpleNamespace(id=GUILD, fetch_member=fetch_member)
    monkeypatch.setattr(bot, "get_guild", lambda _: guild)
    rows = [LookingRow(71, user, "docker", "daily", "", "x", at.now, at.now + 9) for user in found]
    here = make_interaction(bot, ANNA, channel=channel)
    assert await looking._find_members(Visit(bot, here), rows) == {6}
    assert await looking._find_members(Visit(bot, make_interaction(bot, ANNA)), rows) == frozenset(), (
        "no channel is known"
    )


@pytest.mark.parametrize(("chosen", "asked", "spoken"), [("fr", "it", "fr"), ("", "it", "it"), ("", "", "de")])
async def test_a_lobby_speaks_the_language_of_its_server_or_of_its_people(
    at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch, chosen: str, asked: str, spoken: str
) -> None:
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, language=chosen, absence="forfeit"))
    await wait(at, BEN, language=asked)

    async def open_lobby(visit: Visit, make: Any, **facts: Any) -> Any:
        server = await read_server(at.referee, GUILD)
        return await at.referee.open(make(server, 9), at.who(visit.user_id), also=facts["also"])

    async def call(*_: object, **__: object) -> None:
        """Call nobody in this test."""

    monkeypatch.setattr(looking, "open_lobby", open_lobby)
    monkeypatch.setattr(looking, "call_group", call)
    interaction = make_interaction(bot, ANNA, guild_locale="de")
    await look(Visit(bot, interaction), "docker", pace="daily", language="")
    match = await at.referee.match(1)
    assert (match.language, match.absence, match.pace) == (spoken, "forfeit", "daily")
    assert [holder.user_id for holder in match.seats] == [ANNA, BEN]
    assert "a lobby is open, and you are its host" in interaction.words


async def test_people_keep_their_places_if_no_lobby_can_be_opened(
    at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wait(at, BEN)

    async def open_lobby(visit: Visit, make: Any, *, also: Any, **_: Any) -> Any:
        match = await at.referee.open(make(Server(), 9), at.who(visit.user_id), also=also)
        await at.do(match, lobby.cancel, ANNA, now=at.now)
        raise fail(discord.Forbidden, 403)

    monkeypatch.setattr(looking, "open_lobby", open_lobby)
    with pytest.raises(discord.Forbidden):
        await look(Visit(bot, make_interaction(bot, ANNA)), "docker", pace="daily", language="")
    assert {row.user_id for row in await list_queue(at.referee, GUILD)} == {ANNA, BEN}


async def open_group(at: House, *users: int) -> Any:
    """Open the lobby of a group, whose ping is owed."""
    group = tuple([await wait(at, user) for user in users])
    made = await at.open("docker", None, host=users[0], channel=99)
    await at.do(made, lobby.cancel, users[0], now=at.now)
    return await at.referee.open(seat_group(made, group), at.who(users[0]), also=take_out(group, []))


async def list_owed(at: House) -> list[str]:
    rows = await at.store.transaction(lambda tx: tx.read_due_edits(float("inf"), limit=9))
    return [row.what for row in rows if row.what == "offer"]


async def test_those_who_waited_are_pinged_once_in_an_open_lobby(at: House, tmp_path: Path) -> None:
    channels = Channels()
    bot = connect(at, tmp_path, channels)
    match = await open_group(at, ANNA, BEN, CHIARA)
    await call_group(bot, match)
    ((channel, words, pinged),) = channels.sent
    assert (channel, pinged) == (99, [BEN, CHIARA]), "the host has opened it themselves"
    assert words.startswith("<@2> <@3> enough of you are waiting for Docker")
    assert await list_owed(at) == []


async def test_nobody_is_called_to_a_lobby_that_is_closed(at: House, tmp_path: Path) -> None:
    channels = Channels()
    bot = connect(at, tmp_path, channels)
    match = await open_group(at, ANNA, DANA)
    await at.do(match, lobby.cancel, ANNA, now=at.now)
    await call_group(bot, match)
    assert channels.sent == []
    assert await list_owed(at) == []
