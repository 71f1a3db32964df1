"""Test the export and deletion of a person's data, and the purge of a server's data after a month."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec import structs

import games
from data import DIRECT, BallotRow, GuessRow, LeagueRow, LookingRow, NotebookRow, PuzzleTryRow, Transaction
from data.sql import people
from data.sql.people import PeopleSql
from games.text import Player, T, Text
from matches.clocks import pauses
from matches.leagues.keeping import found_league
from matches.leagues.ladder import challenge
from matches.leagues.league import Guess, League, Member, Score
from matches.leagues.season import correct, expel, settle, start_season
from matches.lobby import invitations, lobby
from matches.machines.hints import suggest_turn
from matches.match import Match
from matches.people import privacy, servers
from matches.people.preferences import Person, write_person
from matches.people.privacy import KEPT_AFTER_REMOVAL
from matches.plans.plan import Line, Notebook, Reply, write_notebook
from matches.plans.trying import new_trial
from matches.play import resign
from matches.texts import Texts
from tests.matches.reading import execute, list_columns
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House, house, secret_where
from tests.support.matches.rows import a_result

ID = 123_456_789_012_345_678

SPEAK_OF_PEOPLE = (
    "matches", "seats", "log", "outbox", "people", "blocks", "results", "looking", "leagues", "plans", "puzzle_tries",
    "ballots", "hints", "guesses",
)  # fmt: skip
"""Tables that can contain a person's id or name."""

IN_USE = sqlite3.IntegrityError, psycopg.IntegrityError

OF_NO_SERVER = {"people", "outages", "shard_outages", "life", "results_epoch", "match_ids", "leases"}
"""Tables without a server."""


async def _mentions(at: House, what: str) -> list[str]:
    """List the tables with a text in any column."""
    every = {table: await execute(at, f"SELECT * FROM {table}") for table in await list_columns(at)}
    return [table for table, rows in every.items() if any(what in str(value) for row in rows for value in row)]


def _post_everything(tx: Transaction) -> None:
    """Record every board as posted, with a stored content that names a person."""
    for row in tx.read_due_boards(float("inf"), limit=9):
        tx.mark_posted(row.id, row.id, f"User {ID} has moved")


async def _leave_traces(at: House) -> tuple[Match, Match, Match]:
    """Leave traces of `ID` in every table that can mention a person: a running match, a finished one, and a lobby."""
    running = await at.running("docker", ID, BEN, CHIARA, channel=1)
    await at.play_any_turn(running)
    finished = await at.running("docker", BEN, ID, channel=2)
    for _ in range(3):
        await at.play_any_turn(finished)
    over = await at.running("docker", ID, BEN, channel=5)
    await at.do(over, resign, BEN, now=at.now)
    waiting = await at.open("docker", 3, host=ID, channel=3)
    await at.do(waiting, lobby.join, BEN, now=at.now)
    asked = await at.open("docker", 3, host=BEN, channel=4)
    await at.do(asked, invitations.invite, BEN, users={ID: "Anna"})
    await write_person(at.referee, ID, Person(zone="Europe/Zurich"))
    await at.store.transaction(lambda tx: tx.block(70, ID, BEN))
    looking = LookingRow(70, ID, "docker", "daily", "", f"User {ID}", at.now, at.now + 9)
    await at.store.transaction(lambda tx: tx.put_looking(looking))
    await at.store.transaction(lambda tx: tx.add_puzzle_try(PuzzleTryRow(70, ID, 5, "a", 1)))
    notebook = NotebookRow(running.id, ID, "{}")
    await at.store.transaction(lambda tx: tx.put_notebook(running, notebook))
    await at.store.transaction(lambda tx: tx.add_hint(running, 0, 0, "[]", at.now, user_id=ID))
    await at.store.transaction(lambda tx: tx.put_ballot(running, BallotRow(running.id, ID, 1)))
    await at.store.transaction(lambda tx: tx.put_guess(finished, GuessRow(finished.id, ID, "loading", 0, "holds")))
    members = tuple(Member(user, f"User {user}") for user in (ID, BEN, CHIARA, 9))
    league = start_season(League("L", "docker", "daily", "stand_in", 30, "en", members), at.now)
    league = correct(league, 1, "draw", by=ID, reason=f"User {ID} said so", now=at.now)
    season = league.season
    assert season is not None
    guessed = structs.replace(season, guesses=(Guess(ID, 2, -1, "first"),), scores=(Score(ID, 1, 2),))
    await found_league(at.referee, 70, 6, structs.replace(league, season=guessed))
    for channel, kind in ((7, "ladder"), (8, "cup")):
        other = start_season(structs.replace(league, season=None, trail=(), kind=kind), at.now)
        if kind == "ladder":
            other = settle(challenge(other, BEN, ID), 1, "second")
        other = expel(other, CHIARA, by=ID, reason=f"User {ID} said so", now=at.now)
        await found_league(at.referee, 70, channel, expel(other, ID, by=BEN, reason=f"User {ID} left", now=at.now))
    await at.store.transaction(lambda tx: tx.block(70, CHIARA, ID))
    await at.store.transaction(_post_everything)
    assert set(await _mentions(at, str(ID))) == set(SPEAK_OF_PEOPLE)
    return running, finished, waiting


