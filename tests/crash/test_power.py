"""Power cuts: acknowledged writes are on the disk, and the file is whole, even if the disk had not written everything.

SLOWBOAT_FULL=1 runs the full number.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import data.store
from data import Store
from data.errors import StoreDamaged
from tests.crash.disk import Forgetful, open_store
from tests.support.numbers import patience, times
from tests.support.writers import Lost, Writers

pytestmark = pytest.mark.timeout(patience(300))

CUTS = times(400, usual=40)
CUTS_A_RUN = 10
BATCHES = 40


class Cut:
    """The state after a power cut at this moment: the files, and which writes had been acknowledged."""

    def __init__(self, files: dict[str, bytes], answered: list[int]) -> None:
        self._files = files
        self.answered = answered

    def lay_out(self, folder: Path) -> Path:
        """Write the files to a new folder. Returns the path of the database."""
        folder.mkdir(parents=True)
        for name, content in self._files.items():
            (folder / Path(name).name).write_bytes(content)
        return folder / "slowboat.db"


async def run(path: Path, *, seed: int) -> tuple[Writers, list[Cut]]:
    """Have people write to a disk in memory, and cut the power at random moments; each cut keeps its own copy of the
    disk."""
    chance = random.Random(seed)
    writers = Writers(seed)
    cuts: list[Cut] = []
    moment = 0
    chosen = set(chance.sample(range(1, 1500), CUTS_A_RUN))

    def before() -> None:
        nonlocal moment
        moment += 1
        if moment in chosen:
            cuts.append(Cut(disk.image(chance), list(writers.answered)))

    disk = Forgetful(before)
    store = open_store(path, disk, write_back_every=chance.choice((1, 3, 15, 500)))
    await writers.write(store, BATCHES)
    assert not writers.refused
    await store.close()
    disk.unregister()
    assert len(cuts) == CUTS_A_RUN, f"only {moment} moments"
    return writers, cuts


async def check_survival(writers: Writers, cut: Cut, folder: Path) -> None:
    """Start after the cut, with the real store. Raises Lost."""
    store = await Store.open(cut.lay_out(folder))
    try:
        await writers.find(store, answered=cut.answered)
        verdict: Any = await store._run(lambda db: db.execute("PRAGMA integrity_check").fetchone())
        assert verdict == ("ok",)
        await writers.write(store, 1)  # the store still takes writes
    finally:
        await store.close()


async def count_losses(tmp_path: Path, cuts: int) -> int:
    """Cut the power repeatedly, and count the cuts after which something acknowledged is missing."""
    found = 0
    for seed in range(cuts // CUTS_A_RUN):
        folder = tmp_path / str(seed)
        (Cut({"slowboat.db": b""}, [])).lay_out(folder)  # only its size is asked for
        writers, left = await run(folder / "slowboat.db", seed=seed)
        for number, cut in enumerate(left):
            try:
                await check_survival(writers, cut, folder / str(number))
            except (Lost, StoreDamaged):  # a silent loss, or a start refused because of a loss
                found += 1
    return found


async def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    assert await count_losses(tmp_path, CUTS) == 0


@pytest.mark.mutant
async def test_with_less_syncing_something_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: `synchronous = NORMAL`, which most programs use."""
    strict = "PRAGMA synchronous = FULL"
    assert strict in data.store.PRAGMAS
    changed = tuple("PRAGMA synchronous = NORMAL" if pragma == strict else pragma for pragma in data.store.PRAGMAS)
    monkeypatch.setattr(data.store, "PRAGMAS", changed)
    assert await count_losses(tmp_path, CUTS) > CUTS // 10
