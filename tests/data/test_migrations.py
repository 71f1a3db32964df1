"""Test migrations: numbered without gaps, forward only, atomic."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from data import Store, StoreError, migrate
from tests.support.matches.rows import CHANNEL, a_match


@pytest.fixture(autouse=True)
def migrated_by_copy() -> None:
    """Migrate new files as the program does: these tests are about that."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the project's migrations to a folder that tests can add to."""
    copy = tmp_path / "migrations"
    shutil.copytree(migrate._FOLDER, copy)
    monkeypatch.setattr(migrate, "_FOLDER", copy)
    return copy


def _file(path: Path) -> tuple[int, str]:
    """Read version and schema of a closed file."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return version, "\n".join(sql for (sql,) in db.execute("SELECT sql FROM sqlite_schema ORDER BY name") if sql)


def test_numbers_have_no_gaps() -> None:
    numbers = [number for number, _ in migrate.list_migrations()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(file.name.startswith(f"{number:04d}_") for number, file in migrate.list_migrations())


def test_no_file_is_left_out() -> None:
    assert {file for _, file in migrate.list_migrations()} == set(migrate._FOLDER.iterdir())


@pytest.mark.parametrize("file", [file for _, file in migrate.list_migrations()], ids=lambda file: file.stem)
def test_every_statement_of_a_migration_is_carried_out(file: Path) -> None:
    """Statements are split at semicolons: without the last one, the last statement would be skipped."""
    script = file.read_text(encoding="utf-8")
    assert "".join(migrate.split_script(script)).strip() == script.strip()


async def test_a_new_file_is_at_the_newest_version(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "slowboat.db")
    await store.close()
    version, schema = _file(tmp_path / "slowboat.db")
    assert version == migrate.list_migrations()[-1][0]
    assert "CREATE TABLE matches" in schema


async def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    await (await Store.open(path)).close()
    before = path.read_bytes()
    await (await Store.open(path)).close()
    assert path.read_bytes() == before


async def test_an_old_file_is_migrated_with_its_content(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "slowboat.db"
    store = await Store.open(path)
    row = a_match(id=await store.transaction(lambda tx: tx.insert_match(a_match())))
    await store.close()
    old, _ = _file(path)
    (folder / f"{old + 1:04d}_more.sql").write_text("CREATE TABLE more (guild_id INTEGER);\n-- a remark\n")
    (folder / f"{old + 2:04d}_most.sql").write_text("INSERT INTO more VALUES (1);\nALTER TABLE more ADD x TEXT;\n")
    store = await Store.open(path)
    assert await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) == row
    await store.close()
    version, schema = _file(path)
    assert version == old + 2
    assert "x TEXT" in schema


@pytest.mark.parametrize("at", range(3))
async def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, folder: Path, at: int) -> None:
    path = tmp_path / "slowboat.db"
    await (await Store.open(path)).close()
    before = _file(path)
    statements = ["CREATE TABLE more (guild_id INTEGER);", "ALTER TABLE seats ADD x TEXT;", "DROP TABLE timers;"]
    statements[at] += "\nINSERT INTO nowhere VALUES (1);"
    bad = folder / f"{before[0] + 1:04d}_bad.sql"
    bad.write_text("\n".join(statements))
    with pytest.raises(StoreError):
        await (await Store.open(path)).close()
    assert _file(path) == before
    bad.unlink()
    await (await Store.open(path)).close()


async def test_killed_inside_a_migration_the_file_is_old_or_new(tmp_path: Path, folder: Path) -> None:
    """Copy the files after each statement, as a crash would leave them."""
    path = tmp_path / "slowboat.db"
    await (await Store.open(path)).close()
    old = _file(path)
    script = "".join(f"CREATE TABLE t{n} (guild_id INTEGER);\nINSERT INTO t{n} VALUES ({n});\n" for n in range(10))
    (folder / f"{old[0] + 1:04d}_many.sql").write_text(script)
    copies: list[Path] = []

    def copy(_: str) -> None:
        target = tmp_path / f"copy-{len(copies)}"
        target.mkdir()
        for file in tmp_path.glob("slowboat.db*"):
            shutil.copy(file, target)
        copies.append(target / path.name)

    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA cache_size = 1")  # uncommitted pages reach the disk early
        db.set_trace_callback(copy)
        migrate.migrate(db, path)
        db.set_trace_callback(None)
        copy("")
    new = _file(path)
    found = [_file(each) for each in copies]
    assert len(found) > 20
    assert set(found) == {old, new}
    assert found == sorted(found), "only later copies have the new schema"
