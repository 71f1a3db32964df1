"""A failed registration of commands does not keep the bot from starting."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import pytest
from discord.http import HTTPClient

from client.core.bot import SYNC_AGAIN_AFTER
from tests.support.play.table import Table, open_match, words

FETCH = "GET /applications/{application_id}/commands"
PUT = "PUT /applications/{application_id}/commands"
REFUSED = "400"
"""Discord is reachable and refuses the commands."""

_register = HTTPClient.bulk_upsert_global_commands


def spoil_names(http: HTTPClient, application_id: int, payload: list[Any]) -> Any:
    """Register commands whose names Discord does not allow."""
    return _register(http, application_id, [{**each, "name": "Not allowed!"} for each in payload])


async def test_without_user_install_the_commands_are_registered_for_servers(
    at: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """The owner has switched User Install off, and later on again."""
    kept = at.sandbox.world.commands[None]
    for installs in ((0,), (0, 1)):
        at.sandbox.world.application.installs = installs
        caplog.clear()
        await at.restart()
        asked = {tuple(command["integration_types"]) for command in kept.values()}
        assert asked == ({(0,)} if installs == (0,) else {(0,), (0, 1)})
        told = [each for each in caplog.records if "User Install is switched off" in each.getMessage()]
        assert bool(told) is (installs == (0,))
        assert not [each for each in at.sandbox.rest.refused if each.code == 50035]
    await open_match(at, "docker new", ("anna", "ben"))


@pytest.mark.parametrize("route", [FETCH, PUT, REFUSED])
async def test_a_bot_starts_although_its_commands_cannot_be_registered(
    at: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, route: str
) -> None:

    sleep = asyncio.sleep

    async def at_once(_: float) -> None:
        """Remove the waits of discord.py between its five attempts, but let other tasks run, otherwise a ticking loop
        would take all the time."""
        await sleep(0)

    monkeypatch.setattr("discord.http.asyncio.sleep", at_once)
    await at.stop()
    (at.folder / "commands.sha256").unlink()
    with monkeypatch.context() as patch:
        if route == REFUSED:
            patch.setattr(HTTPClient, "bulk_upsert_global_commands", spoil_names)
        else:
            at.sandbox.faults.order(route, refuse=True, count=5)
        await at.start()
    assert bool([each for each in at.sandbox.rest.refused if each.code == 50035]) == (route == REFUSED)
    at.sandbox.rest.refused.clear()
    assert any("could not be registered" in record.getMessage() for record in caplog.records)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR]
    await open_match(at, "docker new", ("anna", "ben"))
    assert not (at.folder / "commands.sha256").exists()
    at.sandbox.world.clock.advance(SYNC_AGAIN_AFTER + 60)
    await at.bot.run_timers()
    assert (at.folder / "commands.sha256").exists(), "the registration is tried again"
    helped = await at.person("anna").slash("help")
    assert "</play:" in words(helped.message)


async def test_commands_are_mentioned_by_the_name_that_is_registered(at: Table) -> None:
    """Discord resolves only this name, and shows each person the name in their own language."""
    anna = at.person("anna")
    anna.user.locale = "de"
    helped = words((await anna.slash("help")).message)
    assert "Partie" in helped, "the answer is in German"
    assert "</play:" in helped
    named = set(re.findall(r"</([^:>]+):\d+>", helped))
    known = {command.qualified_name for command in at.bot.tree.walk_commands()}
    assert named <= known
    assert not re.search(r"`/", helped), "every mentioned command is a link"
