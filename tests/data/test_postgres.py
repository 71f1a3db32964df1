"""Test the features that only the store on PostgreSQL has: addresses, migrations, lost connections, transactions that
collide."""

from __future__ import annotations

import asyncio
import functools
import json
import re
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

import bot
from data import ChannelTaken, Store, StoreError, Transaction, open_store, sql
from data.__main__ import main
from data.errors import StoreUnwritable
from data.migrate import list_migrations
from data.postgres import store as postgres
from data.postgres.connection import compare_clocks, name_place, translate
from data.postgres.errors import StoreBusy, StoreClock, StoreInterrupted, StoreInUse, StoreNotOurs, StoreUnreachable
from data.postgres.store import PostgresStore
from tests.support.matches.rows import CHANNEL, NOW, a_match, a_result
from tests.support.numbers import times
from tests.support.postgres import CannotStart, Server, end_connections, make_schema

SQL = Path(sql.__file__).parent
SQLITE_ONLY = re.compile(
    r"INSERT OR |ON CONFLICT DO UPDATE|IS NOT '|IS NOT \?|LIMIT -1|import sqlite3|PRAGMA|GLOB|ifnull"
)
RESTARTS = times(50, usual=1)
NEWEST, _ = list_migrations()[-1]


@pytest.fixture
def address(server: Server, tmp_path: Path) -> str:
    """Return the address of an empty schema."""
    return make_schema(server, str(tmp_path))


@pytest.fixture
async def store(address: str) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(address)
    yield opened
    await opened.close()


# Addresses


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("postgresql://anna:secret@db.example:6432/boat", "db.example:6432/boat"),
        ("postgres://anna:secret@db.example", "db.example:5432/postgres"),
        ("postgresql:///boat?host=/run/pg", "/run/pg:5432/boat"),
    ],
)
def test_a_place_is_named_without_user_and_password(address: str, place: str) -> None:
    assert name_place(address) == place


def test_placeholders_are_translated_for_the_driver() -> None:
    assert translate("a = ? AND b LIKE :spelt OR c % 2 = ?") == "a = %s AND b LIKE %(spelt)s OR c %% 2 = %s"


@pytest.mark.parametrize("address", ["postgresql://u:secret@h/db?no_such_option=1", "postgresql://u:secret@h:port/db"])
async def test_a_malformed_address_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(StoreError, match="SLOWBOAT_DATABASE") as caught:
        await open_store(address)
    assert "secret" not in str(caught.value)


async def test_a_missing_server_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreUnreachable, match="SLOWBOAT_DATABASE") as caught:
        await open_store(f"postgresql://anna:secret@/boat?host={tmp_path}")
    assert str(tmp_path) in str(caught.value)
    assert "secret" not in str(caught.value)


async def test_the_bot_ends_if_the_server_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreUnreachable):
        await bot.run(bot.Settings(database=f"postgresql:///boat?host={tmp_path}"))


def test_backups_are_left_to_the_tools_of_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "--database", "postgresql://h/boat"]) == 1
    assert "pg_dump" in capsys.readouterr().err


async def test_without_the_driver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "data.postgres.store", None)
    with pytest.raises(StoreError, match="--extra postgres"):
        await open_store("postgresql://h/boat")


@pytest.mark.parametrize("file", sorted(SQL.glob("*.py")), ids=lambda file: file.stem)
def test_statements_avoid_syntax_that_only_sqlite_has(file: Path) -> None:
    assert not SQLITE_ONLY.search(file.read_text(encoding="utf-8"))


# Schemas


async def test_both_stores_have_the_same_tables(store: PostgresStore, tmp_path: Path) -> None:
    kinds = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": "text", "BLOB": "bytea"}
    file = await Store.open(tmp_path / "slowboat.db")
    await file.close()
    db = sqlite3.connect(tmp_path / "slowboat.db")
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    expected = {
        (table, name, kinds[kind], bool(required or key))
        for table in tables
        for _, name, kind, required, _, key in db.execute(f"PRAGMA table_info({table})")
    }
    unique = {
        (table, frozenset(column for _, _, column in db.execute(f"PRAGMA index_info({index})")))
        for table in tables
        for _, index, is_unique, *_ in db.execute(f"PRAGMA index_list({table})")
        if is_unique
    }
    indexes = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql > ''")}
    db.close()

    def read(tx: Transaction) -> tuple[Any, Any, Any]:
        columns = tx._db.execute(
            "SELECT table_name, column_name, data_type, is_nullable = 'NO' FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND table_name <> 'slowboat'"
        )
        keys = tx._db.execute(
            "SELECT c.relname, array_agg(a.attname::text) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid "
            "JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey) WHERE i.indisunique AND "
            "c.relnamespace = current_schema()::regnamespace GROUP BY i.indexrelid, c.relname"
        )
        names = tx._db.execute("SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()")
        return set(columns), {(name, frozenset(found)) for name, found in keys}, {name for (name,) in names}

    columns, keys, names = await store.transaction(read)
    assert columns == expected
    assert unique <= keys
    assert indexes <= names


