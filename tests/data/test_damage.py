"""Test unusable files: each is refused with an instruction and stays unchanged."""

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

from data import LogRow, Store, StoreError, backup, checksum, wal_check
from data.errors import StoreChanged, StoreDamaged, StoreEmptied, StoreForeign, StoreUnwritable
from data.migrate import APPLICATION_ID
from tests.support.matches.rows import CHANNEL, NOW, a_match, a_ply
from tests.support.numbers import times

FLIPS = times(1000, usual=60)


def _ply(seq: int) -> LogRow:
    return a_ply(seq, snapshot=random.Random(seq).randbytes(300))


_LOG = tuple(_ply(seq) for seq in range(40))


async def write_file(path: Path, *, rows: int = 40, closed: bool = False) -> bytes:
    """Write a file with a match and its log. Unless `closed` it has no checksum: SQLite must find damage."""
    store = await Store.open(path)
    row = a_match(id=await store.transaction(lambda tx: tx.insert_match(a_match())))
    await store.transaction(lambda tx: tx.append_log(row, [_ply(seq) for seq in range(rows)]))
    await store.close()
    assert checksum.check(path)
    if not closed:
        checksum.remove(path)
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


def _modes(path: Path) -> dict[str, int]:
    """Read the permissions of a database and the files beside it, by name."""
    return {file.name: file.stat().st_mode & 0o777 for file in path.parent.glob(f"{path.name}*")}


async def check_refused(path: Path, kind: type[StoreError]) -> str:
    """Return the error of opening the file, and check that the file is unchanged."""
    before = _bytes(path)
    with pytest.raises(kind) as caught:
        await (await Store.open(path)).close()
    assert _bytes(path) == before, "nothing was changed"
    said = str(caught.value)
    assert str(path) in said
    return said


async def test_other_files_are_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    path.write_text("Dear diary,\n" * 100)
    assert "SLOWBOAT_DATABASE" in await check_refused(path, StoreForeign)


async def test_another_programs_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE diary (day TEXT)")
        db.commit()
    assert "another program" in await check_refused(path, StoreForeign)


@pytest.mark.parametrize(("pragma", "value"), [("application_id", 1), ("user_version", 3)])
async def test_an_empty_database_with_another_mark_is_not_touched(tmp_path: Path, pragma: str, value: int) -> None:
    path = tmp_path / "slowboat.db"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA {pragma} = {value}")
    assert "another program" in await check_refused(path, StoreForeign)


async def test_a_newer_schema_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    await write_file(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 9999")
    said = await check_refused(path, StoreForeign)
    assert "9999" in said
    assert "run the version that wrote it" in said


async def test_a_file_with_our_mark_and_no_schema_is_damaged(tmp_path: Path) -> None:
    """Without its schema's number, migrating a file with tables would fail halfway."""
    path = tmp_path / "slowboat.db"
    await write_file(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 0")
    assert "backup" in await check_refused(path, StoreDamaged)


async def test_a_missing_table_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    await write_file(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = 'CREATE TABLE' WHERE name = 'seats'")
        db.commit()
    assert "backup" in await check_refused(path, StoreDamaged)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.95])
async def test_a_truncated_file_is_damaged(tmp_path: Path, share: float) -> None:
    path = tmp_path / "slowboat.db"
    whole = await write_file(path)
    path.write_bytes(whole[: int(len(whole) * share)])
    said = await check_refused(path, StoreError)
    assert "Nothing was changed" in said


async def test_a_page_overwritten_anywhere_is_damaged(tmp_path: Path) -> None:
    """Pages outside the schema count, too: the whole file is checked when it is opened."""
    path = tmp_path / "slowboat.db"
    whole = await write_file(path, rows=200)
    size = 4096
    for page in range(1, len(whole) // size):
        _put(path, whole[: page * size] + b"\xff" * size + whole[(page + 1) * size :])
        assert "backup" in await check_refused(path, StoreDamaged), f"page {page}"


async def test_a_file_without_content_is_new(tmp_path: Path) -> None:
    """Accept an empty file, which SQLite leaves behind if a process dies before its first write."""
    path = tmp_path / "slowboat.db"
    path.touch()
    store = await Store.open(path)
    assert await store.transaction(lambda tx: tx.read_match(1)) is None
    await store.close()


async def _is_accepted(path: Path) -> bool:
    """Open the file; return whether that succeeded with all rows unchanged. A refused file stays as it is."""
    flipped = _bytes(path)
    try:
        store = await Store.open(path)
    except StoreError as error:
        said = str(error)
    else:
        said = ""
    if said:
        assert str(path) in said
        assert "Nothing was changed" in said
        assert _bytes(path) == flipped, "a refused file was changed"
        return False
    try:
        match = await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL))
        assert match == a_match(id=1), "the match has changed"
        assert await store.transaction(lambda tx: tx.read_log(1)) == _LOG, "the log has changed"
    finally:
        await store.close()
    return True


