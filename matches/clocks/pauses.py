"""Pause, resume, move or cancel a match, and replace players."""

from __future__ import annotations

from msgspec import structs

from data import LogRow, PausedFor
from games.core import Seat
from games.levels import NORMAL
from games.text import T, Text
from matches.change import Change
from matches.errors import Stale, UserError
from matches.match import Match, drop_hold

ASLEEP = T("The match is paused, because nobody has played for weeks. Any of its players can resume it.")
"""Why an idle match is paused."""

LOST = T(
    "The match is paused because I cannot write in its channel. In a private thread, write @ and my name to add me; "
    "elsewhere, a manager of the server can give me back my permissions. /move-here moves the match to another "
    "channel."
)
"""What to do about a match whose channel is closed to the bot."""

CLOSED = T(
    "The match is paused because Discord does not let me write to you: you have blocked me, or allow no direct "
    "messages from me. Allow them, then press a button or use a command there: the match goes on at once."
)
"""What to do about a match in direct messages that are closed to the bot."""


def explain_pause(match: Match) -> Text:
    """Explain why nobody can move in a paused match."""
    if match.row.paused_for == "sleep":
        return ASLEEP
    if match.row.paused_for != "place":
        return T("The match is paused.")
    return CLOSED if match.row.is_direct else LOST


def pause(
    match: Match,
    why: PausedFor,
    *,
    now: float,
    user_id: int | None = None,
    resume_at: float | None = None,
    note: str = "",
    board: bool = True,
) -> Change:
    """Pause the match and stop all clocks. `board` False: post no board, because there is no channel for it."""
    if match.row.phase != "running":
        raise Stale(T("This match is not being played just now."))
    row = structs.replace(match.row, phase="paused", paused_for=why, resume_at=resume_at, seq=match.row.seq + 1)
    log = LogRow(row.seq, "pause", None, "", "[]", None, None, user_id, now, note=note)
    return Change(row, log=(log,), board=board)


def resume(match: Match, *, now: float, user_id: int | None = None, note: str = "") -> Change:
    """Resume the match; the clocks run again from now."""
    if match.row.phase != "paused":
        raise Stale(T("This match is not paused."))
    row = structs.replace(match.row, phase="running", paused_for=None, resume_at=None, seq=match.row.seq + 1)
    log = LogRow(row.seq, "resume", None, "", "[]", None, None, user_id, now, note=note)
    machine = Match(row, match.seats, match.state).waits_for_machine
    return Change(structs.replace(row, machine=int(machine)), log=(log,), board=not machine)


def move_channel(match: Match, channel_id: int, guild_id: int, *, now: float, user_id: int) -> Change:
    """Move the match to another channel of the server; resume it if it was paused because it lost its channel."""
    if match.row.phase not in ("running", "paused"):
        raise UserError(T("Only a match in progress can move to another channel."))
    if guild_id != match.row.guild_id:
        raise UserError(T("A match cannot move to another server."))
    if channel_id == match.row.channel_id and match.row.paused_for != "place":
        raise UserError(T("This match is already in this channel."))
    here = Match(structs.replace(match.row, channel_id=channel_id), match.seats, match.state)
    if here.row.paused_for == "place":
        return resume(here, now=now, user_id=user_id)
    row = structs.replace(here.row, seq=here.row.seq + 1)
    log = LogRow(row.seq, "place", None, "", "[]", None, None, user_id, now)
    return Change(row, log=(log,), board=True)


def end_without_result(match: Match, *, now: float, user_id: int | None = None, note: str = "") -> Change:
    """End a lobby or a match without a result."""
    if match.row.phase not in ("lobby", "running", "paused"):
        raise Stale(T("This match is over."))
    row = structs.replace(
        match.row, phase="cancelled", ended_at=now, decisions="{}", machine=0, proposal=None, invited="[]",
        paused_for=None, resume_at=None, held=None,
    )  # fmt: skip
    log: tuple[LogRow, ...] = ()
    begun = match.state is not None
    if begun:
        row = structs.replace(row, seq=row.seq + 1)
        log = (LogRow(row.seq, "cancel", None, "", "[]", None, None, user_id, now, note=note),)
    return Change(row, log=log, board=begun)


def replace_player(
    match: Match, seat: Seat, user_id: int | None, name: str, *, now: float, asked_by: int | None = None, note: str = ""
) -> Change:
    """Give a seat to another player; `user_id` None: a computer player. The seat's history stays."""
    if match.row.phase not in ("running", "paused"):
        raise Stale(T("This match is over."))
    if user_id is not None and user_id in match.people:
        raise UserError(T("This person plays in this match already."))
    fresh = structs.replace(
        match.holder(seat), user_id=user_id, name=name, resigned=0, stand_in=0, missed=0, away_until=None,
        away_used=0.0, level=NORMAL, seeks=0, stepped_in=int(user_id is not None), extended=0, crowd="",
    )  # fmt: skip
    seats = tuple(fresh if row.seat == seat else row for row in match.seats)
    seq = match.row.seq + 1
    held = match.held
    row = structs.replace(drop_hold(match, seq=seq) if held is not None and held.seat == seat else match.row, seq=seq)
    by = user_id if asked_by is None else asked_by
    log = LogRow(row.seq, "replace", seat, "", "[]", None, None, by, now, note=note)
    change = Change(row, seats=seats, log=(log,), drop_drafts=(seat,))
    machine = change.of(match).waits_for_machine
    return structs.replace(
        change, row=structs.replace(row, machine=int(machine)), board=not machine and row.phase == "running"
    )
