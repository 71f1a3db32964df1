"""Idle matches without a clock: ask the players once, then pause the match until one of them resumes it."""

from __future__ import annotations

from msgspec import structs

from data import LogRow
from games.text import T
from matches.change import Change
from matches.clocks.clocks import find_idle_check, find_last_activity, is_asked
from matches.clocks.pauses import pause, resume
from matches.errors import Stale, UserError
from matches.match import Match
from matches.referee import Request


def check_idle(match: Match, *, now: float) -> Change:
    """Ask the players whether the match goes on, or pause it (`sleep`); change nothing before either is due."""
    at = find_idle_check(match)
    if match.phase != "running" or at is None or at > now:
        return Change(match)
    if is_asked(match, find_last_activity(match) or 0.0):
        return pause(match, "sleep", now=now)
    asked = structs.replace(match, seq=match.seq + 1, asked_at=now)
    log = LogRow(asked.seq, "ask", None, "", "[]", None, None, None, now)
    return Change(asked, log=(log,), board=True)


def wake(match: Match, who: Request, *, now: float) -> Change:
    """Resume a match that was paused as idle. Raises UserError or Stale."""
    if match.phase != "paused" or match.paused_for != "sleep":
        raise Stale(T("This match is not paused."))
    if who.user_id is None or who.user_id not in match.people:
        raise UserError(T("Only the players of this match can resume it."))
    return resume(match, now=now, user_id=who.user_id)
