"""A match in a thread: card in the channel, boards in the thread, and the thread is kept open."""

from __future__ import annotations

from types import SimpleNamespace

import discord
import pytest

from sandbox.discord import guilds
from sandbox.discord.model import Channel
from sandbox.discord.permissions import Permission
from sandbox.storage.seed import deny_bot
from tests.support.play.days import DAY, HOUR, find_players, pass_time
from tests.support.play.table import (
    Table,
    buttons,
    find_board,
    has_board,
    open_settings,
    press_for_message,
    press_more,
    resign,
    take_turn,
    wait_for_boards,
    wait_for_rest,
    words,
)
from tests.support.play.threads import forgive_edits_in, in_thread, lobby, rests


async def take_turns(at: Table, thread: Channel, count: int) -> None:
    for _ in range(count):
        person, _other = await find_players(at)
        await take_turn(person.at(thread))


async def test_the_card_stays_in_the_channel_and_the_boards_are_in_the_thread(at: Table) -> None:
    thread, anna = await in_thread(at)
    card = next(m for m in at.person("anna").messages() if m.thread is thread)
    assert f"in its own thread: <#{thread.id}>" in words(card)
    assert "Anna" in thread.name
    assert thread.auto_archive_minutes == 7 * 24 * 60
    assert not has_board(at.person("anna")), "no board in the channel"
    assert "Join" not in buttons(card)
    await take_turns(at, thread, 2)
    await resign((await find_players(at))[0].at(thread))
    await anna.until(lambda: "wins!" in words(find_board(anna)))
    assert "Rematch" in buttons(find_board(anna))
    assert len([m for m in at.person("anna").messages() if not m.ephemeral]) == 1


async def test_two_threads_and_their_channel_have_a_match_each(at: Table) -> None:
    thread, _ = await in_thread(at)
    _, second = await lobby(at)
    assert second is not thread
    assert second.name == f"{thread.name} 2", "one can tell them apart"
    third = await at.person("anna").slash("docker new", {"players": 2})
    assert not third.ephemeral, "the channel itself is still free"
    within = await at.person("anna").at(thread).slash("docker new", {"players": 2, "thread": True})
    assert "only be opened in an ordinary text channel" in within.text


async def test_permissions_missing_for_a_thread_are_named(at: Table) -> None:
    anna = at.person("anna")
    for bits, name in (
        (Permission.CREATE_PUBLIC_THREADS, "Create Public Threads"),
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
    ):
        deny_bot(at.sandbox.world, "games", int(bits))
        refused = await anna.slash("docker new", {"players": 2, "thread": True})
        assert name in refused.text
        assert refused.ephemeral
    assert [m for m in anna.messages() if not m.ephemeral] == []


async def test_a_thread_that_cannot_be_opened_leaves_nothing_behind(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = at.person("anna")

    async def refused(*_: object, **__: object) -> None:
        response = SimpleNamespace(status=403, reason="Forbidden")
        raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})

    monkeypatch.setattr(discord.PartialMessage, "create_thread", refused)
    failed = await anna.slash("docker new", {"players": 2, "thread": True})
    await failed.until(lambda: "does not let me" in failed.text)
    assert [m for m in anna.messages() if not m.ephemeral] == []
    assert await at.referee.store.transaction(lambda tx: tx.list_open_matches_of(anna.user.id)) == []


