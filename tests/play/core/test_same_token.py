"""Two processes with one token and a file each: Discord sends both of them every press, and accepts one answer to
it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import discord
import pytest

from client.core import controls, intake, refusals
from client.core.bot import Slowboat
from client.core.intake import Acknowledge, Intake
from sandbox.discord.model import Message
from sandbox.person.answer import Answer
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    list_awaited,
    list_menus,
    open_match,
    table,
    words,
)

SLOW = 30.0
"""Seconds to wait for events that are certain to come, on any machine."""

Step = tuple[str, str]
"""A process, `ours` or `theirs`, and its stage in handling a press: `begins`, `acknowledged`, `goes on`, `ends`."""

ORDERS: Mapping[str, Mapping[Step, Step]] = {
    "ours first": {("theirs", "begins"): ("ours", "ends")},
    "theirs first": {("ours", "begins"): ("theirs", "ends")},
    "theirs acknowledges, ours answers first": {
        ("ours", "begins"): ("theirs", "acknowledged"),
        ("theirs", "goes on"): ("ours", "ends"),
    },
    "ours acknowledges, theirs answers first": {
        ("theirs", "begins"): ("ours", "acknowledged"),
        ("ours", "goes on"): ("theirs", "ends"),
    },
}
"""Every order in which two processes can acknowledge and answer a press: which step waits for which."""


class Order:
    """Carry out each press in one order of ORDERS."""

    def __init__(self, name: str, ours: Slowboat) -> None:
        self._waits = ORDERS[name]
        self._ours = ours
        self._reached: defaultdict[tuple[int, Step], asyncio.Event] = defaultdict(asyncio.Event)

    async def wait_for(self, interaction_id: int, step: Step) -> None:
        """Wait until a process has reached this stage of an interaction."""
        async with asyncio.timeout(SLOW):
            await self._reached[interaction_id, step].wait()

    async def _reach(self, interaction: discord.Interaction, step: Step) -> None:
        self._reached[interaction.id, step].set()
        if step in self._waits:
            await self.wait_for(interaction.id, self._waits[step])

    def enforce(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make both processes wait for each other from now on."""
        dispatch, acknowledge_press = controls.dispatch, Intake.acknowledge

        async def dispatch_in_order(bot: Slowboat, interaction: discord.Interaction) -> None:
            process = "ours" if bot is self._ours else "theirs"
            await self._reach(interaction, (process, "begins"))
            await dispatch(bot, interaction)
            await self._reach(interaction, (process, "ends"))

        async def acknowledge_in_order(
            intake: Intake, interaction: discord.Interaction, how: Acknowledge = "private"
        ) -> None:
            await acknowledge_press(intake, interaction, how)
            process = "ours" if intake is self._ours.intake else "theirs"
            await self._reach(interaction, (process, "acknowledged"))
            await self._reach(interaction, (process, "goes on"))

        monkeypatch.setattr(controls, "dispatch", dispatch_in_order)
        monkeypatch.setattr(Intake, "acknowledge", acknowledge_in_order)


async def turn(at: Table) -> None:
    """Press Play, any choices, and Confirm, once each. An only move needs no choice."""
    (person,) = list_awaited(at)
    old = find_board(person)
    panel = (await person.click(old, "Play")).message
    await person.until(lambda: list_menus(panel) or "Confirm" in buttons(panel), within=SLOW)
    while "Confirm" not in buttons(panel):
        step = list_menus(panel)
        menu, options = next(iter(step.items()))
        answer = await choose(person, panel, menu, options[0]["value"])

        def find_next(shown: Message = panel, step: Any = step, answer: Answer = answer) -> Message | None:
            """Find the panel: where the other process was first, ours may have replaced its answer."""
            found = [each for each in (shown, answer.message) if list_menus(each) or "Confirm" in buttons(each)]
            return next((each for each in found if list_menus(each) != step), None)

        panel = await person.until(find_next, within=SLOW)
    await person.click(panel, "Confirm")
    await person.until(lambda: find_board(person) is not old, within=SLOW)


@contextlib.asynccontextmanager
async def two(folder: Path) -> AsyncIterator[Table]:
    """Run our process with a match of two, and another one beside it."""
    async with table(folder / "ours") as at:
        await open_match(at, "docker new", ["anna", "ben"])
        other = Table(at.sandbox, folder / "theirs")
        try:
            await other.start()
            yield at
        finally:
            await other.stop()


@pytest.mark.parametrize("within", [0.0, 60.0], ids=["acknowledged first", "answered at once"])
@pytest.mark.parametrize("name", ORDERS)
async def test_the_match_goes_on_and_both_processes_warn(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, name: str, within: float
) -> None:
    """Try every order of answers: no press is lost, and every move counts once, in the file that has the match."""
    caplog.set_level(logging.WARNING)
    async with two(tmp_path) as at:
        monkeypatch.setattr(intake, "ANSWER_WITHIN", within)
        Order(name, at.bot).enforce(monkeypatch)
        for _ in range(3):
            await turn(at)
        assert (await at.referee.match(1)).seq == 3
        shown = [m for m in at.person("anna").messages() if m.attachments and words(m).startswith("###")]
        assert len(shown) == 4, "the first board, and one for each move"
    said = [record.getMessage() for record in caplog.records if record.name == "client.core.intake"]
    assert any("another Slowboat is running with this token" in line for line in said)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.mutant
async def test_a_press_that_is_dropped_would_be_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: presses that somebody else has answered are ignored."""
    assert intake.ANSWERED in refusals._CODES
    async with two(tmp_path) as at:
        order = Order("theirs first", at.bot)
        order.enforce(monkeypatch)
        monkeypatch.setattr(intake, "ANSWERED", 0)
        (person,) = list_awaited(at)
        answer = await person.click(find_board(person), "Play")
        await order.wait_for(answer.interaction.id, ("ours", "ends"))
        assert not list_menus(answer.message)
        assert "I don't know this match" in words(answer.message)
