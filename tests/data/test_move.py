"""Test that `python -m data move` carries every row from a file to a PostgreSQL server and back."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from pathlib import Path

import pytest

from data import Store, StoreError, checksum
from data import move as moving
from data.__main__ import main
from data.errors import StoreLocked
from data.move import File, MoveDiffers, TargetTaken, list_tables, move, name_part
from data.postgres.errors import StoreInUse, StoreNotOurs
from data.postgres.move import Schema
from data.postgres.store import PostgresStore
from data.progress import Report
from data.sql.tables import Row, Table
from tests.released import DUMPS, build
from tests.support.matches.rows import CHANNEL, a_match
from tests.support.numbers import FULL
from tests.support.postgres import Server, make_schema

SECRET_TEXT = "Zoë & Ømer 🐙 \\ \t 'quoted' %s ?"


@pytest.fixture
def address(server: Server, tmp_path: Path) -> str:
    """Return the address of an empty schema."""
    return make_schema(server, str(tmp_path))


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """Return a file with a row in every table."""
    path = tmp_path / "old.db"
    build(DUMPS[-1], path)
    await (await Store.open(path)).close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        for table in list_tables():
            if not db.execute(table.count_rows()).fetchone()[0]:
                db.execute(table.insert(), [make_value(db, table, column) for column in table.columns])
        db.execute("UPDATE seats SET name = ?", (SECRET_TEXT,))
        db.execute("UPDATE matches SET created_at = 0.1 + 0.2, guild_id = 9223372036854775807 WHERE id = 1")
        db.commit()
    checksum.remove(path)
    await (await Store.open(path)).close()
    return path


def make_value(db: sqlite3.Connection, table: Table, column: str) -> object:
    """Make a value that fits the type of a column."""
    kinds = {name: kind for _, name, kind, *_ in db.execute(f"PRAGMA table_info({table.name})")}
    if column == "match_id":
        return db.execute("SELECT max(id) FROM matches").fetchone()[0]
    return {"INTEGER": 1, "REAL": 0.1, "TEXT": "a text", "BLOB": b"\x00\xff"}[kinds[column]]


def read_all(path: Path) -> dict[str, list[Row]]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return {table.name: sorted(db.execute(f"SELECT * FROM {table.name}"), key=repr) for table in list_tables()}


def test_every_table_has_a_key_and_follows_those_it_refers_to() -> None:
    tables = list_tables()
    assert all(table.key for table in tables)
    assert tables[0].name != "seats"
    assert [table.name for table in tables].index("matches") < [table.name for table in tables].index("seats")


async def test_every_row_arrives_and_returns(file: Path, address: str, tmp_path: Path) -> None:
    rows = read_all(file)
    assert all(rows.values()), "a table without rows proves nothing"
    returned = tmp_path / "new" / "slowboat.db"
    assert move(str(file), address) == move(address, str(returned)) == sum(map(len, rows.values()))
    assert read_all(returned) == read_all(file) == rows
    assert checksum.check(returned)
    assert returned.stat().st_mode & 0o077 == 0
    assert not name_part(returned).exists()


async def test_a_bot_plays_on_after_a_move(file: Path, address: str) -> None:
    highest = max(row[0] for row in read_all(file)["matches"])
    outbox = max(row[0] for row in read_all(file)["outbox"])
    move(str(file), address)
    store = await PostgresStore.open(address)
    opened = await store.transaction(lambda tx: tx.insert_match(a_match(channel_id=CHANNEL + 900_000)))
    assert opened > highest
    entered = await store.transaction(
        lambda tx: tx._db.execute(
            "INSERT INTO outbox (guild_id, match_id, channel_id, seq, due_at) VALUES (1, ?, 1, 0, 0) RETURNING id",
            (opened,),
        ).fetchone()
    )
    assert entered == (outbox + 1,)
    await store.close()


class Killed(Exception):
    """Raised instead of killing the process."""


def cut_after(batches: int) -> Report:
    left = [batches]

    def report(*_: object) -> None:
        left[0] -= 1
        if not left[0]:
            raise Killed

    return report


@pytest.mark.parametrize("back", [False, True])
async def test_an_interrupted_move_goes_on(
    file: Path, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, back: bool
) -> None:
    """Interrupted after 1, 2, 3 … more batches, until it is complete. No row is written twice."""
    source, target = str(file), address
    if back:
        move(source, address)
        source, target = address, str(tmp_path / "new.db")
    monkeypatch.setattr(moving, "BATCH", 7)
    written = 0
    kind = File if back else Schema
    write_rows = kind.write_rows

    def count(self: object, table: Table, rows: list[Row]) -> None:
        nonlocal written
        write_rows(self, table, rows)  # type: ignore[arg-type]
        written += len(rows)

    monkeypatch.setattr(kind, "write_rows", count)
    cuts = 0
    while True:
        try:
            rows = move(source, target, cut_after(cuts + 1))
        except Killed:
            cuts += 1
        else:
            break
    assert cuts > 3
    assert rows == written
    if back:
        assert read_all(tmp_path / "new.db") == read_all(file)


async def test_nothing_starts_on_an_unfinished_move(file: Path, address: str, tmp_path: Path) -> None:
    with pytest.raises(Killed):
        move(str(file), address, cut_after(2))
    with pytest.raises(StoreNotOurs, match="python -m data move"):
        await PostgresStore.open(address)
    with pytest.raises(StoreNotOurs, match="python -m data move"):
        move(address, str(tmp_path / "new.db"))
    assert move(str(file), address)
    await (await PostgresStore.open(address)).close()


async def test_a_source_that_was_used_in_between_is_copied_anew(file: Path, address: str, tmp_path: Path) -> None:
    with pytest.raises(Killed):
        move(str(file), address, cut_after(12))
    store = await Store.open(file)
    await store.transaction(lambda tx: tx._db.execute("UPDATE matches SET language = 'fr'"))
    await store.close()
    move(str(file), address)
    move(address, str(tmp_path / "new.db"))
    assert read_all(tmp_path / "new.db") == read_all(file)


async def test_a_running_bot_is_not_moved(file: Path, address: str) -> None:
    bot = await Store.open(file)
    with pytest.raises(StoreLocked):
        move(str(file), address)
    await bot.close()
    other = await PostgresStore.open(address)
    with pytest.raises(StoreInUse):
        move(str(file), address)
    await other.close()


async def test_a_target_with_matches_is_left_alone(file: Path, address: str, tmp_path: Path) -> None:
    store = await PostgresStore.open(address)
    await store.transaction(lambda tx: tx.insert_match(a_match()))
    await store.close()
    with pytest.raises(TargetTaken):
        move(str(file), address)
    await (await PostgresStore.open(address)).close()
    taken = tmp_path / "taken.db"
    taken.write_text("something else")
    with pytest.raises(TargetTaken):
        move(str(file), str(taken))
    assert taken.read_text() == "something else"


async def test_an_older_schema_is_refused(address: str, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    build(DUMPS[0], path)
    with pytest.raises(StoreError, match="Start this version"):
        move(str(path), address)


TABLES = [table.name for table in list_tables()]


@pytest.mark.mutant
@pytest.mark.parametrize("table", TABLES if FULL else ["log", "matches", "outages", "timers"])
async def test_a_row_that_changes_on_the_way_would_be_seen(
    file: Path, address: str, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    write_rows = Schema.write_rows

    def lose_one(self: Schema, written: Table, rows: list[Row]) -> None:
        write_rows(self, written, rows[1:] if written.name == table and written.name != "matches" else rows)
        if written.name == table == "matches":
            self._db.execute("UPDATE matches SET rev = rev + 1 WHERE id = (SELECT max(id) FROM matches)")

    monkeypatch.setattr(Schema, "write_rows", lose_one)
    with pytest.raises(MoveDiffers, match=table):
        move(str(file), address)
    with pytest.raises(StoreNotOurs):
        await PostgresStore.open(address)


async def test_the_command_reports_its_progress_and_its_errors(
    file: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["move", str(file), address]) == 0
    said = capsys.readouterr()
    assert "rows were moved and compared" in said.out
    moved, compared = said.err.splitlines()
    assert re.fullmatch(r"(\d+) of \1: rows moved, in \w+", moved)
    assert re.fullmatch(r"(\d+) of \1: rows compared, in \w+", compared)
    assert main(["move", str(file), address]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert main(["move", str(file), "postgresql://@@nowhere"]) == 1
    assert main(["move", str(file.with_name("none.db")), address]) == 1
    assert "There is no file" in capsys.readouterr().err
