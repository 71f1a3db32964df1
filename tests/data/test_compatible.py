"""Processes of different versions share a PostgreSQL schema: which migrations they survive, and which are refused."""

from __future__ import annotations

import asyncio
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from data import migrate, sql
from data.postgres import migrate as on_postgres
from data.postgres.errors import StoreNotOurs, StoreStillUsed
from data.postgres.store import PostgresStore
from tests.support.matches.rows import CHANNEL, a_match
from tests.support.postgres import Server, end_connections, make_schema

SQL = Path(sql.__file__).parent
NEWEST, _ = migrate.list_migrations()[-1]

EXPANSION = "ALTER TABLE matches ADD COLUMN newer TEXT NOT NULL DEFAULT '';\nCREATE TABLE newer (guild_id INTEGER);\n"
CONTRACTION = "ALTER TABLE matches DROP COLUMN weekends;\n"

CONTRACTIONS: frozenset[int] = frozenset()
"""Migrations above `COMPATIBLE_SINCE` that remove what no program since then uses."""

_NEW_TABLE = re.compile(r"CREATE TABLE (\w+) \(")
_NEW_INDEX = re.compile(r"CREATE (?:UNIQUE )?INDEX \w+ ON (\w+) \(")
_NEW_COLUMN = re.compile(
    r"ALTER TABLE \w+ ADD COLUMN \w+ (?:INTEGER|REAL|TEXT|BLOB)(?: NOT NULL DEFAULT (?:\d+|'[^']*'))?;\s*$"
)
_LINK = re.compile(r"REFERENCES \w+ \(\w+\)(?! ON DELETE CASCADE)")


def is_expansion(script: str) -> bool:
    """Whether programs that do not know a migration can go on: it only adds tables, with indexes, and columns.

    A new table may refer to an older one only if deleting a row there deletes the rows that refer to it: older programs
    delete people and servers without knowing the new table.
    """
    tables: set[str] = set()
    for raw in migrate.split_script(script):
        statement = re.sub(r"--[^\n]*", "", raw).strip()
        if (made := _NEW_TABLE.match(statement)) and not _LINK.search(statement):
            tables.add(made[1])
        elif not ((index := _NEW_INDEX.match(statement)) and index[1] in tables) and not _NEW_COLUMN.match(statement):
            return False
    return True


def test_migrations_that_are_said_to_be_compatible_only_add() -> None:
    assert 0 < migrate.COMPATIBLE_SINCE <= NEWEST
    found = {
        n
        for n, file in migrate.list_migrations()
        if n > migrate.COMPATIBLE_SINCE and not is_expansion(file.read_text())
    }
    assert found == CONTRACTIONS, "raise COMPATIBLE_SINCE in data/migrate.py, or add what it says to CONTRACTIONS"


@pytest.mark.mutant
@pytest.mark.parametrize(
    "script",
    [
        "ALTER TABLE matches RENAME TO plays;",
        "ALTER TABLE matches ADD COLUMN x TEXT NOT NULL;",
        "ALTER TABLE matches ADD COLUMN x INTEGER UNIQUE;",
        "CREATE INDEX by_x ON matches (game);",
        "UPDATE matches SET game = '';",
        "CREATE TABLE x (\n match_id INTEGER REFERENCES matches (id)\n);",
        f"{EXPANSION}{CONTRACTION}",
    ],
)
def test_other_migrations_would_be_seen(script: str) -> None:
    assert is_expansion(EXPANSION)
    assert is_expansion(
        "CREATE TABLE x (y INTEGER REFERENCES matches (id) ON DELETE CASCADE);\nCREATE INDEX z ON x (y);"
    )
    assert not is_expansion(script)


@pytest.mark.parametrize("file", sorted(SQL.glob("*.py")), ids=lambda file: file.stem)
def test_statements_name_their_columns(file: Path) -> None:
    """A new column must not change what a statement of an older program reads or writes."""
    assert not re.search(r"SELECT \*|RETURNING \*|INSERT INTO \w+ (?:VALUES|SELECT)", file.read_text(encoding="utf-8"))


@pytest.fixture
def address(server: Server, tmp_path: Path) -> str:
    return make_schema(server, str(tmp_path))


Become = Callable[..., None]