async def test_a_lobby_of_a_thread_is_cancelled_closed_and_answered_on_its_card(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card, _ = await lobby(at, players=3)
    panel = await anna.click(card.message, "More")
    await anna.choose(panel.message, "Pace: No hurry (no clock)", "daily")
    await anna.until(lambda: "One move a day" in words(card.message))
    await anna.choose(panel.message, "Invite people", ["ben"])
    (asked,) = await ben.until(ben.pings)
    assert asked.channel is anna.channel
    await ben.click(asked, "Accept")
    await anna.until(lambda: "Ben)" in words(card.message))
    sure = await press_more(anna, card.message, "Cancel match")
    await anna.click(sure.message, "Yes, cancel it")
    await anna.until(lambda: "cancelled" in words(card.message))
    second, _ = await lobby(at)
    await pass_time(at, 2 * DAY + 60, step=DAY)
    await anna.until(lambda: "cancelled" in words(second.message))


async def test_a_thread_archived_for_inactivity_is_unarchived_without_a_message(at: Table) -> None:
    thread, anna = await in_thread(at)
    before = len(anna.messages())
    for _ in range(3):
        await wait_for_rest()
        at.sandbox.world.clock.advance(7 * DAY + HOUR)
        await anna.until(lambda: not thread.archived)
    assert (await at.referee.match(1)).phase == "running"
    assert len(anna.messages()) == before


async def test_a_thread_archived_by_a_person_pauses_the_match(at: Table) -> None:
    thread, anna = await in_thread(at, pace="brisk")
    at.sandbox.world.clock.advance(HOUR)
    guilds.set_archived(at.sandbox.world, thread, archived=True)
    await anna.until(lambda: rests(at))
    await pass_time(at, 3 * DAY, step=DAY)
    match = await at.referee.match(1)
    assert match.paused_for == "place"
    assert match.head == 0, "no stand-in: the clocks stand still"
    assert thread.archived, "the bot does not unarchive it"
    guilds.set_archived(at.sandbox.world, thread, archived=False)
    await anna.until(lambda: "The match goes on." in words(find_board(anna)))
    assert (await at.referee.match(1)).phase == "running"
    await take_turns(at, thread, 1)


@pytest.mark.parametrize("restart", [False, True])
async def test_a_thread_archived_again_after_it_was_unarchived_pauses_the_match(at: Table, *, restart: bool) -> None:
    """A person means it who closes a thread again that the bot has reopened; a restart forgets no reopening."""
    thread, anna = await in_thread(at)
    at.sandbox.world.clock.advance(7 * DAY + HOUR)
    await anna.until(lambda: not thread.archived)
    await wait_for_boards(at)
    if restart:
        await at.restart()
        await wait_for_rest()  # until the bot has looked at its threads
    at.sandbox.world.clock.advance(HOUR)
    guilds.set_archived(at.sandbox.world, thread, archived=True)
    await anna.until(lambda: rests(at))
    assert thread.archived


async def test_a_thread_that_a_full_server_archives_early_is_unarchived(at: Table) -> None:
    thread, anna = await in_thread(at)
    assert thread.guild is not None
    thread.guild.thread_limit = 1
    for _ in range(2):
        before = thread.archived_at
        at.sandbox.world.clock.advance(DAY + HOUR)
        await anna.until(lambda before=before: thread.archived_at > before and not thread.archived)
        await wait_for_rest()
    assert (await at.referee.match(1)).phase == "running"


async def test_a_locked_thread_pauses_its_match_until_it_is_unlocked(at: Table) -> None:
    world = at.sandbox.world
    thread, anna = await in_thread(at, pace="brisk")
    guilds.set_archived(world, thread, archived=True, locked=True)
    await anna.until(lambda: rests(at))
    guilds.set_archived(world, thread, archived=False, locked=True)
    await pass_time(at, DAY)
    assert (await at.referee.match(1)).paused_for == "place"
    guilds.set_archived(world, thread, archived=False, locked=False)
    await anna.until(lambda: "The match goes on." in words(find_board(anna)))


async def test_a_deleted_thread_pauses_its_match_or_closes_its_lobby(at: Table) -> None:
    world = at.sandbox.world
    anna = at.person("anna")
    card, thread = await lobby(at)
    await wait_for_rest()
    guilds.delete_channel(world, thread)
    await anna.until(lambda: "cancelled" in words(card.message))
    running, _ = await in_thread(at)
    world.clock.advance(HOUR)
    guilds.delete_channel(world, running)
    await anna.until(lambda: rests(at, 2))
    moved = await anna.at("general").slash("turns", {"here": 2})
    assert "goes on in" in moved.text
    there = anna.at("general")
    await there.until(lambda: any(m.attachments for m in there.messages()))
    assert (await at.referee.match(2)).phase == "running"
    await forgive_edits_in(at, running)


async def test_permissions_taken_in_the_channel_count_for_its_threads(at: Table) -> None:
    thread, anna = await in_thread(at)
    deny_bot(at.sandbox.world, "games", int(Permission.SEND_MESSAGES_IN_THREADS))
    await anna.until(lambda: rests(at))
    deny_bot(at.sandbox.world, "games", 0)
    await anna.until(lambda: not rests(at))
    await take_turns(at, thread, 1)


async def test_the_next_board_unarchives_a_thread_archived_before_a_restart(at: Table) -> None:
    thread, anna = await in_thread(at, pace="brisk")
    await at.stop()
    at.sandbox.world.clock.advance(8 * DAY)
    assert thread.archived
    await at.start()
    await pass_time(at, DAY)
    assert not thread.archived
    assert "stand-in" in words(find_board(anna))


async def test_a_second_match_opens_in_a_thread_by_itself_where_the_server_wishes_it(at: Table) -> None:
    master = at.sandbox.world.users[at.person("anna").channel.guild.owner_id]  # type: ignore[union-attr]
    manager = at.person(master.name)
    panel = await open_settings(manager, "Boards")
    assert "opens in a thread if asked for" in words(panel)
    await manager.click(panel, "Open second matches in threads")
    await manager.until(lambda: "✓ Open second matches in threads" in buttons(panel))
    anna, ben = at.person("anna"), at.person("ben")
    first = await anna.slash("play", {"game": "docker"})
    assert first.message.thread is None, "the channel was free"
    second = await ben.slash("play", {"game": "docker"})
    await ben.until(lambda: "Join" in buttons(second.message))
    assert (await at.referee.match(2)).channel_id == second.message.thread.id  # type: ignore[union-attr]
    await ben.click(first.message, "Join")
    await press_more(anna, first.message, "Start")
    await ben.until(lambda: has_board(ben))
    await resign(ben)
    await anna.until(lambda: "Rematch" in buttons(find_board(anna)))
    last = find_board(anna)
    third = await ben.slash("play", {"game": "aquaretto"})
    assert third.message.thread is None
    card = await press_for_message(anna, last, "Rematch")
    assert "in its own thread" in words(card)
    again = await at.referee.match(4)
    assert (again.rematch_of, again.card_channel_id) == (1, anna.channel.id)


async def test_a_match_is_opened_inside_a_thread_that_is_there(at: Table) -> None:
    _, thread = await lobby(at)
    anna, ben = at.person("anna").at(thread), at.person("ben").at(thread)
    refused = await ben.slash("play", {"game": "docker"})
    assert "already a match" in refused.text
    assert "Open the match in a thread" not in buttons(refused.message), "a thread has no threads"
    card = next(m for m in at.person("anna").messages() if m.thread is thread)
    await press_more(at.person("anna"), card, "Seats …", "Leave")
    opened = await ben.slash("play", {"game": "docker"})
    assert not opened.ephemeral
    match = await at.referee.match(2)
    assert (match.channel_id, match.card_channel_id) == (thread.id, None)
    await anna.click(opened.message, "Join")
    await press_more(ben, opened.message, "Start")
    await anna.until(lambda: has_board(anna))
    turn = next(person for person in (anna, ben) if f"<@{person.user.id}>" in words(find_board(anna)))
    await take_turn(turn)
