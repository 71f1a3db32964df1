"""Files that cannot be used: each is refused with a sentence that says what to do, and left as it is."""

from __future__ import annotations

import concurrent.futures.thread  # noqa: F401 - asyncio would load it late, when this process is nobody and may not
import contextlib
import os
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from data import Store, StoreError
from data.errors import StoreDamaged, StoreForeign, StoreUnwritable
from data.migrate import APPLICATION_ID
from tests.data.rows import CHANNEL, a_match, a_ply

FULL = os.environ.get("SLOWBOAT_FULL") == "1"
FLIPS = 1000 if FULL else 60


async def written(path: Path, *, rows: int = 40) -> bytes:
    """A closed file with a match and its log; its bytes."""
    store = await Store.open(path)
    row = a_match(id=await store.transaction(lambda tx: tx.insert_match(a_match())))
    log = [a_ply(seq, snapshot=random.Random(seq).randbytes(300)) for seq in range(rows)]
    await store.transaction(lambda tx: tx.append_log(row, log))
    await store.close()
    return _bytes(path)


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


def _put(path: Path, content: bytes) -> None:
    """Write a file with nothing beside it."""
    for left in path.parent.glob(f"{path.name}-*"):
        left.unlink()
    path.write_bytes(content)


def _allow(path: Path, mode: int) -> None:
    path.chmod(mode)


async def refused(path: Path, kind: type[StoreError]) -> str:
    """What opening says; the file must stay as it was."""
    before = _bytes(path)
    with pytest.raises(kind) as caught:
        await (await Store.open(path)).close()
    assert _bytes(path) == before, "nothing was changed"
    said = str(caught.value)
    assert str(path) in said
    return said


async def test_something_else_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    path.write_text("Dear diary,\n" * 100)
    assert "SLOWBOAT_DATABASE" in await refused(path, StoreForeign)


async def test_another_programs_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE diary (day TEXT)")
        db.commit()
    assert "another program" in await refused(path, StoreForeign)


@pytest.mark.parametrize(("pragma", "value"), [("application_id", 1), ("user_version", 3)])
async def test_an_empty_database_that_bears_another_mark_is_not_touched(
    tmp_path: Path, pragma: str, value: int
) -> None:
    path = tmp_path / "slowboat.db"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA {pragma} = {value}")
    assert "another program" in await refused(path, StoreForeign)


