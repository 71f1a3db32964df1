"""Presses, commands and autocomplete share one limit per person."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from typing import Any

import discord
import pytest

from client.core.client import Client
from client.core.intake import MOST_AT_ONCE
from data import LogRow
from matches.archive import verify as verifying
from matches.archive.verify import Verdict
from matches.match import Match
from tests.support.play.table import Table, open_match, resign, wait_for_rest


async def test_sixty_commands_of_one_person_are_not_all_carried_out_at_once(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    answers = await asyncio.gather(*(anna.slash("turns") for _ in range(60)))
    refused = [answer for answer in answers if "still busy with what you pressed before" in answer.text]
    assert len(refused) >= 60 - 3 * MOST_AT_ONCE
    assert len(refused) < 60, "commands below the limit are carried out"
    assert "still busy" not in (await at.person("ben").slash("turns")).text


async def test_commands_presses_and_suggestions_share_one_limit(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the bot busy with all three kinds; the next one of each kind is refused."""
    shown = await open_match(at, "docker new", ("anna", "ben"))
    await wait_for_rest()
    anna = at.person("anna")
    go_on = asyncio.Event()
    honest = Client.note_person

    async def note_person(client: Client, interaction: discord.Interaction) -> None:
        await go_on.wait()
        await honest(client, interaction)

    def count_busy() -> int:
        return at.bot.user_limit._busy[anna.user.id]

    monkeypatch.setattr(Client, "note_person", note_person)
    monkeypatch.setattr("client.core.client.STORE_WAITS", 60.0)
    monkeypatch.setattr("client.core.client.SUGGESTIONS_WITHIN", 60.0)
    third = MOST_AT_ONCE // 3
    waiting: list[Any] = [anna.slash("turns") for _ in range(third)]
    waiting += [anna.click(shown, "Play") for _ in range(third)]
    typing = [
        asyncio.create_task(anna.autocomplete("docker move", {"move": ""}, focused="move"))
        for _ in range(MOST_AT_ONCE - 2 * third)
    ]
    await anna.until(lambda: count_busy() == MOST_AT_ONCE)
    assert "still busy" in (await anna.slash("help")).text
    assert "still busy" in (await anna.click(shown, "Play")).text
    assert await anna.autocomplete("docker move", {"move": ""}, focused="move") == []
    go_on.set()
    for answer in waiting:
        assert "still busy" not in (await answer).text
    assert all(await asyncio.gather(*typing)) or not any(typing[0].result())
    await wait_for_rest()
    assert count_busy() == 0


async def test_a_match_is_verified_beside_the_event_loop(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaying a long match on the event loop would make everybody wait."""
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    await resign(anna)
    threads: list[threading.Thread] = []

    def verify(match: Match, log: Iterable[LogRow]) -> Verdict:
        threads.append(threading.current_thread())
        return verifying.verify(match, log)

    monkeypatch.setattr("client.fair_play.verify", verify)
    assert "✓" in (await anna.slash("match", {"show": "fair_play"})).text
    assert threads
    assert threading.main_thread() not in threads
