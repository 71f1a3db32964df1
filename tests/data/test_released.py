"""Test that files of every released version migrate after a backup, and that their matches continue."""

from __future__ import annotations

import itertools
import sqlite3
from pathlib import Path

import pytest

from data import Store, StoreError, backup, migrate
from data.errors import BackupFailed
from matches.archive.check import check
from tests.released import DUMPS, VERSIONS, build, content
from tests.support.matches.house import house
from tests.support.numbers import FULL

NEWEST, _ = migrate.list_migrations()[-1]

every_dump = pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)


@pytest.fixture
def next_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Add a migration and return its number."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for _, file in migrate.list_migrations():
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / f"{NEWEST + 1:04d}_more.sql").write_text("ALTER TABLE matches ADD COLUMN more TEXT;\n")
    monkeypatch.setattr(migrate, "_FOLDER", folder)
    return NEWEST + 1


def test_there_is_a_dump_of_each_release() -> None:
    numbers = [int(dump.stem) for dump in DUMPS]
    assert len(numbers) == len(VERSIONS)
    assert numbers[0] == 1
    assert numbers[-1] <= NEWEST


@every_dump
async def test_matches_of_released_versions_can_be_played_on(tmp_path: Path, dump: Path) -> None:
    """Continue every running match of every game, with people and machines, for some turns or to the end."""
    build(dump, tmp_path / "slowboat.db")
    played: set[str] = set()
    async with house(tmp_path) as at:
        at._ids = itertools.count(1_000_000)  # lower ids occur in the dump
        report = await check(at.store)
        assert report.problems == ()
        assert report.checked >= 6
        for match_id in await at.store.transaction(lambda tx: tx.list_open_match_ids()):
            match = await at.referee.match(match_id)
            if match.phase != "running":
                continue
            before = match.seq
            for number in range(12 if FULL else 4):
                if match.phase == "running":
                    match = (await at.machines.run(await at.play_any_turn(match, choose=number))).match
            assert match.seq > before
            played.add(match.game_name)
        assert len(played) >= 4, "a game of that version has no running match in the dump"
        assert (await check(at.store)).problems == ()


@pytest.mark.mutant
@every_dump
async def test_a_ply_that_counts_differently_would_be_seen(tmp_path: Path, dump: Path) -> None:
    """Mutant: the snapshot after a ply is that of the position before, as if the rules had changed."""
    path = tmp_path / "slowboat.db"
    build(dump, path)
    db = sqlite3.connect(path)
    try:
        match_id, seq = db.execute(
            "SELECT match_id, max(log.seq) FROM log JOIN matches ON id = match_id "
            "WHERE phase = 'running' AND snapshot IS NOT NULL AND kind = 'ply' GROUP BY match_id LIMIT 1"
        ).fetchone()
        db.execute(
            "UPDATE log SET snapshot = (SELECT snapshot FROM log WHERE match_id = ?1 AND seq = 0) "
            "WHERE match_id = ?1 AND seq = ?2",
            (match_id, seq),
        )
        db.commit()
    finally:
        db.close()
    store = await Store.open(path)
    problems = (await check(store)).problems
    await store.close()
    assert len(problems) == 1
    assert problems[0].startswith(f"match {match_id} ")


@every_dump
async def test_a_migration_loses_no_row(tmp_path: Path, dump: Path) -> None:
    """Compare the rows of all matches, their seats, log, boards and drafts."""
    path = tmp_path / "slowboat.db"
    build(dump, path)
    before = _counts(path)
    await (await Store.open(path)).close()
    assert before["log"] > 40
    assert _counts(path) == before
    assert content(path)[0] == NEWEST


def _counts(path: Path) -> dict[str, int]:
    tables = ("matches", "seats", "log", "drafts", "outbox", "films", "interactions", "timers")
    db = sqlite3.connect(path)
    try:
        return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}
    finally:
        db.close()


@every_dump
async def test_a_backup_is_made_first(tmp_path: Path, dump: Path, next_migration: int) -> None:
    path = tmp_path / "slowboat.db"
    build(dump, path)
    before = content(path)
    await (await Store.open(path)).close()
    copy = backup.find_folder(path) / f"slowboat.before-{next_migration:04d}.db"
    assert backup.inspect(copy) == before[0]
    assert content(copy) == before
    assert content(path)[0] == next_migration


async def test_without_a_backup_nothing_is_migrated(
    tmp_path: Path, next_migration: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "slowboat.db"
    build(DUMPS[-1], path)
    before = content(path)
    backup.find_folder(path).write_text("a file where the folder should be")
    with pytest.raises(BackupFailed, match="The database is as it was"):
        await (await Store.open(path)).close()
    assert content(path) == before
    monkeypatch.setattr(backup, "copy_before_migration", lambda *_: None)  # mutant: no backup
    await (await Store.open(path)).close()
    assert content(path)[0] == next_migration, "only the missing backup prevented the migration"


async def test_a_new_file_and_one_that_is_up_to_date_need_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    for _ in range(2):
        await (await Store.open(path)).close()
    assert not backup.find_folder(path).exists()


async def test_a_migration_that_fails_again_and_again_leaves_one_backup(tmp_path: Path, next_migration: int) -> None:
    """A service manager restarts the bot every few seconds; the disk must not fill up with copies."""
    path = tmp_path / "slowboat.db"
    build(DUMPS[-1], path)
    before = content(path)
    (migrate._FOLDER / f"{next_migration:04d}_more.sql").write_text("ALTER TABLE nothing ADD COLUMN more TEXT;\n")
    for _ in range(3):
        with pytest.raises(StoreError):
            await (await Store.open(path)).close()
    copies = sorted(file.name for file in backup.find_folder(path).iterdir())
    assert copies == [f"slowboat.before-{next_migration:04d}.db", f"slowboat.before-{next_migration:04d}.db.seal"]
    if before[0] == NEWEST:
        assert content(path) == before
