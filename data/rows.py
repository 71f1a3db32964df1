"""What the store hands out: one frozen struct a table row."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Phase = Literal["lobby", "running", "paused", "finished", "cancelled"]
LogKind = Literal["start", "ply", "resign", "cancel", "undo"]
MadeBy = Literal["person", "auto", "stand_in", "computer", "nature"]

OPEN_PHASES: tuple[Phase, ...] = ("lobby", "running", "paused")


class MatchRow(Struct, frozen=True):
    """One match. `options`, `decisions` and `result` are JSON; times are Unix seconds."""

    id: int
    guild_id: int
    channel_id: int
    game: str
    rules_version: int
    phase: Phase
    host_id: int
    capacity: int
    options: str
    language: str
    secret: bytes
    seq: int
    head: int
    decisions: str
    machine: int
    result: str | None
    card_id: int | None
    created_at: float
    started_at: float | None
    ended_at: float | None


class SeatRow(Struct, frozen=True):
    """Who holds a seat; `user_id` None: a computer player. `auto`: only legal moves are made without asking."""

    seat: int
    user_id: int | None
    name: str
    resigned: int = 0
    auto: int = 0


class LogRow(Struct, frozen=True):
    """Something that happened. `events` is JSON; `snapshot` the compressed state after it, or None.

    `made_by`: `auto` the only legal move, made for a person who wants that; `stand_in` a move for somebody absent.
    """

    seq: int
    kind: LogKind
    seat: int | None
    code: str
    events: str
    snapshot: bytes | None
    snapshot_of: int | None
    user_id: int | None
    at: float
    made_by: MadeBy = "person"


class FilmRow(Struct, frozen=True):
    """What nature has filmed of the ply `seq`: keyframes as compressed JSON."""

    seq: int
    keyframes: bytes


class OutboxRow(Struct, frozen=True):
    """A board to be posted (`message_id` None) or already posted."""

    id: int
    guild_id: int
    match_id: int
    channel_id: int
    seq: int
    message_id: int | None
    attempts: int
    due_at: float
