"""`/turns`: all matches of a person, in any server, and the next one that waits for them."""

from __future__ import annotations

import pytest
from msgspec import structs
from msgspec.structs import replace

import games
from matches.lobby import lobby
from matches.match import Holder
from matches.referee import Request
from sandbox.person.person import Person
from sandbox.storage.seed import add_guild
from tests.support.play.days import DAY, find_players, pass_time
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    has_board,
    is_board,
    list_menus,
    open_lobby,
    open_match,
    take_turn,
    words,
)


async def turns(person: Person) -> str:
    return (await person.slash("turns")).text


async def test_a_person_without_matches_is_told_so(at: Table) -> None:
    answer = await at.person("anna").slash("turns")
    assert answer.ephemeral
    assert "None is open just now" in answer.text


async def test_waiting_matches_come_first_the_most_urgent_on_top(at: Table) -> None:
    anna, ben, dana = at.person("anna"), at.person("ben"), at.person("dana")
    await open_match(at, "docker new", ("anna", "ben"))
    for channel, pace in (("general", "daily"), ("third", "brisk")):
        if channel == "third":
            from sandbox.discord import guilds

            guilds.create_channel(at.sandbox.world, anna.channel.guild, channel)  # type: ignore[arg-type]
        opened = await open_lobby(at, anna.at(channel), pace=pace)
        await ben.at(channel).click(opened.message, "Join")
        there = anna.at(channel)
        await there.until(lambda there=there: has_board(there))
    seen = await anna.slash("turns")
    lines = [line for line in seen.text.splitlines() if line.startswith(("▶", "•"))]
    assert len(lines) == 3
    mine = [line for line in lines if line.startswith("▶")]
    assert lines[: len(mine)] == mine, "matches that wait for me come first"
    matches = {number: await at.referee.match(number) for number in (1, 2, 3)}
    waiting = {n for n, match in matches.items() if match.awaited[0].user_id == anna.user.id}
    assert len(mine) == len(waiting)
    order = [number for number in (3, 2, 1) if number in waiting]  # brisk, daily, no clock
    for line, number in zip(mine, order, strict=True):
        assert str(matches[number].channel_id) in line
        assert ("<t:" in line) == (number != 1)
    assert "Ben" in seen.text
    assert "Anna" not in seen.text, "one's own name is left out"
    assert "None is open" in await turns(dana)


async def test_links_lead_to_the_newest_board(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, _ = await find_players(at)
    shown = await take_turn(person)
    await pass_time(at, 60, step=60)
    guild = person.channel.guild
    assert guild is not None
    assert f"https://discord.com/channels/{guild.id}/{person.channel.id}/{shown.id}" in await turns(person)


@pytest.mark.parametrize("where", ["direct", "lounge", "pier"])
async def test_the_next_match_is_played_from_elsewhere(at: Table, where: str) -> None:
    """Try direct messages, a server where only the person has installed the bot, and another server."""
    add_guild(at.sandbox.world, "Quay", channels=("pier",))
    shown = await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    person, _ = await find_players(at)
    if person.user is not anna.user:
        await take_turn(person)
        shown = find_board(anna)
    elsewhere = anna.direct() if where == "direct" else anna.at(where)
    listed = await elsewhere.slash("turns")
    assert listed.ephemeral
    panel = (await elsewhere.click(listed.message, "Play the next one")).message
    assert panel.ephemeral
    assert panel.attachments
    while "Confirm" not in buttons(panel):
        menu, options = next(iter(list_menus(panel).items()))
        await choose(elsewhere, panel, menu, options[0]["value"])
    await elsewhere.click(panel, "Confirm")
    now = await anna.until(lambda: find_board(anna) is not shown and find_board(anna))
    assert now.channel is anna.channel, "the board is posted where the match is"
    assert [m for m in elsewhere.messages() if is_board(m)] == []
    await elsewhere.click(listed.message, "Refresh")
    assert "waiting for others" in words(listed.message)


async def test_stale_buttons_say_that_no_match_waits(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, _ = await find_players(at)
    listed = await person.slash("turns")
    offered = await person.autocomplete("docker move", {"move": ""}, focused="move")
    await person.slash("docker move", {"move": offered[0]["value"]})
    answer = await person.click(listed.message, "Play the next one")
    assert "No match is waiting for you" in answer.text
    await at.restart()
    await person.click(listed.message, "Refresh")
    assert "waiting for others" in words(listed.message)


async def test_thirty_matches_with_hostile_names_fit_and_do_no_harm(at: Table) -> None:
    anna = at.person("anna")
    hostile = "[x](https://e.vil) @everyone <@1> **`_~|"
    for number in range(30):
        made = lobby.create(
            "docker",
            games.load("docker").options_type(),
            Request(anna.user.id, "Anna"),
            capacity=4,
            guild_id=anna.channel.guild.id if anna.channel.guild else 0,
            channel_id=5_000 + number,
            language="en",
            secret=bytes(32),
            now=at.referee.now(),
        )
        seats = (*made.seats, Holder(1, 77, hostile), Holder(2, 78, "W" * 32))
        row = replace(made, card_id=7_000 + number)  # a lobby without a card would be closed
        await at.referee.open(structs.replace(row, seats=seats), Request(anna.user.id))
    seen = await turns(anna)
    lines = [line for line in seen.splitlines() if line.startswith(("▶", "•"))]
    assert 10 <= len(lines) < 30
    assert f"and {30 - len(lines)} more" in seen
    assert len(seen) < 4000
    assert "https://e.vil" not in seen
    assert "@everyone" not in seen
    assert "<@" not in seen


async def test_paused_matches_and_lobbies_are_named_so(at: Table) -> None:
    from matches.clocks import pauses
    from matches.referee import MACHINE

    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    await anna.at("general").slash("docker new", {"players": 2})
    now = at.referee.now()
    await at.referee.change(1, MACHINE, lambda m: pauses.pause(m, "owner", now=now, resume_at=now + DAY, board=False))
    seen = await turns(anna)
    assert "paused" in seen
    assert "waiting for players" in seen
