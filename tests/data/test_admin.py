"""Test `python -m data` with and without a running bot, and its errors."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest
from aiohttp import web

import data.admin
from data import Store, backup, checksum
from data.__main__ import main
from data.admin import Admin, Backups, find_note
from tests.released import DUMPS, build, content
from tests.support.matches.house import ANNA, BEN, house
from tests.support.matches.rows import CHANNEL, a_match

ROOT = Path(data.admin.__file__).resolve().parent.parent
MONDAY = datetime(2026, 3, 2, tzinfo=UTC).timestamp()
DUMP = DUMPS[0]


async def tool(*arguments: str | Path, path: Path) -> tuple[int, str, str]:
    """Run a command; return exit code, stdout and stderr."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "data", *map(str, arguments)),
        cwd=ROOT,
        env={**os.environ, "SLOWBOAT_DATABASE": str(path)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(60):
        printed, complained = await process.communicate()
    assert "Traceback" not in complained.decode()
    assert process.returncode is not None
    return process.returncode, printed.decode(), complained.decode()


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[SimpleNamespace]:
    """Run a store and the operator's server, as a bot does."""
    store = await Store.open(tmp_path / "slowboat.db")
    await store.transaction(lambda tx: tx.insert_match(a_match()))
    backups = Backups(store)
    admin = Admin(store.path, backups, now=lambda: MONDAY)
    await admin.start()
    yield SimpleNamespace(store=store, path=store.path, backups=backups, admin=admin)
    await admin.close()
    await store.close()


# While the bot runs


async def test_the_running_bot_is_asked_for_a_backup(bot: SimpleNamespace) -> None:
    code, printed, _ = await tool("backup", path=bot.path)
    assert code == 0
    made = backup.name_copy(bot.path, MONDAY)
    assert str(made) in printed
    assert backup.inspect(made) >= 1
    assert await bot.store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) is not None


async def test_a_failed_backup_of_the_bot_is_reported(bot: SimpleNamespace) -> None:
    backup.find_folder(bot.path).write_text("in the way")
    code, _, complained = await tool("backup", path=bot.path)
    assert code == 1
    assert "could not be made" in complained


async def test_nothing_is_restored_while_the_bot_runs(bot: SimpleNamespace) -> None:
    made = await bot.backups.make(MONDAY)
    code, _, complained = await tool("restore", made, path=bot.path)
    assert code == 1
    assert "Stop it first" in complained
    assert await bot.store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) is not None


async def test_matches_can_be_checked_while_the_bot_runs(bot: SimpleNamespace) -> None:
    code, printed, _ = await tool("check", path=bot.path)
    assert code == 0
    assert "all open matches (1)" in printed


async def test_a_bot_that_does_not_answer_is_reported(bot: SimpleNamespace) -> None:
    find_note(bot.path).unlink()
    code, _, complained = await tool("backup", path=bot.path)
    assert code == 1
    assert "does not answer" in complained
    find_note(bot.path).write_text('{"port": 1, "token": "x"}')
    assert "does not answer" in (await tool("backup", path=bot.path))[2]


async def test_the_server_requires_the_token(bot: SimpleNamespace) -> None:
    """Other users of this machine, and pages in their browsers, are refused."""
    note = json.loads(find_note(bot.path).read_text())
    url = f"http://127.0.0.1:{note['port']}/backup"
    word = {"Authorization": f"Bearer {note['token']}"}
    async with aiohttp.ClientSession() as session:
        for headers, status in (
            ({}, 401),
            ({"Authorization": "Bearer "}, 401),
            ({"Authorization": f"Bearer {note['token'][:-1]}é"}, 401),
            (word | {"Host": "evil.example"}, 403),
        ):
            async with session.post(url, headers=headers) as answer:
                assert answer.status == status, headers
        assert backup.list_copies(bot.path) == []
        async with session.get(url, headers=word) as answer:
            assert answer.status == 405
        async with session.post(url, headers=word) as answer:
            assert answer.status == 200
    assert len(backup.list_copies(bot.path)) == 1


async def test_the_note_is_readable_by_its_owner_alone_and_deleted_when_the_bot_stops(bot: SimpleNamespace) -> None:
    assert find_note(bot.path).stat().st_mode & 0o777 == 0o600
    await bot.admin.close()
    assert not find_note(bot.path).exists()


async def test_the_server_listens_on_loopback_and_takes_more_routes(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "slowboat.db")
    admin = Admin(store.path, Backups(store), now=lambda: MONDAY)

    async def hello(_: web.Request) -> web.Response:
        return web.Response(text="hello")

    admin.app.router.add_get("/hello", hello)
    await admin.start()
    assert [address[0] for address in admin._runner.addresses] == ["127.0.0.1"]
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{admin.port}/hello") as answer:
        assert await answer.text() == "hello", "GET needs no token"
    await admin.close()
    await store.close()


