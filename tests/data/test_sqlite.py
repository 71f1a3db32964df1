"""Test the SQLite file: how it is opened, its tables, and that all SQL is in data/."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import data.store
from data import SeatRow, Store, Transaction
from data.errors import StoreFull, StoreLocked
from tests.support.matches.rows import CHANNEL, NOW, a_match, a_ply
from tests.support.stores import add_board

ROOT = Path(data.store.__file__).resolve().parent.parent
WITHOUT_A_GUILD = frozenset({"people", "life", "outages", "shard_outages", "results_epoch", "match_ids", "leases"})
"""Tables about people in all servers, and about the bot."""


@pytest.fixture
async def sqlite(tmp_path: Path) -> Any:
    store = await Store.open(tmp_path / "slowboat.db")
    yield store
    await store.close()


async def pragma(store: Store, name: str) -> Any:
    (value,) = await store._run(lambda db: db.execute(f"PRAGMA {name}").fetchone())
    return value


async def test_the_settings_that_keep_moves_safe_are_in_force(sqlite: Store) -> None:
    assert await pragma(sqlite, "journal_mode") == "wal"
    assert await pragma(sqlite, "synchronous") == 2, "FULL: NORMAL loses acknowledged moves in a power cut"
    assert await pragma(sqlite, "locking_mode") == "exclusive"
    assert await pragma(sqlite, "foreign_keys") == 1


async def test_the_lock_is_held_from_the_beginning(sqlite: Store) -> None:
    """Set exclusive mode before WAL, so that there is no shared-memory file for a second process."""
    assert not sqlite.path.with_name(sqlite.path.name + "-shm").exists()


async def test_foreign_keys_are_enforced(sqlite: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        await sqlite.transaction(lambda tx: tx.append_log(a_match(id=404), [a_ply(0)]))


async def test_a_second_store_in_this_process_is_refused(sqlite: Store) -> None:
    with pytest.raises(StoreLocked, match="second Slowboat"):
        await (await Store.open(sqlite.path)).close()
    await sqlite.transaction(lambda tx: tx.insert_match(a_match()))


async def test_a_second_process_is_refused_and_told_what_to_do(sqlite: Store) -> None:
    script = f"""
import asyncio, pathlib, data
try:
    asyncio.run(data.Store.open(pathlib.Path({str(sqlite.path)!r})))
except data.StoreError as error:
    print(type(error).__name__, error)