async def test_several_processes_may_migrate_at_once(address: str) -> None:
    opened = await asyncio.gather(*(PostgresStore.open(address, shared=True) for _ in range(6)))
    try:
        assert await opened[0].transaction(lambda tx: tx.insert_match(a_match())) == 1
        (version,) = await opened[5].transaction(lambda tx: tx._db.execute("SELECT version FROM slowboat").fetchone())
        assert version == NEWEST
    finally:
        await asyncio.gather(*(each.close() for each in opened))


@pytest.mark.parametrize(
    ("statement", "detail"),
    [
        ("CREATE TABLE theirs (id int)", "another program"),
        ("CREATE TABLE slowboat AS SELECT 1 AS one, 9999 AS version, 9998 AS oldest", "9998"),
    ],
)
async def test_a_schema_of_others_is_left_alone(address: str, statement: Any, detail: str) -> None:
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(statement)
    with pytest.raises(StoreNotOurs, match=detail):
        await PostgresStore.open(address)
    with psycopg.connect(address) as db:
        row = db.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()").fetchone()
    assert row == (1,)


# One bot


async def test_a_second_bot_is_refused_until_the_first_one_ends(address: str, store: PostgresStore) -> None:
    with pytest.raises(StoreInUse, match="SLOWBOAT_DATABASE"):
        await PostgresStore.open(address)
    await store.close()
    again = await PostgresStore.open(address)
    await again.close()


async def test_a_second_bot_is_refused_after_the_first_one_has_reconnected(
    address: str, store: PostgresStore, server: Server
) -> None:
    assert end_connections(server) >= 2
    await store.transaction(lambda tx: tx.insert_match(a_match()))
    with pytest.raises(StoreInUse):
        await PostgresStore.open(address)


# Several processes


async def test_processes_that_share_a_database_keep_others_out(address: str) -> None:
    first, second = [await PostgresStore.open(address, shared=True) for _ in range(2)]
    await first.close()
    try:
        with pytest.raises(StoreInUse):
            await PostgresStore.open(address)
    finally:
        await second.close()
    alone = await PostgresStore.open(address)
    try:
        with pytest.raises(StoreInUse):
            await PostgresStore.open(address, shared=True)
    finally:
        await alone.close()


@pytest.mark.parametrize(("ahead", "said"), [(3.0, "ahead of"), (-3.0, "behind")])
async def test_a_process_whose_clock_differs_does_not_share_a_database(
    address: str, monkeypatch: pytest.MonkeyPatch, ahead: float, said: str
) -> None:
    """Leases of shards end by the clock of the process that looks."""
    compare = functools.partial(compare_clocks, clock=lambda: time.time() + ahead)
    monkeypatch.setattr(postgres, "compare_clocks", compare)
    with pytest.raises(StoreClock, match=rf"3\.\d seconds {said}"):
        await PostgresStore.open(address, shared=True)
    await (await PostgresStore.open(address)).close()


# Lost connections


async def test_idle_connections_that_were_ended_are_replaced(store: PostgresStore, server: Server) -> None:
    for number in range(3):
        await asyncio.gather(*(store.transaction(lambda tx: tx.read_match(1)) for _ in range(8)))
        assert end_connections(server)
        await store.transaction(lambda tx, n=number: tx.put_person(n, "{}"))  # sent together with its commit
        assert await store.transaction(lambda tx, n=number: tx.read_person(n)) == "{}"


async def test_a_connection_lost_before_the_commit_costs_nothing(store: PostgresStore, server: Server) -> None:
    tries = 0

    def work(tx: Transaction) -> int:
        nonlocal tries
        tries += 1
        match_id = tx.insert_match(a_match())
        if tries == 1:
            end_connections(server)
        tx.read_match(match_id)
        return match_id

    assert await store.transaction(work) == 1
    assert tries == 2


async def test_a_connection_lost_in_the_commit_is_not_taken_for_a_failure_of_the_change(
    store: PostgresStore, server: Server
) -> None:
    """Whether it was committed is unknown, so it must not be carried out again."""
    tries = 0

    def work(tx: Transaction) -> None:
        nonlocal tries
        tries += 1
        tx.read_match(1)
        end_connections(server)

    with pytest.raises(StoreInterrupted):
        await store.transaction(work)
    assert tries == 1


