"""`bot.py` in its own process, as a newcomer starts it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from tests.support.checkout import ROOT

PATIENCE = 30.0
"""Seconds for a start, and for a stop."""


class Program:
    """A running program: `url` of its page, `log` file of its standard error."""

    def __init__(self, process: asyncio.subprocess.Process, url: str, log: Path) -> None:
        self._process = process
        self.url = url
        self.log = log

    async def stop(self) -> int:
        """Send SIGTERM and return the exit code."""
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()


@contextlib.asynccontextmanager
async def program(folder: Path, *, port: int = 0, prepared: bool = False, **settings: str) -> AsyncIterator[Program]:
    """Start the program with its files in `folder`. The end of the block stops it if it still runs; it must exit with
    0. `prepared`: run `bot.py` unchanged, which spends seconds on preparing the first pictures and turns.
    """
    command = [str(ROOT / "bot.py")] if prepared else ["-m", "tests.support.play.unprepared"]
    log = folder / "log.txt"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("DISCORD", "SLOWBOAT"))},
        "SLOWBOAT_DATABASE": str(folder / "sandbox.db"),
        "SLOWBOAT_SANDBOX_PORT": str(port),
        "SLOWBOAT_OPEN_BROWSER": "false",
        **settings,
    }
    with log.open("ab") as written:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, cwd=ROOT, stdout=subprocess.PIPE, stderr=written, env=environment
        )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            while not (found := re.search(rb"http://\S+", line := await process.stdout.readline())):
                assert line, log.read_text("utf-8")
        running = Program(process, found[0].decode(), log)
        yield running
        assert await running.stop() == 0
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