async def test_another_address_is_listened_on_and_found_by_the_tool(tmp_path: Path) -> None:
    """Other machines may read by any name for this one; only the note's reader may ask for a backup."""
    store = await Store.open(tmp_path / "slowboat.db")
    for address, reached in (("0.0.0.0", "127.0.0.1"), ("127.0.0.2", "127.0.0.2")):
        admin = Admin(store.path, Backups(store), now=lambda: MONDAY, address=address)
        await admin.start()
        assert [listening[0] for listening in admin._runner.addresses] == [address]
        url = f"http://{reached}:{admin.port}/backup"
        async with aiohttp.ClientSession() as session:
            async with session.get(url, headers={"Host": "slowboat:9100"}) as answer:
                assert answer.status == 405, "not refused for the name"
            async with session.post(url, headers={"Host": "slowboat:9100"}) as answer:
                assert answer.status == 401
        assert (await tool("backup", path=store.path))[0] == 0
        await admin.close()
    await store.close()


# Without a running bot


async def test_without_a_bot_the_file_is_copied_as_it_is(tmp_path: Path) -> None:
    """The file is not migrated, and a note left by a crash does no harm."""
    path = tmp_path / "slowboat.db"
    build(DUMP, path)
    before = path.read_bytes()
    find_note(path).write_text('{"port": 1, "token": "x"}')
    code, printed, _ = await tool("backup", path=path)
    assert code == 0
    [(_, made)] = backup.list_copies(path)
    assert str(made) in printed
    assert content(made) == content(path)
    assert path.read_bytes() == before


async def test_a_closed_file_keeps_its_checksum(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    await (await Store.open(path)).close()
    assert (await tool("backup", path=path))[0] == 0
    assert (await tool("check", path=path))[0] == 0
    assert checksum.check(path)


async def test_a_restore_can_be_undone_with_the_replaced_file(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    build(DUMP, path)
    assert (await tool("backup", path=path))[0] == 0
    [(_, made)] = backup.list_copies(path)
    then = content(path)
    path.write_bytes(b"rubbish")
    code, printed, _ = await tool("restore", made, path=path)
    assert code == 0
    assert "is kept as" in printed
    assert content(path) == then


async def test_verify_takes_the_newest_backup(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    build(DUMP, path)
    assert "no backup" in (await tool("verify", path=path))[2]
    await tool("backup", path=path)
    [(_, made)] = backup.list_copies(path)
    code, printed, _ = await tool("verify", path=path)
    assert (code, printed) == (0, f"{made} is whole; its schema is number 1.\n")
    made.write_bytes(made.read_bytes()[:-1])
    code, _, complained = await tool("verify", path=path)
    assert code == 1
    assert "is damaged" in complained


@pytest.mark.parametrize("command", ["backup", "check"])
async def test_a_missing_and_a_damaged_file_are_reported(tmp_path: Path, command: str) -> None:
    path = tmp_path / "slowboat.db"
    assert "There is no file" in (await tool(command, path=path))[2]
    build(DUMP, path)
    path.write_bytes(path.read_bytes()[:20_000])
    code, _, complained = await tool(command, path=path)
    assert code == 1
    assert "damaged" in complained or "malformed" in complained
    assert backup.list_copies(path) == []


def test_errors_of_a_folder_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    build(DUMP, tmp_path / "slowboat.db")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "backups")

    monkeypatch.setattr(backup, "thin_out", refuse)
    assert main(["backup", "--database", str(tmp_path / "slowboat.db")]) == 1
    assert "belongs to you" in capsys.readouterr().err


# Checks before an upgrade


async def test_an_old_file_is_checked_without_being_changed(tmp_path: Path) -> None:
    path = tmp_path / "slowboat.db"
    build(DUMP, path)
    before = path.read_bytes()
    code, printed, complained = await tool("check", path=path)
    assert (code, complained) == (0, "")
    assert "all open matches (6)" in printed
    assert path.read_bytes() == before


async def test_a_match_of_another_rules_version_is_reported(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        match = await at.running("docker", ANNA, BEN)
        await at.store._run(lambda db: db.execute("UPDATE matches SET rules_version = 99"))
    code, _, complained = await tool("check", path=tmp_path / "slowboat.db")
    assert code == 1
    assert f"match {match.id} (docker" in complained
    assert "version 99 of the rules" in complained
    assert "1 of 1 open matches cannot continue" in complained


async def test_a_changed_file_is_neither_copied_nor_given_a_new_checksum(tmp_path: Path) -> None:
    """A copy with a new checksum would be taken for a good backup."""
    path = tmp_path / "slowboat.db"
    await (await Store.open(path)).close()
    content_before = bytearray(path.read_bytes())
    content_before[-1] ^= 1  # inside an unused part of a page: SQLite notices nothing
    path.write_bytes(content_before)
    code, printed, complained = await tool("backup", path=path)
    assert (code, printed) == (1, "")
    assert "not as Slowboat left it" in complained
    assert backup.list_copies(path) == []