async def test_a_copy_contains_no_random_numbers(at: House) -> None:
    """A trial's nonce, and the seed that releases up to 0.3.0 stored, say nothing about the person."""
    match = await at.running("aquaretto", ID, BEN)
    trial = new_trial(match)
    line = Line(trial, (Reply(("draw",)),))
    for notebook in (
        write_notebook(Notebook(0, trial, (line,), "a reason")),
        '{"seat":0,"trial":{"seq":0,"seed":"5eed"},"lines":[{"trial":{"seq":0,"seed":"5eed"},"replies":[]}]}',
    ):
        row = NotebookRow(match.id, ID, notebook)
        await at.store.transaction(lambda tx, row=row: tx.put_notebook(match, row))
        copied = (await privacy.export(at.referee, ID)).decode()
        assert "lines" in copied, "it contains the plan"
        for word in ("seed", "nonce", trial.nonce, match.secret.hex()):
            assert word not in copied


async def test_a_copy_contains_the_suggestions_of_nobody_else(at: House) -> None:
    """Somebody who takes over a seat gets none of those that its former player asked for."""
    match = await at.running("aquaretto", ANNA, BEN)
    seat = match.to_act[0]
    asked, other = match.holder(seat).user_id or 0, DANA
    await suggest_turn(at.referee, at.machines, match, seat)
    await at.do(match, lambda found, who: pauses.replace_player(found, seat, other, "Dana", now=at.now), other)
    copies = [json.loads(await privacy.export(at.referee, user)) for user in (asked, other)]
    assert [len(each["hints"]) for each in copies] == [1, 0]


async def test_a_forgotten_person_is_in_no_table(at: House) -> None:
    running, finished, waiting = await _leave_traces(at)

    await privacy.forget(at.referee, ID)

    assert await _mentions(at, str(ID)) == []
    assert await _mentions(at, f"User {ID}") == []
    others = await at.referee.match(running.id)
    assert others.phase == "running", "the others keep their match"
    assert others.holder(0).resigned
    assert others == await at.reread(others), "the cache equals the file"
    ended = await at.referee.match(finished.id)
    assert ended.phase == "finished", "a finished match with another person is kept"
    assert Texts().say("de", ended.cast())(_name(1)) == "▲■ Gelb (früherer Spieler)"
    assert (await at.referee.match(waiting.id)).host_id == BEN


@pytest.mark.skipif(os.environ.get("SLOWBOAT_TEST_STORE") == "postgres", reason="looks for bytes in the SQLite file")
async def test_not_a_byte_of_a_forgotten_person_is_left_in_the_file(tmp_path: Path) -> None:
    """Search the whole file, free pages and the log beside it too: rows that were deleted must not be readable."""
    async with house(tmp_path) as at:
        await _leave_traces(at)
        assert _search(tmp_path), "the search finds known data"
        await privacy.forget(at.referee, ID)
        assert await _mentions(at, str(ID)) == []
    assert _search(tmp_path) == []


