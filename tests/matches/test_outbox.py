"""Test which owed boards and edits are due, and when."""

from __future__ import annotations

from msgspec import structs

from data import OutboxRow
from matches.delivery.outbox import MOST_ATTEMPTS, RETRY_AFTER, Outbox
from matches.keeping.saving import BOARD_GRACE
from matches.match import Match
from matches.play import resign
from tests.support.matches.house import ANNA, BEN, House


async def test_a_start_takes_what_an_earlier_process_has_left_and_nothing_else(at: House) -> None:
    outbox = Outbox(at.referee)
    match = await at.running("docker", ANNA, BEN)
    at.now += 1
    began = at.now
    at.now += 2 * BOARD_GRACE  # the login has taken long, and somebody presses before the first sweep
    await at.play_any_turn(match)
    other = await at.open("docker", channel=9)
    (left,) = await outbox.read_due(at.now, began=began, limit=9)
    assert (left.match_id, left.seq) == (match.id, 0), "the press posts the board it has just committed"
    assert [row.match_id for row in await outbox.take_due_edits(at.now, began=began, limit=9)] == [match.id]
    await outbox.defer(left.id, at.now)
    assert await outbox.read_due(at.now, limit=9) == ()
    assert await outbox.take_due_edits(at.now, limit=9) == ()
    assert [row.id for row in await outbox.read_due(at.now, began=began, limit=9)] == [left.id]
    assert [row.attempts for row in await outbox.take_due_edits(at.now, began=began, limit=9)] == [1]
    at.now += RETRY_AFTER[1]
    assert len(await outbox.read_due(at.now, limit=9)) == 2
    assert {row.match_id for row in await outbox.take_due_edits(at.now, limit=9)} == {match.id, other.id}


async def test_attempts_come_at_growing_intervals_and_end(at: House) -> None:
    outbox = Outbox(at.referee)
    await at.running("docker", ANNA, BEN)
    waits = []
    for _ in range(MOST_ATTEMPTS):
        (row,) = await at.list_unposted()
        await outbox.defer(row.id, at.now)
        (row,) = await at.list_unposted()
        waits.append(row.due_at - at.now)
    assert tuple(waits[:5]) == RETRY_AFTER
    assert set(waits[5:]) == {RETRY_AFTER[-1]}
    await outbox.defer(row.id, at.now)
    assert await at.list_unposted() == ()
    assert await outbox.defer(row.id, at.now) is None


async def _post(at: House, outbox: Outbox, match: Match, row: OutboxRow, message_id: int) -> None:
    owed = await outbox.read_board(row.id)
    assert owed is not None
    await outbox.mark_posted(match, owed, message_id, bare="{}", now=at.now)


async def test_a_superseded_board_is_dropped_unless_it_may_have_been_posted(at: House) -> None:
    outbox = Outbox(at.referee)
    match = await at.running("docker", ANNA, BEN)
    (first,) = await at.list_unposted()
    await at.play_any_turn(match)
    owed = await outbox.read_board(first.id, retry=True)
    assert owed is not None
    assert owed.is_superseded, "an earlier attempt may have posted it, so its message is looked for"
    assert await outbox.read_board(first.id) is None
    assert await outbox.read_board(first.id, retry=True) is None, "it was dropped, because the newer one has its news"
    (second,) = await at.list_unposted()
    newest = await outbox.read_board(second.id)
    assert newest is not None
    assert not newest.is_superseded


async def test_only_the_newest_board_is_posted_again(at: House) -> None:
    outbox = Outbox(at.referee)
    match = await at.running("docker", ANNA, BEN)
    (first,) = await at.list_unposted()
    await _post(at, outbox, match, first, 501)
    (shown,) = await outbox.read_shown(after=0, limit=9)
    match = (await at.play_any_turn(match)).match
    assert not await outbox.post_again(shown, at.now), "a newer one is owed"
    (second,) = await at.list_unposted()
    await _post(at, outbox, match, second, 502)
    (shown,) = await outbox.read_shown(after=0, limit=9)
    assert shown.message_id == 502
    assert not await outbox.post_again(structs.replace(shown, message_id=499), at.now), "it has another message by now"
    assert await outbox.post_again(shown, at.now)
    assert [row.seq for row in await outbox.read_due(at.now, limit=9)] == [second.seq]


async def test_with_several_processes_a_start_takes_only_what_is_due(at: House) -> None:
    at.share()
    outbox = Outbox(at.referee)
    await at.running("docker", ANNA, BEN)
    at.now += 1
    assert await outbox.read_due(at.now, began=at.now, limit=9) == (), "another process is posting it"
    at.now += BOARD_GRACE
    assert len(await outbox.read_due(at.now, began=at.now, limit=9)) == 1


async def test_a_last_board_keeps_its_buttons_and_gets_a_film(at: House) -> None:
    outbox = Outbox(at.referee)
    match = await at.running("docker", ANNA, BEN)
    (first,) = await at.list_unposted()
    await _post(at, outbox, match, first, 501)
    found = await outbox.read_newest(match)
    assert found is not None
    assert found[0].bare == "{}"
    match = (await at.do(match, resign, ANNA, now=at.now)).match
    assert await outbox.read_newest(match) is None, "a newer one is to be posted"
    (last,) = await at.list_unposted()
    await _post(at, outbox, match, last, 502)
    found = await outbox.read_newest(match)
    assert found is not None
    assert (found[0].message_id, found[0].bare) == (502, None)
    assert [row.id for row in await outbox.read_due_films(float("inf"), limit=9)] == [last.id]
