"""Clocks: for each seat, how much time is left and since when it runs out. Pure functions; the time is passed in.

A clock is never counted down: it is read. It runs while a person has something to decide, and it is brought up to date
whenever the match changes. Stretches in which nobody could reach us are left out, whenever they become known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct, structs

from data import MatchRow, Timer
from games.core import Seat
from matches.change import Change
from matches.clocks.pace import HOUR, PACES
from matches.match import Match

GRACE: Final = HOUR
"""Seconds everybody has at least after an outage."""

REMINDERS: Final = (0.5, 0.9)
"""When somebody is reminded, as parts of the time they had left when their clock began to run."""

LOBBY_LASTS: Final = 48 * HOUR
"""Seconds a lobby waits for its players."""

Outages = Sequence[tuple[float, float]]
"""Stretches (began, ended) in which nobody could play, oldest first."""


class Clock(Struct, frozen=True, array_like=True):
    """A seat's time: `left` seconds at the moment `since` (None: it stands still; in the future: the player is away).

    `remind`: when the player is called next, None once that is over. `spent`: it ran out, and what was to happen has.
    `before`: what was left when the newest turn ended, without what the turn added, for whoever takes it back.
    """

    left: float
    since: float | None = None
    remind: float | None = None
    spent: bool = False
    before: float | None = None


_CLOCKS: Final = msgspec.json.Decoder(dict[int, Clock])


def read(row: MatchRow) -> dict[Seat, Clock]:
    """The clocks of a match, by seat."""
    return _CLOCKS.decode(row.clocks)


def write(clocks: Mapping[Seat, Clock]) -> str:
    return msgspec.json.encode(clocks).decode()


def start(left: float, now: float, *, away_until: float | None) -> Clock:
    """A clock that begins to run: at once, or when its player is back."""
    since = max(now, away_until or now)
    return Clock(left, since, since + REMINDERS[0] * left)


def deadline(clock: Clock, outages: Outages) -> float | None:
    """When a clock runs out, as far as outages are known; None while it stands still.

    An outage puts it off by as long as it lasted, and leaves everybody at least an hour after it.
    """
    if clock.since is None:
        return None
    at = clock.since + clock.left
    for began, ended in outages:
        if clock.since < ended and began < at:
            at = max(at + ended - max(began, clock.since), ended + GRACE)
    return at


def remaining(clock: Clock, now: float, outages: Outages) -> float:
    """Seconds until the clock runs out, not counting those its player is still away; never below 0."""
    at = deadline(clock, outages)
    if at is None or clock.since is None:
        return clock.left
    return max(0.0, at - max(now, clock.since))


def next_reminder(clock: Clock, now: float, outages: Outages) -> float | None:
    """The first reminder after `now`."""
    at = deadline(clock, outages)
    if at is None:
        return None
    return next((call for part in REMINDERS if (call := at - (1 - part) * clock.left) > now), None)


def put_off(clock: Clock, until: float, now: float, outages: Outages) -> Clock:
    """A clock whose player is away from now until then; one that stands still is left alone."""
    if clock.since is None:
        return clock
    return start(remaining(clock, now, outages), now, away_until=until)


def timed(before: Match, change: Change, now: float, outages: Outages) -> Change:
    """The change with everybody's clock brought up to date: started, stopped, or left running.

    A turn a stand-in made counts like any other, so that its player has the time of a turn for the next one. A clock
    that goes on within a turn (after a pause, an undo, a stand-in sent away) leaves its player at least an hour, or
    what a turn adds where that is less.
    """
    after = change.of(before)
    clocks = read(after.row)
    awaited = {row.seat: row for row in after.awaited}
    if not clocks and not awaited:
        return change
    pace = PACES[after.row.pace]
    were = {row.seat: row.user_id for row in before.seats}
    took_back = {row.user_id for row in change.log if row.kind == "undo"}
    fresh: dict[Seat, Clock] = {}
    for holder in after.seats:
        seat = holder.seat
        clock = clocks.get(seat)
        if clock is None or holder.user_id != were.get(seat):
            clock = Clock(pace.bank)
        left = remaining(clock, now, outages)
        if seat == change.moved:
            clock = Clock(pace.after_turn(left), before=left)
        elif clock.since is not None and (seat not in awaited or clock.since > max(now, holder.away_until or now)):
            # It stops; or the computer's clock was wrong when it began, and it begins anew. Who had the turn when
            # another one was taken back has lost nothing by it.
            clock = Clock(clock.left if took_back and seat not in awaited else left)
        if seat in awaited and clock.since is None:
            left = clock.left if clock.before is None or holder.user_id not in took_back else clock.before
            clock = start(max(left, min(GRACE, pace.increment)), now, away_until=holder.away_until)
        fresh[seat] = clock
    return structs.replace(change, row=structs.replace(change.row, clocks=write(fresh)))


def timers(match: Match, outages: Outages) -> tuple[Timer, ...]:
    """What the sweep must look at for this match, and when."""
    row = match.row
    if row.phase == "lobby":
        return (Timer("lobby", row.created_at + LOBBY_LASTS),)
    found: list[Timer] = []
    if row.proposal is not None:
        found.append(Timer("proposal", msgspec.json.decode(row.proposal)["until"]))
    if row.phase == "paused" and row.resume_at is not None:
        found.append(Timer("resume", row.resume_at))
    if row.phase == "running":
        for seat, clock in read(row).items():
            at = deadline(clock, outages)
            if at is not None and not clock.spent:
                found.append(Timer("deadline", at, seat))
            if clock.remind is not None and clock.since is not None:
                found.append(Timer("remind", clock.remind, seat))
    return tuple(found)
