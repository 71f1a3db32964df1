"""Every command, every press, every form and every suggestion is answered although the store takes four seconds.

Discord waits three. Seconds are shortened here; only the order in which timers run out matters.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import AppCommandOptionType as Kind

from client.core import client, controls, intake
from client.core.bot import Slowboat
from client.core.client import CommandTree
from client.core.intake import Intake
from data import Store
from tests.support.numbers import patience
from tests.support.wire.rights import (
    HOST,
    LOBBY,
    RUNNING,
    Slash,
    _make_no_page,
    _user,
    draw_nothing,
    list_commands,
    make_scene,
    send,
)
from tests.support.wire.scene import HERE
from tests.support.wire.wire import Sent, Wire, wire

pytestmark = pytest.mark.timeout(patience(300))

SECOND = 0.05

RESTS = {"manage": "pause", "manage_now": "pause."}
"""The endings that the custom ids of some actions need; without them a button is taken for one of another version."""


class SlowStore:
    """Makes the store answer after four seconds, or as soon as the interaction is acknowledged.

    `late`: the actions that were not acknowledged within the four seconds.
    """

    def __init__(self, at: Wire, patch: pytest.MonkeyPatch) -> None:
        self.late: set[str] = set()
        self._doing = ""
        self._acknowledged = asyncio.Event()
        self._acknowledged.set()
        honest, note = Store.transaction, at.note

        async def transaction(store: Store, fn: Callable[[Any], Any]) -> Any:
            doing = self._doing
            try:
                async with asyncio.timeout(4 * SECOND):
                    await self._acknowledged.wait()
            except TimeoutError:
                self.late.add(doing)
            return await honest(store, fn)

        def watch(route: str, *what: Any) -> None:
            if route.endswith("/callback"):
                self._acknowledged.set()
            note(route, *what)

        patch.setattr(Store, "transaction", transaction)
        patch.setattr(at, "note", watch)
        patch.setattr(intake, "ANSWER_WITHIN", 0.4 * SECOND)
        patch.setattr(client, "STORE_WAITS", client.STORE_WAITS * SECOND)
        patch.setattr(client, "SUGGESTIONS_WITHIN", client.SUGGESTIONS_WITHIN * SECOND)

    async def time(self, doing: str, sending: Any) -> list[Sent]:
        """Do something that Discord waits for. Returns the requests sent."""
        self._doing = doing
        self._acknowledged.clear()
        sent: list[Sent] = await sending
        assert any(route.endswith("/callback") for route, *_ in sent), f"{doing} was not acknowledged"
        return sent


def forget_all(bot: Slowboat) -> None:
    """Empty the memory, so that everything must be read."""
    bot.referee.cache.clear()
    bot.preferences._people.clear()


async def press_everything(at: Wire, slow: SlowStore) -> int:
    """Press a button of every action, as the host of a match in progress who manages the server."""
    everything = sorted(controls.list_actions())
    for action in everything:
        forget_all(at.bot)
        custom_id = f"sb:{action}:1:1:{RESTS.get(action, '')}"
        fields = {"reason": "x", "zone": "Rome"} if action.endswith("_now") else None
        pressing = at.press(
            custom_id, user=_user(RUNNING, HOST), guild=HERE, channel=RUNNING, manages=True, fields=fields
        )
        sent = await slow.time(action, pressing)
        if controls._HANDLERS[action][0] == "form":
            assert '"type": 9' in sent[0][1], f"{action} opens its form without waiting for the store"
    return len(everything)


def _fill_in(command: Slash, *, but: str = "") -> list[dict[str, Any]]:
    """List the required options of a command, as Discord sends them."""
    return [
        {"name": each.name, "type": each.type.value, "value": "docker" if each.type is Kind.string else 1}
        for each in command.parameters
        if each.required and each.name != but
    ]


async def use_everything(at: Wire, slow: SlowStore, *, only: Sequence[str] = ()) -> int:
    """Use every command, and ask for the suggestions of every option."""
    where: dict[str, Any] = {"user": _user(LOBBY, HOST), "guild": HERE, "channel": LOBBY}
    commands = [each for each in list_commands(at) if not only or each.qualified_name in only]
    for command in commands:
        forget_all(at.bot)
        await slow.time(f"/{command.qualified_name}", send(at, command, _fill_in(command), **where))
        for option in command.parameters:
            if option.autocomplete:
                forget_all(at.bot)
                typed = {"name": option.name, "type": option.type.value, "value": "", "focused": True}
                asking = send(at, command, [*_fill_in(command, but=option.name), typed], autocomplete=True, **where)
                await slow.time(f"/{command.qualified_name} {option.name}", asking)
    return len(commands)


@contextlib.asynccontextmanager
async def open_scene(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Wire, SlowStore]]:
    """Open a file with matches. Draws nothing."""
    await make_scene(folder)
    draw_nothing(patch)
    async with wire(folder, patch) as at:
        patch.setattr(sys.modules["client.replay.share"], "make_page", _make_no_page)
        await at.store._run(lambda db: db.execute("PRAGMA synchronous = OFF"))
        yield at, SlowStore(at, patch)


async def test_everything_is_acknowledged_before_the_store_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_scene(tmp_path / "scene", monkeypatch) as (at, slow):
        assert await press_everything(at, slow) > 100
        assert await use_everything(at, slow) > 20
        assert not slow.late


def read_first(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a person's preferences are read before anything is acknowledged."""
    check, acknowledge = CommandTree.interaction_check, Intake.acknowledge

    async def check_late(tree: CommandTree, interaction: discord.Interaction[Any]) -> bool:
        await interaction.client.preferences.load(interaction.user.id)
        return await check(tree, interaction)

    async def acknowledge_late(self: Intake, interaction: discord.Interaction[Any], *how: Any) -> None:
        await interaction.client.preferences.load(interaction.user.id)
        await acknowledge(self, interaction, *how)

    patch.setattr(CommandTree, "interaction_check", check_late)
    patch.setattr(Intake, "acknowledge", acknowledge_late)


def wait_as_long_as_it_takes(patch: pytest.MonkeyPatch) -> None:
    """Mutant: forms and suggestions wait for the store."""
    patch.setattr(client, "STORE_WAITS", None)
    patch.setattr(client, "SUGGESTIONS_WITHIN", None)


@pytest.mark.mutant
@pytest.mark.parametrize(
    ("mutant", "late"),
    [(read_first, {"play", "/help"}), (wait_as_long_as_it_takes, {"manage", "me_zone", "/docker move move"})],
)
async def test_reading_before_acknowledging_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None], late: set[str]
) -> None:
    async with open_scene(tmp_path / "scene", monkeypatch) as (at, slow):
        mutant(monkeypatch)
        monkeypatch.setattr(controls, "list_actions", lambda: frozenset({"manage", "me_zone", "play"}))
        await press_everything(at, slow)
        await use_everything(at, slow, only=("help", "docker move"))
        assert slow.late >= late
