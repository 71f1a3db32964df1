"""A whole Slowboat at a sandbox's table: the real client over sockets, its store in a folder, and people to play."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cogs._bot import Slowboat
from data import Store
from matches.machines import Machines
from matches.referee import Referee
from matches.texts import Texts
from matches.worker import NatureWorker
from sandbox.client import point_discord_py_at
from sandbox.model import Message
from sandbox.person import Person, buttons, menus, words
from sandbox.server import Sandbox


class Table:
    """The bot and its world. `bot` is another one after a restart."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.bot: Slowboat
        self._stack = contextlib.AsyncExitStack()

    @property
    def referee(self) -> Referee:
        return self.bot.referee

    async def start(self) -> None:
        """Open the store and log in; ready when the first sweep has been made."""
        world = self.sandbox.world
        store = await Store.open(self.folder / "slowboat.db")
        self._stack.push_async_callback(store.close)
        referee = Referee(store, now=world.now)
        worker = NatureWorker(time_limit=10)
        self._stack.push_async_callback(worker.stop)
        ready = asyncio.Event()
        self.bot = Slowboat(referee, Machines(referee, worker), Texts(), state_folder=self.folder, on_ready=ready.set)
        self.bot._connection.guild_ready_timeout = 0.0
        self._stack.enter_context(point_discord_py_at(self.sandbox))
        running = asyncio.create_task(self.bot.start(self.sandbox.token))
        self._stack.push_async_callback(self._log_out, running)
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED, timeout=20)
        if running.done():
            await running
        await waiting

    async def _log_out(self, running: asyncio.Task[None]) -> None:
        await self.bot.close()
        await asyncio.wait({running}, timeout=5)

    async def stop(self) -> None:
        stack, self._stack = self._stack, contextlib.AsyncExitStack()
        await stack.aclose()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    def person(self, name: str, channel: str = "games") -> Person:
        return self.sandbox.person(name, channel)


@contextlib.asynccontextmanager
async def table(folder: Path) -> AsyncIterator[Table]:
    async with Sandbox() as sandbox:
        for user in sandbox.world.users.values():
            user.locale = "en-GB"  # so that buttons can be pressed by their English labels
        at = Table(sandbox, folder)
        try:
            await at.start()
            yield at
        finally:
            await at.stop()
        assert sandbox.problems == []


def board(person: Person) -> Message:
    """The newest board in the person's channel."""
    for message in reversed(person.messages()):
        if not message.ephemeral and message.attachments:
            return message
    raise LookupError("no board")


def awaited(at: Table, channel: str = "games") -> list[Person]:
    """The people the newest board pings."""
    people = [at.person(user.name, channel) for user in at.sandbox.world.users.values() if not user.bot]
    return [person for person in people if person.user.id in board(person).mentions]


async def open_match(
    at: Table, command: str, people: Sequence[str], options: Mapping[str, Any] | None = None
) -> Message:
    """Open a match, have the others join, and wait for the first board."""
    host, *others = (at.person(name) for name in people)
    opened = await host.slash(command, {"players": len(people), **(options or {})})
    for person in others:
        await person.click(opened.message, "Join")
    return await host.until(lambda: next((m for m in reversed(host.messages()) if m.attachments), None))


async def new_board(person: Person, old: Message) -> Message:
    """The next board to appear after `old`."""
    return await person.until(lambda: (now := board(person)) is not old and now)


async def take_turn(person: Person, *, choose: int = 0) -> Message:
    """Play, the `choose`th option of the first menu, Confirm: the three clicks of an ordinary turn; the new board."""
    old = board(person)
    panel = (await person.click(old, "Play")).message
    while "Confirm" not in buttons(panel):
        menu, options = next(iter(menus(panel).items()))
        await person.choose(panel, menu, options[choose % len(options)]["value"])
    await person.click(panel, "Confirm")
    return await new_board(person, old)


__all__ = ["Table", "awaited", "board", "buttons", "menus", "new_board", "open_match", "table", "take_turn", "words"]
