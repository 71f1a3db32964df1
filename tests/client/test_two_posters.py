"""Test that two processes on one store post each board once, also if one of them dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from client.boards.posted_boards import Sent
from client.boards.postman import _BATCH
from client.core.bot import Slowboat
from client.create import create_bot
from matches.delivery.outbox import OwedBoard
from matches.keeping.leases import LEASE, RENEW_EVERY
from matches.keeping.saving import BOARD_GRACE
from matches.match import Match
from matches.referee import Done
from matches.rows import OutboxRow
from matches.texts import Texts
from tests.matches.fleet import fleet, remove_claims
from tests.matches.house import ANNA, BEN, House
from tests.numbers import times

BOARDS = times(200, usual=6)
"""Boards that are owed when their poster dies."""


class Channels:
    """All channels: the boards in them, and who has posted each."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, int]] = []

    def find(self, row: OutboxRow) -> Sent | None:
        """Find a board among the messages."""
        found = [number for number, (_, outbox_id) in enumerate(self.posted) if outbox_id == row.id]
        return Sent(1000 + found[0]) if found else None


class Poster:
    """A process that posts boards. `hang_before`, `hang_after`: boards (by outbox id) at which it hangs, before or
    after Discord has posted them."""

    def __init__(self, name: str, at: House, folder: Path, channels: Channels) -> None:
        self.name = name
        self.at = at
        self.bot: Slowboat = create_bot(at.referee, at.machines, Texts(), state_folder=folder, on_ready=lambda: None)
        self.channels = channels
        self.hang_before: set[int] = set()
        self.hang_after: set[int] = set()
        self.hangs, self.let_go = asyncio.Event(), asyncio.Event()
        postman: Any = self.bot.postman
        postman._build = self._build
        postman._sending.find_board = self._find
        postman._sending.send_board = self._send

    async def _build(self, _match: Match, owed: OwedBoard, *_: object) -> Any:
        if owed.row.id in self.hang_before:
            self.hangs.set()
            await self.let_go.wait()
        return _Built()

    async def _find(self, _match: Match, row: OutboxRow) -> Sent | None:
        return self.channels.find(row)

    async def _send(self, _match: Match, owed: OwedBoard, *_: object, **__: object) -> Sent:
        self.channels.posted.append((self.name, owed.row.id))
        if owed.row.id in self.hang_after:
            self.hangs.set()
            await self.let_go.wait()
        return Sent(999 + len(self.channels.posted))


class _Built:
    bare = None


@pytest.fixture(params=["sqlite", "postgres"])
async def posters(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Poster, Poster]]:
    async with fleet(tmp_path, request.param) as pair:
        channels = Channels()
        first, second = [Poster(name, at, tmp_path, channels) for name, at in zip("ab", pair, strict=True)]
        yield first, second
        for each in (first, second):
            each.let_go.set()


async def owe(poster: Poster, count: int) -> list[OutboxRow]:
    """Start so many matches, whose first boards are owed."""
    for channel in range(count):
        await poster.at.running("docker", ANNA, BEN, channel=100 + channel)
    return list(await poster.at.list_unposted())


async def sweep_all(poster: Poster) -> None:
    """Sweep until every board has been seen."""
    for _ in range(BOARDS // _BATCH + 1):
        await poster.bot.postman.sweep()


def pass_time(posters: tuple[Poster, Poster], seconds: float) -> None:
    for each in posters:
        each.at.now += seconds


async def test_boards_of_a_dead_poster_are_posted_by_another_one(posters: tuple[Poster, Poster]) -> None:
    first, second = posters
    rows = await owe(first, BOARDS)
    lost = rows[min(BOARDS, _BATCH) // 2]
    pass_time(posters, BOARD_GRACE)
    first.hang_after = {lost.id}
    dying = asyncio.create_task(first.bot.postman.sweep())
    await first.hangs.wait()
    await sweep_all(second)
    (left,) = await first.at.list_unposted()
    assert left.id == lost.id, "its lease has not ended"
    pass_time(posters, LEASE)
    await second.bot.postman.sweep()
    assert await first.at.list_unposted() == ()
    assert sorted(outbox_id for _, outbox_id in second.channels.posted) == sorted(row.id for row in rows)
    first.let_go.set()
    await dying


async def test_sweeps_at_the_same_time_share_the_boards(posters: tuple[Poster, Poster]) -> None:
    first, second = posters
    rows = await owe(first, BOARDS)
    pass_time(posters, BOARD_GRACE)
    await asyncio.gather(*map(sweep_all, posters))
    assert sorted(outbox_id for _, outbox_id in second.channels.posted) == sorted(row.id for row in rows)
    assert await first.at.list_unposted() == ()


async def test_a_slow_poster_keeps_its_board_while_it_lives(posters: tuple[Poster, Poster]) -> None:
    first, second = posters
    (row,) = await owe(first, 1)
    first.hang_before = {row.id}
    posting = asyncio.create_task(
        first.bot.postman.post_board(Done(await first.at.referee.match(row.match_id), row.id))
    )
    await first.hangs.wait()
    for _ in range(6):
        pass_time(posters, RENEW_EVERY)
        await first.at.referee.leases.renew()
        await second.bot.postman.sweep()
    assert second.channels.posted == []
    first.let_go.set()
    await posting
    assert second.channels.posted == [("a", row.id)]


async def test_a_poster_that_was_too_slow_leaves_its_board_to_the_other(posters: tuple[Poster, Poster]) -> None:
    first, second = posters
    (row,) = await owe(first, 1)
    first.hang_before = {row.id}
    posting = asyncio.create_task(
        first.bot.postman.post_board(Done(await first.at.referee.match(row.match_id), row.id))
    )
    await first.hangs.wait()
    pass_time(posters, BOARD_GRACE)
    await second.bot.postman.sweep()
    first.let_go.set()
    await posting
    assert second.channels.posted == [("b", row.id)]
    assert await first.at.list_unposted() == ()


async def test_a_poster_that_begins_too_late_asks_first(posters: tuple[Poster, Poster]) -> None:
    """Its event loop has stood still, and the board is due."""
    first, second = posters
    (row,) = await owe(first, 1)
    second.hang_before = {row.id}
    pass_time(posters, BOARD_GRACE)
    sweeping = asyncio.create_task(second.bot.postman.sweep())
    await second.hangs.wait()
    await first.bot.postman.post_board(Done(await first.at.referee.match(row.match_id), row.id))
    assert second.channels.posted == []
    second.let_go.set()
    await sweeping
    assert second.channels.posted == [("b", row.id)]


async def test_without_claims_a_board_would_be_posted_twice(
    posters: tuple[Poster, Poster], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = posters
    remove_claims(monkeypatch)
    (row,) = await owe(first, 1)
    first.hang_before = {row.id}
    match = await first.at.referee.match(row.match_id)
    posting = asyncio.create_task(first.bot.postman.post_board(Done(match, row.id)))
    await first.hangs.wait()
    pass_time(posters, BOARD_GRACE)
    await second.bot.postman.sweep()
    first.let_go.set()
    await posting
    assert second.channels.posted == [("b", row.id), ("a", row.id)]
