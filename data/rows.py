"""What the store hands out: one frozen struct a table row."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Phase = Literal["lobby", "running", "paused", "finished", "cancelled"]
LogKind = Literal["start", "ply", "resign", "cancel", "undo", "pause", "resume", "replace", "place", "skip"]
MadeBy = Literal["person", "auto", "stand_in", "computer", "nature"]
Absence = Literal["nothing", "nudge", "skip", "stand_in", "forfeit"]
PausedFor = Literal["consent", "place", "owner"]

OPEN_PHASES: tuple[Phase, ...] = ("lobby", "running", "paused")


class MatchRow(Struct, frozen=True):
    """One match. `options`, `decisions`, `result`, `clocks`, `invited` and `proposal` are JSON; times are Unix seconds.

    `absence`: what happens at a deadline. `paused_for`: why a paused match rests; `resume_at`: until when.
    `card_channel_id`: where the lobby card is, if the match has a thread of its own.
    """

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
    pace: str = "relaxed"
    absence: Absence = "stand_in"
    clocks: str = "{}"
    invited: str = "[]"
    private: int = 0
    proposal: str | None = None
    paused_for: PausedFor | None = None
    resume_at: float | None = None
    card_channel_id: int | None = None
    rematch_of: int | None = None


class SeatRow(Struct, frozen=True):
    """Who holds a seat; `user_id` None: a computer player. `auto`: only legal moves are made without asking.

    `stand_in`: 1, a stand-in makes this turn; 2, it plays on until the player is back. `missed`: deadlines missed in a
    row. `away_until`: when the player's announced absence ends; `away_used`: seconds of such absence in this match.
    """

    seat: int
    user_id: int | None
    name: str
    resigned: int = 0
    auto: int = 0
    stand_in: int = 0
    missed: int = 0
    away_until: float | None = None
    away_used: float = 0.0


class LogRow(Struct, frozen=True):
    """Something that happened. `events` is JSON; `snapshot` the compressed state after it, or None.

    `made_by`: `auto` the only legal move, made for a person who wants that; `stand_in` a move for somebody absent.
    `note`: the reason somebody gave.
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
    note: str = ""


class Timer(Struct, frozen=True):
    """Something that becomes due at a time; `seat` -1: it is the whole match's."""

    kind: str
    due_at: float
    seat: int = -1


class ShardOutage(Struct, frozen=True):
    """A time in which one of `shards` connections to Discord was down."""

    shard: int
    shards: int
    began: float
    ended: float


class PingRow(Struct, frozen=True):
    """How often the holder of a seat was called for one decision; `message_id`: the newest reminder."""

    match_id: int
    guild_id: int
    seat: int
    decision: int
    count: int
    channel_id: int
    message_id: int | None = None


class GuildRow(Struct, frozen=True):
    """A server: its owner's settings as JSON, when we said hello, and when we were removed."""

    guild_id: int
    settings: str = "{}"
    greeted_at: float | None = None
    left_at: float | None = None


class FilmRow(Struct, frozen=True):
    """What nature has filmed of the ply `seq`: keyframes as compressed JSON."""

    seq: int
    keyframes: bytes


class OutboxRow(Struct, frozen=True):
    """A board to be posted (`message_id` None) or already posted.

    `bare`: what is to be left of it when the next one comes, as JSON; None where that has happened, or is not known.
    `film`: 1, the film of its match is still to join it.
    """

    id: int
    guild_id: int
    match_id: int
    channel_id: int
    seq: int
    message_id: int | None
    attempts: int
    due_at: float
    bare: str | None = None
    film: int = 0
