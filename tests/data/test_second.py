"""A second process on the same file is refused each time, with a clear message, and the first notices nothing.

SLOWBOAT_FULL=1 runs the full number.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

import data.store
from data import Store
from tests.support.numbers import times
from tests.support.writers import Writers

ROOT = Path(data.store.__file__).resolve().parent.parent
TRIES = times(1000, usual=50)

SECOND = """
import asyncio, pathlib, sys
import data.store
from data.errors import StoreLocked

path, tries, lock = sys.argv[1:]
assert data.store.LOCK
data.store.LOCK = lock
refused = 0
for _ in range(int(tries)):
    try:
        store = asyncio.run(data.store.Store.open(pathlib.Path(path)))
    except StoreLocked as error:
        assert path in str(error) and "SLOWBOAT_DATABASE" in str(error)
        refused += 1
    else:
        break
print(refused, flush=True)
"""


async def count_refusals(path: Path, tries: int) -> int:
    """Start a second process again and again while people write through the first; count how often it was refused.
    Stops if it gets in."""
    store = await Store.open(path)
    writers = Writers(3)
    second = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SECOND, str(path), str(tries), data.store.LOCK),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert second.stdout is not None
        answer = asyncio.create_task(second.stdout.readline())
        while not answer.done():
            await writers.write(store, 1)
            await asyncio.sleep(0.01)
        refused = int(answer.result())
    finally:
        if second.returncode is None:
            second.kill()
        await second.wait()
    await writers.find(store, answered=writers.answered)
    assert not writers.refused
    await store.close()
    return refused


async def test_a_second_process_is_refused_each_time(tmp_path: Path) -> None:
    assert await count_refusals(tmp_path / "slowboat.db", TRIES) == TRIES


@pytest.mark.mutant
async def test_without_the_lock_a_second_process_gets_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: SQLite's usual locking."""
    assert data.store.LOCK.endswith("EXCLUSIVE")
    monkeypatch.setattr(data.store, "LOCK", "PRAGMA locking_mode = NORMAL")
    assert await count_refusals(tmp_path / "slowboat.db", TRIES) < TRIES