async def _flip(path: Path, whole: bytes, flips: int, *, seed: int) -> int:
    """Flip single bits of the file and open it; return how often it was refused."""
    chance = random.Random(seed)
    header = [(byte, bit) for byte in range(100) for bit in range(8)]
    spots = chance.sample(header, flips // 4)
    spots += [(chance.randrange(len(whole)), chance.randrange(8)) for _ in range(flips - len(spots))]
    mark = checksum.find_place(path).read_bytes()
    refusals = 0
    for byte, bit in spots:
        flipped = bytearray(whole)
        flipped[byte] ^= 1 << bit
        _put(path, bytes(flipped))
        checksum.find_place(path).write_bytes(mark)
        try:
            refusals += not await _is_accepted(path)
        except AssertionError as error:
            raise AssertionError(f"byte {byte} bit {bit}: {error}") from error
    return refusals


async def test_a_flipped_bit_is_never_accepted(tmp_path: Path) -> None:
    """In the structure, in a text, in a blob, or in unused space."""
    path = tmp_path / "slowboat.db"
    whole = await write_file(path, closed=True)
    assert await _flip(path, whole, FLIPS, seed=8) == FLIPS


@pytest.mark.mutant
async def test_without_the_checksum_some_damage_goes_unnoticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the checksum is ignored."""
    path = tmp_path / "slowboat.db"
    whole = await write_file(path, closed=True)
    monkeypatch.setattr(checksum, "check", lambda _: False)
    with pytest.raises(AssertionError, match=r"byte \d+ bit \d: the .* has changed"):
        await _flip(path, whole, 400, seed=8)


@pytest.mark.parametrize("change", ["cut", "longer", "another"])
async def test_a_file_changed_after_closing_is_refused(tmp_path: Path, change: str) -> None:
    """Refuse it, and say how to accept it deliberately."""
    path = tmp_path / "slowboat.db"
    await write_file(tmp_path / "other" / "slowboat.db", rows=20)
    whole = await write_file(path, closed=True)
    other = {"cut": whole[:-4096], "longer": whole + bytes(4096), "another": _bytes(tmp_path / "other" / path.name)}
    path.write_bytes(other[change])
    assert "delete slowboat.db.seal" in await check_refused(path, StoreChanged)
    checksum.find_place(path).unlink()
    if change == "another":
        await (await Store.open(path)).close()


async def test_a_crash_leaves_no_checksum(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    await write_file(path, closed=True)
    store = await Store.open(path)
    await store.transaction(lambda tx: tx.insert_match(a_match(channel_id=99)))
    copy = tmp_path / "crashed" / path.name
    copy.parent.mkdir()
    for suffix in ("", "-wal"):
        copy.with_name(copy.name + suffix).write_bytes(path.with_name(path.name + suffix).read_bytes())
    assert not checksum.find_place(path).exists()
    await store.close()
    assert not checksum.find_place(copy).exists()
    again = await Store.open(copy)
    assert await again.transaction(lambda tx: tx.find_match_in_channel(99)) is not None
    await again.close()
    assert checksum.check(copy)


async def test_a_failed_checksum_does_not_delay_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "slowboat.db"
    store = await Store.open(path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checksum, "write", full)
    await store.close()
    assert "without a checksum" in caplog.text
    await (await Store.open(path)).close()


# The write-ahead log, which a crash leaves behind

COMMITS = 6


async def make_crash_files(path: Path) -> tuple[bytes, bytes]:
    """Make the file and log of a bot killed after some commits; the log was restarted after the first."""
    await write_file(path)
    store = await Store.open(path)
    for number in range(COMMITS):
        if number == 1:
            await store._run(lambda db: db.execute("PRAGMA wal_checkpoint(RESTART)").fetchall())
        await store.transaction(lambda tx, n=number: tx.insert_match(a_match(channel_id=100 + n)))
    crashed = _bytes(path), _bytes(path.with_name("slowboat.db-wal"))
    await store.close()
    return crashed


async def count_lost_commits(path: Path, file: bytes, log: bytes) -> int | None:
    """Start a bot with these files; return how many commits are lost, None if it refuses."""
    _put(path, file)
    checksum.remove(path)
    path.with_name("slowboat.db-wal").write_bytes(log)
    try:
        store = await Store.open(path)
    except StoreDamaged:
        assert (_bytes(path), _bytes(path.with_name("slowboat.db-wal"))) == (file, log), "nothing was changed"
        return None
    found = [
        await store.transaction(lambda tx, n=number: tx.find_match_in_channel(100 + n)) is not None
        for number in range(COMMITS)
    ]
    assert await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) is not None
    assert found == sorted(found, reverse=True), "only the newest commits may be lost"
    await store.close()
    return found.count(False)


async def flip_log_bits(folder: Path) -> list[int | None]:
    """Flip single bits in the log and count the results."""
    file, log = await make_crash_files(folder / "slowboat.db")
    assert await count_lost_commits(folder / "slowboat.db", file, log) == 0
    drawn = random.Random("log")
    found = []
    for _ in range(FLIPS // 4):
        damaged = bytearray(log)
        damaged[drawn.randrange(len(log))] ^= 1 << drawn.randrange(8)
        found.append(await count_lost_commits(folder / "slowboat.db", file, bytes(damaged)))
    return found


async def test_damage_in_the_write_ahead_log_costs_at_most_the_newest_commit(tmp_path: Path) -> None:
    """Damage before the newest commit is noticed; the newest might have been cut off by the crash."""
    found = await flip_log_bits(tmp_path)
    assert set(found) <= {None, 0, 1}
    assert found.count(None) > len(found) // 4


@pytest.mark.mutant
async def test_without_the_check_of_the_log_more_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: only SQLite checks the log."""
    monkeypatch.setattr(wal_check, "is_broken", lambda _: False)
    assert max(gone for gone in await flip_log_bits(tmp_path) if gone is not None) > 1


async def test_a_truncated_or_restarted_log_is_not_damage(tmp_path: Path) -> None:
    file, log = await make_crash_files(tmp_path / "slowboat.db")
    for length in range(0, len(log), 997):
        assert await count_lost_commits(tmp_path / "slowboat.db", file, log[:length]) is not None


# Places that cannot be written


@contextlib.contextmanager
def _as_nobody() -> Iterator[None]:
    """Act as the user `nobody` inside the block, because root may write anywhere."""
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
    """Make a folder this process may not write to."""
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
    whole = await write_file(tmp_path / "slowboat.db")
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


async def test_a_refused_file_is_closed(tmp_path: Path) -> None:
    """A refusal leaves no handle open: a restored backup can be opened at once."""
    path = tmp_path / "slowboat.db"
    whole = await write_file(path)
    path.write_bytes(whole[: len(whole) // 2])
    await check_refused(path, StoreError)
    path.write_bytes(whole)
    store = await Store.open(path)
    assert await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) is not None
    await store.close()


async def test_an_empty_file_beside_backups_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    await write_file(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        backup.copy(db, backup.name_copy(path, NOW))
    _put(path, b"")
    said = await check_refused(path, StoreEmptied)
    assert "python -m data restore" in said
    assert backup.name_copy(path, NOW).name in said
    path.unlink()  # as the message says for an empty database
    await (await Store.open(path)).close()


@pytest.mark.parametrize("was_closed", [True, False])
async def test_structure_is_checked_after_a_crash_at_any_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, was_closed: bool
) -> None:
    """Above the limit, only a file with a right checksum is opened without a check of its structure."""
    path = tmp_path / "slowboat.db"
    content = bytearray(await write_file(path, rows=400, closed=True))
    page = len(content) // 2 // 4096 * 4096
    content[page : page + 4096] = b"\xff" * 4096
    monkeypatch.setattr("data.store._CHECKED_IF_CLOSED_UP_TO", 0)
    _put(path, bytes(content))
    if was_closed:
        with path.open("rb") as file:
            checksum.write(path, file)
        await (await Store.open(path)).close()
    else:
        checksum.remove(path)
        await check_refused(path, StoreDamaged)


def test_checksums_of_earlier_releases_stay_right(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    path.write_bytes(b"123456789" * 300_000)
    checksum.find_place(path).write_text("05578ab3 2700000\n", encoding="ascii")  # computed by zlib
    assert checksum.check(path)


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX")
async def test_the_database_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    before = os.umask(0o022)
    try:
        for _ in range(2):  # a new file, then one that an older version left readable
            store = await Store.open(path)
            await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL))
            modes = _modes(path)
            await store.close()
            assert "slowboat.db-wal" in modes
            assert set(modes.values()) == {0o600}
            path.chmod(0o644)
    finally:
        os.umask(before)
