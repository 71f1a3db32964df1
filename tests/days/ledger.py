"""An independent record of everybody's time, to compare with the clocks.

It checks every change that a referee writes: players who ran out of time must have had their full time while the bot
was up, they were not away and the match was not played live; nobody may be pinged more often, or at other hours, than
was promised; a plan moves neither at once nor while its player sleeps; and a channel's vote shows nothing before it
ends, lasts as long as was said, and counts everybody who voted (`tests.days.votes`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from data import MatchRow, Transaction
from games.core import Seat
from matches.change import Change
from matches.clocks.clocks import GRACE
from matches.clocks.pace import DAY, PACES
from matches.clocks.rhythm import NOTICE
from matches.keeping.cache import Cached
from matches.keeping.saving import MOST_PINGS, Owed
from matches.match import Match, unpack
from matches.people.preferences import Person
from matches.plans.plan import PLANNED
from matches.plans.timing import LEAST
from matches.referee import Referee, Request
from tests.days.votes import VoteBook

SLACK = 1.0
"""Seconds by which sums of hours may be off, because of rounding."""


NOTICED = 6.0
"""Seconds within which a sweep notices that somebody's time has run out."""


class WatchedReferee(Referee):
    """A referee that reports every change it writes to the ledger."""

    ledger: Ledger

    def _write(
        self, tx: Transaction, cached: Cached, change: Change, row: MatchRow, request: Request
    ) -> tuple[Owed, tuple[Seat, ...]]:
        before = cached.match
        written = super()._write(tx, cached, change, row, request)
        self.ledger.note(self.now(), before, change, written[1])
        return written


