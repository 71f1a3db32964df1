"""Absent players: deadlines, reminders, stand-ins, announced absence and return."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from games.core import Seat
from games.text import Player, T
from matches.change import Change
from matches.clocks import clocks
from matches.clocks.clocks import Outages
from matches.clocks.pace import DAY, HOUR, PACES
from matches.clocks.rhythm import find_due
from matches.errors import Stale, UserError, make_no_seat_error
from matches.match import Holder, Match
from matches.play import change_seats, give_up_seats, require_running
from matches.referee import Request

MISSED_IN_A_ROW = 2
"""Deadlines missed in a row after which the stand-in plays until the player is back."""

SNOOZE = 3 * HOUR
"""Seconds by which *Later* delays the next reminder."""


def apply_deadline(
    match: Match, seat: Seat, *, now: float, outages: Outages, quiet_until: float | None = None
) -> Change:
    """Apply the match's rule for absence if the seat's time is up; otherwise change nothing.

    `quiet_until`: when the player's quiet hours end, if it is quiet now; a reminder waits until then.
    """
    if not _runs_out(match, seat, now, outages):
        return Change(match)
    spent = _with_clock(match, seat, spent=True, remind=quiet_until)
    absence = match.absence
    if not PACES[match.pace].strict and absence != "nothing":
        absence = "skip"
    match absence:
        case "nothing":
            return Change(_with_clock(match, seat, spent=True, remind=None))
        case "nudge" | "skip":
            return Change(spent, ping=(seat,) if quiet_until is None else ())
        case "forfeit":
            return give_up_seats(match, (seat,), now=now, note="time")
        case "stand_in":
            return stand_in(match, seat, missed=True)


def stand_in(match: Match, seat: Seat, *, missed: bool = False, for_good: bool = False) -> Change:
    """Let a stand-in play this turn; after repeated absence, or `for_good`, all turns until the player is back.

    Raises Stale if it is not the seat's turn, unless `for_good`.
    """
    require_running(match)
    if not for_good and not any(each.seat == seat for each in match.awaited):
        raise Stale(T("{player} has moved in the meantime.", player=Player(seat)))
    holder = match.holder(seat)
    times = holder.missed + int(missed)
    here_to_stay = for_good or times >= MISSED_IN_A_ROW
    changed = structs.replace(holder, missed=times, stand_in="until_back" if here_to_stay else "turn")
    return _change_seat(match, changed)


def skip(match: Match, who: Request, seat: Seat, *, decision: int, now: float, outages: Outages) -> Change:
    """Let a stand-in move for a player whose time is up, at another player's request. Raises UserError or Stale."""
    require_running(match)
    if who.user_id not in match.people:
        raise UserError(T("Only the players of this match can decide this."))
    if match.decisions.get(seat) != decision or not any(holder.seat == seat for holder in match.awaited):
        raise Stale(T("{player} has moved in the meantime.", player=Player(seat)))
    if not may_skip(match, seat, now=now, outages=outages):
        raise UserError(T("{player} still has time.", player=Player(seat)))
    return stand_in(match, seat, missed=True)


def may_skip(match: Match, seat: Seat, *, now: float, outages: Outages) -> bool:
    """Whether the others may move on without the holder of a seat now."""
    offered = match.absence == "skip" or (not PACES[match.pace].strict and match.absence != "nothing")
    clock = match.clocks.get(seat)
    at = clocks.compute_deadline(clock, outages) if clock is not None else None
    return offered and at is not None and at <= now


def remind(match: Match, seat: Seat, *, now: float, quiet_until: float | None, outages: Outages) -> Change:
    """Ping a player whose reminder is due; quiet hours and live play delay the reminder until they end."""
    clock = match.clocks.get(seat)
    if match.phase != "running" or clock is None or clock.remind is None or clock.remind > now:
        return Change(match)
    later = match.live.until if quiet_until is None else quiet_until
    if later is not None:
        return Change(_with_clock(match, seat, remind=later))
    return Change(_with_clock(match, seat, remind=clocks.find_next_reminder(clock, now, outages)), ping=(seat,))


def ping_later(match: Match, seat: Seat, at: float) -> Change:
    """Delay the next ping of a seat until `at`, or until the end of an announced absence, if that is later."""
    clock = match.clocks.get(seat)
    if match.phase != "running" or clock is None or clock.since is None:
        return Change(match)
    return Change(_with_clock(match, seat, remind=max(at, clock.since)))


def snooze(match: Match, who: Request, seat: Seat, *, decision: int, now: float) -> Change:
    """Delay the next reminder (*Later* on a reminder). Raises UserError or Stale."""
    require_running(match)
    if match.holder(seat).user_id != who.user_id:
        raise UserError(T("This reminder is for {player}.", player=Player(seat)))
    if match.decisions.get(seat) != decision:
        raise Stale(T("This has been decided already."))
    return ping_later(match, seat, now + SNOOZE)