"""
    said = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=20
    )
    assert said.stdout.startswith("StoreLocked"), said.stderr
    assert str(sqlite.path) in said.stdout
    assert "SLOWBOAT_DATABASE" in said.stdout


async def test_closing_leaves_one_file_and_its_checksum(sqlite: Store) -> None:
    await sqlite.transaction(lambda tx: tx.insert_match(a_match()))
    await sqlite.close()
    assert sorted(file.name for file in sqlite.path.parent.iterdir()) == ["slowboat.db", "slowboat.db.seal"]


async def test_functions_that_wait_together_share_a_commit(sqlite: Store) -> None:
    commits = []
    await sqlite._run(lambda db: db.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None))
    await asyncio.gather(
        *(sqlite.transaction(lambda tx, n=n: tx.insert_match(a_match(channel_id=n))) for n in range(100))
    )
    assert 1 <= len(commits) <= 3


async def test_a_full_disk_is_reported_and_loses_nothing(sqlite: Store) -> None:
    await sqlite.transaction(lambda tx: tx.insert_match(a_match()))
    pages = await pragma(sqlite, "page_count")
    await pragma(sqlite, f"max_page_count = {pages}")

    def write(tx: Transaction) -> None:
        row = a_match(id=tx.insert_match(a_match(channel_id=8)))
        tx.append_log(row, [a_ply(seq, snapshot=bytes(range(256)) * 200) for seq in range(20)])

    beside = sqlite.transaction(lambda tx: tx.record_interaction(1, 1, NOW))
    answers = await asyncio.gather(beside, sqlite.transaction(write), return_exceptions=True)
    assert isinstance(answers[1], StoreFull)
    kept = answers[0] is None
    await pragma(sqlite, "max_page_count = 1000000")
    assert await sqlite.transaction(lambda tx: tx.find_match_in_channel(8)) is None
    assert await sqlite.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) is not None
    if kept:
        with pytest.raises(data.Conflict):
            await sqlite.transaction(lambda tx: tx.record_interaction(1, 1, NOW))
    else:
        await sqlite.transaction(lambda tx: tx.record_interaction(1, 1, NOW))
    await sqlite.transaction(write)
    assert await sqlite.transaction(lambda tx: tx.find_match_in_channel(8)) is not None


# The schema


async def _rows(store: Store, sql: str) -> list[Any]:
    return await store._run(lambda db: db.execute(sql).fetchall())


async def test_every_table_has_a_guild(sqlite: Store) -> None:
    tables = {name for (name,) in await _rows(sqlite, "SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert len(tables) >= 7
    for table in tables - WITHOUT_A_GUILD:
        columns = {name: notnull for _, name, _, notnull, _, _ in await _rows(sqlite, f"PRAGMA table_info({table})")}
        assert columns.get("guild_id") == 1, f"{table} must have guild_id NOT NULL"


async def test_every_table_is_strict(sqlite: Store) -> None:
    for name, strict in await _rows(sqlite, "SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite%'"):
        assert strict == 1, f"{name} takes values of any type"


async def test_frequent_queries_use_an_index(sqlite: Store) -> None:
    """No query of the running bot reads a whole table."""
    asked: list[str] = []
    await sqlite._run(lambda db: db.set_trace_callback(asked.append))

    def ask(tx: Transaction) -> None:
        row = a_match(id=tx.insert_match(a_match(phase="running", machine=1)))
        tx.read_match(row.id)
        tx.find_match_in_channel(CHANNEL)
        tx.list_waiting_for_machines()
        tx.read_seats(row.id)
        tx.read_log(row.id, after=0)
        tx.read_snapshot(row.id, 0)
        tx.read_drafts(row.id)
        owed = tx.read_board(add_board(tx, row, 0, NOW))
        assert owed is not None
        tx.read_due_boards(NOW, limit=1)
        tx.is_superseded(owed)
        tx.find_newest_board(row.id, before=1)
        tx.read_due_timers(NOW, limit=1)
        tx.list_open_matches_of(5)
        tx.list_open_matches_in(70)
        tx.end_pings(row.id, but=())
        tx.read_ended_pings(limit=1)
        tx.read_person(5)
        tx.read_guild(70)
        tx.list_blocked(70, 5)
        tx.forget_interactions(NOW)

    await sqlite.transaction(ask)
    await sqlite._run(lambda db: db.set_trace_callback(None))
    questions = [sql for sql in asked if sql.startswith(("SELECT", "DELETE"))]
    assert len(questions) >= 11
    scanned = []
    for sql in questions:
        for *_, step in await _rows(sqlite, f"EXPLAIN QUERY PLAN {sql}"):
            if step.startswith("SCAN") and "USING" not in step:
                scanned.append(f"{step}: {sql}")
    assert scanned == []


# Where SQL may stand

_SQL = re.compile(r"\b(SELECT\s.+\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|PRAGMA\s+\w+)\b")


def _outside_data() -> list[Path]:
    packages = ["client", "cogs", "games", "rendering", "matches", "sandbox", "locales"]
    return [ROOT / "bot.py", *(file for package in packages for file in (ROOT / package).rglob("*.py"))]


def _foreign(source: str) -> bool:
    return bool(_SQL.search(source)) or bool(re.search(r"^\s*(import|from)\s+(aio)?sqlite3?\b", source, re.MULTILINE))


def test_all_sql_stands_in_data() -> None:
    files = _outside_data()
    assert len(files) > 50
    assert [str(file) for file in files if _foreign(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "source",
    ["import sqlite3", "from aiosqlite import connect", 'db("SELECT id FROM matches")', '"DELETE FROM log"'],
)
def test_sql_would_be_found(source: str) -> None:
    assert _foreign(source)


async def test_values_are_never_read_as_sql(sqlite: Store) -> None:
    hostile = "x'); DROP TABLE matches; --\"?1"
    row = a_match(language=hostile, options=hostile, result=hostile)
    row = structs.replace(row, id=await sqlite.transaction(lambda tx: tx.insert_match(row)))
    await sqlite.transaction(lambda tx: tx.put_seats(row, [SeatRow(0, 1, hostile)]))
    await sqlite.transaction(lambda tx: tx.put_draft(row, 0, 0, hostile))
    assert await sqlite.transaction(lambda tx: tx.read_match(row.id)) == row
    assert await sqlite.transaction(lambda tx: tx.read_seats(row.id)) == (SeatRow(0, 1, hostile),)
    assert await sqlite.transaction(lambda tx: tx.read_drafts(row.id)) == {0: (0, hostile)}


async def test_functions_run_one_after_another_in_the_order_they_were_handed_in(sqlite: Store) -> None:
    ran: list[int] = []
    await asyncio.gather(*(sqlite.transaction(lambda _, n=n: ran.append(n)) for n in range(200)))
    assert ran == list(range(200))


async def test_a_transaction_reads_the_writes_before_it(sqlite: Store) -> None:
    written = sqlite.transaction(lambda tx: tx.insert_match(a_match()))
    read = sqlite.transaction(lambda tx: tx.find_match_in_channel(CHANNEL))
    match_id, row = await asyncio.gather(written, read)
    assert row == a_match(id=match_id)