@pytest.fixture
def become(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Become:
    """Become another version: one with further migrations, compatible with programs of a schema."""
    folder = migrate._FOLDER

    def change(*scripts: str, since: int = NEWEST) -> None:
        copy = tmp_path / f"version {len(list(tmp_path.iterdir()))}"
        shutil.copytree(folder, copy)
        for number, script in enumerate(scripts, NEWEST + 1):
            (copy / f"{number:04d}_more.sql").write_text(script)
        monkeypatch.setattr(migrate, "_FOLDER", copy)
        monkeypatch.setattr(on_postgres, "COMPATIBLE_SINCE", since)

    monkeypatch.setattr(on_postgres, "PAUSE", 0.01)
    return change


async def read_version(store: PostgresStore) -> int:
    (version,) = await store.transaction(lambda tx: tx._db.execute("SELECT version FROM slowboat").fetchone())
    return int(version)


async def test_a_process_goes_on_while_a_newer_one_expands_the_schema(address: str, become: Become) -> None:
    become()
    old = await PostgresStore.open(address, shared=True)
    become(EXPANSION)
    new = await PostgresStore.open(address, shared=True)
    try:
        for number, store in enumerate((old, new)):
            row = a_match(channel_id=CHANNEL + number)
            assert await store.transaction(lambda tx, row=row: tx.insert_match(row)) == number + 1
        assert await read_version(old) == NEWEST + 1
    finally:
        await old.close()
        await new.close()


async def test_a_process_starts_on_a_newer_schema_that_it_can_use(address: str, become: Become) -> None:
    become(EXPANSION, EXPANSION.replace("newer", "newest"))
    new = await PostgresStore.open(address, shared=True)
    become()
    old = await PostgresStore.open(address, shared=True)
    assert await old.transaction(lambda tx: tx.insert_match(a_match())) == 1
    assert await read_version(old) == NEWEST + 2, "it has left the schema as it is"
    await old.close()
    await new.close()
    alone = await PostgresStore.open(address)
    assert await read_version(alone) == NEWEST + 2
    await alone.close()


async def test_an_incompatible_migration_waits_for_the_end_of_older_processes(address: str, become: Become) -> None:
    become()
    old = await PostgresStore.open(address, shared=True)
    become(CONTRACTION, since=NEWEST + 1)
    for _ in range(2):
        with pytest.raises(StoreStillUsed, match=f"schema {NEWEST + 1}.*Stop all processes"):
            await PostgresStore.open(address, shared=True)
    assert await read_version(old) == NEWEST
    await old.close()
    opened = await asyncio.gather(*(PostgresStore.open(address, shared=True) for _ in range(3)))
    assert await read_version(opened[0]) == NEWEST + 1, "processes that start together do not wait for each other's end"
    become()
    with pytest.raises(StoreNotOurs, match=f"number {NEWEST + 1}, for versions that know {NEWEST + 1}"):
        await PostgresStore.open(address, shared=True)
    for store in opened:
        await store.close()


async def test_the_oldest_of_three_versions_blocks_a_migration(address: str, become: Become) -> None:
    """What matters are the programs that run, not the schema they were written for."""
    become()
    first = await PostgresStore.open(address, shared=True)
    become(EXPANSION)
    second = await PostgresStore.open(address, shared=True)
    become(EXPANSION, CONTRACTION, since=NEWEST + 1)
    with pytest.raises(StoreStillUsed):
        await PostgresStore.open(address, shared=True)
    await first.close()
    third = await PostgresStore.open(address, shared=True)
    assert await read_version(second) == NEWEST + 2
    await second.close()
    await third.close()


async def test_a_process_that_has_lost_its_connection_finds_the_schema_changed(
    address: str, become: Become, server: Server
) -> None:
    become()
    old = await PostgresStore.open(address, shared=True)
    end_connections(server)
    become(CONTRACTION, since=NEWEST + 1)
    new = await PostgresStore.open(address, shared=True)
    become()
    with pytest.raises(StoreNotOurs):
        await old.transaction(lambda tx: tx.insert_match(a_match()))
    await old.close()
    await new.close()


async def test_a_migration_does_not_wait_long_for_a_table(
    address: str, become: Become, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody who needs the table would wait behind it."""
    become()
    await (await PostgresStore.open(address, shared=True)).close()
    become(EXPANSION)
    monkeypatch.setattr(on_postgres, "LOCKS_WITHIN", "SET LOCAL lock_timeout = '20ms'")
    held = psycopg.connect(address)
    held.execute("SELECT count(*) FROM matches")
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            held.rollback()

    monkeypatch.setattr(time, "sleep", wait)
    new = await PostgresStore.open(address, shared=True)
    assert await read_version(new) == NEWEST + 1
    assert waits == [on_postgres.PAUSE] * 2
    await new.close()
    held.close()
