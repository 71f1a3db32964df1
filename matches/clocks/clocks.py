"""The clocks of a match: for each seat, the time left and since when it has been running.

A clock is computed when it is read; nothing counts it down. It runs while a person has something to decide, and is
updated whenever the match changes. Outages do not count, even if they become known later. All functions are pure; the
time is an argument.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import structs

from data import Timer
from games.core import Seat
from matches.change import Change
from matches.clocks.liveliness import find_start, follow_turns
from matches.clocks.pace import DAY, HOUR, MINUTE, PACES
from matches.clocks.rhythm import ALWAYS, NOTICE, SHORTEST_TURN, Rhythm, add_clock_time, count_clock_time, find_due
from matches.lobby.expiry import LOBBY_LASTS
from matches.match import CROWD, Clock, Match

GRACE: Final = HOUR
"""Least seconds everybody has after an outage."""

ASK_AFTER: Final = 14 * DAY
"""Seconds without a move after which the players of a match without a clock are asked whether to continue."""

SLEEP_AFTER: Final = 7 * DAY
"""Seconds after that question until the match is paused."""

_NOBODY: Final[Mapping[int, Rhythm]] = MappingProxyType({})

Outages = Sequence[tuple[float, float]]
"""Intervals (began, ended) in which nobody could play, oldest first."""


def start(left: float, now: float, *, away_until: float | None, rhythm: Rhythm = ALWAYS) -> Clock:
    """Start a clock now, or at the end of the player's absence.

    Where turns are due at an hour of the day, it runs until the first such hour that is at least `NOTICE` seconds away,
    or the time the player has left, if that is less.
    """
    since = max(now, away_until or now)
    if rhythm.due_hour >= 0:
        left = find_due(rhythm, since + min(left, NOTICE)) - since
    return run_for(left, since, rhythm)


def run_for(left: float, since: float, rhythm: Rhythm) -> Clock:
    """Make a clock that runs for `left` seconds."""
    first = next((add_clock_time(rhythm, since, part * left) for part in rhythm.fractions), None)
    return Clock(left, since, first, rhythm=rhythm)


def compute_deadline(clock: Clock, outages: Outages) -> float | None:
    """Compute when a clock runs out, given the known outages; None if it is stopped.

    An outage delays the deadline by its length, and leaves everybody at least an hour after it. A resting clock does
    not run.
    """
    if clock.since is None:
        return None
    at = add_clock_time(clock.rhythm, clock.since, clock.left)
    for began, ended in outages:
        if clock.since < ended and began < at:
            left = count_clock_time(clock.rhythm, max(began, clock.since), at)
            at = add_clock_time(clock.rhythm, ended, max(left, GRACE))
    return at


def compute_remaining(clock: Clock, now: float, outages: Outages) -> float:
    """Compute the seconds until the clock runs out, without the rest of an announced absence; never below 0."""
    at = compute_deadline(clock, outages)
    if at is None or clock.since is None:
        return clock.left
    return count_clock_time(clock.rhythm, max(now, clock.since), at) if at > now else 0.0


def find_next_reminder(clock: Clock, now: float, outages: Outages) -> float | None:
    """Compute the time of the first reminder after `now`."""
    at = compute_deadline(clock, outages)
    if at is None or clock.since is None:
        return None
    lasts = count_clock_time(clock.rhythm, clock.since, at)
    reminders = (
        add_clock_time(clock.rhythm, clock.since, lasts - (1 - part) * clock.left) for part in clock.rhythm.fractions
    )
    return next((at for at in reminders if at > now), None)


def put_off(clock: Clock, until: float, now: float, outages: Outages) -> Clock:
    """Pause a running clock until `until`; a stopped one stays as it is."""
    if clock.since is None:
        return clock
    return start(compute_remaining(clock, now, outages), now, away_until=until, rhythm=clock.rhythm)


def set_clocks(
    before: Match, change: Change, now: float, outages: Outages, rhythms: Mapping[int, Rhythm] = _NOBODY
) -> Change:
    """Start, stop and update the clocks for a change. `rhythms`: people's rhythms, for clocks that start.

    A stand-in's turn adds the increment like any other. A clock that resumes within a turn (after a pause, an undo or
    the end of a stand-in) leaves its player at least an hour, or the increment if that is less.
    """
    change = follow_turns(before, change, now)
    after = change.match
    clocks, live = after.clocks, find_start(after)
    awaited = {each.seat: each for each in after.awaited}
    if not clocks and not awaited and not any(each.crowd for each in after.seats):
        return change
    pace = PACES[after.pace]
    were = {each.seat: each.user_id for each in before.seats}
    took_back = {row.user_id for row in change.log if row.kind == "undo"}
    fresh: dict[Seat, Clock] = {}
    for holder in after.seats:
        seat = holder.seat
        clock = clocks.get(seat)
        if holder.crowd is not None:
            fresh[seat] = _time_vote(before, after, seat, holder.crowd.hours * HOUR, clock, now, outages)
            continue
        if clock is None or holder.user_id != were.get(seat):
            clock = Clock(pace.bank)
        left, earliest = compute_remaining(clock, now, outages), max(now, holder.away_until or now, live)
        if seat == change.moved:
            clock = Clock(pace.after_turn(left), before=left)
        elif clock.since is not None and (seat not in awaited or clock.since > earliest):
            # Stop it; or start it again, because the system clock was wrong when it started. An undo gives the
            # time back to the player whose turn it was.
            clock = Clock(clock.left if took_back and seat not in awaited else left)
        if seat in awaited and clock.since is None:
            is_back = clock.before is not None and holder.user_id in took_back
            left = clock.before if clock.before is not None and is_back else clock.left
            rhythm = choose_rhythm(after, rhythms.get(holder.user_id or 0, ALWAYS))
            if is_back and rhythm.due_hour >= 0:  # nobody gains a day by taking back a turn
                left = min(left, find_due(rhythm, earliest) - earliest)
                clock = run_for(max(left, GRACE), earliest, rhythm)
            else:
                clock = start(max(left, min(GRACE, pace.increment)), now, away_until=earliest, rhythm=rhythm)
        fresh[seat] = clock
    if change.moved in fresh:
        fresh[change.moved] = structs.replace(fresh[change.moved], ended=now)
    return change.with_match(clocks=fresh)


def _time_vote(
    before: Match, after: Match, seat: Seat, lasts: float, clock: Clock | None, now: float, outages: Outages
) -> Clock:
    """Start, stop or keep the clock that shows until when a crowd votes. Every vote `lasts` as long; after a pause, at
    least an hour of it is left."""
    is_open = seat in after.to_act and after.machine_for(seat) == CROWD
    if clock is None or (is_open and before.decisions.get(seat) != after.decisions.get(seat)):
        return Clock(lasts, now if is_open else None)
    if is_open and clock.since is None:
        return Clock(max(clock.left, min(GRACE, lasts)), now)
    if not is_open and clock.since is not None:
        return Clock(compute_remaining(clock, now, outages))
    return clock


def choose_rhythm(match: Match, own: Rhythm) -> Rhythm:
    """Choose when a clock of the match rests, by its player's wishes and the match's terms; never in a live match."""
    if PACES[match.pace].bank < SHORTEST_TURN:
        return Rhythm(reminders=own.reminders)
    if match.due_hour >= 0:
        return Rhythm(match.due_zone, (0, 0), match.weekends, own.reminders, match.due_hour)
    return structs.replace(own, weekends=match.weekends)


def find_idle_check(match: Match) -> float | None:
    """Compute when to ask the players of a match without a clock whether it goes on, or when to pause it.

    None for matches with a clock.
    """
    since = find_last_activity(match)
    if PACES[match.pace].strict or match.demo or match.is_direct or since is None:
        return None
    return (match.asked_at or 0.0) + SLEEP_AFTER if is_asked(match, since) else since + ASK_AFTER


def find_last_activity(match: Match) -> float | None:
    """Find when the newest open decision began or, where several choose at once, when the newest choice was made.

    None if nobody with a clock is to move.
    """
    clocks = match.clocks
    began = [
        since for holder in match.awaited if holder.seat in clocks and (since := clocks[holder.seat].since) is not None
    ]
    ended = [clock.ended for clock in clocks.values() if clock.ended is not None]
    return max(began + ended) if began else None


def is_asked(match: Match, since: float) -> bool:
    """Whether players have been asked since that time."""
    return match.asked_at is not None and match.asked_at >= since


def list_timers(match: Match, outages: Outages) -> tuple[Timer, ...]:
    """List the timers of a match for the sweep."""
    if match.phase == "lobby":
        return (Timer("lobby", match.created_at + LOBBY_LASTS),)
    found: list[Timer] = []
    if match.proposal is not None:
        found.append(Timer("proposal", match.proposal.until))
    if match.phase == "paused" and match.resume_at is not None:
        found.append(Timer("resume", match.resume_at))
    if match.phase == "running" and match.held is not None:
        until = match.held.until if match.to_act else min(match.held.until, match.held.at + MINUTE)
        found.append(Timer("hold", until))
    if match.phase == "running":
        for seat, clock in match.clocks.items():
            at = compute_deadline(clock, outages)
            if at is not None and not clock.spent:
                found.append(Timer("deadline", at, seat))
            if clock.remind is not None and clock.since is not None:
                found.append(Timer("remind", clock.remind, seat))
        if (live_until := match.live.until) is not None:
            found.append(Timer("live", live_until))
        if (at := find_idle_check(match)) is not None:
            found.append(Timer("nap", at))
    return tuple(found)
