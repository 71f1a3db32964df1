"""A sandbox and a small bot with the real discord.py, for all tests of this folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from sandbox.client import point_discord_py_at
from sandbox.server import Sandbox
from sandbox.validate.openapi import VARIABLE, Description, default_path, load

Call = Callable[..., Awaitable[tuple[int, Any, Any]]]
"""Sends a request as the bot: `status, body, headers = await call("POST", "/path", json)`."""


class Bot(discord.Client):
    """A bare client with a command tree and without waiting for guilds."""

    heard: list[Any]
    seen: list[Any]
    forms: list[Any]
    """Values that a test's own handlers have recorded."""
    on_disconnect: Callable[..., Any]
    on_guild_channel_delete: Callable[..., Any]
    on_guild_channel_update: Callable[..., Any]
    on_interaction: Callable[..., Any]
    on_member_join: Callable[..., Any]
    on_member_remove: Callable[..., Any]
    on_message: Callable[..., Any]
    on_socket_event_type: Callable[..., Any]
    """Handlers that a test may set."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("intents", discord.Intents(guilds=True, guild_messages=True))
        super().__init__(guild_ready_timeout=0.0, **options)
        self.tree = app_commands.CommandTree(self)
        self.on_ready_event = asyncio.Event()
        self.errors: list[BaseException] = []
        self.tree.on_error = self.on_tree_error  # type: ignore[method-assign]

    @property
    def own_id(self) -> int:
        """The id of the user it is logged in as."""
        assert self.user is not None
        return self.user.id

    def get_channel(self, number: int, /) -> Any:
        """Return a channel of any kind, so that tests need no casts."""
        return super().get_channel(number)

    async def fetch_channel(self, number: int, /) -> Any:
        """Fetch a channel of any kind, so that tests need no casts."""
        return await super().fetch_channel(number)

    async def on_ready(self) -> None:
        self.on_ready_event.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip the five seconds that discord.py waits here before it identifies again."""

    async def on_tree_error(self, interaction: discord.Interaction, error: BaseException) -> None:
        self.errors.append(error)


Start = Callable[[Bot], Awaitable[Bot]]
"""Logs a bot in and registers its commands."""


async def eventually(condition: Callable[[], object], *, within: float = 30.0) -> None:
    """Wait until `condition` holds, for events inside the client that nothing reports."""
    async with asyncio.timeout(within):
        while not condition():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.001)


@asynccontextmanager
async def log_in(bot: Bot, sandbox: Sandbox) -> AsyncIterator[Bot]:
    """Log a bot in and wait until it is ready."""
    with point_discord_py_at(sandbox):
        task = asyncio.create_task(bot.start(sandbox.token))
        ready = asyncio.create_task(bot.on_ready_event.wait())
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=10)
        if task.done():
            ready.cancel()
            await task
        await ready
        try:
            yield bot
        finally:
            await bot.close()
            await asyncio.wait({task}, timeout=5)


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
