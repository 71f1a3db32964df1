"""Test backups: their times, thinning out, verification, concurrent writes and restoring."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from data import Store, backup, checksum
from data.admin import AGAIN_AFTER, Backups
from data.errors import BackupFailed, StoreDamaged, StoreForeign, StoreLocked, StoreMissing
from tests.released import content
from tests.support.matches.rows import a_match, a_ply
from tests.support.numbers import FULL, patience, times
from tests.support.writers import Writers

HOUR = 3600.0
DAY = 24 * HOUR
MONDAY = datetime(2026, 3, 2, tzinfo=UTC).timestamp()

COPIES = times(200, usual=4)
"""Backups made while everybody writes."""


def _times(path: Path) -> list[float]:
    return [at for at, _ in backup.list_copies(path)]


def _names(path: Path) -> list[str]:
    return sorted(file.name for file in path.iterdir())


async def open_with_match(path: Path) -> Store:
    """Open a store with a match in it."""
    store = await Store.open(path)
    row = a_match(id=await store.transaction(lambda tx: tx.insert_match(a_match())))
    await store.transaction(lambda tx: tx.append_log(row, [a_ply(seq) for seq in range(40)]))
    return store


# When backups are made, and which are kept


def test_a_backup_is_named_by_its_time(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    assert backup.name_copy(path, MONDAY + 0.9) == tmp_path / "backups" / "slowboat.2026-03-02T000000Z.db"
    backup.find_folder(path).mkdir()
    for name in ("slowboat.2026-03-02T000000Z.db", "sandbox.2026-03-03T000000Z.db", "slowboat.2026-02-31T000000Z.db"):
        (backup.find_folder(path) / name).touch()
    assert _times(path) == [MONDAY]


def test_a_backup_is_due_every_six_hours(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    assert backup.is_due(path, MONDAY)
    backup.find_folder(path).mkdir()
    backup.name_copy(path, MONDAY).touch()
    assert not backup.is_due(path, MONDAY)
    assert not backup.is_due(path, MONDAY + 6 * HOUR - 1)
    assert backup.is_due(path, MONDAY + 6 * HOUR)
    assert backup.is_due(path, MONDAY - 1), "a copy from the future does not count"


def test_a_year_leaves_copies_of_two_days_a_week_and_a_month(tmp_path: Path) -> None:
    """On every day of the year there are eight copies of the last two days, and the last one of seven days and of four
    weeks."""
    kept: set[float] = set()
    for number in range(4 * 365):
        now = MONDAY + number * 6 * HOUR
        kept.add(now)
        kept -= backup.find_superfluous(sorted(kept), now)
        assert sorted(kept)[-8:] == [now - back * 6 * HOUR for back in reversed(range(8))][-len(kept) :]
        days = {at // DAY for at in kept}
        weeks = {datetime.fromtimestamp(at, UTC).isocalendar()[:2] for at in kept}
        assert days >= {now // DAY - back for back in range(min(7, number // 4 + 1))}
        assert len(weeks) >= min(4, number // 28 + 1)
        assert len(kept) <= 8 + 7 + 4


def test_copies_from_the_future_are_left_alone() -> None:
    times = [MONDAY + hour * HOUR for hour in range(100)]
    assert max(backup.find_superfluous(times, MONDAY + 50 * HOUR)) <= MONDAY + 50 * HOUR


async def test_nothing_is_kept_for_more_than_four_weeks(tmp_path: Path) -> None:
    """Also after the bot was stopped for weeks, and for a copy that was made before a migration."""
    store = await open_with_match(tmp_path / "slowboat.db")
    backups = Backups(store)
    for day in range(10):
        await backups.make(MONDAY + day * DAY)
    before = backup.find_folder(store.path) / "slowboat.before-0002.db"
    await store.copy(before)
    os.utime(before, (MONDAY, MONDAY))
    await backups.make(MONDAY + 27 * DAY)
    assert before.exists()
    last = await backups.make(MONDAY + 37 * DAY)
    assert _times(store.path) == [MONDAY + 27 * DAY, MONDAY + 37 * DAY]
    assert not before.exists()
    assert len(_names(backup.find_folder(store.path))) == 4, "two copies, each with its checksum"
    assert last.exists()
    await store.close()


async def test_the_sweep_makes_backups_and_thins_them_out(tmp_path: Path) -> None:
    """Sweep every hour for ten days."""
    store = await open_with_match(tmp_path / "slowboat.db")
    backups = Backups(store)
    for hour in range(10 * 24):
        backups.start_if_due(MONDAY + hour * HOUR)
        await backups.wait()
    assert _times(store.path)[-8:] == [MONDAY + (9 * 24 + 18 - 6 * back) * HOUR for back in reversed(range(8))]
    assert len(_times(store.path)) <= 8 + 7 + 4
    assert len(_names(backup.find_folder(store.path))) == 2 * len(_times(store.path)), (
        "the folder contains only copies with their checksums"
    )
    await store.close()


async def test_a_failed_backup_is_tried_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot waits before the next try, otherwise it would copy a large file to a full disk all day."""
    store = await open_with_match(tmp_path / "slowboat.db")
    backups = Backups(store)
    backup.find_folder(store.path).write_text("in the way")
    tries = 0
    copy = store.copy

    async def count_tries(target: Path) -> None:
        nonlocal tries
        tries += 1
        await copy(target)

    monkeypatch.setattr(store, "copy", count_tries)
    for second in range(0, int(AGAIN_AFTER) + 5, 5):
        backups.start_if_due(MONDAY + second)
        await backups.wait()
    assert tries == 2
    assert "could not be made" in caplog.text
    backup.find_folder(store.path).unlink()
    backups.start_if_due(MONDAY + 3 * AGAIN_AFTER)
    await backups.wait()
    assert _times(store.path) == [MONDAY + 3 * AGAIN_AFTER]
    await store.close()