def end_absence(match: Match, who: Request, *, now: float, outages: Outages) -> Change:
    """End stand-ins and announced absence of a player (*I'm back*). Raises UserError."""
    if match.phase != "paused":
        require_running(match)
    mine = match.seats_of(who.user_id) if who.user_id is not None else ()
    if not mine:
        raise make_no_seat_error()
    resting = match
    seats: list[Holder] = []
    for holder in match.seats:
        if holder.seat in mine:
            if holder.away_until is not None and holder.away_until > now:
                unused = holder.away_until - now if match.due_hour < 0 else 0.0
                holder = structs.replace(holder, away_used=max(0.0, holder.away_used - unused))
                resting = _put_off(resting, holder.seat, now, now, outages)
            seats.append(structs.replace(holder, stand_in=None, missed=0, away_until=None))
        else:
            seats.append(holder)
    return change_seats(match, tuple(seats), clocks=resting.clocks)


def announce_absence(match: Match, user_id: int, until: float, *, now: float, outages: Outages) -> Change:
    """Stop a player's clock until `until`, or until the match's budget for absence is used up.

    Where turns are due at an hour of the day, an absence costs the time by which it moves the deadline. Otherwise a
    minute of absence could gain a day.
    """
    resting = match
    seats: list[Holder] = []
    for holder in match.seats:
        if holder.user_id == user_id and not holder.resigned and match.phase in ("running", "paused"):
            announced = max(0.0, (holder.away_until or now) - now)  # the earlier announcement, which this one replaces
            used = holder.away_used - announced
            end = min(until, now + match.away_days * DAY - used)
            if end > now:
                due = _find_deadline(resting, holder.seat, outages)
                resting = _put_off(resting, holder.seat, end, now, outages)
                moved = 0.0 if match.due_hour < 0 else _find_deadline(resting, holder.seat, outages) - due
                holder = structs.replace(holder, away_until=end, away_used=used + max(end - now, moved))
        seats.append(holder)
    return Change(structs.replace(resting, seats=tuple(seats)))


def compute_away_left(match: Match, holder: Holder) -> float:
    """Return the seconds a seat has left of its budget for absence, without those announced already."""
    return max(0.0, match.away_days * DAY - holder.away_used)


def may_extend(match: Match, seat: Seat, *, now: float, outages: Outages) -> bool:
    """Whether the holder of a seat may take their extra day now."""
    return match.due_hour >= 0 and not match.holder(seat).extended and not _is_late(match, seat, now, outages)


def extend(match: Match, who: Request, seat: Seat, *, decision: int, now: float, outages: Outages) -> Change:
    """Move the deadline of an open turn to the next day; each player may do this once in a match. Raises UserError or
    Stale."""
    require_running(match)
    if match.holder(seat).user_id != who.user_id:
        raise UserError(T("This reminder is for {player}.", player=Player(seat)))
    if match.decisions.get(seat) != decision or not any(holder.seat == seat for holder in match.awaited):
        raise Stale(T("This has been decided already."))
    if match.due_hour < 0 or match.holder(seat).extended:
        raise UserError(T("You have taken your extra day in this match."))
    if _is_late(match, seat, now, outages):
        raise Stale(T("Your time is up."))
    clock, at = match.clocks[seat], _find_deadline(match, seat, outages)
    later = structs.replace(clock, left=clock.left + find_due(clock.rhythm, at + HOUR) - at)
    later = structs.replace(later, remind=clocks.find_next_reminder(later, now, outages))
    seats = tuple(structs.replace(each, extended=True) if each.seat == seat else each for each in match.seats)
    return Change(structs.replace(match, clocks={**match.clocks, seat: later}, seats=seats))


def _is_late(match: Match, seat: Seat, now: float, outages: Outages) -> bool:
    """Whether the seat's time is up or its clock does not run."""
    return _find_deadline(match, seat, outages) <= now


def _find_deadline(match: Match, seat: Seat, outages: Outages) -> float:
    """Return when a seat's time runs out; 0.0 if no clock of it runs."""
    clock = match.clocks.get(seat)
    return (clocks.compute_deadline(clock, outages) if clock is not None else None) or 0.0


def _runs_out(match: Match, seat: Seat, now: float, outages: Outages) -> bool:
    clock = match.clocks.get(seat)
    if match.phase != "running" or clock is None or clock.spent:
        return False
    at = clocks.compute_deadline(clock, outages)
    return at is not None and at <= now


def _with_clock(match: Match, seat: Seat, **changed: Any) -> Match:
    return structs.replace(match, clocks={**match.clocks, seat: structs.replace(match.clocks[seat], **changed)})


def _put_off(match: Match, seat: Seat, until: float, now: float, outages: Outages) -> Match:
    clock = match.clocks.get(seat)
    if clock is None:
        return match
    return structs.replace(match, clocks={**match.clocks, seat: clocks.put_off(clock, until, now, outages)})


def _change_seat(match: Match, changed: Holder) -> Change:
    seats = tuple(changed if holder.seat == changed.seat else holder for holder in match.seats)
    return structs.replace(change_seats(match, seats), drop_drafts=(changed.seat,))