async def test_a_newer_schema_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    await written(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 9999")
    said = await refused(path, StoreForeign)
    assert "9999" in said
    assert "run the version that wrote it" in said


async def test_a_file_that_says_it_is_ours_but_empty_is_damaged(tmp_path: Path) -> None:
    """The schema's number has been lost, the tables are there: starting over would fail halfway."""
    path = tmp_path / "slowboat.db"
    await written(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 0")
    assert "backup" in await refused(path, StoreDamaged)


async def test_a_missing_table_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    await written(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = 'CREATE TABLE' WHERE name = 'seats'")
        db.commit()
    assert "backup" in await refused(path, StoreDamaged)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.95])
async def test_a_truncated_file_is_damaged(tmp_path: Path, share: float) -> None:
    path = tmp_path / "slowboat.db"
    whole = await written(path)
    path.write_bytes(whole[: int(len(whole) * share)])
    said = await refused(path, StoreError)
    assert "Nothing was changed" in said


async def test_a_page_overwritten_anywhere_is_damaged(tmp_path: Path) -> None:
    """Pages that no schema is read from, too: the whole file is looked at when it is opened."""
    path = tmp_path / "slowboat.db"
    whole = await written(path, rows=200)
    size = 4096
    for page in range(1, len(whole) // size):
        _put(path, whole[: page * size] + b"\xff" * size + whole[(page + 1) * size :])
        assert "backup" in await refused(path, StoreDamaged), f"page {page}"


async def test_a_file_without_content_is_new(tmp_path: Path) -> None:
    """SQLite leaves one behind when a process dies before its first write."""
    path = tmp_path / "slowboat.db"
    path.touch()
    store = await Store.open(path)
    assert await store.transaction(lambda tx: tx.match(1)) is None
    await store.close()


async def test_a_flipped_bit_never_means_starting_over(tmp_path: Path) -> None:
    """Either the file is refused, or the match is still in it; no failure is without a sentence."""
    path = tmp_path / "slowboat.db"
    whole = await written(path)
    chance = random.Random(8)
    header = [(byte, bit) for byte in range(100) for bit in range(8)]
    spots = chance.sample(header, FLIPS // 3)
    spots += [(chance.randrange(len(whole)), chance.randrange(8)) for _ in range(FLIPS - len(spots))]
    refusals = 0
    for byte, bit in spots:
        flipped = bytearray(whole)
        flipped[byte] ^= 1 << bit
        _put(path, flipped)
        try:
            store = await Store.open(path)
        except StoreError:
            refusals += 1
            assert _bytes(path) == flipped, f"byte {byte} bit {bit}: a refused file was changed"
            continue
        try:
            matches = await store._run(lambda db: db.execute("SELECT count(*) FROM matches").fetchone())
            assert matches == (1,), f"byte {byte} bit {bit}: the match is gone"
        finally:
            await store.close()
    assert refusals > FLIPS // 20


async def test_a_damaged_log_on_the_side_costs_no_older_commit(tmp_path: Path) -> None:
    """A bit flipped in the write-ahead log: what was committed before that place is there, and nothing half."""
    path = tmp_path / "slowboat.db"
    await written(path)
    store = await Store.open(path)
    for number in range(6):
        await store.transaction(lambda tx, n=number: tx.insert_match(a_match(channel_id=100 + n)))
    side = path.with_name("slowboat.db-wal")
    copy = tmp_path / "copy" / path.name
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())
    wal = bytearray(side.read_bytes())
    wal[len(wal) * 2 // 3] ^= 1
    copy.with_name(side.name).write_bytes(wal)
    await store.close()
    again = await Store.open(copy)
    found = [
        await again.transaction(lambda tx, n=number: tx.match_in_channel(100 + n)) is not None for number in range(6)
    ]
    assert await again.transaction(lambda tx: tx.match_in_channel(CHANNEL)) is not None
    assert found == sorted(found, reverse=True), "a beginning without gaps"
    await again.close()


# Places that cannot be written


@contextlib.contextmanager
def _as_nobody() -> Iterator[None]:
    """Root may write anywhere: it acts as nobody while this lasts."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@contextlib.contextmanager
def _read_only_folder() -> Iterator[Path]:
    """A folder this process may not write to."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        with _as_nobody():
            yield Path(folder)
        Path(folder).chmod(0o755)


async def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with _read_only_folder() as folder:
        path = folder / "slowboat.db"
        with pytest.raises(StoreUnwritable, match="Check that its folder"):
            await (await Store.open(path)).close()
        with pytest.raises(StoreUnwritable, match="Check that its folder"):
            await (await Store.open(folder / "deeper" / "slowboat.db")).close()


async def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    whole = await written(tmp_path / "slowboat.db")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "slowboat.db"
        _put(path, whole)
        _allow(path, 0o444)
        _allow(Path(folder), 0o777)
        with _as_nobody(), pytest.raises(StoreUnwritable, match="Check that its folder"):
            await (await Store.open(path)).close()
        assert _bytes(path) == whole


async def test_a_folder_in_the_files_place_and_a_file_in_the_folders(tmp_path: Path) -> None:
    with pytest.raises(StoreUnwritable, match="cannot be written"):
        await (await Store.open(tmp_path)).close()
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnwritable, match="cannot be written"):
        await (await Store.open(tmp_path / "file" / "slowboat.db")).close()


async def test_a_refused_file_is_let_go(tmp_path: Path) -> None:
    """After a refusal nothing holds the file: the backup put in its place can be opened at once."""
    path = tmp_path / "slowboat.db"
    whole = await written(path)
    path.write_bytes(whole[: len(whole) // 2])
    await refused(path, StoreError)
    path.write_bytes(whole)
    store = await Store.open(path)
    assert await store.transaction(lambda tx: tx.match_in_channel(CHANNEL)) is not None
    await store.close()