# Whole copies, without delaying writers


@pytest.mark.timeout(patience(60))
async def test_a_copy_made_while_everybody_writes_is_whole(tmp_path: Path) -> None:
    """Each of four copies has all writes answered before it began, and no partial write."""
    for number in range(COPIES // 4):
        folder = tmp_path / str(number)
        folder.mkdir()
        await copy_while_everybody_writes(folder, copies=4, seed=number)


async def copy_while_everybody_writes(folder: Path, *, copies: int, seed: int) -> None:
    store = await open_with_match(folder / "slowboat.db")
    writers = Writers(seed)
    made = []
    for number in range(copies):
        await writers.write(store, 5)
        answered = list(writers.answered)
        copying = asyncio.create_task(store.copy(backup.name_copy(store.path, MONDAY + number)))
        while not copying.done():
            await writers.write(store, 1)
        await copying
        made.append((number, answered))
    await store.close()
    assert not writers.refused
    for number, answered in made:
        copied = backup.name_copy(store.path, MONDAY + number)
        assert backup.inspect(copied) == content(store.path)[0]
        again = await Store.open(copied)
        await writers.find(again, answered=answered)
        await again.close()


async def test_writes_are_answered_between_two_steps_of_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy has these writes, too. The mutant copies in one step."""
    store = await open_with_match(tmp_path / "slowboat.db")
    for number in range(40):
        row = a_match(id=await store.transaction(lambda tx, n=number: tx.insert_match(a_match(channel_id=90_000 + n))))
        ply = a_ply(0, snapshot=random.Random(number).randbytes(100_000))
        await store.transaction(lambda tx, row=row, ply=ply: tx.append_log(row, [ply]))
    assert len(await _write_between_steps(store, tmp_path / "first.db", monkeypatch)) >= 15
    monkeypatch.setattr(backup, "_PAGES", 1_000_000)
    assert len(await _write_between_steps(store, tmp_path / "second.db", monkeypatch)) <= 1
    await store.close()


async def _write_between_steps(store: Store, target: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Open a match after each step of a copy, and return them."""
    loop = asyncio.get_running_loop()
    opened: list[int] = []

    def let_one_in(_: float) -> None:
        match = a_match(channel_id=len(opened), phase="finished")
        writing = asyncio.run_coroutine_threadsafe(store.transaction(lambda tx: tx.insert_match(match)), loop)
        opened.append(writing.result(10))

    monkeypatch.setattr("data.backup.time.sleep", let_one_in)
    await store.copy(target)
    copied = await Store.open(target)
    for match_id in opened[:-1]:
        assert await copied.transaction(lambda tx, i=match_id: tx.read_match(i)) is not None
    await copied.close()
    return opened


async def test_a_copy_that_is_not_whole_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await open_with_match(tmp_path / "slowboat.db")
    target = backup.name_copy(store.path, MONDAY)
    inspect = backup.inspect

    def tear(part: Path, **rest: object) -> int:
        with part.open("r+b") as file:
            file.seek(4096 * 3)
            file.write(b"\xff" * 4096)
        return inspect(part, **rest)  # type: ignore[arg-type]

    monkeypatch.setattr(backup, "inspect", tear)
    with pytest.raises(BackupFailed, match="damaged"):
        await store.copy(target)
    assert _names(backup.find_folder(store.path)) == []
    monkeypatch.setattr(backup, "inspect", lambda *_, **__: 1)  # mutant: a copy that is not verified
    await store.copy(target)
    assert target.exists()
    await store.close()


@pytest.mark.parametrize("ends", ["store", "backups"])
async def test_stopping_does_not_wait_for_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str) -> None:
    store = await open_with_match(tmp_path / "slowboat.db")
    monkeypatch.setattr(backup, "_PAGES", 1)
    monkeypatch.setattr(backup, "_PAUSE", 0.2)  # the whole copy takes longer than the timeout below
    backups = Backups(store)
    backups.start_if_due(MONDAY)
    await asyncio.sleep(0.1)
    begun = time.monotonic()
    if ends == "backups":
        await backups.close()
    await store.close()
    assert time.monotonic() - begun < 2
    await backups.close()
    assert _names(backup.find_folder(store.path)) == []
    assert checksum.check(store.path)


