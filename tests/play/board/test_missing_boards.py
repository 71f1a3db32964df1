"""Boards that were recorded as posted and are not in their channels: a start posts them again, once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from client.board.postman import CHECKED_AT_ONCE, Postman
from data import OutboxRow, Transaction
from sandbox.discord import posting
from sandbox.discord.model import Message, MessageFlag
from sandbox.person.person import Person
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    is_board,
    list_awaited,
    list_menus,
    open_match,
    wait_for_boards,
    wait_for_new_board,
)

FETCH = "GET /channels/{channel_id}/messages/{message_id}"


def boards(person: Person) -> list[Message]:
    return [message for message in person.messages() if is_board(message)]


async def newest_row(at: Table) -> OutboxRow:
    row = await at.referee.store.transaction(lambda tx: tx.find_newest_board(1, before=1000))
    assert row is not None
    return row


async def move(at: Table) -> Message:
    """Make a turn, and return the new board once it is recorded."""
    (person,) = list_awaited(at)
    shown = find_board(person)
    panel = (await person.click(shown, "Play")).message
    menu, options = next(iter(list_menus(panel).items()))
    await choose(person, panel, menu, options[0]["value"])
    await person.click(panel, "Confirm")
    await wait_for_new_board(person, shown)
    await wait_for_boards(at)
    return find_board(person)


async def finish_check(at: Table) -> None:
    """Wait until the check has gone through all matches, and post the missing boards."""
    anna = at.person("anna")
    await anna.until(lambda: "the check of posted boards" not in at.bot.loops, within=30)
    await at.bot[Postman].sweep()


def delete(at: Table, shown: Message) -> None:
    """Delete a board, as a moderator can."""
    posting.delete(at.sandbox.world, shown)


def show_to_one_person(_: Table, shown: Message) -> None:
    """Turn a board into an answer that only one person saw, which earlier versions took for posted."""
    shown.flags |= MessageFlag.EPHEMERAL
    shown.visible_to = shown.author.id


@pytest.mark.parametrize("lose", [delete, show_to_one_person])
async def test_a_missing_board_is_posted_once_after_a_restart(
    at: Table, lose: Callable[[Table, Message], None]
) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    shown = await move(at)
    name, (old,) = shown.attachments[0].filename, boards(at.person("anna"))[:1]
    await at.stop()
    lose(at, shown)
    assert boards(at.person("anna")) == [old]
    await at.start()
    await finish_check(at)
    anna = at.person("anna")
    again = boards(anna)[1:]
    assert [message.attachments[0].filename for message in again] == [name]
    assert "Play" in buttons(again[0])
    assert (await newest_row(at)).message_id == again[0].id
    await at.restart()
    await finish_check(at)
    assert boards(anna) == [old, *again], "the second start finds the board"
    await at.stop()
    lose(at, again[0])  # the bot sent it minutes ago, and Discord still knows its nonce
    await at.start()
    await finish_check(at)
    assert [message.attachments[0].filename for message in boards(anna)[1:]] == [name]
    assert (await newest_row(at)).message_id == boards(anna)[1].id
    await move(at)  # and the match goes on


async def test_a_board_that_is_there_is_left_alone(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    shown, row = await move(at), await newest_row(at)
    before = list(boards(at.person("anna")))
    await at.restart()
    await finish_check(at)
    assert boards(at.person("anna")) == before
    assert await newest_row(at) == row
    assert "Play" in buttons(shown)


@pytest.mark.parametrize("fault", [{"refuse": True, "count": 5}, {"cut": True, "count": 15}])
async def test_a_board_stays_recorded_where_discord_does_not_answer(
    at: Table, monkeypatch: pytest.MonkeyPatch, fault: dict[str, object]
) -> None:
    """A lost answer does not mean that the board is missing; posting it again would make two."""

    sleep = asyncio.sleep

    async def at_once(_: float) -> None:
        """Remove the waits of discord.py between its attempts."""
        await sleep(0)

    await open_match(at, "docker new", ("anna", "ben"))
    row = await newest_row(at)
    await finish_check(at)
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    monkeypatch.setattr("discord.http.asyncio.sleep", at_once)
    at.sandbox.faults.order(FETCH, **fault)  # type: ignore[arg-type]
    assert await at.bot[Postman].repost_missing(after=0) is None
    assert await newest_row(at) == row


async def test_a_start_looks_up_a_few_boards_at_a_time_and_each_once(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    rows = tuple(OutboxRow(n, 70, n, 7, 0, 1000 + n, 0, 0.0) for n in range(1, 2 * CHECKED_AT_ONCE + 4))

    async def read_shown(*, after: int, limit: int) -> tuple[OutboxRow, ...]:
        return tuple(row for row in rows if row.match_id > after)[:limit]

    async def is_missing(row: OutboxRow) -> bool:
        found.append(row.match_id)
        return False

    postman: Postman = at.bot[Postman]
    monkeypatch.setattr(postman._outbox, "read_shown", read_shown)
    monkeypatch.setattr(postman._messages, "is_missing", is_missing)
    steps: list[int | None] = [0]
    while (after := steps[-1]) is not None:
        steps.append(await postman.repost_missing(after=after))
        assert len(found) <= CHECKED_AT_ONCE * (len(steps) - 1)
    assert steps == [0, 10, 20, None]
    assert found == [row.match_id for row in rows]


async def test_only_matches_in_play_are_checked(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await wait_for_boards(at)

    def read(tx: Transaction) -> tuple[int, ...]:
        return tuple(row.match_id for row in tx.read_shown_boards(after=0, limit=10))

    async def check_after(sql: str) -> tuple[int, ...]:
        await at.referee.store.transaction(lambda tx: tx._db.execute(sql) and None)
        return await at.referee.store.transaction(read)

    assert await at.referee.store.transaction(read) == (1,)
    assert await check_after("UPDATE matches SET phase = 'paused', paused_for = 'owner'") == (1,)
    assert await check_after("UPDATE matches SET paused_for = 'place'") == (), "its channel is lost"
    assert await check_after("UPDATE matches SET phase = 'running', paused_for = NULL") == (1,)
    newer = (
        "INSERT INTO outbox (guild_id, match_id, channel_id, seq, due_at) "
        "SELECT guild_id, id, channel_id, 9, 1e12 FROM matches"
    )
    assert await check_after(newer) == (), "a match with an owed board is not checked"
    assert await check_after("DELETE FROM outbox WHERE seq = 9") == (1,)
    assert await check_after("UPDATE matches SET phase = 'finished'") == ()
