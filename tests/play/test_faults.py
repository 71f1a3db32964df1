"""Every kind of press and command, under every kind of fault: the match goes on, with one board for each position.

People press everything they see and type every command, one after the other, each time with a fault between Discord
and the bot. Afterwards nobody has been told anything false.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from matches.match import Match
from sandbox.discord.model import Message
from sandbox.person.answer import Answer
from sandbox.person.person import Person, Refused
from tests.crash.test_weather import Alarm, alarm
from tests.numbers import SHARE, patience, times

from .days import HOUR
from .lost import stay_up
from .table import Table, buttons, choose, list_menus, open_panel, table, wait_for_rest, words

__all__ = ["alarm"]

STEPS = times(6_000, usual=150)
"""Presses and commands, each under a fault."""

SECONDS = 7200.0 if SHARE else 25.0
"""How long a run presses at most."""

ROUTES = (
    "POST /interactions",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "DELETE /webhooks",
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "GET /channels",
    "/",
)

ORDERS: dict[str, dict[str, Any]] = {
    "5xx": {"refuse": True},
    "5xx five times": {"refuse": True, "count": 5},
    "taken, then 5xx": {"lose_reply": True},
    "taken, then 5xx five times": {"lose_reply": True, "count": 5},
    "cut before": {"refuse": True, "cut": True},
    "cut before three times": {"refuse": True, "cut": True, "count": 3},
    "cut before nine times": {"refuse": True, "cut": True, "count": 9},
    "cut after": {"cut": True},
    "cut after three times": {"cut": True, "count": 3},
    "cut after nine times": {"cut": True, "count": 9},
    "late": {"latency": 0.3},
    "late nine times": {"latency": 0.1, "count": 9},
    "too late": {"latency": 3.1},
}

REFUSALS: dict[str, dict[str, Any]] = {
    "429": {},
    "429 three times": {"count": 3},
    "429 six times": {"count": 6},
    "429 everywhere": {"everywhere": True},
    "429 of Cloudflare": {"via": False},
}


class Trouble:
    """A fault: the one ordered before a press, and whether the token expires right after the acknowledgement."""

    def __init__(self, name: str, order: Callable[[Table], Any], *, expires: bool = False) -> None:
        self.name, self.order, self.expires = name, order, expires


def _order(route: str, how: dict[str, Any]) -> Callable[[Table], Any]:
    return lambda at: at.sandbox.faults.order(route, **how)


def _refuse(route: str, how: dict[str, Any]) -> Callable[[Table], Any]:
    return lambda at: at.sandbox.rest.limits.refuse_next(route, **how)


def _repeat(at: Table) -> None:
    at.sandbox.faults.duplicate_next = 1


TROUBLES = (
    *(Trouble(f"{name}: {route}", _order(route, how)) for route in ROUTES for name, how in ORDERS.items()),
    *(Trouble(f"{name}: {route}", _refuse(route, how)) for route in ROUTES for name, how in REFUSALS.items()),
    Trouble("delivered twice", _repeat),
    Trouble("token expired", lambda at: None, expires=True),
    Trouble("connection lost", lambda at: at.sandbox.gateway.drop()),
    Trouble("session lost", lambda at: at.sandbox.gateway.drop(forget=True)),
    Trouble("connection cut", lambda at: at.sandbox.gateway.cut()),
    Trouble("asked to reconnect", lambda at: at.sandbox.gateway.ask_reconnect()),
)


class Hasty:
    """asyncio for discord.py, which waits up to 25 seconds between its attempts."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float, result: Any = None) -> Any:
        return await asyncio.sleep(min(seconds, 0.01), result)


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    monkeypatch.setattr("discord.webhook.async_.asyncio", Hasty())
    monkeypatch.setattr("discord.http.asyncio", Hasty())
    monkeypatch.setattr("discord.shard.asyncio", Hasty())