async def test_files_of_an_interrupted_copy_are_deleted(tmp_path: Path) -> None:
    store = await open_with_match(tmp_path / "slowboat.db")
    backup.find_folder(store.path).mkdir()
    for name in ("slowboat.2026-01-01T000000Z.db.part", "slowboat.2026-01-01T000000Z.db.part-journal"):
        (backup.find_folder(store.path) / name).touch()
    made = await Backups(store).make(MONDAY)
    assert _names(backup.find_folder(store.path)) == [made.name, f"{made.name}.seal"]
    await store.close()


async def test_a_copy_can_be_read_by_its_owner_alone(tmp_path: Path) -> None:
    """It contains the secrets of running matches."""
    store = await open_with_match(tmp_path / "slowboat.db")
    made = await Backups(store).make(MONDAY)
    assert made.stat().st_mode & 0o077 == 0
    await store.close()


# Verifying


@pytest.mark.parametrize("byte", [30, 5000, -300])
async def test_a_flipped_bit_in_a_copy_is_found(tmp_path: Path, byte: int) -> None:
    store = await open_with_match(tmp_path / "slowboat.db")
    made = await Backups(store).make(MONDAY)
    await store.close()
    assert backup.inspect(made) >= 1
    flipped = bytearray(made.read_bytes())
    flipped[byte] ^= 4
    made.write_bytes(flipped)
    with pytest.raises(StoreDamaged):
        backup.inspect(made)


async def test_a_row_that_belongs_to_nothing_is_found(tmp_path: Path) -> None:
    store = await open_with_match(tmp_path / "slowboat.db")
    await store.close()
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as db:
        db.execute("DELETE FROM matches")
    checksum.remove(store.path)
    with pytest.raises(StoreDamaged, match="belongs to nothing"):
        backup.inspect(store.path)


def test_files_that_are_no_backup_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing, match="There is no file"):
        backup.inspect(tmp_path / "nothing.db")
    (tmp_path / "letter.db").write_text("Dear Anna, " * 100)
    with pytest.raises(StoreForeign, match="not an SQLite file"):
        backup.inspect(tmp_path / "letter.db")
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreDamaged, match="no tables"):
        backup.inspect(tmp_path / "empty.db")


# Restoring


async def _back_up(path: Path) -> tuple[Path, tuple[int, str]]:
    """Make a backup, and a database with later changes."""
    store = await open_with_match(path)
    made = await Backups(store).make(MONDAY)
    await store.transaction(lambda tx: tx.insert_match(a_match(channel_id=8)))
    await store.close()
    return made, content(made)


