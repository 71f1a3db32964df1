"""Presses, commands and autocomplete share one limit per person, and are acknowledged before reading the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import pytest

import games
from client.core.client import Client, CommandTree
from client.core.per_user_limit import MOST_AT_ONCE
from data import Store
from tests.play.table import Table, open_match, wait_for_rest


async def test_sixty_commands_of_one_person_are_not_all_carried_out_at_once(at_table: Table) -> None:
    at = at_table
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    answers = await asyncio.gather(*(anna.slash("turns") for _ in range(60)))
    refused = [answer for answer in answers if "still busy with what you pressed before" in answer.text]
    assert len(refused) >= 60 - 3 * MOST_AT_ONCE
    assert len(refused) < 60, "what is below the limit is carried out"
    assert "still busy" not in (await at.person("ben").slash("turns")).text


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List commands that read the store before they are acknowledged."""
    early: list[str] = []
    taken: dict[asyncio.Task[Any] | None, discord.Interaction[Any]] = {}
    call, transaction = CommandTree._call, Store.transaction

    async def remember(tree: CommandTree, interaction: discord.Interaction[Client]) -> None:
        taken[asyncio.current_task()] = interaction
        await call(tree, interaction)

    async def watch(store: Store, fn: Callable[[Any], Any]) -> Any:
        found = taken.get(asyncio.current_task())
        if found is not None and not found.response.is_done():
            early.append(str(found.data))
        return await transaction(store, fn)

    monkeypatch.setattr(CommandTree, "_call", remember)
    monkeypatch.setattr(Store, "transaction", watch)
    return early


COMMANDS = ("help", "about", "privacy", "turns", "board", "verify", "rules", "log", "report", "replay", "me", "doctor")


async def test_every_command_is_acknowledged_before_the_store_is_read(at_table: Table, strict: list[str]) -> None:
    at = at_table
    anna = at.person("anna")
    for name in at.bot.playable():
        await anna.slash(f"{games.load(name).command} new", {"players": 2})
        await wait_for_rest()
    for name in COMMANDS:
        await anna.slash(name)
    await wait_for_rest()
    assert not strict, "Discord waits three seconds, and a slow store would let them pass"


async def test_one_that_reads_first_would_be_seen(
    at_table: Table, strict: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: preferences are loaded before the acknowledgement."""
    accept = CommandTree.interaction_check

    async def read_first(tree: CommandTree, interaction: discord.Interaction[Client]) -> bool:
        await interaction.client.preferences.load(interaction.user.id)
        return await accept(tree, interaction)

    monkeypatch.setattr(CommandTree, "interaction_check", read_first)
    await at_table.person("anna").slash("help")
    await wait_for_rest()
    assert strict
