"""Test that two processes on one store post each board once, also if one of them dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from client.board.postman import Postman
from matches.keeping.saving import BOARD_GRACE
from matches.referee import Done
from tests.support.matches.fleet import fall_silent, fleet, remove_claims
from tests.support.numbers import times
from tests.support.wire.posters import AT_ONCE, Channels, Poster, owe, sweep_all

BOARDS = times(200, usual=6)
"""Boards that are owed when their poster dies."""


@pytest.fixture
async def posters(tmp_path: Path) -> AsyncIterator[tuple[Poster, Poster]]:
    async with fleet(tmp_path) as pair:
        channels = Channels()
        first, second = [Poster(name, at, tmp_path, channels) for name, at in zip("ab", pair, strict=True)]
        yield first, second
        for each in (first, second):
            each.let_go.set()


def pass_time(posters: tuple[Poster, Poster], seconds: float) -> None:
    for each in posters:
        each.at.now += seconds


async def test_boards_of_a_dead_poster_are_posted_by_another_one(posters: tuple[Poster, Poster]) -> None:
    first, second = posters
    rows = await owe(first, BOARDS)
    lost = rows[min(BOARDS, AT_ONCE) // 2]
    pass_time(posters, BOARD_GRACE)
    first.hang_after = {lost.id}
    dying = asyncio.create_task(first.bot[Postman].sweep())
    await first.hangs.wait()
    await sweep_all(second, BOARDS)
    while len(left := await first.at.list_unposted()) > 1:  # noqa: ASYNC110 - the first one is still recording others
        await asyncio.sleep(0)
    assert [row.id for row in left] == [lost.id], "its poster is alive"
    fall_silent(first.at)
    await second.bot[Postman].sweep()
    assert await first.at.list_unposted() == ()
    assert sorted(second.channels.list_posted()) == sorted(row.id for row in rows)
    first.let_go.set()
    await dying


async def test_sweeps_at_the_same_time_share_the_boards(posters: tuple[Poster, Poster]) -> None:
    first, second = posters
    rows = await owe(first, BOARDS)
    pass_time(posters, BOARD_GRACE)
    await asyncio.gather(*(sweep_all(each, BOARDS) for each in posters))
    assert sorted(second.channels.list_posted()) == sorted(row.id for row in rows)
    assert await first.at.list_unposted() == ()


async def test_a_slow_poster_keeps_its_board_while_it_lives(posters: tuple[Poster, Poster]) -> None:
    first, second = posters
    (row,) = await owe(first, 1)
    first.hang_before = {row.id}
    posting = asyncio.create_task(
        first.bot[Postman].post_board(Done(await first.at.referee.match(row.match_id), row.id))
    )
    await first.hangs.wait()
    pass_time(posters, 2 * BOARD_GRACE)
    await second.bot[Postman].sweep()
    assert second.channels.posted == []
    first.let_go.set()
    await posting
    assert second.channels.posted == [("a", row.id)]


async def test_a_poster_that_was_too_slow_leaves_its_board_to_the_other(posters: tuple[Poster, Poster]) -> None:
    first, second = posters
    (row,) = await owe(first, 1)
    first.hang_before = {row.id}
    posting = asyncio.create_task(
        first.bot[Postman].post_board(Done(await first.at.referee.match(row.match_id), row.id))
    )
    await first.hangs.wait()
    pass_time(posters, BOARD_GRACE)
    fall_silent(first.at)
    await second.bot[Postman].sweep()
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
    sweeping = asyncio.create_task(second.bot[Postman].sweep())
    await second.hangs.wait()
    await first.bot[Postman].post_board(Done(await first.at.referee.match(row.match_id), row.id))
    assert second.channels.posted == []
    second.let_go.set()
    await sweeping
    assert second.channels.posted == [("b", row.id)]


@pytest.mark.mutant
async def test_without_claims_a_board_would_be_posted_twice(
    posters: tuple[Poster, Poster], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = posters
    remove_claims(monkeypatch)
    (row,) = await owe(first, 1)
    first.hang_before = {row.id}
    match = await first.at.referee.match(row.match_id)
    posting = asyncio.create_task(first.bot[Postman].post_board(Done(match, row.id)))
    await first.hangs.wait()
    pass_time(posters, BOARD_GRACE)
    await second.bot[Postman].sweep()
    first.let_go.set()
    await posting
    assert second.channels.posted == [("b", row.id), ("a", row.id)]