def commands(at: Table) -> list[str]:
    """List every command that can be typed without options, except those that open a match and its moves."""
    found = [each for each in at.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    return sorted(each.qualified_name for each in found if not any(parameter.required for parameter in each.parameters))


class Crowd:
    """Two people who press everything, and the messages they got."""

    def __init__(self, at: Table, seed: int) -> None:
        self.at, self.drawn = at, random.Random(seed)
        self.people = [at.person("anna"), at.person("ben")]
        self.private: dict[str, Message] = {}
        """The newest private answer of each."""
        self.tried: Counter[str] = Counter()

    async def match(self) -> Match | None:
        found = await self.at.referee.match_in(self.people[0].channel.id)
        return found if found is not None and found.row.phase in ("lobby", "running", "paused") else None

    async def begin(self) -> None:
        """Open a match without faults, if there is none."""
        anna, ben = self.people
        found = await self.match()
        if found is None:
            await anna.slash("docker new", {"players": 2})
            await wait_for_rest()
            found = await self.match()
        assert found is not None
        if found.row.phase == "lobby":
            card = next(m for m in reversed(anna.messages()) if "Join" in buttons(m))
            joining = anna if anna.user.id not in found.people else ben
            await joining.click(card, "Join")
            await wait_for_rest()

    def press(self, person: Person) -> tuple[str, Answer] | None:
        """Choose something that can be pressed, chosen or typed now."""
        public = [message for message in person.messages() if not message.ephemeral and buttons(message)]
        shown = [*public[-1:], *([self.private[person.user.name]] if person.user.name in self.private else [])]
        labels = [(message, label) for message in shown for label in buttons(message)]
        confirm = [each for each in labels if each[1] == "Confirm"]
        drawn = self.drawn.random()
        if confirm and drawn < 0.5:
            message, label = confirm[0]
        elif not labels or drawn > 0.75:
            command = self.drawn.choice(commands(self.at))
            return f"/{command}", person.slash(command)
        else:
            message, label = self.drawn.choice(labels)
        return label, person.click(message, label)

    async def step(self, trouble: Trouble) -> str:
        """Make one press under one fault. Returns what was pressed."""
        await self.begin()
        person, before = self.drawn.choice(self.people), await self.match()
        assert before is not None
        ordered = trouble.order(self.at)
        if asyncio.iscoroutine(ordered):
            await ordered
        try:
            pressed = self.press(person)
        except Refused:
            return "refused"
        assert pressed is not None
        name, answer = pressed
        self.tried[re.sub(r"\d+", "#", name)] += 1
        with contextlib.suppress(TimeoutError):
            await answer.until(lambda: answer.acknowledged or answer.failed, within=0.5)
        if trouble.expires:
            self.at.sandbox.world.clock.advance(16 * 60)
            await stay_up(self.at)
        await wait_for_rest()
        self.at.sandbox.faults.clear()
        self.at.sandbox.rest.limits.refusals.clear()
        if answer.acknowledged and answer.messages and answer.messages[-1].ephemeral:
            self.private[person.user.name] = answer.messages[-1]
        await self.settle()
        await self.check(before, answer, f"{name} under {trouble.name}")
        return name

    async def confirm(self, trouble: Trouble) -> None:
        """Choose a turn without faults and confirm it under a fault."""
        await self.begin()
        before = await self.match()
        assert before is not None
        person = next(each for each in self.people if each.user.id == before.awaited[0].user_id)
        panel = await open_panel(person)
        while "Confirm" not in buttons(panel):
            menu, options = next(iter(list_menus(panel).items()))
            await choose(person, panel, menu, options[0]["value"])
        trouble.order(self.at)
        answer = person.click(panel, "Confirm")
        await answer.until(lambda: answer.acknowledged)
        await wait_for_rest()
        self.at.sandbox.faults.clear()
        await self.settle()
        await self.check(before, answer, f"Confirm under {trouble.name}")

    async def settle(self) -> None:
        """Let the bot catch up, as it does within the next hours."""
        at = self.at
        await self.people[0].until(at.bot.is_connected, within=30)
        for _ in range(12):
            await wait_for_rest()
            owed = await at.referee.store.transaction(lambda tx: tx.read_due_boards(float("inf"), limit=1))
            if not owed:
                return
            at.sandbox.world.clock.advance(HOUR / 2)
            await stay_up(at)
            await at.bot.sweep()
        raise AssertionError("a board is never posted")

    async def check(self, before: Match, answer: Answer, what: str) -> None:
        """Raise AssertionError for a false sentence, and for a board that is not in the channel exactly once."""
        after = await self.at.referee.match(before.row.id)
        moved = after.row.seq != before.row.seq
        said = words(answer.messages[-1]) if answer.acknowledged and answer.messages else ""
        assert "went wrong" not in said, f"{what}: {said}"
        if said.startswith("✓"):
            assert moved, f"{what}: it said {said!r}, and nothing happened"
        if "What you did counts" in said:
            assert after != before, f"{what}: it said {said!r}, and nothing happened"
        shown = self.boards()
        twice = [name for name, count in shown.items() if count > 1]
        assert not twice, f"{what}: {twice} is there twice"
        if after.state is not None and after.row.phase in ("running", "paused"):
            newest = await self.at.referee.store.transaction(
                lambda tx: tx.find_newest_board(after.row.id, before=after.row.seq + 1)
            )
            assert newest is not None, f"{what}: there is no board"
            assert f"docker-{after.row.id}-{newest.seq}.png" in shown, f"{what}: the newest board is not there"

    def boards(self) -> Counter[str]:
        """List the pictures in the channel that everybody sees."""
        public = [message for message in self.people[0].messages() if not message.ephemeral]
        names = [file.filename for message in public for file in message.attachments]
        return Counter(name for name in names if re.fullmatch(r"docker-\d+-\d+\.png", name))


async def press_everything(
    folder: Path,
    alarm: Alarm,
    *,
    seed: int,
    steps: int,
    troubles: Sequence[Trouble] = TROUBLES,
    confirming: bool = False,
) -> Counter[str]:
    """Press on through a sample of the faults. Raises AssertionError for a broken promise.

    `confirming`: whole turns are played, and nothing else is pressed; the fault comes with *Confirm*.
    """
    drawn, until = random.Random(seed), time.monotonic() + SECONDS
    async with table(folder) as at:
        crowd, done = Crowd(at, seed), 0
        for trouble in drawn.choices(troubles, k=steps):
            if time.monotonic() > until:
                break
            await (crowd.confirm(trouble) if confirming else crowd.step(trouble))
            done += 1
        assert done > 5, "hardly anything was pressed"
        assert not alarm.records, alarm.records[0]
        return crowd.tried


def test_there_are_150_faults() -> None:
    assert len({trouble.name for trouble in TROUBLES}) == len(TROUBLES) >= 150


@pytest.mark.timeout(patience(90))
async def test_every_press_under_every_fault(tmp_path: Path, alarm: Alarm) -> None:
    await press_everything(tmp_path, alarm, seed=19, steps=STEPS)


@pytest.mark.timeout(patience(90))
async def test_a_board_that_is_posted_blindly_would_be_found(
    tmp_path: Path, alarm: Alarm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: after a lost answer nobody checks whether the board is there already."""

    async def find_nothing(*_: object) -> None:
        return None

    monkeypatch.setattr("client.boards.sending.Sending.find_board", find_nothing)
    lost = [each for each in TROUBLES if each.name == f"taken, then 5xx: {ROUTES[1]}"]
    with pytest.raises(AssertionError, match="is there twice"):
        await press_everything(tmp_path, alarm, seed=19, steps=300, troubles=lost, confirming=True)