async def test_a_restart_of_the_server_is_waited_for(tmp_path: Path) -> None:
    """Write continuously while the server crashes and starts again; every acknowledged write is stored."""
    try:
        server = await asyncio.to_thread(Server)
    except CannotStart as error:
        pytest.skip(f"no PostgreSQL: {error}")
    try:
        store = await PostgresStore.open(make_schema(server, "restarts"))
        acknowledged: set[int] = set()
        stop = asyncio.Event()

        async def write(first: int) -> None:
            channel = first
            while not stop.is_set():
                try:
                    await store.transaction(lambda tx, channel=channel: tx.insert_match(a_match(channel_id=channel)))
                    acknowledged.add(channel)
                except (StoreInterrupted, ChannelTaken):
                    pass  # unknown whether it was committed, so the channel is not used again
                channel += 10

        async def wait_for(number: int) -> None:
            while len(acknowledged) < number:
                await store.transaction(lambda tx: tx.read_match(1))

        writers = [asyncio.create_task(write(first)) for first in range(1, 5)]
        for _ in range(RESTARTS):
            before = len(acknowledged)
            await asyncio.to_thread(server.stop, signal.SIGQUIT)
            await asyncio.to_thread(server.start)
            await wait_for(before + 20)
        stop.set()
        await asyncio.gather(*writers)
        found = await store.transaction(
            lambda tx: {channel for (channel,) in tx._db.execute("SELECT channel_id FROM matches")}
        )
        assert acknowledged <= found
        await store.close()
    finally:
        await asyncio.to_thread(server.remove)


async def test_a_server_that_does_not_come_back_is_reported(
    store: PostgresStore, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.1)

    def refuse(address: str) -> Any:
        raise psycopg.OperationalError("connection refused")

    monkeypatch.setattr(postgres, "connect", refuse)
    end_connections(server)
    with pytest.raises(StoreUnreachable, match="connection refused"):
        await store.transaction(lambda tx: tx.read_match(1))


# Transactions that collide


async def test_both_transactions_of_a_deadlock_are_carried_out(store: PostgresStore) -> None:
    one, two = [
        await store.transaction(lambda tx, channel=channel: tx.insert_match(a_match(channel_id=channel)))
        for channel in (1, 2)
    ]
    both = threading.Barrier(2)
    tries: list[int] = []

    def raise_seqs(tx: Transaction, first: int, second: int) -> None:
        tries.append(first)
        statement = "UPDATE matches SET seq = seq + 1 WHERE id = ?"
        assert tx._db.execute(statement, (first,)).rowcount == 1
        if len(tries) <= 2:
            both.wait(10)
        assert tx._db.execute(statement, (second,)).rowcount == 1

    await asyncio.gather(
        store.transaction(lambda tx: raise_seqs(tx, one, two)), store.transaction(lambda tx: raise_seqs(tx, two, one))
    )
    for match_id in (one, two):
        row = await store.transaction(lambda tx, match_id=match_id: tx.read_match(match_id))
        assert row is not None
        assert row.seq == 1
    assert len(tries) >= 3, "there was no deadlock"


async def test_a_function_that_goes_on_after_an_error_is_refused(store: PostgresStore) -> None:
    await store.transaction(lambda tx: tx.insert_match(a_match()))

    def go_on(tx: Transaction) -> None:
        tx.insert_match(a_match(channel_id=CHANNEL + 1))
        try:
            assert tx._db.execute("UPDATE matches SET channel_id = ?", (CHANNEL,)).rowcount
        except tx._db.IntegrityError:
            return

    with pytest.raises(Exception, match=r"continued after|aborted"):
        await store.transaction(go_on)
    assert await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL + 1)) is None


async def test_results_that_end_together_see_each_other(store: PostgresStore) -> None:
    """The earlier one is committed last: it counts as a correction, so nobody overlooks it."""
    later_is_written, earlier_is_written = threading.Event(), threading.Event()

    def put_later(tx: Transaction) -> None:
        tx.put_results(1, [a_result(match_id=1, finished_at=NOW + 1)])
        tx.read_results_epoch()  # statements are sent when a result is asked for
        later_is_written.set()
        assert not earlier_is_written.wait(0.2), "the earlier one has not waited for this commit"

    def put_earlier(tx: Transaction) -> None:
        later_is_written.wait(10)
        tx.put_results(2, [a_result(match_id=2, finished_at=NOW)])
        tx.read_results_epoch()  # statements are sent when a result is asked for
        earlier_is_written.set()

    await asyncio.gather(store.transaction(put_later), store.transaction(put_earlier))
    assert await store.transaction(lambda tx: tx.read_results_epoch()) == 1


@pytest.mark.parametrize(
    ("state", "kind"), [("53100", StoreUnwritable), ("25006", StoreUnwritable), ("57014", StoreBusy)]
)
async def test_failures_of_the_server_are_explained(store: PostgresStore, state: str, kind: type[StoreError]) -> None:
    def fail(tx: Transaction) -> None:
        text = json.dumps("the server said so")[1:-1]
        tx._db.execute(f"DO $$ BEGIN RAISE EXCEPTION '{text}' USING ERRCODE = '{state}'; END $$")

    with pytest.raises(kind, match="the server said so"):
        await store.transaction(fail)
    assert await store.transaction(lambda tx: tx.read_match(1)) is None, "the connection can still be used"