async def test_a_restore_keeps_the_replaced_file(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    made, then = await _back_up(path)
    now = content(path)
    assert now != then
    kept = backup.restore(made, path, now=MONDAY + 1)
    assert kept == tmp_path / "slowboat.db.replaced-2026-03-02T000001Z"
    assert content(path) == then
    assert content(kept) == now
    store = await Store.open(path)
    assert await store.transaction(lambda tx: tx.find_match_in_channel(8)) is None
    await store.close()
    assert made.exists()


async def test_the_log_of_a_crashed_bot_is_kept_and_not_mixed_in(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    made, then = await _back_up(path)
    store = await Store.open(path)
    writers = Writers(2)
    await writers.write(store, 20)
    crashed = tmp_path / "crashed" / path.name
    crashed.parent.mkdir()
    for suffix in ("", "-wal"):
        crashed.with_name(crashed.name + suffix).write_bytes(path.with_name(path.name + suffix).read_bytes())
    await store.close()
    kept = backup.restore(made, crashed, now=MONDAY + 1)
    assert kept is not None
    assert content(crashed) == then
    again = await Store.open(kept)
    await writers.find(again, answered=writers.answered)
    await again.close()


async def test_a_damaged_file_is_replaced_and_kept_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    made, then = await _back_up(path)
    for damage in (b"rubbish" * 2000, path.read_bytes()[:9000], bytes(4096) + path.read_bytes()[4096:]):
        path.write_bytes(damage)
        path.with_name("slowboat.db-wal").write_bytes(b"a log that belongs to the damaged file" * 300)
        kept = backup.restore(made, path, now=MONDAY + len(damage))
        assert kept is not None
        assert kept.read_bytes() == damage
        assert content(path) == then


@pytest.mark.parametrize("removed", [True, False])
async def test_a_restore_ignores_the_log_of_the_damaged_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, removed: bool
) -> None:
    """The log of the damaged file must not be applied to the restored one. SQLite would do so, because the log is
    intact and does not contain page 1, which is damaged. Some versions of SQLite remove the log when they fail to open
    the file, which must make no difference.
    """
    if not removed:
        monkeypatch.setattr(backup, "_write_log_back", lambda _: None)
    path = tmp_path / "slowboat.db"
    made, then = await _back_up(path)
    store = await Store.open(path)
    await store._run(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
    match = a_match(id=1)
    await store.transaction(lambda tx: tx.update_match(a_match(id=1, language="fr"), was=match))
    log = path.with_name("slowboat.db-wal").read_bytes()
    await store.close()
    damaged = b"nonsense" * 512 + path.read_bytes()[4096:]
    path.write_bytes(damaged)
    path.with_name("slowboat.db-wal").write_bytes(log)
    kept = backup.restore(made, path, now=MONDAY)
    assert content(path) == then
    assert kept is not None
    assert kept.read_bytes() == damaged
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == log


async def test_a_copy_that_is_damaged_while_it_is_restored_replaces_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "slowboat.db"
    made, _ = await _back_up(path)
    before = content(path)
    keep = backup._copy_file

    def tear(old: Path, new: Path) -> None:
        keep(old, new)
        if new.suffix == ".part":
            new.write_bytes(new.read_bytes()[:-4096])

    monkeypatch.setattr(backup, "_copy_file", tear)
    with pytest.raises(StoreDamaged):
        backup.restore(made, path, now=MONDAY)
    assert content(path) == before


async def test_nothing_is_restored_under_a_running_bot(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    made, _ = await _back_up(path)
    store = await Store.open(path)
    with pytest.raises(StoreLocked):
        await asyncio.to_thread(backup.restore, made, path, now=MONDAY)
    assert await store.transaction(lambda tx: tx.find_match_in_channel(8)) is not None
    await store.close()
    assert sorted(_names(tmp_path)) == ["backups", "slowboat.db", "slowboat.db.seal"]


async def test_a_damaged_backup_is_not_put_back(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    made, _ = await _back_up(path)
    before = content(path)
    made.write_bytes(made.read_bytes()[:-4096])
    with pytest.raises(StoreDamaged):
        backup.restore(made, path, now=MONDAY)
    assert content(path) == before
    assert sorted(_names(tmp_path)) == ["backups", "slowboat.db", "slowboat.db.seal"]


async def test_a_backup_is_restored_without_a_database(tmp_path: Path) -> None:
    made, then = await _back_up(tmp_path / "slowboat.db")
    assert backup.restore(made, tmp_path / "new" / "slowboat.db", now=MONDAY) is None
    assert content(tmp_path / "new" / "slowboat.db") == then


def test_an_interrupted_restore_leaves_one_of_the_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill a restore before every line, or every eleventh. The mutant moves the old file instead of copying it."""
    path = tmp_path / "slowboat.db"
    made, then = asyncio.run(_back_up(path))
    now = content(path)
    assert now != then
    found = list(_interrupt_restore(path, made, tmp_path / "killed"))
    assert len(found) > (100 if FULL else 10)
    assert set(found) == {now, then}
    keep = backup._copy_file
    monkeypatch.setattr(
        backup, "_copy_file", lambda old, new: old.replace(new) if old.suffix == ".db" else keep(old, new)
    )
    shutil.copy(made, tmp_path / "copy of it")
    assert not set(_interrupt_restore(path, tmp_path / "copy of it", tmp_path / "mutant")) <= {now, then}


def _interrupt_restore(path: Path, made: Path, folder: Path) -> Iterator[tuple[int, str]]:
    """List the content after a restore was killed before its first line, its second, and so on."""
    for fatal in range(1, 2000, 1 if FULL else 11):
        there = folder / str(fatal) / path.name
        there.parent.mkdir(parents=True)
        shutil.copy(path, there)
        child = os.fork()
        if child == 0:
            lines = itertools.count(1)

            def trace(frame: FrameType, event: str, _: object, lines: Iterator[int] = lines, fatal: int = fatal) -> Any:
                if frame.f_code.co_filename not in (backup.__file__, checksum.__file__):
                    return None
                if event == "line" and next(lines) == fatal:
                    os._exit(9)
                return trace

            sys.settrace(trace)
            backup.restore(made, there, now=MONDAY)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        yield content(there)
        if status == 0:
            return
    raise AssertionError("the restore never finished")
