"""Matches in direct messages with the bot."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec import structs

import games
from data import DIRECT, Transaction
from matches.change import Change
from matches.clocks.clocks import compute_deadline
from matches.clocks.pauses import explain_pause
from matches.clocks.rhythm import NOTICE
from matches.errors import UserError
from matches.lobby.invitations import change_settings
from matches.people.privacy import purge
from matches.people.servers import read_allowance
from matches.referee import MACHINE, Request
from sandbox.discord.components import walk
from sandbox.person.person import Person, menus
from tests.support.play.days import DAY, HOUR, begin_brisk, list_reminders, pass_time
from tests.support.play.ship import Stub
from tests.support.play.table import (
    Table,
    buttons,
    choose_more,
    decide,
    find_board,
    has_board,
    list_menus,
    name_computers,
    open_panel,
    press_for_message,
    resign,
    take_turn,
    wait_for_boards,
    wait_for_rest,
    words,
)
from tests.support.play.threads import rests

SHORT: dict[str, dict[str, Any]] = {
    "dog_royal": {"round_limit": 1},
    "riff_raff": {"two_player_passes": 1, "catch_mode": "none"},
}
"""Options that make a match short."""


async def begin(at: Table, game: str) -> Person:
    """Begin a match against the computer in Anna's direct messages."""
    anna = at.person("anna").direct()
    opened = await anna.slash("play", {"game": game, "computer": False})
    lobby = await at.referee.match(1)
    changed = structs.replace(lobby, options=structs.replace(lobby.options, **SHORT.get(game, {})))
    await at.referee.change(1, MACHINE, lambda _: Change(changed))
    await anna.choose(opened.message, name_computers(game), "start.easy")
    await anna.until(lambda: has_board(anna))
    await wait_for_boards(at)
    return anna


async def play_to_the_end(at: Table, anna: Person, *, restart_at: int = -1) -> None:
    """Play at random until the match is over; stop and start the bot before one of the turns."""
    choice = random.Random(1)
    for number in range(300):
        match = await at.referee.match(1)
        if match.phase != "running":
            return
        if number == restart_at:
            await at.restart()
            Stub().rule(at)
        if match.awaited:
            await decide(at, anna, choice)
        await wait_for_rest()
        await at.bot.move_machines()
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("game", games.names())
async def test_a_whole_match_of_each_game(at: Table, game: str) -> None:
    Stub().rule(at)
    anna = await begin(at, game)
    match = await at.referee.match(1)
    assert (match.is_direct, match.channel_id) == (True, anna.channel.id)
    await play_to_the_end(at, anna, restart_at=2)
    await wait_for_boards(at)
    assert (await at.referee.match(1)).phase == "finished"
    last = find_board(anna)
    assert {"Rematch", "Share"} <= {*buttons(last)}


async def test_play_begins_at_once_where_nobody_else_can_join(at: Table) -> None:
    anna = at.person("anna").direct()
    await anna.slash("play", {"game": "docker"})
    await anna.until(lambda: has_board(anna))
    await wait_for_boards(at)
    assert [holder.user_id for holder in (await at.referee.match(1)).seats].count(None) == 1
    assert "already a match here" in (await anna.slash("play", {"game": "docker"})).text
    assert "Nobody else sees" in (await anna.slash("play", {"game": "docker", "opponent": "slowboat"})).text
    ben = at.person("ben").direct()
    await ben.slash("play", {"game": "docker"})
    await ben.until(lambda: has_board(ben))
    assert (await at.referee.match(2)).channel_id == ben.channel.id
    allowance = await read_allowance(at.referee, DIRECT, ben.user.id)
    assert (allowance.in_all, allowance.mine) == (1, 1), "Anna's match does not count"


async def test_the_lobby_offers_nothing_that_needs_others(at: Table) -> None:
    anna = at.person("anna").direct()
    anna.user.locale = "de"
    assert "Textkanal" in (await anna.slash("docker new", {"thread": True})).text
    card = (await anna.slash("docker new")).message
    shown = [*buttons(card, enabled=False)]
    assert shown == ["Starten", "Lernen", "Zeig’s mir", "Mehr"], "the card is in the person's language"
    panel = (await anna.click(card, "Mehr")).message
    assert not {"Nur für Eingeladene", "Mit Wertung spielen"} & {*buttons(panel)}
    assert "Leute einladen" not in str(panel.components)
    lobby = await at.referee.match(1)
    with pytest.raises(UserError, match="never rated"):
        change_settings(lobby, Request(anna.user.id), rated=True)


