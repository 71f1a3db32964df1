"""A full disk at any write: everybody is told, no acknowledged write is lost, and play continues once there is room.

SLOWBOAT_FULL=1 runs the full number.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

import data.store
from client.core.errors import explain
from data import Store
from data.errors import StoreFull, StoreUnwritable
from matches.texts import Texts
from tests.crash.disk import Watched, open_store
from tests.support.numbers import patience, times
from tests.support.writers import Lost, Writers

pytestmark = [pytest.mark.long, pytest.mark.timeout(patience(300))]

_say = Texts().say("en")

POINTS = times(500, usual=50)
BATCHES = 12
SPELLS = (1, 2, 7, 40)
"""The numbers of writes in a row without room."""


class Room:
    """Simulates a disk without room for `spell` writes, from write number `first` on."""

    def __init__(self, first: int, spell: int) -> None:
        self.writes = 0
        self.refused = 0
        self._none = range(first, first + spell)
        self.over = first + spell - 1

    def __call__(self, what: str) -> None:
        if what != "write":
            return
        self.writes += 1
        if self.writes in self._none:
            self.refused += 1
            raise apsw.FullError("no room")


async def live(path: Path, room: Room) -> Writers:
    """Open a store, let people write, and close it. A refused writer stops, and new ones write. Returns the errors that
    people got."""
    disk = Watched(room)
    writers = Writers(room.writes)
    store: Store | None = None
    while store is None:
        with contextlib.suppress(StoreUnwritable):  # this error, too, asks to check whether the disk is full
            store = open_store(path, disk, write_back_every=3)
    for _ in range(BATCHES):
        await writers.write(store, 1)
    while room.writes < room.over:
        await writers.write(store, 1)
    before = len(writers.answered)
    await writers.write(store, 2)
    assert len(writers.answered) >= before + 2, "it refuses writes although there is room"
    await store.close()
    disk.unregister()
    for error in writers.refused.values():
        assert isinstance(error, StoreFull)
        told = explain(error)
        assert told is not None
        assert "disk is full" in _say(told), "people are told the reason"
        assert "is safe" in _say(told)
    return writers


async def at_every_point(tmp_path: Path, points: int) -> int:
    """Run out of room at several points of a store's life. Returns how many people were refused."""
    clear = Room(0, 0)
    (tmp_path / "clear").mkdir()
    await live(tmp_path / "clear" / "slowboat.db", clear)
    refused = 0
    for point in range(points):
        folder = tmp_path / str(point)
        folder.mkdir()
        room = Room(1 + point * clear.writes // points, SPELLS[point % len(SPELLS)])
        writers = await live(folder / "slowboat.db", room)
        assert room.refused, "the disk was never full"
        refused += len(writers.refused)
        store = await Store.open(folder / "slowboat.db")
        try:
            await writers.find(store, answered=writers.answered, refused=set(writers.refused))
            verdict: Any = await store._run(lambda db: db.execute("PRAGMA integrity_check").fetchone())
            assert verdict == ("ok",)
        finally:
            await store.close()
    return refused


async def test_nothing_acknowledged_is_lost_and_it_goes_on(tmp_path: Path) -> None:
    assert await at_every_point(tmp_path, POINTS) > POINTS // 2


def _swallow_errors(commit: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
    def commit_quietly(db: Any, functions: list[Any]) -> list[Any]:
        try:
            return commit(db, functions)
        except sqlite3.OperationalError:
            return [None] * len(functions)

    return commit_quietly


@pytest.mark.mutant
async def test_mutant_a_store_that_ignores_a_full_disk_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a commit that failed for lack of space is answered like any other."""
    monkeypatch.setattr(data.store, "_commit", _swallow_errors(data.store._commit))
    with pytest.raises(Lost, match="was acknowledged and is lost"):
        await at_every_point(tmp_path, POINTS)