def _search(folder: Path) -> list[str]:
    """List the files of a database that contain a person's id, as text or as SQLite stores integers, or their name."""
    looked_for = (str(ID).encode(), ID.to_bytes(8, "big"))
    return [file.name for file in folder.iterdir() if any(each in file.read_bytes() for each in looked_for)]


BY_THEMSELVES = ("guesses",)
"""Tables whose rows the database deletes with their match, because older programs do not know them."""


class Ignored:
    """The result of an ignored change, which looks like that of a change of one row."""

    rowcount = 1

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class LeavesOut:
    """A database that ignores every change of one table."""

    def __init__(self, db: Any, table: str) -> None:
        self.IntegrityError = db.IntegrityError
        self._db = db
        self._change = re.compile(rf"(?:UPDATE|DELETE FROM|INSERT INTO) {table}\b")

    def execute(self, sql: str, *values: Any) -> Any:
        return Ignored() if self._change.match(sql) else self._db.execute(sql, *values)

    def executemany(self, sql: str, rows: Any) -> None:
        if not self._change.match(sql):
            self._db.executemany(sql, rows)


@pytest.mark.mutant
@pytest.mark.parametrize("table", SPEAK_OF_PEOPLE)
async def test_a_table_that_is_left_out_is_noticed(at: House, monkeypatch: pytest.MonkeyPatch, table: str) -> None:
    """Mutant: one table is left unchanged."""
    honest = PeopleSql.forget_person

    def all_but_one(self: PeopleSql, user_id: int) -> list[int]:
        one_left_out = copy.copy(self)
        one_left_out._db = LeavesOut(self._db, table)
        return honest(one_left_out, user_id)

    await _leave_traces(at)
    monkeypatch.setattr(PeopleSql, "forget_person", all_but_one)
    await privacy.forget(at.referee, ID)
    assert await _mentions(at, str(ID)) == [table]


async def test_a_copy_holds_everything(at: House) -> None:
    match = await at.running("docker", ID, BEN, secret=secret_where("docker", 2, lambda state: at_turn(state) == 0))
    await at.play_any_turn(match)
    await write_person(at.referee, ID, Person(zone="Europe/Zurich"))
    found = json.loads(await privacy.export(at.referee, ID))
    assert found["user_id"] == ID
    assert found["leagues"] == []
    assert "Europe/Zurich" in found["people"][0]["settings"]
    assert [seat["match_id"] for seat in found["seats"]] == [match.id]
    assert [row["seq"] for row in found["log"]] == [1]
    assert f"User {BEN}" not in json.dumps(found)


async def _rows_of(at: House, guild: int) -> dict[str, int]:
    """Count the rows of each table that belong to a server. All tables but a few have a column for it."""
    tables = await _list_tables(at, "guild_id")
    assert (await list_columns(at)).keys() - tables == OF_NO_SERVER
    return await _count_rows(at, tables, "guild_id", guild)


async def _remove_bot(at: House) -> Match:
    """Store a match of a server that has just removed the bot, with a row in every table."""
    match = await at.running("docker", ANNA, BEN, pace="brisk")
    guild, seat = match.guild_id, match.to_act[0]
    await at.referee.keep_draft(match, seat, ("x",))

    def write(tx: Transaction) -> None:
        tx.add_clip(match, match.seq, b"film")
        tx.add_hint(match, seat, match.decisions[seat], "[]", at.now, user_id=ANNA)
        tx.put_notebook(match, NotebookRow(match.id, ANNA, "{}"))
        tx.put_ballot(match, BallotRow(match.id, DANA, 1))
        tx.put_guess(match, GuessRow(match.id, DANA, "loading", 0, "holds"))
        tx.count_ping(match, seat, match.decisions[seat])
        tx.block(guild, ANNA, CHIARA)
        tx.insert_league(guild, 6, "{}")
        (league,) = tx.list_due_leagues(at.now, limit=1)
        tx.put_league_match(league, match.id)
        tx.owe_edit(match, "board", at.now)
        tx.put_looking(LookingRow(guild, ANNA, "docker", "daily", "", "Anna", at.now, float("inf")))
        tx.add_puzzle_try(PuzzleTryRow(guild, ANNA, 10**6, "a", 1))
        tx.put_match_puzzle(match, 5, "{}")
        tx.put_results(match.id, [a_result(match_id=match.id, guild_id=guild)])
        tx.put_guild(structs.replace(tx.read_guild(guild), left_at=at.now))

    await at.store.transaction(write)
    assert 0 not in (await _rows_of(at, guild)).values()
    return match