async def test_reminders_come_and_clocks_run(at: Table) -> None:
    anna = await begin_brisk(at)
    await pass_time(at, 7 * HOUR)
    (reminder,) = list_reminders(anna)
    assert anna.pings()[-1] is reminder
    await take_turn(anna)
    await at.bot.sweep()
    assert list_reminders(anna) == []


async def test_the_end_a_rematch_and_what_remains(at: Table) -> None:
    anna, ben = at.person("anna").direct(), at.person("ben")
    await anna.slash("play", {"game": "docker"})
    await anna.until(lambda: has_board(anna))
    old = find_board(anna)
    await resign(anna)
    last = await anna.until(lambda: find_board(anna) is not old and find_board(anna))
    assert (await at.referee.match(1)).phase == "finished"
    shared = anna.click(last, "Share")
    await shared.until(lambda: shared.done, within=60)  # drawn at low priority, which takes long on a busy machine
    assert any(file.filename.endswith(".html") for file in shared.message.attachments)
    assert (await anna.slash("me", {"show": "files"})).message.attachments
    card = (await anna.slash("me", {"show": "stats"})).message
    assert card.attachments
    assert buttons(card) == {}, "there is nobody to show it to, and no server"
    assert "no finished match" in (await ben.use_on(anna.user, "Stats")).text
    assert "Nobody has a rating" in (await ben.slash("me", {"show": "best", "game": "docker"})).text
    await press_for_message(anna, last, "Rematch")
    again = await anna.until(lambda: find_board(anna) is not last and find_board(anna))
    assert "Play" in buttons(again)
    match = await at.referee.match(2)
    assert (match.phase, match.is_direct, match.rematch_of) == ("running", True, 1)
    turns = (await ben.at("general").slash("turns")).text
    assert "None is open" in turns
    turns = (await at.person("anna").slash("turns")).text
    await wait_for_boards(at)
    assert f"https://discord.com/channels/@me/{anna.channel.id}/" in turns


async def test_closed_direct_messages_stop_the_clocks_and_lose_nothing(at: Table) -> None:
    anna = await begin_brisk(at)
    anna.user.refuses_dms = True
    await pass_time(at, 7 * HOUR)
    assert rests(at), "the reminder could not be sent"
    row = await at.referee.match(1)
    assert row.paused_for == "place"
    await pass_time(at, 5 * 24 * HOUR, step=24 * HOUR)
    assert (await at.referee.match(1)).head == row.head
    told = (await at.person("anna", "general").slash("turns")).text
    assert "Discord does not let me write to you" in told
    assert "/turns" not in told
    assert "you have blocked me" in at.bot.texts.say("en")(explain_pause(await at.referee.match(1)))
    anna.user.refuses_dms = False
    panel = await open_panel(anna)
    assert list_menus(panel), "one press resumes the match"
    assert not rests(at)
    await take_turn(anna)


async def test_reminders_that_are_refused_do_not_count(at: Table) -> None:
    """A turn has at most three pings. If refused ones counted, none would be left to find out that messages are
    closed."""
    anna = await begin_brisk(at)
    head = (await at.referee.match(1)).head
    for _ in range(5):
        anna.user.refuses_dms = True
        await pass_time(at, 12 * HOUR, step=HOUR / 4)
        row = await at.referee.match(1)
        assert (row.phase, row.paused_for, row.head) == ("paused", "place", head)
        anna.user.refuses_dms = False
        await anna.slash("turns")
        await wait_for_rest()
        assert not rests(at)
    await pass_time(at, HOUR * 3 / 4, step=HOUR / 4)
    assert list_reminders(anna), "the reminders that are delivered are still to come"


async def test_a_fixed_hour_waits_for_closed_direct_messages(at: Table) -> None:
    """The reminder before the hour cannot be sent: the hour passes, and the next one leaves time to move."""
    anna = at.person("anna").direct()
    card = (await anna.slash("docker new", {"players": 2})).message
    panel = (await choose_more(anna, card, "Pace: No hurry (no clock)", "due")).message
    menu = next(menu for menu, options in menus(panel).items() if options[0]["label"] == "0:00")
    hour = (datetime.fromtimestamp(at.referee.now(), UTC).hour + 12) % 24
    await anna.choose(panel, menu, str(hour))
    await anna.choose(card, "Play against the computer", "start.easy")
    await anna.until(lambda: has_board(anna))
    await wait_for_rest()
    await wait_for_boards(at)
    row = await at.referee.match(1)
    assert row.due_hour == hour
    anna.user.refuses_dms = True
    await pass_time(at, 3 * DAY)
    now = await at.referee.match(1)
    assert (now.phase, now.paused_for, now.head) == ("paused", "place", row.head)
    anna.user.refuses_dms = False
    await anna.slash("turns")
    await wait_for_rest()
    match = await at.referee.match(1)
    assert match.phase == "running"
    (clock,) = (each for each in match.clocks.values() if each.since is not None)
    due = datetime.fromtimestamp(compute_deadline(clock, ()) or 0.0, UTC)
    assert (due.hour, due.minute) == (hour, 0)
    assert due.timestamp() - at.referee.now() >= NOTICE
    await take_turn(anna)


