"""A small bot with the real discord.py."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

from sandbox.client import point_discord_py_at
from sandbox.server import Sandbox

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


class Counter(ui.View):
    """A button that counts, and one that answers in private."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @ui.button(label="More", custom_id="more")
    async def more(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        self.count += 1
        await interaction.response.edit_message(content=f"count {self.count}")

    @ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.send_message(f"psst {interaction.user.display_name}", ephemeral=True)

    @ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        raise AssertionError("a disabled button was pressed")


def make_bot(callback: Any, *, name: str = "go") -> Bot:
    """Make a bot with one command that does `callback`."""
    bot = Bot()

    @bot.tree.command(name=name, description="Do it")
    async def command(interaction: discord.Interaction) -> None:
        await callback(interaction)

    return bot


def png(width: int = 40, height: int = 30) -> io.BytesIO:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "navy").save(file, "png")
    file.seek(0)
    return file


def make_pinging_bot() -> Bot:
    bot = Bot()
    bot.heard = []

    @bot.tree.command(description="Ping")
    async def ping(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("pong")

    @bot.event
    async def on_message(message: discord.Message) -> None:
        bot.heard.append(message.id)

    return bot
