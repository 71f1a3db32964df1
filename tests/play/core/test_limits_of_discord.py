"""A request that Discord limits for long delays its own place alone: no other match, and no start."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.core import bot as core
from client.core import errands
from sandbox.discord.model import Message
from tests.support.play.days import HOUR, list_reminders, pass_time
from tests.support.play.table import Table, open_lobby, open_match, table, wait_for_boards, wait_for_rest

pytestmark = pytest.mark.usefixtures("blank_pictures")

POST = "POST /channels/{channel_id}/messages"


async def open_two(at: Table) -> None:
    """Open a match in each of two channels, at the same pace, and let time pass until just before both reminders."""
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "daily"})
    chiara, dana = at.person("chiara", "general"), at.person("dana", "general")
    opened = await open_lobby(at, chiara, pace="daily")
    await dana.click(opened.message, "Join")
    await wait_for_boards(at)
    await wait_for_rest()
    await pass_time(at, 11 * HOUR)


async def advance(at: Table, seconds: float) -> None:
    """Let time pass with the bot up, and sweep once."""
    at.sandbox.world.clock.advance(seconds)
    at.referee._alive_at = at.referee.now()
    await at.referee.store.transaction(lambda tx: tx.record_alive(at.referee.now(), gap=float("inf")))
    await at.bot.sweep()


def list_all_reminders(at: Table) -> list[list[Message]]:
    """List the reminders in both channels."""
    return [list_reminders(at.person(*who)) for who in (("anna", "games"), ("chiara", "general"))]


async def test_a_limited_reminder_delays_no_other_and_comes_when_the_limit_ends(at: Table) -> None:
    await open_two(at)
    at.sandbox.limits.refuse_next(POST, retry_after=65.0)
    await advance(at, 2 * HOUR)
    assert sorted(map(len, list_all_reminders(at))) == [0, 1]
    await advance(at, 60)
    assert sorted(map(len, list_all_reminders(at))) == [0, 1], "the limit has not ended"
    await advance(at, 6)
    assert [len(each) for each in list_all_reminders(at)] == [1, 1]
    await advance(at, HOUR)
    assert [len(each) for each in list_all_reminders(at)] == [1, 1]


async def test_a_reminder_that_waits_inside_its_request_delays_no_other(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py itself waits for limits of up to thirty seconds."""
    await open_two(at)
    at.sandbox.limits.refuse_next(POST, retry_after=29.0)
    monkeypatch.setattr(errands, "WITHIN", 0.0)
    await advance(at, 2 * HOUR)
    await at.person("anna").until(lambda: any(list_all_reminders(at)))
    assert sorted(map(len, list_all_reminders(at))) == [0, 1]
    before = (at.folder / "heartbeat").stat().st_mtime_ns
    await advance(at, 60)
    assert any("errands for 1100" in task.get_name() for task in at.bot.errands._tasks), "it still waits"
    assert (at.folder / "heartbeat").stat().st_mtime_ns > before


@pytest.mark.parametrize("wait", [29.0, 3600.0], ids=["discord.py waits", "an hour"])
async def test_a_bot_whose_registration_is_limited_is_ready_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wait: float
) -> None:
    async with table(tmp_path) as at:
        await at.stop()
        (tmp_path / "commands.sha256").unlink()  # as after an update with a changed command
        at.sandbox.limits.refuse_next("PUT /applications", retry_after=wait)
        at.sandbox.rest.log.clear()
        monkeypatch.setattr(core, "COMMANDS_WITHIN", 0.1)
        await at.start()
        await open_match(at, "docker new", ("anna", "ben"))
        assert not (tmp_path / "commands.sha256").exists()
        assert count_registrations(at) == 1
        if wait > 60:
            await pass_time(at, wait - 600, step=600)
            assert count_registrations(at) == 1, "it is not asked again before the limit ends"
            await pass_time(at, 1200, step=600)
            await wait_for_rest()
            assert count_registrations(at) == 2
            await at.restart()
            assert count_registrations(at) == 2, "a start registers nothing that is registered already"


def count_registrations(at: Table) -> int:
    """Count the requests that register commands."""
    return sum(each.method == "PUT" and each.template.endswith("/commands") for each in at.sandbox.rest.log)