class Ledger:
    """Counts time for every seat of every match. `down`: the outages of the bot (began, ended), added when they are
    over. `managed`: stalled matches that a manager of the server ended.
    """

    def __init__(self) -> None:
        self.people: dict[int, Person] = {}
        self.down: list[tuple[float, float]] = []
        self.broken: list[str] = []
        self.managed = 0
        self.calls: Counter[tuple[int, Seat, int]] = Counter()
        self.seen: Counter[str] = Counter()
        self._digests: dict[int, str] = {}
        self._next_up: Counter[tuple[int, Seat, int]] = Counter()
        self._moved: dict[int, float] = {}
        self._asked: dict[int, float] = {}
        self._left: dict[tuple[int, Seat], float] = {}
        self._before: dict[tuple[int, Seat], float] = {}
        self._awaited_since: dict[tuple[int, Seat], float] = {}
        self._counted: dict[int, float] = {}
        self._restarted: set[tuple[int, Seat]] = set()
        self._votes = VoteBook(self.count_up_time)

    def note(self, now: float, match: Match, change: Change, pings: Sequence[Seat]) -> None:
        """Record a change that was written."""
        after = change.match
        self._count(match, now)
        for holder in match.seats:
            late = after.phase != "lobby" and after.holder(holder.seat).missed > holder.missed
            if late or any(
                row.kind == "resign" and row.note == "time" and row.seat == holder.seat for row in change.log
            ):
                self._check_late(match, holder.seat, now)
        for seat in pings:
            self.note_ping(after, seat, now)
        self.broken += self._votes.note(match, change, after, now)
        self._check_plans(match, change, now)
        self._check_naps(match, change, after, now)
        self._carry_over(match, change, after, now)

    def note_ping(self, match: Match, seat: Seat, now: float) -> None:
        """Record that somebody was pinged, by a reminder or a board."""
        holder, key = match.holder(seat), (match.id, seat, match.decisions[seat])
        self.calls[key] += 1
        self.seen["calls"] += 1
        person = self.people.get(holder.user_id or 0, Person())
        if is_night(person, now):
            self._break(f"{key} called in quiet hours {person.quiet}, at {now}")
        if (holder.away_until or 0) > now:
            self._break(f"{key} called while away")
        if (match.live.until or 0.0) > now:
            self._break(f"{key} called while the match is played live")
        if self.calls[key] > MOST_PINGS:
            self._break(f"{key} called {self.calls[key]} times")

    def note_digest(self, user: int, *, due_at: float) -> None:
        """Record that somebody got their daily message, which was due at a time."""
        person = self.people[user]
        self.seen["digests"] += 1
        local = datetime.fromtimestamp(due_at, ZoneInfo(person.zone))
        if is_night(person, due_at):
            self._break(f"{user} has a digest due in quiet hours {person.quiet}, at {local.hour}")
        if person.digest is None:
            self._break(f"{user} has a digest without wanting one")
        if self._digests.get(user) == local.date().isoformat():
            self._break(f"{user} has two digests of one day")
        self._digests[user] = local.date().isoformat()

    def note_next_up(self, match: Match, seat: Seat, now: float) -> None:
        """Record that somebody was told that they are next."""
        holder, turn = match.holder(seat), match.awaited[0].seat
        person = self.people[holder.user_id or 0]
        key = (match.id, seat, match.decisions[turn])
        self.seen["next"] += 1
        self._next_up[key] += 1
        if not person.next_up or seat == turn or holder.stand_in or holder.resigned:
            self._break(f"{key} told although they are not next, or do not wish it")
        if is_night(person, now) or (holder.away_until or 0.0) > now:
            self._break(f"{key} told in quiet hours or while away")
        if self._next_up[key] > 1:
            self._break(f"{key} told twice")

    def _check_naps(self, match: Match, change: Change, after: Match, now: float) -> None:
        """Check that a match is asked, and falls asleep, only after weeks without a move."""
        match_id = match.id
        if any(row.kind == "ask" for row in change.log):
            if now - self._moved.get(match_id, now) < 14 * DAY - SLACK:
                self._break(f"{match_id} was asked too early")
            self._asked[match_id] = now
        if after.paused_for == "sleep" and match.phase == "running":
            self.seen["asleep"] += 1
            if now - self._asked.get(match_id, now) < 7 * DAY - SLACK:
                self._break(f"{match_id} fell asleep too early")
        if any(row.kind in ("ply", "start") for row in change.log):
            self._moved[match_id] = now

    def _check_plans(self, match: Match, change: Change, now: float) -> None:
        """Check that a planned turn comes no sooner than an answer by hand, and never while its player sleeps."""
        planned = next((row for row in change.log if row.note == PLANNED), None)
        if planned is None or planned.seat is None:
            return
        key = (match.id, planned.seat)
        self.seen["planned"] += 1
        if is_night(self.people.get(planned.user_id or 0, Person()), now):
            self._break(f"{key} moved by a plan in quiet hours")
        left = self._left.get(key, PACES[match.pace].bank)
        if now - self._awaited_since.get(key, 0.0) < min(LEAST, left / 4) - SLACK:
            self._break(f"{key} moved by a plan at once")

    def count_up_time(self, since: float, until: float) -> float:
        """Count the seconds in which the bot could be reached."""
        lost = sum(max(0.0, min(until, ended) - max(since, began)) for began, ended in self.down)
        return max(0.0, until - since) - lost

    def _count(self, match: Match, now: float) -> None:
        """Count the time since the last record of the match."""
        since = self._counted.get(match.id, now)
        for holder in match.awaited:
            until = 0.0 if match.due_hour >= 0 else match.live.until or 0.0
            key, present = (match.id, holder.seat), max(since, holder.away_until or 0.0, until)
            self._left[key] = self._left.get(key, PACES[match.pace].bank) - self.count_up_time(present, now)
        self._counted[match.id] = now

    def _check_late(self, match: Match, seat: Seat, now: float) -> None:
        key, pace = (match.id, seat), PACES[match.pace]
        self.seen["late"] += 1
        if match.due_hour >= 0:
            self._check_hour(match, seat, now)
            return
        if self._left.get(key, pace.bank) > SLACK:
            self._break(f"{key} out of time with {self._left.get(key, pace.bank):.0f} s left")
        there = max(self._awaited_since.get(key, now), match.holder(seat).away_until or 0.0)
        is_asleep = all(self._is_asleep(match, seat, at) for at in (now - NOTICED, now))
        if pace.strict and match.absence in ("stand_in", "forfeit") and is_asleep:
            self._break(f"{key} out of time while their clock rests")
        for began, ended in self.down:
            up_since = self.count_up_time(ended, now)
            if -self._left.get(key, pace.bank) > up_since + SLACK:
                continue  # the time had run out before the outage
            if there < ended and now < ended + GRACE - SLACK:
                self._break(f"{key} out of time {now - ended:.0f} s after an outage of {ended - began:.0f} s")

    def _check_hour(self, match: Match, seat: Seat, now: float) -> None:
        """Check that a turn with a fixed hour was due at that hour, and that its player had notice."""
        key = (match.id, seat)
        there = max(self._awaited_since.get(key, now), match.holder(seat).away_until or 0.0)
        restarted = key in self._restarted
        if self.count_up_time(there, now) < (GRACE if restarted else NOTICE) - SLACK:
            self._break(f"{key} out of time {now - there:.0f} s after the turn began")
        if restarted or any(there < ended and began < now for began, ended in self.down):
            return
        local = datetime.fromtimestamp(now, ZoneInfo(match.due_zone))
        if local.hour != match.due_hour or local.minute:
            self._break(f"{key} out of time at {local:%H:%M}, due at {match.due_hour}")
        if match.weekends and local.weekday() >= 5:
            self._break(f"{key} out of time while their clock rests")
        self.seen["late at the hour"] += 1

    def _is_asleep(self, match: Match, seat: Seat, at: float) -> bool:
        """Tell whether a clock stands still: in quiet hours, or on weekends if the match says so."""
        person = self.people.get(match.holder(seat).user_id or 0, Person())
        weekend = datetime.fromtimestamp(at, ZoneInfo(person.zone)).weekday() >= 5
        return match.pace != "live" and (is_night(person, at) or (bool(match.weekends) and weekend))

    def _carry_over(self, match: Match, change: Change, after: Match, now: float) -> None:
        """Compute how a change affects the time left."""
        match_id, pace = match.id, PACES[after.pace]
        undone_by = {row.user_id for row in change.log if row.kind == "undo"}
        for holder in after.seats:
            key = (match_id, holder.seat)
            before = next((each for each in match.seats if each.seat == holder.seat), None)
            if before is None or before.user_id != holder.user_id:
                self._left[key] = pace.bank
            elif holder.user_id in undone_by and holder.user_id is not None:
                self._left[key] = min(self._left.get(key, pace.bank), self._before.get(key, pace.cap))
        seat = _find_ended_turn(match, change, after)
        if seat is not None:
            key = (match_id, seat)
            left = max(0.0, self._left.get(key, pace.bank))
            self._before[key], self._left[key] = left, min(pace.cap, left + pace.increment)
            stand_in = after.holder(seat)
            if change.log[-1].made_by == "stand_in" and not stand_in.resigned and stand_in.stand_in == "turn":
                self._break(f"{key}: the stand-in for one turn stays")
        awaited = {each.seat for each in after.awaited}
        again = any(row.kind in ("undo", "resume", "replace") for row in change.log)
        for holder in after.seats:
            key = (match_id, holder.seat)
            if again:
                self._restarted.add(key)
            elif holder.seat == seat or holder.seat not in awaited:
                self._restarted.discard(key)
            if holder.seat not in awaited:
                self._awaited_since.pop(key, None)
            elif key not in self._awaited_since or holder.seat == seat:
                self._awaited_since[key] = now
        for row in change.log:
            self.seen[f"{row.kind} {row.made_by}" if row.kind == "ply" else row.kind] += 1

    def _break(self, what: str) -> None:
        self.broken.append(what)


def is_night(person: Person, at: float) -> bool:
    """Tell whether a time lies in somebody's quiet hours."""
    hour = datetime.fromtimestamp(at, ZoneInfo(person.zone)).hour
    begin, end = person.quiet
    return (hour - begin) % 24 < (end - begin) % 24


def _find_ended_turn(match: Match, change: Change, after: Match) -> Seat | None:
    """Find the seat whose turn ended with a change, worked out from the rules alone."""
    plies = [row for row in change.log if row.kind == "ply"]
    if not plies or plies[-1].seat is None or plies[-1].seat not in match.to_act or plies[-1].seat < 0:
        return None
    game, seat = match.game, plies[-1].seat
    earlier = unpack(game, plies[-2].snapshot or b"") if len(plies) > 1 else match.state
    goes_on = seat in game.to_act(after.state) and game.continues_turn(earlier, after.state)
    return None if goes_on else seat
