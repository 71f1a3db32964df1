"""A superseded board looks the same, whether its remaining part was stored or has to be fetched."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest

from client.board.board import Bare
from client.board.board_messages import BoardMessages, decode_bare
from client.board.postman import Postman
from client.messages.parts import remove_controls
from data import OutboxRow, Transaction
from matches.clocks import pauses
from matches.delivery.outbox import RETRY_AFTER, Outbox
from matches.keeping.saving import BOARD_GRACE
from matches.people.preferences import Server
from matches.referee import MACHINE, Done
from sandbox.discord.model import Message
from sandbox.rest.pipeline import Exchange
from tests.support.play.days import find_players, list_boards
from tests.support.play.table import Table, decide, find_board, open_match, take_turn, wait_for_boards, wait_for_rest


def simplify(payload: Any) -> Any:
    """Simplify a payload: drop the numbers Discord gives its components, and default values."""
    if isinstance(payload, dict):
        return {
            key: simplify(value) for key, value in payload.items() if key != "id" and value not in (None, [], False)
        }
    return [simplify(each) for each in payload] if isinstance(payload, list) else payload


def boards(tx: Transaction) -> list[OutboxRow]:
    """List the boards of the first match that were posted, the newest first."""
    found, before = [], 1000
    while (row := tx.find_newest_board(1, before=before)) is not None:
        found.append(row)
        before = row.seq
    return found


def keep_nothing(tx: Transaction) -> None:
    """Forget the remaining part of the newest board, as earlier versions did."""
    tx.keep_bare(boards(tx)[0].id, None)


async def read_kept(at: Table) -> tuple[OutboxRow, Bare]:
    """Return the newest board and the part that remains once it is superseded; nothing is stored for the others."""
    await wait_for_boards(at)
    newest, *older = await at.referee.store.transaction(boards)
    assert [row.bare for row in older] == [None] * len(older)
    assert newest.bare is not None
    return newest, decode_bare(newest.bare)


async def test_a_stored_board_loses_its_buttons_like_a_fetched_one(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    for _ in range(3):
        person, _ = await find_players(at)
        before = find_board(person)
        assert "custom_id" in str(before.components), "the newest board has buttons"
        row, bare = await read_kept(at)
        message = await at.bot.get_partial_messageable(row.channel_id).fetch_message(row.message_id or 0)
        assert simplify(bare.view().to_components()) == simplify(remove_controls(message).to_components())
        await turn(at)
        await person.until(lambda before=before: "custom_id" not in str(before.components))
        assert "it is your turn" not in str(before.components)


async def test_removing_the_buttons_takes_one_request_at_any_age(at: Table) -> None:
    """A board of an earlier version is fetched first."""
    await open_match(at, "docker new", ("anna", "ben"))
    for how in ("young", "restarted", "of an earlier version"):
        old = await turn(at)
        if how != "young":
            await restart(at)
        if how == "of an earlier version":
            await at.referee.store.transaction(keep_nothing)
        since = len(at.sandbox.rest.log)
        await turn(at)
        person, _ = await find_players(at)
        asked = await person.until(lambda old=old, since=since: edits(at, old, since))
        counted = [each.method for each in asked if each.template.startswith("/channels")]
        assert counted == (["GET", "PATCH"] if how == "of an earlier version" else ["PATCH"]), how
        assert "custom_id" not in str(old.components)


async def restart(at: Table) -> None:
    """Restart the bot, and wait for the check of posted boards, which fetches every newest board."""
    await at.restart()
    person, _ = await find_players(at)
    await person.until(lambda: "the check of posted boards" not in at.bot.loops)


async def turn(at: Table) -> Message:
    """Take somebody's turn; return the new board."""
    person, _ = await find_players(at)
    before = find_board(person)
    await decide(at, person, random.Random(1))
    await person.until(lambda: find_board(person) is not before)
    return find_board(person)


