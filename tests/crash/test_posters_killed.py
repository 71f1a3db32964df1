"""Kill processes that post boards side by side, at random moments: a third one posts the rest, and each board is in its
channel once.

SLOWBOAT_FULL=1 runs the full number.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from data import Store
from data.postgres.store import PostgresStore
from matches.keeping.saving import BOARD_GRACE
from tests.crash.poster import FileChannels
from tests.support.checkout import ROOT
from tests.support.matches.house import House
from tests.support.numbers import patience, times
from tests.support.postgres import make_schema, start_server
from tests.support.wire.posters import Poster, owe, sweep_all

KILLS = times(50, usual=1)
"""Pairs of processes that are killed."""

BOARDS = 20

pytestmark = pytest.mark.timeout(patience(60))


@contextlib.asynccontextmanager
async def start(address: str, file: Path, now: float, name: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start a process that posts boards, and kill it in the end."""
    command = (sys.executable, "-m", "tests.crash.poster", address, str(file), str(now), name)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def test_boards_of_killed_processes_are_in_their_channels_once(tmp_path: Path) -> None:
    server = start_server()
    if isinstance(server, str):
        pytest.skip(server)
    for number in range(KILLS):
        folder = tmp_path / str(number)
        folder.mkdir()
        address, channels = make_schema(server, str(folder)), FileChannels(folder / "channels")
        store = await PostgresStore.open(address, shared=True)
        try:
            at = House(cast("Store", store), shared=True)
            survivor = Poster("survivor", at, folder, channels)
            rows = await owe(survivor, BOARDS)
            at.now += BOARD_GRACE
            await kill_at(random.Random(number).randrange(1, BOARDS), address, folder / "channels", at.now)
            await sweep_all(survivor, BOARDS)
            assert sorted(channels.list_posted()) == sorted(row.id for row in rows), f"kill {number}"
            assert await at.list_unposted() == ()
        finally:
            await store.close()


async def kill_at(count: int, address: str, file: Path, now: float) -> None:
    """Let two processes post boards, and kill both once `count` boards are in their channels."""
    channels = FileChannels(file)
    async with start(address, file, now, "first") as one, start(address, file, now, "second") as other:
        while len(channels.list_posted()) < count:
            assert one.returncode is None, "the first has failed"
            assert other.returncode is None, "the second has failed"
            await asyncio.sleep(0.002)
