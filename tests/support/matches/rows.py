"""Make rows for tests to write into a store."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from data import (
    AnyStore,
    LogRow,
    MatchRow,
    ResultRow,
    SeatRow,
)

GUILD = 70
CHANNEL = 7
NOW = 1_000_000.0

_LOBBY = MatchRow(
    id=0,
    guild_id=GUILD,
    channel_id=CHANNEL,
    game="docker",
    rules_version=1,
    phase="lobby",
    host_id=1,
    capacity=2,
    options="{}",
    language="en",
    secret=bytes(32),
    seq=-1,
    head=-1,
    decisions="{}",
    machine=0,
    result=None,
    card_id=None,
    created_at=NOW,
    started_at=None,
    ended_at=None,
)


def a_match(**changes: Any) -> MatchRow:
    """Make a lobby in channel 7."""
    return structs.replace(_LOBBY, **changes)


def a_seat(seat: int, user_id: int | None = None) -> SeatRow:
    return SeatRow(seat, user_id, f"user {user_id}")


def a_ply(seq: int, *, snapshot: bytes | None = b"state") -> LogRow:
    return LogRow(seq, "ply", 0, f"move {seq}", "[]", snapshot, None, 1, NOW)


def a_result(**changes: Any) -> ResultRow:
    """Make the result of a winner in seat 0 of match 1."""
    row = ResultRow(
        match_id=1,
        seat=0,
        guild_id=GUILD,
        game="docker",
        user_id=1,
        place=1,
        team=0,
        score=None,
        pace="relaxed",
        rated=0,
        resigned=0,
        ending="played",
        plies=10,
        own_plies=10,
        replies="[60]",
        started_at=NOW,
        finished_at=NOW,
    )
    return structs.replace(row, **changes)


async def store_match(store: AnyStore, row: MatchRow | None = None) -> MatchRow:
    """Store a match."""
    row = row or a_match()
    match_id = await store.transaction(lambda tx: tx.insert_match(row))
    return structs.replace(row, id=match_id)
