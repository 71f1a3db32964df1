"""Pause, resume, move or cancel a match, and replace players."""

from __future__ import annotations

from msgspec import structs

from data import LogRow, PausedFor
from games.core import Seat
from games.text import T, Text
from matches.change import Change
from matches.errors import Stale, UserError
from matches.looks import note_looks, require_unseen
from matches.match import Holder, Match, Side, drop_hold

ASLEEP = T("The match is paused, because nobody has played for weeks. Any of its players can resume it.")
"""Why an idle match is paused."""

LOST = T(
    "The match is paused because I cannot write in its channel. In a private thread, write @ and my name to add me; "
    "elsewhere, a manager of the server can give me back my permissions. /turns in another channel continues the match "
    "there."
)
"""What to do about a match whose channel is closed to the bot."""

CLOSED = T(
    "The match is paused because Discord does not let me write to you: you have blocked me, or allow no direct "
    "messages from me. Allow them, then press a button or use a command there: the match goes on at once."
)
"""What to do about a match in direct messages that are closed to the bot."""


LOST_THERE = T(
    "The match is paused because I cannot write in the channel of the other server. All clocks are stopped. The "
    "match goes on as soon as I can write there again, or somebody continues it in another channel of that server with "
    "/turns. If you do not want to wait, end the shared table: under More, or with /server."
)
"""What to do about a match whose other server cannot be reached."""


def is_lost_elsewhere(match: Match) -> bool:
    """Whether a match, as one server shows it, is paused only because the channel of the other server cannot be
    used."""
    lost = match.guest.lost
    return match.paused_for == "place" and bool(lost) and match.side not in lost


def may_show(match: Match) -> bool:
    """Whether a match is in play, and the channel that shows it is not recorded as unusable."""
    reachable = match.paused_for != "place" or is_lost_elsewhere(match)
    return match.phase in ("running", "paused") and reachable


def explain_pause(match: Match) -> Text:
    """Explain why nobody can move in a paused match."""
    if match.paused_for == "sleep":
        return ASLEEP
    if match.paused_for != "place":
        return T("The match is paused.")
    if is_lost_elsewhere(match):
        return LOST_THERE
    return CLOSED if match.is_direct else LOST


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
    if match.phase != "running":
        raise Stale(T("This match is not being played just now."))
    paused = structs.replace(match, phase="paused", paused_for=why, resume_at=resume_at, seq=match.seq + 1)
    log = LogRow(paused.seq, "pause", None, code, "[]", None, None, user_id, now, note=note)
    return Change(paused, log=(log,), board=board)


def resume(match: Match, *, now: float, user_id: int | None = None, note: str = "") -> Change:
    """Resume the match; the clocks run again from now."""
    if match.phase != "paused":
        raise Stale(T("This match is not paused."))
    guest = structs.replace(match.guest, lost=())
    running = structs.replace(match, phase="running", paused_for=None, resume_at=None, guest=guest, seq=match.seq + 1)
    log = LogRow(running.seq, "resume", None, "", "[]", None, None, user_id, now, note=note)
    return Change(running, log=(log,), board=not running.waits_for_machine)


def lose_place(match: Match, side: Side, code: str = "", *, now: float) -> Change:
    """Pause a match because one of its channels cannot be used; the board of the other one, if there is one, says why.
    `code` is kept in the log. Raises Stale if it is paused for another reason, or if the loss is recorded already."""
    if not match.is_shared:
        return pause(match, "place", now=now, board=False, code=code)
    waits = match.paused_for == "place"
    if waits and side in match.guest.lost:
        raise Stale(T("This match is not being played just now."))
    change = Change(match) if waits else pause(match, "place", now=now, code=code)
    return change.with_match(guest=structs.replace(match.guest, lost=(*match.guest.lost, side)))


def regain_place(match: Match, side: Side, *, now: float, user_id: int | None = None) -> Change:
    """Resume a match whose channel can be used again, unless the channel of the other server cannot. Raises Stale if it
    does not wait for a channel."""
    known = match.guest.lost
    if match.paused_for != "place" or (known and side not in known):
        raise Stale(T("This match is not paused."))
    lost = tuple(each for each in known if each != side)
    if lost:
        return Change(structs.replace(match, guest=structs.replace(match.guest, lost=lost)))
    return resume(match, now=now, user_id=user_id)


def move_channel(match: Match, channel_id: int, guild_id: int, *, now: float, user_id: int) -> Change:
    """Move the match to another channel of the server; resume it if it was paused because it lost its channel."""
    if match.phase not in ("running", "paused"):
        raise UserError(T("Only a match in progress can move to another channel."))
    face = match.seen_from(guild_id)
    if guild_id != face.guild_id:
        raise UserError(T("A match cannot move to another server."))
    if channel_id == face.channel_id and match.paused_for != "place":
        raise UserError(T("This match is already in this channel."))
    moved = {"guest_channel_id" if face.side == "guest" else "channel_id": channel_id}
    here = structs.replace(match, **moved)
    if is_lost_elsewhere(face):
        return Change(here)  # it is shown in the new channel once the other server is back
    if here.paused_for == "place":
        return regain_place(here, face.side, now=now, user_id=user_id)
    here = structs.replace(here, seq=here.seq + 1)
    code = face.side if match.is_shared else ""
    log = LogRow(here.seq, "place", None, code, "[]", None, None, user_id, now)
    return Change(here, log=(log,), board=True)


def end_without_result(match: Match, *, now: float, user_id: int | None = None, note: str = "") -> Change:
    """End a lobby or a match without a result."""
    if match.phase not in ("lobby", "running", "paused"):
        raise Stale(T("This match is over."))
    ended = structs.replace(
        match, phase="cancelled", ended_at=now, decisions={}, proposal=None, invited=(), paused_for=None,
        resume_at=None, held=None, looks=(),
    )  # fmt: skip
    if match.state is None:
        return Change(ended)
    ended = structs.replace(ended, seq=match.seq + 1)
    log = LogRow(ended.seq, "cancel", None, "", "[]", None, None, user_id, now, note=note)
    return Change(ended, log=(log,), board=True)


def replace_player(
    match: Match, seat: Seat, user_id: int | None, name: str, *, now: float, asked_by: int | None = None, note: str = ""
) -> Change:
    """Give a seat to another player; `user_id` None: a computer player. The seat's history stays.

    Raises UserError for somebody who has a seat, or knows the secrets of another one.
    """
    if match.phase not in ("running", "paused"):
        raise Stale(T("This match is over."))
    if user_id is not None and user_id in match.people:
        raise UserError(T("This person plays in this match already."))
    if user_id is not None:
        require_unseen(match, user_id, seat)
    was, seq = match.holder(seat), match.seq + 1
    fresh = Holder(seat, user_id, name, auto=was.auto, stepped_in=user_id is not None)
    seats = tuple(fresh if holder.seat == seat else holder for holder in match.seats)
    found = note_looks(match, [(was.user_id, seat)])
    if found.held is not None and found.held.seat == seat:
        found = drop_hold(found, seq=seq)
    found = structs.replace(found, seq=seq, seats=seats)
    by = user_id if asked_by is None else asked_by
    log = LogRow(seq, "replace", seat, "", "[]", None, None, by, now, note=note)
    board = found.phase == "running" and not found.waits_for_machine
    return Change(found, log=(log,), drop_drafts=(seat,), board=board)