async def test_a_server_that_left_is_purged_after_a_month_and_not_before(at: House) -> None:
    match = await _remove_bot(at)
    guild = match.guild_id
    before = await _rows_of(at, guild)
    at.now += KEPT_AFTER_REMOVAL
    await privacy.purge(at.referee)
    assert await _rows_of(at, guild) == before
    assert (await at.referee.match(match.id)).phase == "running"
    at.now += 1
    await privacy.purge(at.referee)
    assert await _mentions(at, match.secret.hex()) == []
    assert set((await _rows_of(at, guild)).values()) == {0}


@pytest.mark.mutant
@pytest.mark.parametrize("table", [each for each in people._TABLES if each not in BY_THEMSELVES])
async def test_a_row_that_stays_is_noticed(at: House, monkeypatch: pytest.MonkeyPatch, table: str) -> None:
    """Mutant: a purge that leaves a table out."""
    match = await _remove_bot(at)
    fewer = tuple(statement for statement in people._PURGE if f" {table} " not in statement)
    assert len(fewer) == len(people._PURGE) - 1
    monkeypatch.setattr(people, "_PURGE", fewer)
    at.now += KEPT_AFTER_REMOVAL + 1
    with contextlib.suppress(*IN_USE):  # most tables refer to the match: the database complains
        await privacy.purge(at.referee)
    assert (await _rows_of(at, match.guild_id))[table]


async def _list_tables(at: House, column: str) -> set[str]:
    """List the tables with a column of this name."""
    return {table for table, columns in (await list_columns(at)).items() if column in columns}


async def _count_rows(at: House, tables: set[str], column: str, value: int) -> dict[str, int]:
    """Count the rows of each table with a value in a column."""
    found = {}
    for table in sorted(tables):
        ((found[table],),) = await execute(at, f"SELECT count(*) FROM {table} WHERE {column} = ?", value)
    return found


async def test_every_table_is_among_those_that_are_emptied(at: House) -> None:
    """Find them by the schema, so that a new table is not left out."""
    assert await _list_tables(at, "match_id") == set(people._OF_MATCHES)
    assert await _list_tables(at, "guild_id") == set(people._TABLES)


async def _play_directly(at: House) -> Match:
    """Store a match in direct messages with a row in every table that tells about matches."""
    match = await at.running("docker", ID, BEN, guild=DIRECT)
    seat = match.to_act[0]
    await at.referee.keep_draft(match, seat, ("x",))

    def write(tx: Transaction) -> None:
        tx.add_clip(match, match.seq, b"film")
        tx.add_hint(match, seat, match.decisions[seat], "[]", at.now, user_id=ANNA)
        tx.put_notebook(match, NotebookRow(match.id, ANNA, "{}"))
        tx.put_ballot(match, BallotRow(match.id, DANA, 1))
        tx.put_guess(match, GuessRow(match.id, DANA, "loading", 0, "holds"))
        tx.count_ping(match, seat, match.decisions[seat])
        tx.put_results(match.id, [a_result(match_id=match.id, guild_id=DIRECT, user_id=ID)])
        tx.put_league_match(LeagueRow(1, DIRECT, 5, "{}"), match.id)
        tx.put_match_puzzle(match, 5, "{}")

    await at.store.transaction(write)
    assert 0 not in (await _rows_of_match(at, match.id)).values()
    return match


async def _rows_of_match(at: House, match_id: int) -> dict[str, int]:
    """Count the rows of each table that belong to a match."""
    return await _count_rows(at, await _list_tables(at, "match_id"), "match_id", match_id)


async def test_a_match_in_direct_messages_goes_with_its_person(at: House) -> None:
    match = await _play_directly(at)
    await privacy.forget(at.referee, ID)
    assert set((await _rows_of_match(at, match.id)).values()) == {0}
    assert await _mentions(at, match.secret.hex()) == []
    assert await _mentions(at, str(ID)) == []


