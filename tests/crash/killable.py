"""A Slowboat in its own process that can be killed at any step, in a sandbox that keeps running."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from sandbox.server import Sandbox
from tests.support.checkout import ROOT

Step = str
"""`commit`, `committed`, or `request POST /path` before and `reply POST /path` after the sandbox has done it."""

KillWhen = Callable[[Step], bool]

Position = tuple[int, int]

PATIENCE = 60.0
"""Seconds a test waits at most for one thing."""


class ForkServer:
    """Forks Slowboats from a process that has imported everything, one at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._say = process.stdin
        self._hear = process.stdout

    async def line(self) -> list[str]:
        words = (await self._hear.readline()).decode().strip().split(maxsplit=1)
        assert words, "the fork server has died"
        return words

    def say(self, text: str) -> None:
        self._say.write(text.encode())


@contextlib.asynccontextmanager
async def start_fork_server() -> AsyncIterator[ForkServer]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.crash.child",
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield ForkServer(process)
    finally:
        process.kill()
        await process.wait()


class KillableBot:
    """A Slowboat that runs in one process after another. `kill_when` decides at which step it is killed; None:
    never."""

    def __init__(self, start_fork_server: ForkServer, sandbox: Sandbox, folder: Path, *, mutant: str = "") -> None:
        self.sandbox = sandbox
        self.kill_when: KillWhen | None = None
        self.dead = asyncio.Event()
        self.steps: list[Step] = []
        """The steps since this process was started."""
        self.lives = 0
        self._fork_server = start_fork_server
        self._path = folder / "slowboat.db"
        self._heartbeat = folder / "heartbeat"
        self._mutant = mutant
        self._pid = 0
        self._started = asyncio.Event()
        self._killed = False
        self._ready = asyncio.Event()
        self._listener: asyncio.Task[None] | None = None
        self._in_flight = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._watch_requests()

    async def start(self) -> bool:
        """Start a new process. False if it was killed before it was ready."""
        self._ready.clear()
        self.dead.clear()
        self._killed = False
        self._started.clear()
        self._heartbeat.unlink(missing_ok=True)
        self.steps = []
        self.lives += 1
        order = {
            "url": self.sandbox.url,
            "gateway_url": self.sandbox.gateway_url,
            "token": self.sandbox.token,
            "database": str(self._path),
            "mutant": self._mutant,
        }
        self._fork_server.say(json.dumps(order) + "\n")
        self._listener = asyncio.create_task(self._listen())
        return not await self.dies_before(self._ready.wait())

    async def wait_until_settled(self) -> None:
        """Wait until the process has finished the work of its predecessors and sweeps as usual."""

        async def beats() -> None:
            while not self._heartbeat.exists():  # noqa: ASYNC110 - nothing reports a new file
                await asyncio.sleep(0.005)

        assert not await self.dies_before(beats())

    async def dies_before(self, event: Any) -> bool:
        """Wait for `event` (awaitable) or for death, whichever comes first; returns whether it was death."""
        waiting, dying = asyncio.ensure_future(event), asyncio.create_task(self.dead.wait())
        try:
            done, _ = await asyncio.wait({waiting, dying}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
            if waiting in done:
                await waiting
            assert done, f"neither an answer nor death after {self.steps[-10:]}"
        finally:
            waiting.cancel()
            dying.cancel()
        return await self.is_gone()

    async def is_gone(self) -> bool:
        """Whether the process is dead; waits for the death of one that was killed."""
        if self._killed:
            await self.dead.wait()
        return self.dead.is_set()

    async def kill(self) -> None:
        """Kill with `kill -9`, at any moment."""
        if not self.dead.is_set():
            await self._send_kill()
            await self.dead.wait()

    async def _send_kill(self) -> None:
        await self._started.wait()
        assert self._pid > 1, "the signal would go to our own process group"
        self._killed = True
        os.kill(self._pid, signal.SIGKILL)

    async def stop(self) -> None:
        self.kill_when = None
        if self._listener is not None:
            await self.kill()
            await self._listener

    def read_database(self) -> StoredState:
        """Read the file after death from a copy, because the next process must find the files unchanged."""
        assert self.dead.is_set()
        return self._read_copy()

    def read_database_when_committed(self) -> StoredState:
        """Read the file from a copy in `kill_when`, at a step `committed`: the process waits there."""
        assert self.steps[-1] == "committed"
        return self._read_copy()

    def _read_copy(self) -> StoredState:
        copy = self._path.with_name("copy.db")
        for suffix in ("", "-wal"):
            source = self._path.with_name(self._path.name + suffix)
            target = copy.with_name(copy.name + suffix)
            target.unlink(missing_ok=True)
            if source.exists():
                shutil.copy(source, target)
        with contextlib.closing(sqlite3.connect(copy)) as db:
            return StoredState(db)

    async def _listen(self) -> None:
        while True:
            kind, *rest = await self._fork_server.line()
            if kind == "pid":
                self._pid = int(rest[0])
                self._started.set()
            elif kind == "ready":
                self._ready.set()
            elif kind == "step":
                if not await self._kill_if_due(rest[0]):
                    self._fork_server.say("g")
            elif kind == "ended":
                await self._idle.wait()
                self.dead.set()
                assert rest == ["-9"], f"it died by itself: {rest}"
                return

    async def _kill_if_due(self, step: Step) -> bool:
        """Record a step; kill the process if it is the one to die at."""
        self.steps.append(step)
        if self.kill_when is None or not self.kill_when(step):
            return False
        self.kill_when = None
        await self._send_kill()
        return True

    def _watch_requests(self) -> None:
        serve = self.sandbox.rest._serve

        async def watch_route(route: Any, request: web.Request) -> web.StreamResponse:
            self._in_flight += 1
            self._idle.clear()
            try:
                name = f"{route.method} {route.path}"
                if await self._kill_if_due(f"request {name}"):
                    return web.Response(status=503)  # the process cannot receive it any more
                answer = await serve(route, request)
                await self._kill_if_due(f"reply {name}")
                return answer
            finally:
                self._in_flight -= 1
                if not self._in_flight:
                    self._idle.set()

        self.sandbox.rest._serve = watch_route  # type: ignore[method-assign]


class StoredState:
    """The file of a dead process. Positions are (match id, seq).

    `commits`: by (match, user), the commits in order, each with the seq of its first ply and its codes; `head`: the
    newest position of each match; `seated`: (match, user); `boards`: for each board that was owed and not given up, the
    message that shows it, None if it is not known yet.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        (self.integrity,) = db.execute("PRAGMA integrity_check").fetchone()
        self.commits: dict[tuple[int, int], list[tuple[int, list[str]]]] = {}
        self.head: dict[int, int] = {}
        self.seated: set[tuple[int, int]] = set()
        self.boards: dict[Position, int | None] = {}
        if not db.execute("PRAGMA user_version").fetchone()[0]:
            return  # it died before it had created its tables
        plies = (
            "SELECT match_id, user_id, at, seq, code FROM log WHERE kind = 'ply' AND made_by = 'person' ORDER BY seq"
        )
        together: dict[tuple[int, int, float], tuple[int, list[str]]] = {}
        for match, user, at, seq, code in db.execute(plies):
            together.setdefault((match, user, at), (seq, []))[1].append(code)
        for (match, user, _), commit in together.items():
            self.commits.setdefault((match, user), []).append(commit)
        self.head = dict(db.execute("SELECT id, seq FROM matches"))
        self.seated = set(db.execute("SELECT match_id, user_id FROM seats WHERE user_id IS NOT NULL"))
        boards = db.execute("SELECT match_id, seq, message_id FROM outbox WHERE dropped = 0")
        self.boards = {(match, seq): message for match, seq, message in boards}