async def test_a_move_is_seen_though_direct_messages_are_closed(at: Table) -> None:
    """Answers to a press reach people even if they accept no direct messages from the bot."""
    anna = await begin_brisk(at)
    anna.user.refuses_dms = True
    await take_turn(anna)
    assert not rests(at)


async def test_a_restart_forgets_no_match(at: Table) -> None:
    anna = await begin_brisk(at)
    await at.restart()
    await wait_for_rest()
    assert (await at.referee.match(1)).phase == "running"
    await purge(at.referee)
    assert (await at.referee.store.transaction(lambda tx: tx.read_guild(DIRECT))).left_at is None
    await take_turn(anna)


async def test_a_forgotten_person_leaves_nothing(at: Table) -> None:
    anna = await begin_brisk(at)
    await take_turn(anna)
    board = find_board(anna)
    ben = at.person("ben").direct()
    await ben.slash("play", {"game": "docker"})
    await ben.until(lambda: has_board(ben))
    shown = await anna.slash("me", {"show": "privacy"})
    assert "yours alone" in shown.text
    sure = await anna.click(shown.message, "Forget me")
    await anna.click(sure.message, "Yes, forget me")
    await anna.until(lambda: "Your data has been deleted" in words(sure.message))
    await wait_for_rest()

    def count(tx: Transaction) -> dict[str, int]:
        names = [name for (name,) in tx._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {}
        for name in names:
            columns = [row[1] for row in tx._db.execute(f"PRAGMA table_info({name})")]
            of = "match_id" if "match_id" in columns else "id" if name == "matches" else ""
            if of:
                ((found[name],),) = tx._db.execute(f"SELECT count(*) FROM {name} WHERE {of} = 1")
        return found

    counts = await at.referee.store.transaction(count)
    assert len(counts) >= 9
    assert not any(counts.values()), counts
    assert (await at.referee.match(2)).phase == "running", "matches of other people go on"
    assert "don't know this match" in (await anna.click(board, "Play")).text
    await at.bot.sweep()
    await anna.slash("play", {"game": "docker"})
    await anna.until(lambda: find_board(anna) is not board)
    assert (await at.referee.match(3)).phase == "running"
    assert "don't know this match" in (await anna.click(board, "Play")).text, "its id is not given to another match"


@pytest.mark.parametrize("where", ["group", "server"])
async def test_where_the_bot_cannot_post_it_refers_to_direct_messages(at: Table, where: str) -> None:
    """Anna has installed the bot for herself, and uses it in places without the bot."""
    anna, ben = at.person("anna"), at.person("ben")
    there = anna.at("lounge" if where == "server" else at.sandbox.world.add_group(anna.user, ben.user))
    if where == "server":
        assert "cannot post boards here" in (await there.slash("docker new")).text
    refused = await there.slash("play", {"game": "riff_raff"})
    assert refused.ephemeral == refused.messages, "only the person sees the refusal"
    assert "cannot post boards here by myself" in refused.text
    links = [part for _, part in walk(refused.message.components) if part.get("url")]
    assert [link["label"] for link in links] == ["Add me to a server"], "a link adds the bot to a server"
    assert f"client_id={at.bot.application_id}" in links[0]["url"]
    anna.user.refuses_dms = True
    told = await there.click(refused.message, "Play in our direct messages")
    assert "Allow direct messages from me" in told.text
    assert (await at.referee.match(1)).phase == "cancelled", "a lobby that nobody can see is closed"
    anna.user.refuses_dms = False
    await there.click(refused.message, "Play in our direct messages")
    direct = anna.direct()
    await direct.until(lambda: has_board(direct))
    await there.until(lambda: f"/@me/{direct.channel.id}" in words(refused.message))
    await wait_for_boards(at)
    match = await at.referee.match_in(direct.channel.id)
    assert match is not None
    assert (match.phase, match.guild_id, match.game_name) == ("running", DIRECT, "riff_raff")
