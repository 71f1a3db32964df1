"""Logins of all processes keep to Discord's limits."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pytest

from client.fleet import sessions
from client.fleet.sessions import RESERVED, Sessions
from client.fleet.sharded_bot import ShardedBot
from matches.keeping.processes import ALONE


async def test_logins_stop_before_discord_s_limit_and_wait_for_their_bucket(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    monkeypatch.setattr(sessions, "LONGEST_WAIT", 0.0)
    left, buckets = [RESERVED - 1, RESERVED, RESERVED + 1], []

    async def fetch() -> Any:
        return SimpleNamespace(remaining=left.pop(0), reset_after=3_600_000, max_concurrency=4)

    async def wait(bucket: int) -> None:
        buckets.append((bucket, len(left)))

    client: Any = SimpleNamespace(fetch_session_start_limits=fetch)
    fleet: Any = SimpleNamespace(wait_to_log_in=wait)
    await Sessions(client, fleet).wait_to_log_in(6)
    assert buckets == [(2, 0)], "only once Discord allows more than the reserve"
    assert [record.getMessage() for record in caplog.records] == [
        f"only {number} logins are left for today: waiting 0 s" for number in (RESERVED - 1, RESERVED)
    ]


async def test_a_single_process_asks_nobody() -> None:
    """Without the setting, discord.py logs in as before: the first shard at once."""
    bot: Any = ShardedBot.__new__(ShardedBot)
    bot._processes, bot.sessions = ALONE, None
    await bot.before_identify_hook(0, initial=True)
    assert bot.serves(1 << 30)
    assert bot.note_connections()(1 << 30)
