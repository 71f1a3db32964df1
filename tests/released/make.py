"""Make the dump of a schema that is about to be released: matches of every game, as this version writes them.

    python -m tests.released.make     writes tests/released/NNNN.sql, NNNN the newest migration's number

Run once for each version, when it is released: an existing dump is never made again.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import sys
import tempfile
from pathlib import Path

import games
from data.migrate import APPLICATION_ID, list_migrations
from matches.lobby import lobby
from matches.match import Match
from matches.play import resign
from tests.support.matches.house import ANNA, BEN, CHIARA, House, house

TURNS = 6
"""Turns played in each running match."""


async def populate(at: House) -> None:
    """Store a running match of every game in the middle of a draft, one with machines in two seats, a lobby, and two
    ended matches.

    The running matches of the games, in alphabetical order, are in the channels 100, 101, …
    """
    for number, game in enumerate(games.own_names()):
        match = await at.running(game, channel=100 + number, secret=bytes([number + 1] * 32))
        match = await _go_on(at, match, TURNS)
        seat = match.awaited[0].seat
        first = match.game.legal_moves(match.state, seat)[0]
        await at.referee.keep_draft(match, seat, [first.code])
    for posted in (await at.list_unposted())[::2]:
        await at.store.transaction(lambda tx, row=posted: tx.mark_posted(row.id, 9000 + row.id))

    machines = await at.running("docker", ANNA, BEN, CHIARA, channel=200, secret=bytes([9] * 32))
    await at.machines.run(await at.do(machines, resign, CHIARA, now=at.now))
    await at.open("dog_royal", 4, channel=300)
    ended = await at.running("docker", ANNA, BEN, channel=400, secret=bytes([10] * 32))
    await at.do(ended, resign, BEN, now=at.now)
    called_off = await at.running("aquaretto", ANNA, BEN, channel=500, secret=bytes([11] * 32))
    owner = at.who(ANNA, manages=True)
    await at.referee.change(called_off.id, owner, lambda match: lobby.cancel(match, owner, now=at.now))


async def _go_on(at: House, match: Match, turns: int) -> Match:
    for number in range(turns):
        match = (await at.machines.run(await at.play_any_turn(match, choose=number))).match
    assert match.phase == "running", "a match that is over migrates too easily"
    return match


async def _make_populated_store(folder: Path) -> None:
    async with house(folder) as at:
        await populate(at)


def make(target: Path) -> None:
    """Write the dump: SQL that rebuilds the file, with its header."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_make_populated_store(Path(folder)))
        with contextlib.closing(sqlite3.connect(Path(folder) / "slowboat.db")) as db:
            lines = list(db.iterdump())
    marks = [f"PRAGMA application_id = {APPLICATION_ID};", f"PRAGMA user_version = {int(target.stem)};"]
    target.write_text("\n".join([*lines, *marks]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    path = Path(__file__).with_name(f"{list_migrations()[-1][0]:04d}.sql")
    if path.exists():
        sys.exit(f"{path} is there already; it stays as it was released.")
    make(path)
