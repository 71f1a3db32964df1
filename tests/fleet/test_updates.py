"""Updates while people play: processes are replaced one after another by those of a newer version, whose first process
migrates the schema while the older ones go on.

The newer version is a copy of the project with one more migration. SLOWBOAT_FULL=1 runs the full number.
"""

from __future__ import annotations

import contextlib
import shutil
import signal
from pathlib import Path

import pytest

from data.migrate import list_migrations
from data.postgres.store import PostgresStore
from tests.fleet.killable import PATIENT, START_WITHIN, Killable, fork_server, open_fleet, until_served_by
from tests.fleet.players import LostClick, Players
from tests.support.checkout import ROOT
from tests.support.numbers import SHARE, patience, times
from tests.support.postgres import start_server

UPDATES = times(100, usual=1)
"""Updates, each of which replaces two processes."""

TURNS = 4
"""Turns that are taken between two steps of an update, at least."""

NEWEST, _ = list_migrations()[-1]

EXPANSION = """\
ALTER TABLE matches ADD COLUMN later_{0} TEXT NOT NULL DEFAULT '';
CREATE TABLE later_{0} (guild_id INTEGER NOT NULL, match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE);
"""

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(patience(300)),
    pytest.mark.skipif(not SHARE, reason="plays with real processes for minutes; `just prove` runs it"),
]


def copy_version(folder: Path, number: int) -> Path:
    """Copy the project as it will be after `number` updates, each with a migration. Files that an update does not
    change are links."""
    folder.mkdir()
    for each in ROOT.iterdir():
        if each.name not in ("data", "var") and not each.name.startswith("."):
            (folder / each.name).symlink_to(each)
    shutil.copytree(ROOT / "data", folder / "data")
    for later in range(1, number + 1):
        script = folder / "data" / "migrations" / f"{NEWEST + later:04d}_later.sql"
        script.write_text(EXPANSION.format(later), encoding="utf-8")
    return folder


async def read_version(store: PostgresStore) -> int:
    (version,) = await store.transaction(lambda tx: tx._db.execute("SELECT version FROM slowboat").fetchone())
    return int(version)


async def run_updates(folder: Path, updates: int) -> Players:
    """Replace two processes as often while people play; returns what the people have seen."""
    async with (
        open_fleet(folder, start_server()) as (at, address, store),
        contextlib.AsyncExitStack() as running,
    ):
        old = await running.enter_async_context(fork_server(at, folder, address, times=PATIENT))
        for name in ("a", "b"):
            await old.start(name)
        await until_served_by(store, at, "a", "b", sessions=1)
        players = Players(at, certain=True)
        await players.pairs[0][0].until(lambda: at.sandbox.world.commands[None], within=START_WITHIN)
        async with players.play():
            await players.wait_for(TURNS)
            for number in range(1, updates + 1):
                version = copy_version(folder / f"version {number}", number)
                async with contextlib.AsyncExitStack() as newer:
                    new = await newer.enter_async_context(
                        fork_server(at, folder, address, times=PATIENT, version=version)
                    )
                    for name, other in (("a", "b"), ("b", "a")):
                        await replace(old, new, name)
                        await until_served_by(store, at, name, other, sessions=1)
                        assert await read_version(store) == NEWEST + number
                        await players.wait_for(TURNS)
                    await running.aclose()
                    running, old = newer.pop_all(), new
        await players.check(store)
        await running.aclose()
    return players


async def replace(old: Killable, new: Killable, name: str) -> None:
    """Stop a process, and start it anew as another version."""
    await old.send(name, signal.SIGTERM)
    await new.start(name)


async def test_updates_cost_no_click_and_no_click_counts_twice(tmp_path: Path) -> None:
    players = await run_updates(tmp_path, UPDATES)
    assert players.lost == []
    print(players.describe())  # noqa: T201 - for docs/fleet.md


@pytest.mark.mutant
async def test_a_process_that_stops_at_once_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant is killed instead of asked to stop, so that its shards are not handed over."""

    async def kill(old: Killable, new: Killable, name: str) -> None:
        await old.send(name, signal.SIGKILL)
        await new.start(name)

    monkeypatch.setattr("tests.fleet.test_updates.replace", kill)
    monkeypatch.setattr("tests.fleet.players.PATIENCE", 3.0)
    with pytest.raises(BaseExceptionGroup) as caught:
        await run_updates(tmp_path, 3)
    assert caught.group_contains(LostClick)