def edits(at: Table, message: Message, since: int = 0) -> list[Exchange]:
    """Wait until a message has been edited, and list the requests about it since the request number `since`."""
    asked = [each for each in list(at.sandbox.rest.log)[since:] if each.path.endswith(f"/messages/{message.id}")]
    return asked if asked and asked[-1].method == "PATCH" else []


def list_edited_files(at: Table, message: Message) -> list[Any]:
    """List the files that each edit of a message listed."""
    return [(each.body or {}).get("attachments") for each in edits(at, message) if each.method == "PATCH"]


async def test_an_edit_lists_the_files_that_stay(at: Table) -> None:
    """Discord drops files that an edit does not list; `attachment://` names a file that is kept."""
    await open_match(at, "docker new", ("anna", "ben"))
    for how in ("young", "of an earlier version"):
        old = await turn(at)
        (file,) = old.attachments
        if how == "of an earlier version":
            await at.restart()
            await at.referee.store.transaction(keep_nothing)
        await turn(at)
        person, _ = await find_players(at)
        await person.until(lambda old=old: list_edited_files(at, old))
        assert list_edited_files(at, old)[-1] == [{"id": str(file.id), "filename": file.filename}], how
        assert old.attachments == [file]
        assert file.url in str(old.components)


async def test_changed_words_keep_the_board_s_picture(at: Table) -> None:
    """Also after a restart, because the ids of the files are stored with the board."""
    await open_match(at, "docker new", ("anna", "ben"))
    await wait_for_boards(at)
    person, _ = await find_players(at)
    shown = find_board(person)
    (file,) = shown.attachments
    for _ in range(2):
        await at.bot[Postman].refresh(await at.referee.match(1))
        assert list_edited_files(at, shown)[-1] == [{"id": str(file.id), "filename": file.filename}]
        assert shown.attachments == [file]
        await restart(at)
    row, bare = await read_kept(at)
    assert bare.kept == (file.id,), row


async def turn_unrecorded(at: Table, monkeypatch: pytest.MonkeyPatch) -> Message:
    """Take a turn whose board is posted without a record of its message, as by a process that dies at that moment, and
    the next turn. Returns the first board."""

    async def fail(*_: object, **__: object) -> None:
        raise OSError("the process dies")

    with monkeypatch.context() as dying:
        dying.setattr(at.bot.outbox, "mark_posted", fail)
        unrecorded = await take_turn((await find_players(at))[0])
        await wait_for_rest()
    await take_turn((await find_players(at))[0])
    await wait_for_rest()
    assert "custom_id" in str(unrecorded.components)
    return unrecorded


