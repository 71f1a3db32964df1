"""If every channel is closed to the bot, refused requests stay within the budget and no match is lost."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from client.board import postman as _postman
from client.board.postman import Postman
from client.core.metrics import BUDGET, WINDOW
from data import Transaction
from matches.delivery.outbox import Outbox
from matches.delivery.pings import PingLog
from tests.support.matches.house import ANNA, BEN, house
from tests.support.numbers import times
from tests.support.wire.offline import offline

CLOSED = times(5000, usual=700)
"""Matches whose channels answer 403; more than the budget."""


async def list_refusals_of_a_day(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """List the times of all refused requests in a day of sweeps, with every channel closed."""
    async with house(folder) as at:
        for channel in range(CLOSED):
            await at.running("docker", ANNA, BEN, channel=channel)
        bot = offline(folder)
        bot.referee = at.referee
        bot.outbox, bot.ping_log = Outbox(at.referee), PingLog(at.referee)
        postman = bot[Postman]
        clock = SimpleNamespace(monotonic=lambda: at.now)
        monkeypatch.setattr(_postman, "time", clock)
        monkeypatch.setattr(bot, "dispatch", lambda *_: None)  # no match is paused: the worst case
        refused: list[float] = []

        async def post(*_: object, **__: object) -> None:
            refused.append(at.now)
            bot.metrics.count_answer(403, at.now)
            raise discord.Forbidden(SimpleNamespace(status=403, reason="no"), {"code": 50013, "message": "no"})

        monkeypatch.setattr(postman, "_post", post)
        for _ in range(24 * 12):
            at.now += 300
            await postman.sweep()

        def phases(tx: Transaction) -> set[str]:
            return {row.phase for row in tx.list_open_matches_in(70)}

        assert await at.store.transaction(phases) == {"running"}, "no match is lost"
        return refused


def count_busiest_minutes(refused: list[float]) -> int:
    """Count the most refusals in any ten minutes."""
    return max((sum(1 for other in refused if at <= other < at + WINDOW) for at in refused), default=0)


async def test_a_day_of_closed_channels_stays_within_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = await list_refusals_of_a_day(tmp_path, monkeypatch)
    assert len(refused) >= CLOSED, "every board was tried"
    assert count_busiest_minutes(refused) <= BUDGET


@pytest.mark.mutant
async def test_without_the_budget_discord_would_ban_the_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert vars(_postman)["BUDGET"] == BUDGET
    monkeypatch.setattr(_postman, "BUDGET", 10**6)
    monkeypatch.setattr(_postman, "_BATCH", 10**6)
    assert count_busiest_minutes(await list_refusals_of_a_day(tmp_path, monkeypatch)) > BUDGET
