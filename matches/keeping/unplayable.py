"""End a match whose game or rules are missing here, so that its channel is free for another one."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

import games
from data import OPEN_PHASES, Delivered, MatchRow, Transaction
from games.text import T
from matches.clocks.pauses import end_without_result
from matches.errors import Stale, UserError, done_already, unknown_match
from matches.keeping.mapping import make_match, make_row
from matches.keeping.saving import find_missing, write_change
from matches.match import unpack
from matches.referee import Done, Referee, Request


async def end_unplayable(referee: Referee, match_id: int, who: Request) -> Done:
    """End such a match without a result. Raises UserError.

    Every player may do this at once, not only the host: nobody can move, nothing counts, and the host may be away.
    Callers tell the channel who did it.

    Everything is read and written in one transaction, because the referee does not read such a match. It gets a last
    board if its game is installed: the current rules can show the position.
    """
    now = referee.now()

    def write(tx: Transaction) -> Done:
        row = tx.read_match(match_id)
        if row is None:
            raise unknown_match()
        if row.phase not in OPEN_PHASES:
            raise Stale(T("This match is over."))
        match = make_match(row, tx.read_seats(row.id), _read_state(tx, row))
        if (missing := find_missing(match)) is None:
            raise Stale(T("This match can go on: its rules are here again."))
        if who.user_id not in missing.people and not who.manages(match):
            raise UserError(T("Only its players can do this, or somebody who manages the server."))
        change = end_without_result(match, now=now, user_id=who.user_id)
        change = change.with_match(rev=row.rev + 1)
        boards, pings = write_change(
            tx,
            match,
            change,
            row=make_row(change.match),
            was=row,
            interaction_id=who.interaction_id,
            now=now,
            outages=referee.outages_of(match),
        )
        return Done(change.match, boards["home"], pings, boards["guest"])

    try:
        return await referee.store.transaction(write)
    except Delivered as delivered:
        raise done_already() from delivered
    finally:
        referee.forget((match_id,))


def _read_state(tx: Transaction, row: MatchRow) -> Any:
    """Read the position. Returns None if the match has none, or if its format is unknown."""
    snapshot = tx.read_snapshot(row.id, row.head) if row.head >= 0 and row.game in games.names() else None
    try:
        return unpack(games.load(row.game), snapshot) if snapshot is not None else None
    except (msgspec.ValidationError, zlib.error):
        return None
