"""A file full of matches: every game in the middle of play, a lobby, a finished match, and one in another server."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import zlib
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import games
from data import Store, Transaction, checksum
from games.core import Seat
from games.record import Ply, Record
from games.rng import Rng, compute_commitment
from matches.lobby import lobby
from matches.machines.machines import Machines
from matches.match import Match, unpack
from matches.play import fold_draft, play, resign
from matches.referee import Done, Referee, Request
from tests.support.laws.playouts import Playout, Position, has_secrets
from tests.support.laws.worlds import find_history
from tests.support.stub_nature import StubNature
from tests.support.wire.wire import NOW

HERE, ELSEWHERE = 71, 72
"""Two servers."""

TURNS = 14
"""Turns that have been played in each match."""


class Scene(Struct, frozen=True):
    """Matches by name: one of each game under its name, a `lobby` and a `finished` one, all HERE, and `abroad`,
    ELSEWHERE."""

    folder: Path
    matches: dict[str, Match]


async def scene(folder: Path, names: list[str]) -> Scene:
    """Make the file in a folder."""
    await asyncio.to_thread(folder.mkdir, parents=True)
    store = await Store.open(folder / "slowboat.db")
    await store._run(lambda db: db.execute("PRAGMA synchronous = OFF"))
    referee = Referee(store, now=lambda: NOW)
    machines = Machines(referee, StubNature())  # type: ignore[arg-type]
    found = {}
    for number, name in enumerate(names):
        found[name] = await _begin(referee, machines, name, HERE, 100 + number, turns=TURNS)
    found["abroad"] = await _begin(referee, machines, "docker", ELSEWHERE, 200, turns=3)
    finished = await _begin(referee, machines, "docker", HERE, 150, turns=1)
    who = Request(finished.seats[0].user_id, "Leaver")
    found["finished"] = (await referee.change(finished.id, who, lambda m: resign(m, who, now=NOW))).match
    found["lobby"] = await _lobby(referee, "docker", HERE, 160, 4)
    await store._run(lambda db: db.execute("DELETE FROM edits"))  # every card and board shows its match
    await store.close()
    return Scene(folder, found)


async def _lobby(referee: Referee, name: str, guild: int, channel: int, capacity: int) -> Match:
    host = Request(10 * channel, "Host", None)
    made = lobby.create(
        name, games.load(name).options_type(), host, capacity=capacity, guild_id=guild, channel_id=channel,
        language="en", secret=f"the secret of {channel}".ljust(32).encode(), now=NOW, pace="relaxed",
        absence="stand_in", private=False,
    )  # fmt: skip
    return await referee.open(made, host)


async def _begin(referee: Referee, machines: Machines, name: str, guild: int, channel: int, *, turns: int) -> Match:
    """Begin a match; the seat s is held by the user 10 × channel + s. Where hands are private there are four seats, so
    that some cards are passed between two others. It ends where something is hidden from the first seat, if it can."""
    game = games.load(name)
    seats = 4 if game.has_private_hands and 4 in game.seats else game.seats[0]
    match = await _lobby(referee, name, guild, channel, seats)
    for seat in range(1, seats):
        who = Request(10 * channel + seat, f"Player {seat}")
        match = (await referee.change(match.id, who, partial(lobby.join, who=who, now=NOW))).match
    match = (await machines.run(Done(match))).match
    drawn = random.Random(channel)
    for turn in range(5 * turns):
        if match.phase != "running" or (turn >= turns and (not has_secrets(game) or match.view(0) != match.state)):
            break
        match = (await machines.run(await a_turn(referee, match, drawn))).match
    return match


async def a_turn(referee: Referee, match: Match, drawn: random.Random) -> Done:
    """Take a random turn of somebody who is awaited."""
    seat = drawn.choice([holder.seat for holder in match.awaited])
    who = Request(match.holder(seat).user_id, "x")
    codes: list[str] = []
    while True:
        state = fold_draft(match, seat, codes).state
        move = drawn.choice(list(match.game.legal_moves(state, seat)))
        codes.append(move.code)
        if fold_draft(match, seat, codes).complete or not match.game.needs_confirmation(state, seat, move):
            break
    decision = match.decisions[seat]
    return await referee.change(match.id, who, lambda m: play(m, who, seat, codes, decision=decision, now=NOW))


def other_world(first: Scene, folder: Path, *, seat: Seat | None = 0) -> tuple[Path, int]:
    """Copy the file, and let every match go another way that this seat (None: the seat that is to act) cannot tell from
    the first: others have made other choices in secret, and what is hidden in a position is dealt anew.

    Returns the new folder and the number of positions and moves that differ.
    """
    shutil.copytree(first.folder, folder)
    differing = 0
    db = sqlite3.connect(folder / "slowboat.db")
    for match in first.matches.values():
        if match.state is None or match.phase != "running":
            continue
        game, secret, seats = match.game, match.secret, len(match.seats)
        read = "SELECT seq, seat, code, snapshot FROM log WHERE match_id = ? ORDER BY seq"
        rows = db.execute(read, [match.id]).fetchall()
        plies = tuple(Ply(seq, by, code) for seq, by, code, _ in rows[1:])
        states = tuple(unpack(game, snapshot) for *_, snapshot in rows)
        record = Record(game.name, game.version, seats, match.options, compute_commitment(secret), secret, plies)
        viewer = match.to_act[0] if seat is None else seat
        other = find_history(Position(Playout(record, states, 0), len(plies)), viewer)
        for row, state, known, code in zip(rows, states, other.states, (rows[0][2], *other.codes), strict=True):
            dealt = game.reshuffle(known, viewer, Rng(b"other", "reshuffle", 0))
            if (dealt, code) != (state, row[2]):
                changed = [zlib.compress(msgspec.json.encode(dealt), 1), code, match.id, row[0]]
                db.execute("UPDATE log SET snapshot = ?, code = ? WHERE match_id = ? AND seq = ?", changed)
                differing += 1
    db.commit()
    db.close()
    checksum.remove(folder / "slowboat.db")
    return folder, differing


TABLES = (
    "matches",
    "seats",
    "log",
    "drafts",
    "ballots",
    "outbox",
    "films",
    "timers",
    "pings",
    "guilds",
    "blocks",
    "outages",
    "shard_outages",
)
"""Tables that a stranger may not change. People's own settings and the log of interactions are not among them."""


async def read_tables(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Read all rows of these tables, in an order that does not depend on when they were written."""

    def read(tx: Transaction) -> dict[str, list[tuple[Any, ...]]]:
        found = {name: list(tx._db.execute(f"SELECT * FROM {name}")) for name in TABLES}
        return {name: sorted(map(tuple, rows), key=repr) for name, rows in found.items()}

    return await store.transaction(read)