async def test_a_board_whose_message_was_not_recorded_loses_its_buttons(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    unrecorded = await turn_unrecorded(at, monkeypatch)
    at.sandbox.world.clock.advance(RETRY_AFTER[0])
    await at.bot[Postman].sweep()
    assert "custom_id" not in str(unrecorded.components)
    assert unrecorded.id in [row.message_id for row in await at.referee.store.transaction(boards)]
    shown = list_boards(at.person("anna"))
    assert unrecorded in shown
    assert len({row.message_id for row in await at.referee.store.transaction(boards)}) == len(shown)
    assert "custom_id" in str(shown[-1].components), "the newest one keeps them"


async def test_an_old_board_in_a_closed_channel_is_dropped(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await turn_unrecorded(at, monkeypatch)
    refused = discord.Forbidden(cast("aiohttp.ClientResponse", SimpleNamespace(status=403, reason="")), "closed")
    monkeypatch.setattr(at.bot[Postman]._messages, "find_board", AsyncMock(side_effect=refused))
    at.sandbox.world.clock.advance(RETRY_AFTER[0])
    await at.bot[Postman].sweep()
    await wait_for_boards(at)
    assert (await at.referee.match(1)).phase == "running"


@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize(
    ("slow", "held"),
    [("older", "send_board"), ("older", "mark_posted"), ("newer", "send_board"), ("newer", "mark_posted")],
)
async def test_of_two_processes_that_post_boards_of_a_match_the_slower_one_leaves_no_old_buttons(
    at: Table, monkeypatch: pytest.MonkeyPatch, slow: str, held: str, in_place: bool
) -> None:
    """Two postmen, as in two processes, know nothing of each other. One of them stops before it sends its board, or
    before it records the message, until the other one has posted the board of the next or of the previous change.
    `in_place`: both edit the message of the board before.
    """
    await open_match(at, "docker new", ("anna", "ben"))
    older, newer = await pause_or_resume(at), await pause_or_resume(at)
    slower, stopped, go_on = Postman(at.bot), asyncio.Event(), asyncio.Event()
    slower._messages, slower._outbox = BoardMessages(at.bot), Outbox(at.referee)
    where = slower._messages if held == "send_board" else slower._outbox
    honest = getattr(where, held)

    async def stop_before(*args: Any, **named: Any) -> Any:
        stopped.set()
        await go_on.wait()
        return await honest(*args, **named)

    monkeypatch.setattr(where, held, stop_before)
    monkeypatch.setattr(Server, "edits_boards", lambda *_: in_place)
    monkeypatch.setattr(Transaction, "is_superseded", lambda *_: False)  # the other change was not yet made then
    first, second = (older, newer) if slow == "older" else (newer, older)
    waiting = asyncio.create_task(slower.post_board(first))
    await stopped.wait()
    await at.bot[Postman].post_board(second)
    go_on.set()
    await waiting
    at.sandbox.world.clock.advance(RETRY_AFTER[0])
    await at.bot[Postman].sweep()
    person = at.person("anna")
    shown = [message for message in list_boards(person) if "custom_id" in str(message.components)]
    assert [file.filename for message in shown for file in message.attachments] == [f"docker-1-{newer.match.seq}.png"]
    if in_place or (slow, held) != ("newer", "mark_posted"):  # there the older one was sent last, and keeps its picture
        assert find_board(person) is shown[-1]
    rows = await at.referee.store.transaction(boards)
    assert rows[0].seq == newer.match.seq
    assert all(row.bare is None for row in rows[1:])


@pytest.mark.parametrize("then", ["nothing", "the next board"])
async def test_a_board_that_two_processes_record_stays(at: Table, monkeypatch: pytest.MonkeyPatch, then: str) -> None:
    """A process has sent a board and is slow to record its message. Another one finds the message and records it, and
    may post the next board before the first one goes on."""
    await open_match(at, "docker new", ("anna", "ben"))
    done = await pause_or_resume(at)
    slower, stopped, go_on = Postman(at.bot), asyncio.Event(), asyncio.Event()
    slower._outbox = Outbox(at.referee)
    honest = slower._outbox.mark_posted

    async def stop_before(*args: Any, **named: Any) -> Any:
        stopped.set()
        await go_on.wait()
        return await honest(*args, **named)

    monkeypatch.setattr(slower._outbox, "mark_posted", stop_before)
    waiting = asyncio.create_task(slower.post_board(done))
    await stopped.wait()
    at.sandbox.world.clock.advance(BOARD_GRACE)
    await at.bot[Postman].sweep()
    if then == "the next board":
        await at.bot[Postman].post_board(await pause_or_resume(at))
    person, rows = at.person("anna"), await at.referee.store.transaction(boards)
    before = [message.id for message in list_boards(person)]
    go_on.set()
    await waiting
    assert [message.id for message in list_boards(person)] == before
    assert "custom_id" in str(find_board(person).components)
    assert await at.referee.store.transaction(boards) == rows


async def pause_or_resume(at: Table) -> Done:
    """Pause or resume the match, so that it owes a new board."""
    now = at.referee.now()
    return await at.referee.change(
        1,
        MACHINE,
        lambda match: (
            pauses.pause(match, "owner", now=now) if match.phase == "running" else pauses.resume(match, now=now)
        ),
    )
