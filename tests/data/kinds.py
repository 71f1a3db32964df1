"""The kinds of store, which fulfil one contract."""

from __future__ import annotations

import functools
import shutil
from pathlib import Path

import pytest

from data import AnyStore, Store
from data.postgres.store import PostgresStore
from tests.support.postgres import Server, make_schema, start_server


class Kind:
    """A kind of store; each must fulfil the same contract."""

    async def open(self, path: Path) -> AnyStore:
        """Open the store of a path."""
        raise NotImplementedError

    def copy_as_after_crash(self, path: Path, folder: Path) -> Path:
        """Copy an open store as it would be after a crash now. Returns the path of the copy."""
        raise NotImplementedError


class Sqlite(Kind):
    async def open(self, path: Path) -> AnyStore:
        return await Store.open(path)

    def copy_as_after_crash(self, path: Path, folder: Path) -> Path:
        folder.mkdir()
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, folder)
        return folder / path.name


class Postgres(Kind):
    """A schema for each path."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def open(self, path: Path) -> AnyStore:
        return await PostgresStore.open(make_schema(self.server, str(path)), shared=True)

    def copy_as_after_crash(self, path: Path, folder: Path) -> Path:
        return path  # the server keeps running: other connections see what was committed


@functools.cache
def find_kind(name: str) -> Kind:
    """Find a kind of store; skips the test if it is not available."""
    if name == "sqlite":
        return Sqlite()
    server = start_server()
    if isinstance(server, str):
        pytest.skip(server)
    return Postgres(server)
