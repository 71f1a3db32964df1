"""Pause, resume, move or cancel a match, and replace players."""

from __future__ import annotations

import msgspec
from msgspec import structs

from data import LogRow, PausedFor
from games.core import Seat
from games.levels import NORMAL
from games.text import T, Text
from matches.change import Change
from matches.errors import Stale, UserError
from matches.match import Match, drop_hold
from matches.together.guest import Guest, Side
from matches.together.looks import note_looks, require_unseen

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


LOST_THERE = T(
    "The match is paused because I cannot write in the channel of the other server. All clocks are stopped. The "
    "match goes on as soon as I can write there again, or somebody moves it to another channel of that server with "
    "/move-here. If you do not want to wait, end the shared table: under More, or with /manage."
)
"""What to do about a match whose other server cannot be reached."""


def is_lost_elsewhere(match: Match) -> bool:
    """Whether a match, as one server shows it, is paused only because the channel of the other server cannot be
    used."""
    lost = match.guest.lost
    return match.row.paused_for == "place" and bool(lost) and match.side not in lost


def may_show(match: Match) -> bool:
    """Whether a match is in play, and the channel that shows it is not recorded as unusable."""
    reachable = match.row.paused_for != "place" or is_lost_elsewhere(match)
    return match.row.phase in ("running", "paused") and reachable


def explain_pause(match: Match) -> Text:
    """Explain why nobody can move in a paused match."""
    if match.row.paused_for == "sleep":
        return ASLEEP
    if match.row.paused_for != "place":
        return T("The match is paused.")
    if is_lost_elsewhere(match):
        return LOST_THERE
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
    code: str = "",
) -> Change:
    """Pause the match and stop all clocks. `board` False: post no board, because there is no channel for it."""
    if match.row.phase != "running":
        raise Stale(T("This match is not being played just now."))
    row = structs.replace(match.row, phase="paused", paused_for=why, resume_at=resume_at, seq=match.row.seq + 1)
    log = LogRow(row.seq, "pause", None, code, "[]", None, None, user_id, now, note=note)
    return Change(row, log=(log,), board=board)


def resume(match: Match, *, now: float, user_id: int | None = None, note: str = "") -> Change:
    """Resume the match; the clocks run again from now."""
    if match.row.phase != "paused":
        raise Stale(T("This match is not paused."))
    row = structs.replace(match.row, phase="running", paused_for=None, resume_at=None, seq=match.row.seq + 1)
    if match.guest.lost:
        row = structs.replace(row, guest=msgspec.json.encode(structs.replace(match.guest, lost=())).decode())
    log = LogRow(row.seq, "resume", None, "", "[]", None, None, user_id, now, note=note)
    machine = Match(row, match.seats, match.state).waits_for_machine
    return Change(structs.replace(row, machine=int(machine)), log=(log,), board=not machine)


def lose_place(match: Match, side: Side, code: str = "", *, now: float) -> Change:
    """Pause a match because one of its channels cannot be used; the board of the other one, if there is one, says why.
    `code` is kept in the log. Raises Stale if it is paused for another reason, or if the loss is recorded already."""
    if not match.is_shared:
        return pause(match, "place", now=now, board=False, code=code)
    waits = match.row.paused_for == "place"
    if waits and side in match.guest.lost:
        raise Stale(T("This match is not being played just now."))
    change = Change(match.row) if waits else pause(match, "place", now=now, code=code)
    return _mark_lost(change, match.guest, (*match.guest.lost, side))


def regain_place(match: Match, side: Side, *, now: float, user_id: int | None = None) -> Change:
    """Resume a match whose channel can be used again, unless the channel of the other server cannot. Raises Stale if it
    does not wait for a channel."""
    known = match.guest.lost
    if match.row.paused_for != "place" or (known and side not in known):
        raise Stale(T("This match is not paused."))
    lost = tuple(each for each in known if each != side)
    if lost:
        return _mark_lost(Change(match.row), match.guest, lost)
    return resume(match, now=now, user_id=user_id)


def _mark_lost(change: Change, guest: Guest, lost: tuple[Side, ...]) -> Change:
    text = msgspec.json.encode(structs.replace(guest, lost=lost)).decode()
    return structs.replace(change, row=structs.replace(change.row, guest=text))


def move_channel(match: Match, channel_id: int, guild_id: int, *, now: float, user_id: int) -> Change:
    """Move the match to another channel of the server; resume it if it was paused because it lost its channel."""
    if match.row.phase not in ("running", "paused"):
        raise UserError(T("Only a match in progress can move to another channel."))
    face = match.seen_from(guild_id)
    if guild_id != face.row.guild_id:
        raise UserError(T("A match cannot move to another server."))
    if channel_id == face.row.channel_id and match.row.paused_for != "place":
        raise UserError(T("This match is already in this channel."))
    moved = {"guest_channel_id" if face.side == "guest" else "channel_id": channel_id}
    here = Match(structs.replace(match.row, **moved), match.seats, match.state)
    if is_lost_elsewhere(face):
        return Change(here.row)  # it is shown in the new channel once the other server is back
    if here.row.paused_for == "place":
        return regain_place(here, face.side, now=now, user_id=user_id)
    row = structs.replace(here.row, seq=here.row.seq + 1)
    code = face.side if match.is_shared else ""
    log = LogRow(row.seq, "place", None, code, "[]", None, None, user_id, now)
    return Change(row, log=(log,), board=True)


def end_without_result(match: Match, *, now: float, user_id: int | None = None, note: str = "") -> Change:
    """End a lobby or a match without a result."""
    if match.row.phase not in ("lobby", "running", "paused"):
        raise Stale(T("This match is over."))
    row = structs.replace(
        match.row, phase="cancelled", ended_at=now, decisions="{}", machine=0, proposal=None, invited="[]",
        paused_for=None, resume_at=None, held=None, looks="[]",
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
    """Give a seat to another player; `user_id` None: a computer player. The seat's history stays.

    Raises UserError for somebody who has a seat, or knows the secrets of another one.
    """
    if match.row.phase not in ("running", "paused"):
        raise Stale(T("This match is over."))
    if user_id is not None and user_id in match.people:
        raise UserError(T("This person plays in this match already."))
    if user_id is not None:
        require_unseen(match, user_id, seat)
    fresh = structs.replace(
        match.holder(seat), user_id=user_id, name=name, resigned=0, stand_in=0, missed=0, away_until=None,
        away_used=0.0, level=NORMAL, seeks=0, stepped_in=int(user_id is not None), extended=0, crowd="", guest=0,
    )  # fmt: skip
    seats = tuple(fresh if row.seat == seat else row for row in match.seats)
    seq = match.row.seq + 1
    held = match.held
    looked = Match(note_looks(match, [(match.holder(seat).user_id, seat)]), match.seats, match.state)
    row = structs.replace(drop_hold(looked, seq=seq) if held is not None and held.seat == seat else looked.row, seq=seq)
    by = user_id if asked_by is None else asked_by
    log = LogRow(row.seq, "replace", seat, "", "[]", None, None, by, now, note=note)
    change = Change(row, seats=seats, log=(log,), drop_drafts=(seat,))
    machine = change.of(match).waits_for_machine
    return structs.replace(
        change, row=structs.replace(row, machine=int(machine)), board=not machine and row.phase == "running"
    )