async def test_another_match_never_gets_the_id_of_a_deleted_one(at: House) -> None:
    """Buttons of the deleted match may still be in the channel."""
    match = await _play_directly(at)
    await privacy.forget(at.referee, ID)
    other = await at.open("docker", channel=99)
    assert other.id > match.id
    await at.store.transaction(lambda tx: tx.put_guild(structs.replace(tx.read_guild(70), left_at=at.now)))
    at.now += KEPT_AFTER_REMOVAL + 1
    await privacy.purge(at.referee)
    assert (await at.open("docker", channel=99)).id > other.id


@pytest.mark.mutant
@pytest.mark.parametrize("table", [each for each in people._OF_MATCHES if each not in BY_THEMSELVES])
async def test_a_row_of_a_direct_match_that_stays_is_noticed(
    at: House, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    """Mutant: the deletion leaves a table out."""
    match = await _play_directly(at)
    fewer = tuple(statement for statement in people._DELETE if f" {table} " not in statement)
    assert len(fewer) == len(people._DELETE) - 1
    monkeypatch.setattr(people, "_DELETE", fewer)
    with contextlib.suppress(*IN_USE):  # most tables refer to the match: the database complains
        await privacy.forget(at.referee, ID)
    assert (await _rows_of_match(at, match.id))[table]


def at_turn(state: Any) -> int:
    """Return the player who acts first."""
    return games.load("docker").to_act(state)[0]


def _name(seat: int) -> Text:
    return T("{player}", player=Player(seat))


async def test_forgetting_one_invited_person_leaves_the_others_invited(at: House) -> None:
    asked = await at.open("docker", 4, host=BEN, channel=9)
    await at.do(asked, invitations.invite, BEN, users={ID: "Anna", CHIARA: "Chiara"})
    await privacy.forget(at.referee, ID)
    match = await at.referee.match(asked.id)
    assert [found.user for found in match.invited] == [CHIARA]


async def test_a_closed_lobby_forgets_whom_it_invited(at: House) -> None:
    asked = await at.open("docker", 3, host=BEN, channel=9)
    await at.do(asked, invitations.invite, BEN, users={ID: "Anna"})
    await at.do(asked, lobby.cancel, BEN, now=at.now)
    assert await _mentions(at, str(ID)) == []


async def test_a_copy_names_nobody_else(at: House) -> None:
    """A copy leaves out people who blocked the person, and other invited people."""
    host, other = 222_222_222_222_222_222, 333_333_333_333_333_333
    asked = await at.open("docker", 4, host=host, channel=9)
    await at.do(asked, invitations.invite, host, users={ID: "Anna", other: "Chiara"})
    await at.store.transaction(lambda tx: tx.block(70, host, ID))
    copy = (await privacy.export(at.referee, ID)).decode()
    assert "Anna" in copy
    assert str(host) not in copy
    assert str(other) not in copy


async def test_reasons_are_in_the_copy_and_go_with_the_person(at: House) -> None:
    running = await at.running("docker", BEN, CHIARA, channel=1)
    await at.referee.change(
        running.id, at.who(ID), lambda m: pauses.pause(m, "owner", now=at.now, user_id=ID, note="a reason of mine")
    )
    assert "a reason of mine" in (await privacy.export(at.referee, ID)).decode()
    await privacy.forget(at.referee, ID)
    assert await _mentions(at, "a reason of mine") == []


async def test_a_server_that_removed_the_bot_while_it_was_down_is_purged(at: House) -> None:
    def everywhere(_: int) -> bool:
        return True

    await at.running("docker", BEN, CHIARA, channel=1)
    assert await servers.mark_gone(at.referee, {70}, at.now, within=everywhere) == []
    assert await servers.mark_gone(at.referee, set(), at.now, within=lambda guild_id: guild_id != 70) == []
    assert await servers.mark_gone(at.referee, set(), at.now, within=everywhere) == [70]
    assert await servers.mark_gone(at.referee, set(), at.now, within=everywhere) == [], "a removal is reported once"
    at.now += privacy.KEPT_AFTER_REMOVAL + 1
    await privacy.purge(at.referee)
    assert await at.store.transaction(lambda tx: tx.list_open_matches_in(70)) == []
