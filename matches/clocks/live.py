"""Play a match with a pace of days live: nobody is pinged, boards are edited in place, and clocks wait.

A press of one player starts live play, because nobody can lose anything by it. If nobody moves for some minutes, the
match returns to its pace: the clock of the player to move starts, and they get the ping that was left out.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import structs

from games.core import Seat
from games.text import T
from matches.change import Change
from matches.clocks import clocks
from matches.clocks.clocks import Outages
from matches.clocks.liveliness import ANSWER_WITHIN, find_start, is_live, is_lively
from matches.errors import Stale, UserError
from matches.match import Live, Match
from matches.play import require_running
from matches.referee import Request


def go_live(match: Match, who: Request, *, now: float, outages: Outages) -> Change:
    """Begin to play live. Raises UserError or Stale."""
    _require_player(match, who)
    if is_live(match):
        raise Stale(T("You play live already."))
    if not is_lively(match, now):
        raise UserError(T("Not everybody has moved within the last minutes, so the match keeps its usual pace."))
    live = structs.replace(match, live=structs.replace(match.live, until=now + ANSWER_WITHIN))
    found = dict(match.clocks)
    for holder in match.awaited:
        if holder.seat in found and (start := find_start(live)):
            until = max(start, holder.away_until or 0.0)
            found[holder.seat] = clocks.put_off(found[holder.seat], until, now, outages)
    return Change(structs.replace(live, clocks=found))


def stop_live(match: Match, who: Request, *, now: float) -> Change:
    """Return to the pace of the match at once. Raises UserError or Stale."""
    _require_player(match, who)
    if not is_live(match):
        raise Stale(T("This has been decided already."))
    return _go_back(match, here=match.seats_of(who.user_id or 0), now=now)


def fall_back(match: Match, *, now: float) -> Change:
    """Return to the pace of the match if nobody has moved for `ANSWER_WITHIN` seconds; otherwise change nothing."""
    until = match.live.until
    if not is_live(match) or until is None or until > now:
        return Change(match)
    return _go_back(match, here=(), now=now)


def _go_back(match: Match, *, here: Collection[Seat], now: float) -> Change:
    """Start the clocks of the seats that the match waits for, and make their pings due, except for the seats `here`."""
    found = dict(match.clocks)
    for holder in match.awaited:
        clock = found.get(holder.seat)
        if clock is None or clock.since is None:
            continue
        away = holder.away_until or 0.0
        if clock.since > max(now, away):
            clock = clocks.start(clock.left, now, away_until=holder.away_until, rhythm=clock.rhythm)
        if holder.seat not in here:
            clock = structs.replace(clock, remind=max(now, away))
        found[holder.seat] = clock
    return Change(structs.replace(match, live=Live(), clocks=found))


def _require_player(match: Match, who: Request) -> None:
    require_running(match)
    if who.user_id is None or who.user_id not in match.people:
        raise UserError(T("Only the players of this match can decide this."))
