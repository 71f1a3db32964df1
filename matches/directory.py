"""Find the matches of a person, a server or a channel, and read their logs."""

from __future__ import annotations

import games
from data import OPEN_PHASES, LogRow, MatchRow, OutboxRow, Transaction
from matches.keeping.mapping import make_match
from matches.match import Match
from matches.referee import Referee

_LATELY = 50  # entries of a log


async def find_open_of(referee: Referee, user_id: int) -> list[Match]:
    """Find a person's open matches of installed games, in every server, without positions."""

    def read(tx: Transaction) -> list[Match]:
        return [make_match(row, tx.read_seats(row.id)) for row in _keep_installed(tx.list_open_matches_of(user_id))]

    return await referee.store.transaction(read)


async def find_open_in(referee: Referee, guild_id: int) -> list[Match]:
    """Find the open matches of installed games that a server shows, as it sees them, without seats and positions."""
    found = _keep_installed(await referee.store.transaction(lambda tx: tx.list_open_matches_in(guild_id)))
    return [make_match(row).seen_from(guild_id) for row in found]


async def find_open_at(referee: Referee, channel_id: int) -> Match | None:
    """Find the open match of a channel, as its server sees it, without seats and position."""
    row = await referee.store.transaction(lambda tx: tx.find_match_in_channel(channel_id))
    if row is None or row.phase not in OPEN_PHASES:
        return None
    match = make_match(row)
    return match.seen_from(row.guest_guild_id) if channel_id == row.guest_channel_id else match


async def find_boards_of(referee: Referee, user_id: int) -> list[tuple[int, OutboxRow | None]]:
    """Find a person's open matches of installed games by id, each with its newest posted board."""

    def read(tx: Transaction) -> list[tuple[int, OutboxRow | None]]:
        return [
            (row.id, tx.find_newest_board(row.id, before=row.seq + 1, guest=plays_there(tx, row)))
            for row in _keep_installed(tx.list_open_matches_of(user_id))
        ]

    def plays_there(tx: Transaction, row: MatchRow) -> int:
        seats = tx.read_seats(row.id) if row.guest_guild_id is not None else ()
        return max((seat.guest for seat in seats if seat.user_id == user_id), default=0)

    return await referee.store.transaction(read)


async def read_log(referee: Referee, match_id: int, *, after: int = -1) -> tuple[LogRow, ...]:
    """Read the rows of a match's log with a seq greater than `after`."""
    return await referee.store.transaction(lambda tx: tx.read_log(match_id, after=after))


async def has_only_paused(referee: Referee, match: Match) -> bool:
    """Whether only pauses and resumes have followed the newest posted board."""

    def read(tx: Transaction) -> bool:
        shown = tx.find_newest_board(match.id, before=match.seq + 1, guest=int(match.is_guest))
        return shown is not None and all(
            row.kind in ("pause", "resume") for row in tx.read_log(match.id, after=shown.seq)
        )

    return await referee.store.transaction(read)


async def find_pause(referee: Referee, match: Match) -> LogRow | None:
    """Find the newest pause in a match's log. Little else happens to a match that waits, so only the end is read."""
    log = await read_log(referee, match.id, after=match.seq - _LATELY)
    return next((row for row in reversed(log) if row.kind == "pause"), None)


def _keep_installed(rows: list[MatchRow]) -> list[MatchRow]:
    """Select the matches whose game is installed; the others wait until their game pack is back."""
    return [row for row in rows if row.game in games.names()]
