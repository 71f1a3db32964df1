"""The bot is removed from a server and invited again many times, with and without events about it.

Meanwhile matches rest, and go on afterwards. The time of the removal is kept; the data of a server are deleted after 30
days, not earlier.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path
from typing import Any

import pytest

from client.places import places
from matches.match import Match
from matches.people import privacy
from sandbox.discord import guilds
from sandbox.discord.model import Guild
from sandbox.storage.seed import BOT_PERMISSIONS
from tests.support.numbers import patience, times
from tests.support.play.days import DAY, find_players
from tests.support.play.light import light
from tests.support.play.lost import stay_up
from tests.support.play.table import Table, open_match, table, take_turn, wait_for_boards, wait_for_rest
from tests.support.play.troubles import Hasty

__all__ = ["light"]

KICKS = times(1_000, usual=5)
"""Removals and invitations."""

WAYS = ("told", "disconnected", "down")
"""The moments at which the bot learns of it: at once, when it reconnects, or when it starts again."""

pytestmark = pytest.mark.timeout(patience(90))


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.shard.asyncio", Hasty())
    monkeypatch.setattr("discord.client.asyncio", Hasty())


class Server:
    """A server with a match, and the bot that comes and goes."""

    def __init__(self, at: Table, drawn: random.Random, *, patience: float) -> None:
        self.at, self.drawn, self.patience = at, drawn, patience
        self.anna = at.person("anna")
        guild = self.anna.channel.guild
        assert guild is not None
        self.guild: Guild = guild
        self.match_id = 0

    async def open(self) -> None:
        await open_match(self.at, "docker new", ("anna", "ben"), {"pace": "brisk"})
        found = await self.at.referee.match_in(self.anna.channel.id)
        assert found is not None
        self.match_id = found.id

    async def read_left_at(self) -> float | None:
        return (await self.at.referee.store.transaction(lambda tx: tx.read_guild(self.guild.id))).left_at

    async def find_match(self) -> Match | None:
        row = await self.at.referee.store.transaction(lambda tx: tx.read_match(self.match_id))
        return await self.at.referee.match(self.match_id) if row is not None else None

    async def change(self, way: str, *, invited: bool) -> float:
        """Remove or invite the bot. Returns the time of it."""
        world = self.at.sandbox.world
        if way == "disconnected":
            await self.at.sandbox.gateway.drop(forget=True)
        elif way == "down":
            await self.at.stop()
        if invited:
            guilds.invite_bot(world, self.guild, bits=BOT_PERMISSIONS)
        else:
            guilds.kick_bot(world, self.guild)
        then = world.now()
        if way == "down":
            await self.at.start()
        ready = self.at.bot.is_connected
        await self.anna.until(lambda: ready() and (self.at.bot.get_guild(self.guild.id) is not None) == invited)
        await wait_for_rest()
        await self._wait_until_recorded(invited=invited)
        return then

    async def _wait_until_recorded(self, *, invited: bool) -> None:
        """Wait until the store says whether the bot is in the server, for at most `patience` seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.patience):
                while (await self.read_left_at() is None) != invited:  # noqa: ASYNC110 - the store tells nobody
                    await asyncio.sleep(0.01)
        await wait_for_rest()

    async def let_days_pass(self, days: float) -> None:
        """Let days pass in which the bot is up and does its work."""
        self.at.sandbox.world.clock.advance(days * DAY)
        await stay_up(self.at)
        await self.at.bot.run_timers()
        await wait_for_rest()


async def kick_and_invite(folder: Path, *, kicks: int, seed: int = 1, waits: float = 20.0) -> None:
    """Remove and invite the bot again and again. Raises AssertionError if a promise is broken, or not kept within
    `waits` seconds."""
    drawn = random.Random(seed)
    async with table(folder) as at:
        server = Server(at, drawn, patience=waits)
        await server.open()
        for number in range(kicks):
            leaving = WAYS[number % 2] if number % 20 else "down"
            coming = WAYS[number // 2 % 2] if number % 20 != 10 else "down"
            days = drawn.choice((0.1, 3, 29.9, 31)) if number % 5 != 4 else 31
            what = f"{number}: removed {leaving}, invited {coming} after {days} days"
            before = await server.find_match()
            assert before is not None
            assert before.phase == "running", what
            then = await server.change(leaving, invited=False)
            left_at = await server.read_left_at()
            assert left_at is not None, f"{what}: nobody has noticed the removal"
            assert then <= left_at <= at.sandbox.world.now(), f"{what}: removed at {left_at}, not {then}"
            resting = await server.find_match()
            assert resting is not None
            assert resting.paused_for == "place", f"{what}: the match does not rest"
            await server.let_days_pass(days)
            kept = await server.find_match()
            assert (kept is None) == (days > 30), f"{what}: {'deleted' if kept is None else 'not deleted'}"
            await server.change(coming, invited=True)
            assert await server.read_left_at() is None, f"{what}: the bot is back, and it counts as removed"
            if kept is None:
                await server.open()
                continue
            back = await server.find_match()
            assert back is not None
            assert back.phase == "running", f"{what}: the match does not go on"
            assert back.seq >= before.seq
            assert back.state == before.state, f"{what}: a turn was lost"
            await server.let_days_pass(0)
            await wait_for_boards(at)
            if number % 3 == 0:
                person, _ = await find_players(at, server.match_id)
                await take_turn(person)
                await wait_for_boards(at)


async def test_kicks_and_invitations(tmp_path: Path) -> None:
    await kick_and_invite(tmp_path, kicks=KICKS)


async def _do_nothing(*_: Any, **__: Any) -> None:
    pass


async def _find_nobody(*_: Any) -> list[int]:
    return []


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", ["not heard", "not looked for", "not seen coming", "too early"])
async def test_a_removal_that_is_overlooked_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: str
) -> None:
    """Mutants: a removal is not recorded; removals during an outage are not searched for; the return is not noticed; a
    server is purged after three weeks."""
    match mutant:
        case "not heard":
            monkeypatch.setattr(places, "pause_lost", _do_nothing)
            monkeypatch.setattr(places, "mark_left", _do_nothing)
        case "not looked for":
            monkeypatch.setattr(places, "mark_gone", _find_nobody)
        case "not seen coming":
            monkeypatch.setattr(places, "mark_left", _do_nothing)
        case _:
            monkeypatch.setattr(privacy, "KEPT_AFTER_REMOVAL", 21 * DAY)
    with pytest.raises(AssertionError, match=r"removed (told|disconnected|down)"):
        await kick_and_invite(tmp_path, kicks=12, waits=1.0)
