"""Play a week of a match with four people through the real client, and check the promises about games over days."""

from __future__ import annotations

from pathlib import Path

import pytest

from matches.keeping.saving import MOST_PINGS
from sandbox.person.person import words
from tests.play.week.week import Week, begin_week
from tests.play.week.week_script import PROMISES, SHORT
from tests.support.play.wordless import actions, boards, public

pytestmark = pytest.mark.usefixtures("blank_pictures")  # nobody looks at the pictures


@pytest.mark.parametrize("command", ["docker new", "dog new"])
async def test_a_week(tmp_path: Path, command: str) -> None:
    async with begin_week(tmp_path) as week:
        await week.begin(command, **SHORT.get(command, {}))
        await week.live()
        assert set(PROMISES) <= week.done
        assert week.waited or command in SHORT, "somebody moved while Ben slept"
        await check_week(week)
        log = await week.at.referee.store.transaction(lambda tx: tx.read_log(1))
        assert [sum(row.kind == kind for row in log) for kind in ("undo", "pause", "resume")] == [1, 1, 1]
        assert sum(row.made_by == "stand_in" for row in log) >= 2
        absent = "A stand-in moved for ■ Blue (Dana)."
        assert sum(absent in words(shown) for shown, _ in boards(week.people["anna"])) >= 2
        match = await week.match()
        assert [holder.stand_in for holder in match.seats] == [None] * 4, "everybody is back"
        assert match.phase == ("finished" if command in SHORT else "running")
        if command in SHORT:
            assert "share first place" in words(boards(week.people["anna"])[-1][0]), "nobody has won alone"


async def check_week(week: Week) -> None:
    """Check whom the bot has pinged, and the messages in the channel, after a week."""
    assert max(week.calls.values()) == MOST_PINGS == 3, "some decision has had three pings, and none more"
    assert {name for name, _ in week.calls} == set(week.people)
    assert week.in_the_night == []
    assert all(week.calls[late] for late in week.waited), "pings due while Ben slept came in the morning"
    assert week.unasked == [], "nobody without a decision is pinged"
    assert week.overdue == [], "a reminder is deleted after its turn"

    anna = week.people["anna"]
    shown = boards(anna)
    positions = [position for _, position in shown]
    assert positions == sorted(set(positions)), "every position has one board, in order"
    posted = await week.at.referee.store.transaction(
        lambda tx: list(tx._db.execute("SELECT seq, message_id FROM outbox WHERE match_id = 1 ORDER BY seq"))
    )
    assert [(position, message.id) for message, position in shown] == posted, "every board was posted and still exists"
    assert [actions(message) for message, _ in shown[:-1]] == [{}] * (len(shown) - 1)
    assert not any("it is your turn" in words(message) for message, _ in shown[:-1]), "an old board pings nobody"
    assert actions(shown[-1][0])
    mine = [message for message in public(anna) if message.author.bot]
    votes = [message for message in mine if words(message).startswith("✓ Everybody has agreed to ")]
    assert len(mine) == len(shown) + len(votes) + 1, "boards, two votes, the lobby's card, and nothing else"
    assert len(votes) == 2
    assert len([*public(anna)]) == len(mine) + 7, "people's own messages stand between"
