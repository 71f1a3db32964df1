"""A sandbox and a small bot with the real discord.py, for all tests of this folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from sandbox.server import Sandbox
from sandbox.validate.openapi import VARIABLE, Description, default_path, load
from tests.support.small_bot import Bot, Call, Start, log_in


@pytest.fixture(scope="session")
def description() -> Description | None:
    """Find Discord's own API description, if it is available."""
    return load(default_path())


@pytest.fixture
def described(description: Description | None) -> Description:
    """Return Discord's own API description; skip the test without it."""
    if description is None:
        pytest.skip(f"Discord's API description is missing ({VARIABLE} names its file)")
    return description


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report if nothing was checked against Discord's own description."""
    if load(default_path()) is None:
        terminalreporter.write_line(
            f"Discord's API description was not at hand ({VARIABLE}): sandbox checked without it."
        )


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        yield sandbox
        assert sandbox.problems == []


@pytest.fixture
async def start(sandbox: Sandbox) -> AsyncIterator[Start]:
    """Return `start`: `await start(bot)` logs a bot in and syncs its commands; it is closed after the test."""
    contexts = []

    async def start(bot: Bot) -> Bot:
        context = log_in(bot, sandbox)
        contexts.append(context)
        await context.__aenter__()
        if bot.tree.get_commands():
            await bot.tree.sync()
        return bot

    yield start
    for context in reversed(contexts):
        await context.__aexit__(None, None, None)


@pytest.fixture
async def call(sandbox: Sandbox) -> AsyncIterator[Call]:
    """Return `call`: `status, body, headers = await call("POST", "/path", json)` sends a request as the bot, without a
    client library."""
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {sandbox.token}"}) as session:

        async def call(method: str, path: str, json: object = None, **options: Any) -> tuple[int, Any, Any]:
            url = f"{sandbox.url}/api/v10{path}"
            async with session.request(method, url, json=json, **options) as response:
                text = await response.read()
                return response.status, (await response.json() if text else None), response.headers

        yield call
