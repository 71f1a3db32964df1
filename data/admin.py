"""The running bot's side of `python -m data`: automatic backups, and an HTTP server for the operator.

It listens on loopback unless the operator chose another address.

The bot has its file locked, so a tool that wants a backup must ask the bot. The port and the token are in
`slowboat.db.admin` beside the database, readable by its owner alone and deleted when the bot stops.
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

USE_PG_DUMP = (
    "The matches are on a PostgreSQL server. Back them up with its own tools, such as `pg_dump --format=custom`, and "
    "put a backup in place with `pg_restore`, while no bot runs."
)
AGAIN_AFTER = 600.0
"""Seconds until a failed automatic backup is tried again."""
_TIMEOUT = 3600.0
"""Seconds the tool waits for a backup; a large file takes long."""

_SHUTDOWN = 1.0
"""Seconds that open requests may still take when the bot stops."""

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Backups:
    """Make the backups of a store, one at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._not_before = 0.0
        self._automatic: asyncio.Task[None] | None = None

    async def make(self, now: float) -> Path:
        """Make a verified copy as of `now` and thin out older ones. Raises BackupFailed."""
        target = backup.name_copy(self._store.path, now)
        await self._store.copy(target)
        try:
            await asyncio.to_thread(backup.thin_out, self._store.path, now)
        except OSError as error:
            log.warning("old backups could not be deleted: %s", error)
        return target

    def start_if_due(self, now: float) -> None:
        """Start an automatic backup in a task if one is due. Called from every sweep."""
        if self._automatic is not None and not self._automatic.done():
            return
        tried_lately = self._not_before - AGAIN_AFTER <= now < self._not_before  # False also if the clock was set back
        if not tried_lately and backup.is_due(self._store.path, now):
            self._automatic = asyncio.create_task(self._make_automatically(now))

    async def wait(self) -> None:
        """Wait for a running automatic backup."""
        if self._automatic is not None:
            await self._automatic

    async def close(self) -> None:
        """Cancel a running automatic backup."""
        if self._automatic is not None:
            self._automatic.cancel()
            await asyncio.wait({self._automatic})

    async def _make_automatically(self, now: float) -> None:
        try:
            log.info("backup written to %s", await self.make(now))
        except (StoreError, OSError) as error:
            self._not_before = now + AGAIN_AFTER
            log.error("%s", error)


class Note(Struct, frozen=True):
    """Content of the file `.admin` beside the database."""

    port: int
    token: str
    host: str = LOOPBACK


def find_note(path: Path) -> Path:
    """Return the path of the note that the bot writes beside its database."""
    return path.with_name(path.name + ".admin")


class Admin:
    """The operator's HTTP server. Add routes to `app.router` before `start`; all methods but GET require the token.

    `backups`: None if the matches are on a PostgreSQL server.

    `POST /backup` makes a backup and returns `{"file": path}` or, with status 503, `{"error": sentence}`.
    """

    def __init__(
        self,
        path: Path,
        backups: Backups | None,
        *,
        now: Callable[[], float],
        address: str = LOOPBACK,
        port: int = 0,
    ) -> None:
        self._path = path
        self._address = address
        self._wanted_port = port
        self._backups = backups
        self._now = now
        self._token = secrets.token_urlsafe(32)
        self.app = web.Application(middlewares=[self._check_token])
        self.app.router.add_post("/backup", self._backup)
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=_SHUTDOWN)
        self.port = 0

    async def start(self) -> None:
        """Listen (port 0: on a free one) and write the note. Raises OSError."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._address, self._wanted_port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        await asyncio.to_thread(_write_note, find_note(self._path), Note(self.port, self._token, _reach(self._address)))

    async def close(self) -> None:
        """Delete the note, stop listening and cancel a running backup. The store must still be open."""
        await asyncio.to_thread(find_note(self._path).unlink, missing_ok=True)
        await self._runner.cleanup()
        if self._backups is not None:
            await self._backups.close()

    @web.middleware
    async def _check_token(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        # A web page in a browser on this machine can send requests here under another host name (DNS rebinding).
        # On another address this is no protection: other machines may read it under any name.
        if self._address == LOOPBACK and request.host != f"{LOOPBACK}:{self.port}":
            raise web.HTTPForbidden
        given = request.headers.get("Authorization", "")
        if request.method not in ("GET", "HEAD") and not hmac.compare_digest(
            given.encode(), f"Bearer {self._token}".encode()
        ):
            raise web.HTTPUnauthorized
        return await handler(request)

    async def _backup(self, _: web.Request) -> web.Response:
        if self._backups is None:
            return web.json_response({"error": USE_PG_DUMP}, status=503)
        try:
            return web.json_response({"file": str(await self._backups.make(self._now()))})
        except StoreError as error:
            return web.json_response({"error": str(error)}, status=503)


def ask_for_backup(path: Path) -> Path | None:
    """Ask the bot that has this database open for a backup; None if no bot answers.

    Raises BackupFailed with the bot's message.
    """
    try:
        note = msgspec_json.decode(find_note(path).read_bytes(), type=Note)
    except (OSError, ValidationError, ValueError):
        return None
    connection = http.client.HTTPConnection(note.host, note.port, timeout=_TIMEOUT)
    try:
        connection.request("POST", "/backup", headers={"Authorization": f"Bearer {note.token}"})
        answer = connection.getresponse()
        content = json.loads(answer.read())
        if answer.status == http.client.OK:
            return Path(content["file"])
        failure = str(content["error"])
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None  # the bot has stopped, or another program has taken the port
    finally:
        connection.close()
    raise BackupFailed(path, failure)


def _reach(address: str) -> str:
    """Return the address at which this machine reaches a server that listens on `address`."""
    return {"0.0.0.0": LOOPBACK, "::": "::1"}.get(address, address)  # noqa: S104 - compared, not listened on


def _write_note(place: Path, note: Note) -> None:
    """Write the note atomically, readable by its owner alone."""
    part = place.with_name(place.name + ".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(msgspec_json.encode(note))
    part.replace(place)
