"""Test which owed boards and edits are due, and when."""

from __future__ import annotations

from matches.delivery.outbox import RETRY_AFTER, Outbox
from matches.keeping.saving import BOARD_GRACE
from tests.matches.house import ANNA, BEN, House


async def test_a_start_takes_what_an_earlier_process_has_left_and_nothing_else(at: House) -> None:
    outbox = Outbox(at.referee)
    match = await at.running("docker", ANNA, BEN)
    at.now += 1
    began = at.now
    at.now += 2 * BOARD_GRACE  # the login has taken long, and somebody presses before the first sweep
    await at.play_any_turn(match)
    other = await at.open("docker", channel=9)
    (left,) = await outbox.read_due(at.now, began=began, limit=9)
    assert (left.match_id, left.seq) == (match.row.id, 0), "the press posts the board it has just committed"
    assert [row.match_id for row in await outbox.take_due_edits(at.now, began=began, limit=9)] == [match.row.id]
    await outbox.defer(left.id, at.now)
    assert await outbox.read_due(at.now, limit=9) == ()
    assert await outbox.take_due_edits(at.now, limit=9) == ()
    assert [row.id for row in await outbox.read_due(at.now, began=began, limit=9)] == [left.id]
    assert [row.attempts for row in await outbox.take_due_edits(at.now, began=began, limit=9)] == [1]
    at.now += RETRY_AFTER[1]
    assert len(await outbox.read_due(at.now, limit=9)) == 2
    assert {row.match_id for row in await outbox.take_due_edits(at.now, limit=9)} == {match.row.id, other.row.id}
