"""Test the presses by which other people join: a table offered to another server, and a seat to a substitute."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from msgspec import structs

from client import substitutes
from client.core.bot import Slowboat
from client.messages.custom_ids import Id
from client.substitutes import ask_substitute, post_offers, seek, step_in
from client.two_servers import WITH, WITHOUT, ask_to_share, offer_table
from matches import substitutes as offers
from matches.change import Change
from matches.errors import UserError
from matches.leagues.keeping import change_league, found_league, list_unopened, open_match, read_kept
from matches.leagues.league import League, Member
from matches.leagues.season import start_season
from matches.looks import note_looks
from matches.match import Match
from matches.people.servers import change_server
from matches.play import resign
from matches.substitutes import is_seeking
from matches.texts import Texts
from tests.client.notices import Channels, make_interaction, press
from tests.support.matches.house import ANNA, BEN, CHANNEL, CHIARA, DANA, GUILD, House

MANAGER: Any = {"permissions": discord.Permissions(manage_guild=True)}


pytestmark = pytest.mark.usefixtures("no_boards")


async def offer(bot: Slowboat, match: Match, user: int, how: str = "names", **facts: Any) -> Any:
    interaction = make_interaction(bot, user, **facts)
    await ask_to_share(press(bot, interaction, Id("ask_share", match.id)))
    assert [each.split(":")[1] for each in interaction.buttons] == ["offer_table", "offer_table", "guests"]
    await offer_table(press(bot, interaction, Id("offer_table", match.id, rest=how)))
    return interaction


@pytest.mark.parametrize(("how", "names", "said"), [("names", True, WITH), ("none", False, WITHOUT)])
async def test_a_table_is_offered_with_or_without_names(
    at: House, bot: Slowboat, how: str, names: bool, said: Any
) -> None:
    match = await at.open("docker", 4)
    interaction = await offer(bot, match, ANNA, how, **MANAGER)
    match = await at.referee.match(match.id)
    assert match.guest.names is names
    assert Texts().say("en")(said) in interaction.words
    assert f"{match.id}-{match.guest.code}" in interaction.words


async def test_only_a_host_with_the_right_to_offers_a_table_and_only_at_home(at: House, bot: Slowboat) -> None:
    match = await at.open("docker", 4)
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, shares_tables=True))
    with pytest.raises(UserError, match="host"):
        await offer(bot, match, BEN)
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, shares_tables=False))
    with pytest.raises(UserError, match="manages the server"):
        await offer(bot, match, ANNA)
    with pytest.raises(UserError, match="only in the server that the match belongs to"):
        await offer(bot, match, ANNA, guild_id=71, **MANAGER)
    assert not (await at.referee.match(match.id)).guest.code
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, shares_tables=True))
    assert (await offer(bot, match, ANNA)).words


async def test_a_league_match_is_not_offered_to_another_server(at: House, bot: Slowboat) -> None:
    members = tuple(Member(user, f"User {user}") for user in (ANNA, BEN, CHIARA, DANA))
    await found_league(at.referee, GUILD, CHANNEL, League("L", "docker", "daily", "stand_in", 30, "en", members))
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    kept = await read_kept(at.referee, CHANNEL)
    assert kept is not None
    fixture = list_unopened(kept.league)[0]
    match = await open_match(at.referee, kept, fixture, 5001)
    with pytest.raises(UserError, match="league match"):
        await offer(bot, match, match.host_id, **MANAGER)


async def test_a_seat_is_offered_and_the_offer_taken_back(at: House, bot: Slowboat, channels: Channels) -> None:
    match = await at.running("docker", ANNA, BEN)
    with pytest.raises(UserError, match="no seat"):
        await ask_substitute(press(bot, make_interaction(bot, DANA), Id("ask_substitute", match.id)))
    asked = make_interaction(bot, ANNA)
    await ask_substitute(press(bot, asked, Id("ask_substitute", match.id)))
    assert [each.split(":")[1] for each in asked.buttons] == ["seek", "less"]
    await seek(press(bot, make_interaction(bot, ANNA), Id("seek", match.id, rest="1")))
    assert is_seeking(await at.referee.match(match.id), ANNA)
    ((channel, words, pinged),) = channels.sent
    assert channel == match.channel_id
    assert "is looking for a substitute" in words
    assert pinged == []
    stopped = make_interaction(bot, ANNA)
    await seek(press(bot, stopped, Id("seek", match.id, rest="0")))
    assert not is_seeking(await at.referee.match(match.id), ANNA)
    assert "not looking for a substitute any more" in stopped.words
    assert len(channels.sent) == 1


async def list_owed(at: House) -> int:
    rows = await at.store.transaction(lambda tx: tx.read_due_edits(float("inf"), limit=9))
    return sum(row.what == "offer" for row in rows)


async def seek_as(at: House, match: Match, *users: int) -> Match:
    for user in users:
        who = at.who(user)
        done = await at.referee.change(match.id, who, lambda found, who=who: offers.seek(found, who, wanted=True))
        match = done.match
    return match


async def test_each_seat_on_offer_has_a_card_where_the_match_was_opened(
    at: House, bot: Slowboat, channels: Channels, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA, channel=8)
    row = structs.replace(match, card_channel_id=9)
    await at.referee.change(match.id, at.who(0), lambda _: Change(row))
    match = await seek_as(at, match, ANNA, BEN)
    match = (await at.do(match, resign, BEN, now=at.now)).match
    assert await list_owed(at)
    await post_offers(bot, match)
    assert [channel for channel, *_ in channels.sent] == [9], "nobody plays Ben's seat any more"
    assert "(User 1)" in channels.sent[0][1]
    assert "<#8>" in channels.sent[0][1], "the match goes on in its thread"
    assert await list_owed(at) == 0
    known: list[str] = []

    async def find(_client: Any, _place: Any, is_it: Any) -> Any:
        known.append("looked")
        return object() if is_it(Id("step_in", match.id, rest="0")) else None

    monkeypatch.setattr(substitutes, "find_own_message", find)
    await post_offers(bot, match, again=True)
    assert (len(channels.sent), known) == (1, ["looked"]), "an earlier attempt has posted it"


async def press_step_in(bot: Slowboat, match: Match, user: int, seat: str = "0") -> Any:
    interaction = make_interaction(bot, user)
    await step_in(press(bot, interaction, Id("step_in", match.id, rest=seat)))
    return interaction


async def test_a_substitute_steps_in_and_the_match_goes_on(at: House, bot: Slowboat) -> None:
    match = await seek_as(at, await at.running("docker", ANNA, BEN), ANNA)
    interaction = await press_step_in(bot, match, DANA)
    assert "(User 4) has stepped in" in interaction.words
    match = await at.referee.match(match.id)
    assert match.holder(0).user_id == DANA
    with pytest.raises(UserError):
        await press_step_in(bot, match, CHIARA, "x")


async def test_people_whom_the_host_has_blocked_do_not_step_in(at: House, bot: Slowboat) -> None:
    match = await seek_as(at, await at.running("docker", ANNA, BEN), ANNA)
    await at.store.transaction(lambda tx: tx.block(GUILD, ANNA, DANA))
    with pytest.raises(UserError, match="only for people"):
        await press_step_in(bot, match, DANA)
    match = (await at.referee.change(match.id, at.who(0), lambda now: Change(structs.replace(now, private=True)))).match
    with pytest.raises(UserError, match="only for people"):
        await press_step_in(bot, match, DANA)


async def test_somebody_who_has_seen_a_hand_by_voting_does_not_step_in(at: House, bot: Slowboat) -> None:
    for game, channel, allowed in (("dog_royal", 8, False), ("docker", 9, True)):
        match = await seek_as(at, await at.running(game, ANNA, BEN, channel=channel), ANNA)
        await at.do(match, lambda now, _: Change(note_looks(now, [(DANA, 1)])), DANA)
        if allowed:  # nothing is hidden in Docker
            await press_step_in(bot, match, DANA)
        else:
            with pytest.raises(UserError, match="seen the cards of another seat"):
                await press_step_in(bot, match, DANA)
        assert (await at.referee.match(match.id)).holder(0).user_id == (DANA if allowed else ANNA)
