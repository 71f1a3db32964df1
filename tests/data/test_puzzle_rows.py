"""Rows about puzzles, in both databases."""

from __future__ import annotations

from msgspec import structs

from data import AnyStore, GuildRow, PuzzleTryRow
from tests.support.matches.rows import NOW, a_match, store_match


async def test_the_first_answer_to_a_puzzle_stays(store: AnyStore) -> None:
    rows = [PuzzleTryRow(70, user, day, "a", int(user == 5)) for user in (5, 6) for day in (9, 8)]
    for row in rows:
        assert await store.transaction(lambda tx, row=row: tx.add_puzzle_try(row))
    assert not await store.transaction(lambda tx: tx.add_puzzle_try(structs.replace(rows[0], code="b", solved=0)))
    assert await store.transaction(lambda tx: tx.list_puzzle_tries(70, 5)) == rows[:2], "the newest first"
    assert await store.transaction(lambda tx: tx.list_puzzle_tries(71, 5)) == []
    assert await store.transaction(lambda tx: tx.count_puzzles(70, 8, 9)) == [(5, 2, 2), (6, 0, 2)]
    assert await store.transaction(lambda tx: tx.count_puzzles(70, 9, 10)) == [(5, 1, 1), (6, 0, 1)]
    await store.transaction(lambda tx: tx.drop_puzzle_tries(9))
    assert await store.transaction(lambda tx: tx.list_puzzle_tries(70, 6)) == rows[2:3]


async def test_a_match_is_searched_once_and_its_puzzle_shown_later(store: AnyStore) -> None:
    over = {"phase": "finished", "ended_at": NOW}
    first, second = [await store_match(store, a_match(channel_id=channel, **over)) for channel in (1, 2)]
    for channel, changes in ((3, {"private": 1}), (4, {"demo": 1}), (5, {"guild_id": 71}), (6, {"phase": "cancelled"})):
        await store_match(store, a_match(channel_id=channel, **{**over, **changes}))
    for row, text in ((second, "two"), (first, None)):
        assert await store.transaction(lambda tx: tx.find_match_without_puzzle(70)) == row.id
        await store.transaction(lambda tx, row=row, text=text: tx.put_match_puzzle(row, 8, text))
    assert await store.transaction(lambda tx: tx.find_match_without_puzzle(70)) is None
    assert await store.transaction(lambda tx: tx.claim_match_puzzle(70, 8)) is None, "not on the day of the search"
    for _ in range(2):
        assert await store.transaction(lambda tx: tx.claim_match_puzzle(70, 9)) == "two"
    assert await store.transaction(lambda tx: tx.claim_match_puzzle(70, 10)) is None


async def test_servers_with_a_setting_are_listed(store: AnyStore) -> None:
    for guild_id, settings, left_at in ((70, '{"puzzle":{}}', None), (71, "{}", None), (72, '{"puzzle":{}}', NOW)):
        row = GuildRow(guild_id, settings, left_at=left_at)
        await store.transaction(lambda tx, row=row: tx.put_guild(row))
    assert await store.transaction(lambda tx: tx.list_guilds_with("puzzle")) == [(70, '{"puzzle":{}}')]
