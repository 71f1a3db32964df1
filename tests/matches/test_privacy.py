"""What is kept about a person can be had as a copy, and is forgotten when they ask; a server's after a month."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from msgspec import structs

import games
from games.text import Player, T, Text
from matches import invitations, lobby, privacy
from matches.people import Person, write_person
from matches.privacy import KEPT_AFTER_REMOVAL
from matches.texts import Texts
from tests.matches.house import ANNA, BEN, CHIARA, House, secret_where

ID = 123_456_789_012_345_678


async def _mentions(at: House, what: str) -> list[str]:
    """The tables in which a text occurs in any column."""

    def read(db: sqlite3.Connection) -> list[str]:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        every = {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
        return [table for table, rows in every.items() if any(what in str(value) for row in rows for value in row)]

    return await at.store._run(read)


async def test_who_is_forgotten_is_in_no_table(at: House) -> None:
    running = await at.running("docker", ID, BEN, CHIARA, channel=1)
    await at.anything(running)
    finished = await at.running("docker", BEN, ID, channel=2)
    for _ in range(3):
        await at.anything(finished)
    waiting = await at.open("docker", 3, host=ID, channel=3)
    await at.do(waiting, lobby.join, BEN, now=at.now)
    asked = await at.open("docker", 3, host=BEN, channel=4)
    await at.do(asked, invitations.invite, BEN, users={ID: "Anna"})
    await write_person(at.store, ID, Person(zone="Europe/Zurich"))
    await at.store.transaction(lambda tx: (tx.block(70, ID, BEN), tx.block(70, CHIARA, ID)))
    assert set(await _mentions(at, str(ID))) == {"matches", "seats", "log", "people", "blocks"}

    await privacy.forget(at.referee, ID)

    assert await _mentions(at, str(ID)) == []
    assert await _mentions(at, f"User {ID}") == []
    others = await at.referee.match(running.row.id)
    assert others.row.phase == "running", "the others keep their match"
    assert others.holder(0).resigned
    assert others == await at.afresh(others), "what is remembered is what is in the file"
    ended = await at.referee.match(finished.row.id)
    assert ended.row.phase == "finished", "one person was left"
    assert Texts().say("de", ended.cast())(_name(1)) == "▲■ Gelb (früherer Spieler)"
    assert (await at.referee.match(waiting.row.id)).row.host_id == BEN


async def test_a_copy_holds_everything(at: House) -> None:
    match = await at.running("docker", ID, BEN, secret=secret_where("docker", 2, lambda state: at_turn(state) == 0))
    await at.anything(match)
    await write_person(at.store, ID, Person(zone="Europe/Zurich"))
    found = json.loads(await privacy.export(at.referee, ID))
    assert found["user_id"] == ID
    assert "Europe/Zurich" in found["people"][0]["settings"]
    assert [seat["match_id"] for seat in found["seats"]] == [match.row.id]
    assert [row["seq"] for row in found["log"]] == [1]
    assert f"User {BEN}" not in json.dumps(found)


async def test_a_server_that_left_is_purged_after_a_month_and_not_before(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    guild = match.row.guild_id
    await at.store.transaction(lambda tx: tx.put_guild(structs.replace(tx.guild(guild), left_at=at.now)))
    at.now += KEPT_AFTER_REMOVAL
    await privacy.purge(at.referee)
    assert (await at.referee.match(match.row.id)).row.phase == "running"
    at.now += 1
    await privacy.purge(at.referee)
    assert await _mentions(at, match.row.secret.hex()) == []
    tables = ("matches", "seats", "log", "guilds", "timers")
    counts = await at.store._run(lambda db: [db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in tables])
    assert counts == [0] * len(tables)


def at_turn(state: Any) -> int:
    """Who is to act first."""
    return games.load("docker").to_act(state)[0]


def _name(seat: int) -> Text:
    return T("{player}", player=Player(seat))
