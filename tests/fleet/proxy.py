"""A network between processes and their PostgreSQL server that can be cut or paused."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from tests.support.postgres import Server


class Network:
    """Connections through a socket of its own. `address`: that of the schema, through this network."""

    def __init__(self, server: Server, address: str, folder: Path) -> None:
        there = str(Path(server.address.partition("host=")[2]))
        self.address = address.replace(there, str(folder))
        self._target = Path(there) / ".s.PGSQL.5432"
        self._path = folder / ".s.PGSQL.5432"
        self._flows = asyncio.Event()
        self._flows.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> asyncio.AbstractServer:
        return await asyncio.start_unix_server(self._serve, self._path)

    def cut(self) -> None:
        """End all connections at once. New ones are possible."""
        for writer in tuple(self._writers):
            writer.transport.abort()

    def pause(self) -> None:
        """Carry nothing in either direction; nothing is lost, and nobody is told."""
        self._flows.clear()

    def go_on(self) -> None:
        self._flows.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        mine = asyncio.current_task()
        assert mine is not None
        self._tasks.add(mine)
        self._writers.add(writer)
        try:
            await self._flows.wait()
            far_reader, far_writer = await asyncio.open_unix_connection(self._target)
            self._writers.add(far_writer)
            await asyncio.gather(
                self._carry(reader, far_writer), self._carry(far_reader, writer), return_exceptions=True
            )
        except OSError:
            """The server does not run: the connection ends, as without this network."""
        finally:
            self._writers.discard(writer)
            writer.close()
            self._tasks.discard(mine)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes in one direction until an end is closed; then close the other."""
        try:
            while data := await reader.read(1 << 16):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        finally:
            self._writers.discard(writer)
            writer.close()

    async def close(self) -> None:
        self.go_on()
        self.cut()
        if self._tasks:
            await asyncio.wait(self._tasks)


@contextlib.asynccontextmanager
async def open_network(server: Server, address: str) -> AsyncIterator[Network]:
    """Open a network to a schema, for one process."""
    with tempfile.TemporaryDirectory(prefix="slowboat-net-", dir="/tmp") as name:  # a socket's path must be short
        network = Network(server, address, Path(name))
        listening = await network.open()
        try:
            yield network
        finally:
            listening.close()
            await network.close()
