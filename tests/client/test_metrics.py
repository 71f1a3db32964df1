"""Test what metrics count, and for how long they keep it."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from prometheus_client import generate_latest
from yarl import URL

from client.core.metrics import WINDOW, Metrics
from matches.sweep import Ages
from tests.support.play.table import table


def test_invalid_requests_are_forgotten_after_ten_minutes() -> None:
    metrics = Metrics()
    for status in (200, 403, 429, 404, 401, 500):
        metrics.count_answer(status, 100.0)
    assert metrics.count_invalid(100.0) == 3
    assert metrics.count_invalid(100.0 + WINDOW) == 3
    assert metrics.count_invalid(101.0 + WINDOW) == 0


@pytest.mark.parametrize(
    ("status", "scope", "counted"),
    [(429, "user", 1), (429, "global", 1), (429, "shared", 0), (403, None, 1), (403, "shared", 1), (200, None, 0)],
)
def test_refusals_for_a_limit_that_others_share_are_not_counted(status: int, scope: str | None, counted: int) -> None:
    metrics = Metrics()
    headers = {} if scope is None else {"X-RateLimit-Scope": scope}
    url = URL("https://discord.com/x")
    response: Any = SimpleNamespace(status=status, headers=headers, ok=status == 200, url=url)
    metrics.note_response(response)
    assert metrics.count_invalid(time.monotonic()) == counted


def test_logins_are_counted_for_a_day() -> None:
    metrics = Metrics()
    for second in range(10):
        metrics.note_login(float(second))
    assert b"slowboat_identifies_left 990.0" in generate_latest(metrics.registry)
    metrics.note_login(86_500.0)
    assert b"slowboat_identifies_left 999.0" in generate_latest(metrics.registry)


def test_an_answer_is_timed_once_from_the_interactions_arrival() -> None:
    metrics = Metrics()
    metrics.note_arrival(7, 100.0)
    metrics.note_answer(7, 100.3)
    metrics.note_answer(7, 109.0)
    metrics.note_answer(8, 109.0)
    told = generate_latest(metrics.registry)
    assert b"slowboat_acknowledge_seconds_count 1.0" in told
    assert b'slowboat_acknowledge_seconds_bucket{le="0.25"} 0.0' in told
    assert b'slowboat_acknowledge_seconds_bucket{le="0.5"} 1.0' in told


def test_unanswered_interactions_are_not_remembered_for_ever() -> None:
    metrics = Metrics()
    for number in range(5000):
        metrics.note_arrival(number, 0.0)
    assert len(metrics._arrived) <= 1024
    assert 4999 in metrics._arrived, "those of long ago are forgotten first"


async def test_a_request_is_counted_by_the_status_of_its_answer(tmp_path: Path) -> None:
    async with table(tmp_path) as at:

        def count_missing() -> float:
            return at.bot.metrics.registry.get_sample_value("slowboat_requests_total", {"status": "404"}) or 0.0

        assert count_missing() == 0
        for number in (1, 2):
            with pytest.raises(discord.NotFound):
                await at.bot.fetch_user(number)
            assert count_missing() == number


async def test_commands_presses_and_suggestions_are_timed(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        anna, metrics = at.person("anna"), at.bot.metrics

        async def wait_for_times(many: int) -> None:
            """Wait until the client knows that its answer was accepted."""
            name = "slowboat_acknowledge_seconds_count"
            await anna.until(lambda: metrics.registry.get_sample_value(name) == many)

        card = await anna.slash("docker new")
        await wait_for_times(1)  # a command
        await at.person("ben").click(card.message, "Join")
        await wait_for_times(2)  # a press
        await anna.autocomplete("docker move", {"move": ""}, focused="move")
        await wait_for_times(3)  # suggestions


def test_a_process_tells_which_shards_it_is_connected_to_and_which_it_serves() -> None:
    metrics = Metrics()
    metrics.note_shards("a", {0, 1}, {1, 2}, 4)
    told = generate_latest(metrics.registry).decode()
    for shard, connected, served in ((0, 1, 0), (1, 1, 1), (2, 0, 1), (3, 0, 0)):
        assert f'slowboat_shard_connected{{process="a",shard="{shard}"}} {connected}.0' in told
        assert f'slowboat_shard_served{{process="a",shard="{shard}"}} {served}.0' in told


def test_the_ages_of_boards_and_timers_are_told_apart() -> None:
    metrics = Metrics()
    metrics.note_ages(Ages(outbox=7.0, timer=3.0))
    told = generate_latest(metrics.registry)
    assert b"slowboat_outbox_age_seconds 7.0" in told
    assert b"slowboat_timer_age_seconds 3.0" in told
