"""The running bot's side of `python -m data`: automatic backups, and a door on loopback for its operator.

The bot holds its file alone, so a tool that wants a backup must ask it. Where the door is, and the word that opens it,
stand in `slowboat.db.admin` beside the database, readable by its owner alone and gone when the bot has stopped.
"""

from __future__ import annotations

import asyncio
import hmac
import http.client
import json
import logging
import os
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web
from msgspec import Struct, ValidationError
from msgspec import json as msgspec_json

from data import backup
from data.errors import BackupFailed, StoreError
from data.store import Store

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
AGAIN_AFTER = 600.0
"""Seconds until an automatic backup that failed is tried again."""
_PATIENCE = 3600.0
"""Seconds the tool waits for a backup; a large file takes its time."""

_FAREWELL = 1.0
"""Seconds for what is being answered when the bot stops."""

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Backups:
    """Makes the backups of a store, one at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._not_before = 0.0
        self._automatic: asyncio.Task[None] | None = None

    async def make(self, now: float) -> Path:
        """A verified copy as of `now`; older ones are thinned out. Raises BackupFailed."""
        target = backup.name(self._store.path, now)
        await self._store.copy(target)
        try:
            await asyncio.to_thread(backup.thin_out, self._store.path, now)
        except OSError as error:
            log.warning("old backups could not be deleted: %s", error)
        return target

    def keep_up(self, now: float) -> None:
        """Begin an automatic backup if one is due. Returns at once: to be called from every sweep."""
        if self._automatic is not None and not self._automatic.done():
            return
        tried_lately = self._not_before - AGAIN_AFTER <= now < self._not_before  # unless the clock was put back
        if not tried_lately and backup.due(self._store.path, now):
            self._automatic = asyncio.create_task(self._make_automatically(now))

    async def finished(self) -> None:
        """Wait for an automatic backup that has begun."""
        if self._automatic is not None:
            await self._automatic

    async def close(self) -> None:
        """Give up an automatic backup that has begun."""
        if self._automatic is not None:
            self._automatic.cancel()
            await asyncio.wait({self._automatic})

    async def _make_automatically(self, now: float) -> None:
        try:
            log.info("backup written to %s", await self.make(now))
        except StoreError as error:
            self._not_before = now + AGAIN_AFTER
            log.error("%s", error)


class Note(Struct, frozen=True):
    """What the file beside the database says."""

    port: int
    token: str


def place(path: Path) -> Path:
    """Where the note about a database's bot is."""
    return path.with_name(path.name + ".admin")


class Admin:
    """The door. Add routes to `app.router` before `start`; all but GET ask for the token.

    `POST /backup` makes a backup and answers `{"file": path}` or, with status 503, `{"error": sentence}`.
    """

    def __init__(self, path: Path, backups: Backups, *, now: Callable[[], float], port: int = 0) -> None:
        self._path = path
        self._wanted_port = port
        self._backups = backups
        self._now = now
        self._token = secrets.token_urlsafe(32)
        self.app = web.Application(middlewares=[self._guarded])
        self.app.router.add_post("/backup", self._backup)
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=_FAREWELL)
        self.port = 0

    async def start(self) -> None:
        """Listen (port 0: on a free one) and leave the note. Raises OSError."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, LOOPBACK, self._wanted_port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        await asyncio.to_thread(_leave, place(self._path), Note(self.port, self._token))

    async def close(self) -> None:
        """Take the note away, listen no more, and give up a backup that has begun. The store must still be open."""
        await asyncio.to_thread(place(self._path).unlink, missing_ok=True)
        await self._runner.cleanup()
        await self._backups.close()

    @web.middleware
    async def _guarded(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        # A page in a browser on this machine can send requests here under a name of its own: not for us.
        if request.host != f"{LOOPBACK}:{self.port}":
            raise web.HTTPForbidden
        given = request.headers.get("Authorization", "")
        if request.method not in ("GET", "HEAD") and not hmac.compare_digest(
            given.encode(), f"Bearer {self._token}".encode()
        ):
            raise web.HTTPUnauthorized
        return await handler(request)

    async def _backup(self, _: web.Request) -> web.Response:
        try:
            return web.json_response({"file": str(await self._backups.make(self._now()))})
        except StoreError as error:
            return web.json_response({"error": str(error)}, status=503)


def ask_for_backup(path: Path) -> Path | None:
    """The tool's side: have the bot that holds this database make a backup. None: no such bot answers.

    Raises BackupFailed with the bot's own words.
    """
    try:
        note = msgspec_json.decode(place(path).read_bytes(), type=Note)
    except (OSError, ValidationError, ValueError):
        return None
    connection = http.client.HTTPConnection(LOOPBACK, note.port, timeout=_PATIENCE)
    try:
        connection.request("POST", "/backup", headers={"Authorization": f"Bearer {note.token}"})
        answer = connection.getresponse()
        told = json.loads(answer.read())
        if answer.status == http.client.OK:
            return Path(told["file"])
        failure = str(told["error"])
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None  # it has just gone, or that port is another program's by now
    finally:
        connection.close()
    raise BackupFailed(path, failure)


def _leave(place: Path, note: Note) -> None:
    """Write the note so that it is never half there, and never readable by others."""
    part = place.with_name(place.name + ".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(msgspec_json.encode(note))
    part.replace(place)
