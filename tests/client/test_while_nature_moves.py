"""Every press and command while nature has yet to move: all are answered kindly, and no error is logged.

A crawler collects what a match of Riff Raff offers before a load and after it. All of it is then pressed after the
load: buttons of panels that were opened before it, too. In some scenes the match was paused or has ended meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import sqlite3
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from games.core import NATURE, AnyGame
from matches.change import Change
from matches.clocks import pauses
from matches.match import Match
from matches.play import resign
from matches.referee import Done, Request
from tests.support.numbers import SHARE, patience
from tests.support.stub_nature import StubNature
from tests.support.wire.rights import (
    GUEST,
    HOST,
    OTHER,
    STRANGER,
    Crawler,
    Found,
    _begin,
    _make_no_page,
    _user,
    draw_nothing,
)
from tests.support.wire.scene import HERE, a_turn
from tests.support.wire.wire import NOW, Sent, Wire, wire

CHANNEL = 360
PLAYERS = tuple(_user(CHANNEL, seat) for seat in (HOST, GUEST, OTHER))
PEOPLE = (*PLAYERS, STRANGER) if SHARE else PLAYERS[:2]
"""Who presses everything, besides the person it was shown to."""

PLAY, TRY = "sb:play:1:-1:", "sb:try:1:-1:"

UNKIND = ("went wrong", "only my answer failed", "could not do that just now")
"""Parts of the sentences that people read after an error."""

ACKNOWLEDGED = re.compile(r'(\{("data": \{[^{}]*\}, )?"type": [56]\})?')
"""Everything that was sent if the answer stops at the acknowledgement."""

pytestmark = pytest.mark.timeout(patience(120))


class SlowNature(StubNature):
    """Nature that answers once `calm` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.calm = asyncio.Event(), asyncio.Event()

    async def nature(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        self.asked.set()
        await self.calm.wait()
        return await super().nature(game, state, secret, seq)


class Walker(Crawler):
    """Presses everything in one match, in a position that is restored before each press."""

    def __init__(self, at: Wire) -> None:
        super().__init__(at)
        self.nature = SlowNature()
        at.bot.machines._worker = self.nature  # type: ignore[assignment]
        self.pressed = 0

    async def collect(self, saved: sqlite3.Connection) -> list[Found]:
        """Use all commands in a position, press all they show, and all that this shows. Returns everything found."""
        self._seen.clear()
        waiting, found = deque[Found](), list[Found]()
        for command in (*self.commands(), *self._list_commands_of_game()):
            for user in PEOPLE:
                await self.restore(saved)
                used = self.use(command, user, HERE, CHANNEL)
                waiting += await self._take(await self._wait(used, command.qualified_name), user, CHANNEL)
        while waiting:
            found.append(each := waiting.popleft())
            for user in dict.fromkeys((each.shown_to, *PEOPLE)):
                waiting += await self._take(await self.press_in(each.saved, each, user), user, CHANNEL)
        return found

    def _list_commands_of_game(self) -> list[app_commands.Command[Any, ..., Any]]:
        every = [each for each in self.at.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
        return [each for each in every if each.qualified_name.startswith("riffraff ")]

    async def press_in(self, saved: sqlite3.Connection, found: Found, user: int) -> list[Sent]:
        """Press something in a position."""
        await self.restore(saved)
        return await self._wait(self.press(found, user, HERE, CHANNEL), found.custom_id)

    async def suggest(self, saved: sqlite3.Connection, user: int) -> None:
        """Ask for suggestions for each option of the game's commands in a position."""
        for command in self._list_commands_of_game():
            for each in command.parameters if command.name != "new" else ():
                await self.restore(saved)
                typed = [{"name": each.name, "type": each.type.value, "value": "", "focused": True}]
                options = [{"name": command.name, "type": 1, "options": typed}]
                asked = self.at.command("riffraff", options, user=user, guild=HERE, channel=CHANNEL, autocomplete=True)
                await self._wait(asked, f"suggestions for {command.name} {each.name}")

    async def _wait(self, press: Awaitable[list[Sent]], what: str) -> list[Sent]:
        """Let nature begin its move, and finish it only once the press is answered or waits for it, too. Raises
        AssertionError for an unkind answer, or none."""
        self.nature.asked.clear()
        self.nature.calm.clear()
        match = await self.at.bot.referee.match(1)
        moving = asyncio.create_task(self.at.bot.machines.run(Done(match)))
        if match.to_act == (NATURE,):
            await self.nature.asked.wait()
            self.nature.asked.clear()
        pressing, asking = asyncio.ensure_future(press), asyncio.create_task(self.nature.asked.wait())
        await asyncio.wait((pressing, asking), return_when=asyncio.FIRST_COMPLETED)
        self.nature.calm.set()
        sent = await pressing
        await moving
        asking.cancel()
        self.pressed += 1
        said = "".join(body for _, body, _ in sent)
        assert not [each for each in UNKIND if each in said], f"{what}: {said}"
        assert not ACKNOWLEDGED.fullmatch(said), f"{what} is answered with nothing"
        return sent


def pause(match: Match) -> Change:
    return pauses.pause(match, "consent", now=NOW, user_id=PLAYERS[0])


def call_off(match: Match) -> Change:
    return pauses.end_without_result(match, now=NOW)


def resign_as(user: int) -> Callable[[Match], Change]:
    return lambda match: resign(match, Request(user), now=NOW)


SCENES: dict[str, tuple[Callable[[Match], Change], ...]] = {
    "running": (),
    "paused": (pause,),
    "called off": (call_off,),
    "resigned": (resign_as(PLAYERS[1]), resign_as(PLAYERS[2])),
}
"""What has happened since the load, while nature was to move."""


@asynccontextmanager
async def walking(
    folder: Path, patch: pytest.MonkeyPatch, *, scene: str = "running"
) -> AsyncIterator[tuple[Walker, sqlite3.Connection, sqlite3.Connection]]:
    """Begin a match of Riff Raff and load a piece. Yields a walker, and the files before the load and after it."""
    await asyncio.to_thread(folder.mkdir, parents=True)
    draw_nothing(patch)
    async with wire(folder, patch) as at:
        patch.setattr(sys.modules["client.replay.share"], "make_page", _make_no_page)
        await at.store._run(lambda db: db.execute("PRAGMA synchronous = OFF"))
        walker, referee, drawn = Walker(at), at.bot.referee, random.Random(1)
        match = await _begin(referee, CHANNEL, "riff_raff")
        before = walker.first
        while match.to_act != (NATURE,):
            before = await walker.save()
            match = (await a_turn(referee, match, drawn)).match
        for work in SCENES[scene]:
            await referee.change(match.id, Request(), work)
        yield walker, before, await walker.save()


@pytest.mark.parametrize("scene", SCENES if SHARE else ("running", "resigned"))
async def test_everything_is_answered_while_nature_is_to_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, scene: str
) -> None:
    """Press everything in a position that is restored before each press, which takes five to nine seconds."""
    async with walking(tmp_path / "scene", monkeypatch, scene=scene) as (walker, before, after):
        found = await walker.collect(before)
        reached = {each.action for each in found}
        assert {"try", "tried", "confirm", "hint", "why", "undo", "resign_now", "propose_undo", "edit"} <= reached
        await walker.collect(after)
        for each in found:
            for user in dict.fromkeys((each.shown_to, *PEOPLE)):
                await walker.press_in(after, each, user)
        for user in PEOPLE:
            await walker.suggest(after, user)
    assert walker.pressed > 600
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_trial_waits_for_nature(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with walking(tmp_path / "scene", monkeypatch) as (walker, before, after):
        (user, *_) = [each for each in PLAYERS if TRY in await _read(walker, before, each, PLAY)]
        assert TRY not in (shown := await _read(walker, after, user, PLAY))
        assert "The next move is being computed." in shown
        assert "The next move is being computed." in await _read(walker, after, user, TRY)


async def test_a_trial_of_an_ended_match_begins_with_nature(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with walking(tmp_path / "scene", monkeypatch, scene="resigned") as (walker, _, after):
        assert (await walker.at.bot.referee.match(1)).phase == "finished"
        shown = await _read(walker, after, STRANGER, TRY)
        assert "is to move" in shown
        assert "sb:tried:" in shown
        assert "Undo the last step" not in shown, "the stranger has tried nothing"


async def _read(walker: Walker, saved: sqlite3.Connection, user: int, custom_id: str) -> str:
    """Press a button in a position. Returns what is shown."""
    await walker.restore(saved)
    pressing = walker.at.press(custom_id, user=user, guild=HERE, channel=CHANNEL)
    return "".join(body for _, body, _ in await walker._wait(pressing, custom_id))
