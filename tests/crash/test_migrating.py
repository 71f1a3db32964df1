"""Killed at any moment of a migration, the file has either the old schema or the new one.

SLOWBOAT_FULL=1 runs the full number.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import apsw
import pytest

import data.store
from data import backup, migrate
from tests.crash.disk import Adapter, Watched
from tests.released import DUMPS, build, content
from tests.support.numbers import patience, times

pytestmark = [pytest.mark.timeout(patience(300)), pytest.mark.skipif(os.name != "posix", reason="needs fork")]

POINTS = times(200, usual=20)
KILLED = 9

MORE = """
CREATE TABLE copied (id INTEGER PRIMARY KEY, guild_id INTEGER NOT NULL, events TEXT NOT NULL, snapshot BLOB) STRICT;
INSERT INTO copied (guild_id, events, snapshot) SELECT guild_id, events, snapshot FROM log;
INSERT INTO copied (guild_id, events, snapshot) SELECT guild_id, events, snapshot FROM copied;
ALTER TABLE matches ADD COLUMN more TEXT NOT NULL DEFAULT 'more';
UPDATE matches SET more = 'much more';
DROP TABLE drafts;
CREATE INDEX copied_by_guild ON copied (guild_id);
"""
"""A migration with statements of all kinds."""


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Build the oldest released database, on which all migrations and one more are run."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate._FOLDER, folder)
    newest, _ = migrate.list_migrations()[-1]
    (folder / f"{newest + 1:04d}_more.sql").write_text(MORE)
    monkeypatch.setattr(migrate, "_FOLDER", folder)
    path = tmp_path / "old.db"
    build(DUMPS[0], path)
    return path


def stages(old: Path, folder: Path) -> dict[int, str]:
    """Read the file's content at each schema in between; each migration is complete in itself."""
    path = folder / "stages.db"
    shutil.copy(old, path)
    found = dict([content(path)])
    for number, file in migrate.list_migrations():
        if number not in found:
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
                migrate._apply(db, number, file.read_text(encoding="utf-8"))
            found |= dict([content(path)])
    assert len(found) >= 2
    return found


class Clock:
    """Counts moments and kills the process at one of them, or only counts if none is given."""

    def __init__(self, fatal: int | None = None) -> None:
        self.moments = 0
        self._fatal = fatal

    def __call__(self, *_: object) -> Any:
        self.moments += 1
        if self.moments == self._fatal:
            os._exit(KILLED)
        return 0


def by_writes(path: Path, clock: Clock) -> None:
    """Migrate. Each change of a file is a moment. The cache is small, so that pages are written early."""
    disk = Watched(clock)
    db = Adapter(apsw.Connection(str(path), vfs=disk.name))
    for pragma in ("PRAGMA locking_mode = EXCLUSIVE", *data.store.PRAGMAS, "PRAGMA cache_size = 2"):
        db.execute(pragma)
    migrate.migrate(db, path)  # type: ignore[arg-type]
    db.close()


def by_steps(path: Path, clock: Clock) -> None:
    """Open the store, with its backup. A moment is twenty steps of SQLite or one step of the backup."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as db:
        db.set_progress_handler(clock, 20)
        sleep = time.sleep

        def count_and_sleep(seconds: float) -> None:
            clock()
            sleep(seconds)

        with mock.patch.object(time, "sleep", count_and_sleep):
            data.store._prepare(db, path, intact=False)


def kill_at(work: Callable[[Path, Clock], None], path: Path, fatal: int) -> None:
    """Do the work in a process that is killed at its `fatal`th moment."""
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            work(path, Clock(fatal))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == KILLED, "the process was not killed"


def between(old: Path, folder: Path, work: Callable[[Path, Clock], None]) -> list[int]:
    """Find the schema after each death. Raises AssertionError for a file that has none of the expected schemas."""
    whole = stages(old, folder)
    clock = Clock()
    shutil.copy(old, folder / "clear.db")
    work(folder / "clear.db", clock)
    assert content(folder / "clear.db") == max(whole.items())
    assert clock.moments > POINTS, "too few moments to choose from"
    found = []
    for point in range(POINTS):
        path = folder / str(point) / "slowboat.db"
        path.parent.mkdir()
        shutil.copy(old, path)
        kill_at(work, path, 1 + point * clock.moments // POINTS)
        schema, there = content(path)
        assert there == whole[schema], f"point {point}: neither old nor new"
        for copy in backup.find_folder(path).glob("*.db"):
            assert whole[backup.inspect(copy)] == content(copy)[1], "a valid backup is complete"
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            data.store._prepare(db, path, intact=False)  # the next start
        assert content(path) == max(whole.items())
        found.append(schema)
    return found


@pytest.mark.parametrize("work", [by_writes, by_steps])
def test_a_killed_migration_leaves_the_old_or_the_new_schema(
    old: Path, tmp_path: Path, work: Callable[[Path, Clock], None]
) -> None:
    found = between(old, tmp_path, work)
    assert found == sorted(found), "only later deaths leave the new schema"
    if work is by_writes:
        assert len(set(found)) >= 2, "all deaths came before the commit, or all after it"


@pytest.mark.mutant
def test_mutant_a_migration_that_commits_each_statement_is_caught(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: no transaction around a migration."""

    def piecemeal(db: sqlite3.Connection, number: int, script: str) -> None:
        for statement in migrate.split_script(script):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {number:d}")

    monkeypatch.setattr(migrate, "_apply", piecemeal)
    with pytest.raises(AssertionError, match="neither old nor new"):
        between(old, tmp_path, by_writes)
