"""A failed registration of commands does not keep the bot from starting."""

from __future__ import annotations

import asyncio
import logging

import pytest

from client.core.bot import SYNC_AGAIN_AFTER
from tests.play.table import Table, open_match, words

FETCH = "GET /applications/{application_id}/commands"
PUT = "PUT /applications/{application_id}/commands"


@pytest.mark.parametrize("route", [FETCH, PUT])
async def test_a_bot_starts_although_its_commands_cannot_be_registered(
    at_table: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, route: str
) -> None:
    at = at_table

    sleep = asyncio.sleep

    async def at_once(_: float) -> None:
        """Remove the waits of discord.py between its five attempts, but let other tasks run, or a ticking loop takes
        all time."""
        await sleep(0)

    monkeypatch.setattr("discord.http.asyncio.sleep", at_once)
    await at.stop()
    (at.folder / "commands.sha256").unlink()
    at.sandbox.faults.order(route, refuse=True, count=5)
    await at.start()
    assert any("could not be registered" in record.getMessage() for record in caplog.records)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR]
    await open_match(at, "docker new", ("anna", "ben"))
    assert not (at.folder / "commands.sha256").exists()
    at.sandbox.world.clock.advance(SYNC_AGAIN_AFTER + 60)
    await at.bot.run_timers()
    assert (at.folder / "commands.sha256").exists(), "it is tried again"
    helped = await at.person("anna").slash("help")
    assert "</docker new:" in words(helped.message)
