"""Simulate people who play for weeks in virtual time: they answer, sleep, vanish, return, propose and refuse.

Everything is seeded. The bot stops and starts again; while it runs it sweeps every few seconds, as the real one does,
except that seconds in which nothing is due are skipped.
"""

# ruff: noqa: E731 - a lambda is the change that the next line requests

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from msgspec import structs

from data import OPEN_PHASES, Absence, Store
from data.sql.matches import LATER
from games.core import AnyGame, Seat
from games.rng import Rng
from matches import play
from matches.clocks import absence, idle, live, pauses
from matches.clocks.liveliness import is_live, is_lively
from matches.clocks.pace import DAY, FIXED, HOUR, MINUTE, PACES
from matches.clocks.voting import HOURS, Terms
from matches.delivery.pings import PingLog, find_next_up
from matches.errors import UserError
from matches.lobby import invitations, lobby
from matches.machines.machines import Machines
from matches.match import Match, Proposal, ProposalKind
from matches.people.digests import find_next_digest, list_due_digests, switch_digest
from matches.people.preferences import Digest, Person, change_person, read_person, write_person
from matches.people.quiet_hours import quiet_until
from matches.plans.keeper import run_plans, save_notebook
from matches.plans.plan import Notebook, Trial, add_line
from matches.plans.trying import extend_trial, find_line, open_trial
from matches.referee import MACHINE, Done, Request
from matches.sweep import sweep
from matches.votes import ballots, crowd, proposals, undo
from tests.days.ledger import Ledger, WatchedReferee
from tests.support.laws.playouts import arrange
from tests.support.stub_nature import StubNature

MORNING = 1_767_225_600.0
"""1 January 2026, 0 h UTC, so that the simulation includes changes of the clocks."""

SWEEP = 5.0
"""Seconds between two sweeps."""

MANAGED = 400 * DAY
"""The time at which a manager of the server ends stalled matches. Where matches have no rule for absent players, the
others may disagree for ever."""

GIVE_UP = 500 * DAY
"""The time at which a simulation that should have ended is stopped."""

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Asia/Kolkata")


FIXED_HOUR = "fixed hour"
"""The pace of matches in which turns are due at an hour of the day."""


class SimulatedPerson(NamedTuple):
    """A person. `pause`: seconds between two looks at the match, on average. `gone`: when they are absent, (from,
    until)."""

    user: int
    person: Person
    pause: float
    gone: tuple[tuple[float, float], ...]

    def back(self, at: float) -> float:
        """Find the first moment from `at` on at which they are present and awake."""
        for began, until in self.gone:
            if began <= at < until:
                at = until
        awake = quiet_until(self.person, at) if at < float("inf") else None
        return at if awake is None else self.back(awake)

    @property
    def gone_for_good(self) -> bool:
        return bool(self.gone) and self.gone[-1][1] == float("inf")


class Town:
    """Matches, people and time. `now` is the time."""

    def __init__(
        self,
        store: Store,
        seed: str,
        *,
        plans: bool = False,
        bursts: bool = False,
        wishes: bool = False,
        crowds: bool = False,
    ) -> None:
        """`plans`: people also plan their answers, and every other match rests on weekends. `bursts`: they often answer
        within minutes, and then play live for a while. `wishes`: half of them want the daily message, and to be told
        when they are next. `crowds`: a channel plays the last seat of every other match."""
        self.gathered = random.Random(f"{seed} crowds") if crowds else None
        self.store = store
        self.wished = random.Random(f"{seed} wishes") if wishes else None
        self.hurried = random.Random(f"{seed} bursts") if bursts else None
        self.plotted = random.Random(f"{seed} plans") if plans else None
        self.now = MORNING
        self.drawn = random.Random(seed)
        self.ledger = Ledger()
        self.townsmen: dict[int, SimulatedPerson] = {}
        self.matches: list[int] = []
        self.refused = 0
        self._heap: list[tuple[float, int, Callable[[], Awaitable[None]]]] = []
        self._order = itertools.count()
        self._up = True
        self._boot()

    def _boot(self) -> None:
        """Start a new process."""
        self.referee = WatchedReferee(self.store, now=lambda: self.now)
        self.referee.ledger = self.ledger
        self.machines = Machines(self.referee, StubNature())  # type: ignore[arg-type]

    def at(self, when: float, what: Callable[[], Awaitable[None]]) -> None:
        if when < float("inf"):
            heapq.heappush(self._heap, (when, next(self._order), what))

    # People and matches

    async def begin_match(self, game: str, number: int, pace: str, rule: Absence) -> None:
        """Begin a match with people of all kinds. `pace` FIXED_HOUR: turns are due at an hour of the day."""
        drawn = self.drawn
        rules, options = arrange(_load(game), number)
        users = [1000 * (len(self.matches) + 1) + seat for seat in range(rules)]
        steady = drawn.randrange(rules) if drawn.random() < 0.9 else None
        for index, user in enumerate(users):
            await self._begin_life(user, steady=index == steady, live=pace == "live")
            if self.wished is not None and pace == "relaxed":  # nobody plays for two months: the match falls asleep
                left = self.now + (3 + index) * DAY
                self.townsmen[user] = self.townsmen[user]._replace(gone=((left, left + 60 * DAY),))
        host = self._make_request(users[0])
        made = lobby.create(
            game, options, host, capacity=rules, guild_id=1, channel_id=len(self.matches) + 1, language="en",
            secret=drawn.randbytes(32), now=self.now, pace=FIXED if pace == FIXED_HOUR else pace, absence=rule,
        )  # fmt: skip
        match = await self.referee.open(made, host)
        self.matches.append(match.id)
        if self.plotted is not None and len(self.matches) % 2:
            await self.change(match.id, self._make_request(users[0]), invitations.change_settings, weekends=True)
        if pace == FIXED_HOUR:
            due = (drawn.randrange(24), drawn.choice(ZONES))
            await self.change(match.id, self._make_request(users[0]), invitations.change_settings, due=due)
        has_crowd = self.gathered is not None and len(self.matches) % 2
        for user in users[1:]:
            who = self._make_request(user)
            if has_crowd and user == users[-1]:
                await self._seat_crowd(match.id, users[0])
            elif drawn.random() < 0.1:
                await self.change(match.id, self._make_request(users[0]), lobby.add_computer, now=self.now)
            else:
                await self.change(match.id, who, lobby.join, now=self.now)
        for user in users:
            self._visit(match.id, user, self.now + drawn.expovariate(1 / self.townsmen[user].pause))

    async def _begin_life(self, user: int, *, steady: bool, live: bool) -> None:
        drawn = self.drawn
        begin = drawn.randrange(24)
        quiet = (begin, (begin + drawn.randrange(5, 11)) % 24) if drawn.random() < 0.6 and not live else (0, 0)
        person = Person(zone=drawn.choice(ZONES), quiet=quiet)
        if self.wished is not None and self.wished.random() < 0.5:
            person = switch_digest(structs.replace(person, next_up=True), "en", self.now)
        gone: list[tuple[float, float]] = []
        if not steady:
            at = MORNING + drawn.expovariate(1 / (drawn.choice((1, 12)) * DAY))
            while len(gone) < 5 and drawn.random() < 0.7:
                until = at + drawn.expovariate(1 / (4 * DAY)) if drawn.random() < 0.8 else float("inf")
                gone.append((at, until))
                if until == float("inf"):
                    break
                at = until + drawn.expovariate(1 / (6 * DAY))
        pause = drawn.uniform(1, 5) * MINUTE if live else drawn.uniform(0.5, 12) * HOUR
        self.townsmen[user] = SimulatedPerson(user, person, pause, tuple(gone))
        self.ledger.people[user] = person
        await write_person(self.referee, user, person)

    def _visit(self, match_id: int, user: int, at: float, *, again: bool = True) -> None:
        """Schedule a look at the match; with `again`, they keep coming back."""
        self.at(self.townsmen[user].back(at), lambda: self._look(match_id, user, again=again))

    def _make_request(self, user: int) -> Request:
        return Request(user, f"User {user}", next(self._order) + 1)

    async def _seat_crowd(self, match_id: int, host: int) -> None:
        """Let a channel play the next seat: two to four people, who look in at any time of the day."""
        gathered = self.gathered
        if gathered is None:
            return
        terms = Terms(gathered.choice(HOURS), gathered.choice((1, 2)))
        await self.change(match_id, self._make_request(host), lobby.seat_crowd, terms=terms, now=self.now)
        for number in range(gathered.randint(2, 4)):
            self._look_in(match_id, 500_000 + 100 * match_id + number)

    def _look_in(self, match_id: int, voter: int) -> None:
        """Schedule the next look of somebody who votes for the channel."""
        if self.gathered is not None:
            self.at(self.now + self.gathered.expovariate(1 / (4 * HOUR)), lambda: self._vote(match_id, voter))

    async def _vote(self, match_id: int, voter: int) -> None:
        """Have somebody vote for the channel, or change their vote."""
        match = await self.referee.match(match_id)
        if match.phase not in OPEN_PHASES or self.gathered is None:
            return
        self._look_in(match_id, voter)
        vote = crowd.find_vote(match)
        if not self._up or vote is None:
            return
        codes = _choose_turn(match, vote.seat, self.gathered)
        try:
            done = await ballots.cast(self.referee, match, self._make_request(voter), vote.seat, codes)
        except UserError:
            self.refused += 1
            return
        self.ledger.seen["votes"] += 1
        await self._tell(done)
        await self._tell(await self.machines.run(done))

    # Time

    async def live(self, *, outages: int, managed: bool = True, sign: str | None = None) -> None:
        """Simulate until nothing happens any more. `outages`: how often the bot is away in the first sixty days.
        `sign`: end as soon as a broken promise contains this."""
        at = self.now
        for _ in range(outages):
            at += self.drawn.expovariate(outages / (60 * DAY))
            lasts = self.drawn.choice((30.0, 5 * MINUTE, 3 * HOUR, 2 * DAY)) * self.drawn.random()
            self.at(at, lambda lasts=lasts: self._die(lasts))
            at += lasts
        await self.referee.record_alive()
        if managed:
            self.at(MORNING + MANAGED, self._manage)
        while self.now < MORNING + GIVE_UP:
            if sign and any(sign in each for each in self.ledger.broken):
                return
            due = await self._find_next_due() if self._up else float("inf")
            happens = self._heap[0][0] if self._heap else float("inf")
            if due <= happens:
                if due == float("inf"):
                    return
                self.now = max(self.now, due + self.drawn.random() * SWEEP)
                await self._stay_up()
                await self._sweep()
            else:
                self.now = max(self.now, happens)
                if self._up:
                    await self._stay_up()
                await heapq.heappop(self._heap)[2]()

    async def _find_next_due(self) -> float:
        due = await self.store.transaction(lambda tx: tx.read_due_timers(float("inf"), limit=1))
        found = due[0][1].due_at if due else float("inf")
        if self.plotted is None:
            return found
        plans = await self.store.transaction(lambda tx: tx.list_plans_to_review(LATER))
        seqs = {row.match_id: (await self.referee.match(row.match_id)).seq for row in plans}
        return min([found, *(row.due_at if row.looked == seqs[row.match_id] and row.due_at else 0.0 for row in plans)])

    async def _stay_up(self) -> None:
        """Record signs of life until now."""
        await self.store.transaction(lambda tx: tx.record_alive(self.now, gap=float("inf")))
        self.referee._alive_at = self.now

    async def _die(self, lasts: float) -> None:
        began = self.now
        self._up = False

        async def boot_again() -> None:
            self._boot()
            self._up = True
            self.ledger.down.append((began, self.now))
            await self.referee.record_alive()
            await self._sweep()

        self.at(self.now + lasts, boot_again)

    async def _manage(self) -> None:
        """End the stalled matches in which somebody still plays, as *Manage this match* does."""
        for row in await self.store.transaction(lambda tx: tx.list_open_matches_in(1)):
            if not self.may_rest(await self.referee.match(row.id)):
                self.ledger.managed += 1
                end = lambda match, _: pauses.end_without_result(match, now=self.now)
                await self.change(row.id, self._make_request(99), end)

    async def _sweep(self) -> None:
        planned = [] if self.plotted is None else await run_plans(self.referee)
        for done in (*await sweep(self.referee), *planned):
            await self._tell(done)
            await self._tell(await self.machines.run(done))
        for done in await self.machines.resume():
            await self._tell(done)
        for user in () if self.wished is None else await list_due_digests(self.referee):
            await self._send_digest(user)

    async def _send_digest(self, user: int) -> None:
        """Send the daily message of a person, for which the next one is scheduled first."""

        def schedule(person: Person) -> Person:
            due_at = find_next_digest(person, self.now)
            return structs.replace(person, digest=structs.replace(person.digest or Digest("en", 0.0), due_at=due_at))

        before = (await read_person(self.referee, user)).digest
        await change_person(self.referee, user, schedule)
        self.ledger.note_digest(user, due_at=before.due_at if before is not None else 0.0)

    async def _tell_next(self, match: Match) -> None:
        """Tell the person who is next, if they wish it, as the bot does after each board."""
        seat = find_next_up(match)
        if self.wished is None or seat is None:
            return
        holder = match.holder(seat)
        person = self.ledger.people[holder.user_id or 0]
        is_quiet = quiet_until(person, self.now) is not None or (holder.away_until or 0.0) > self.now
        if person.next_up and not is_quiet and await PingLog(self.referee).claim_next_up(match, seat):
            self.ledger.note_next_up(match, seat, self.now)

    async def _tell(self, done: Done) -> None:
        """Post the board, which pings the next players; reminders bring people back."""
        match = done.match
        for seat in done.pings:
            self._visit_often(match, seat)
        if done.outbox_id is None:
            return
        match = await self.referee.match(match.id)
        await self._tell_next(match)
        for holder in match.awaited:
            seat, decision, user = holder.seat, match.decisions[holder.seat], holder.user_id or 0
            if self.ledger.calls[match.id, seat, decision] or is_live(match):
                continue
            later = max(holder.away_until or 0.0, quiet_until(self.ledger.people[user], self.now) or 0.0)
            if later > self.now:
                put_off = lambda m, seat=seat, later=later: absence.ping_later(m, seat, later)
                await self.referee.change(match.id, MACHINE, put_off)
            else:
                counted = lambda tx, seat=seat, decision=decision: tx.count_ping(match, seat, decision)
                await self.store.transaction(counted)
                self.ledger.note_ping(match, seat, self.now)
                self._visit_often(match, seat)

    def _visit_often(self, match: Match, seat: Seat) -> None:
        user = match.holder(seat).user_id or 0
        self._visit(match.id, user, self.now + self.drawn.expovariate(3 / self.townsmen[user].pause), again=False)

    # Actions of people

    async def change(self, match_id: int, who: Request, work: Callable[..., Any], **facts: Any) -> None:
        """Request a change; a refusal is an answer like any other."""
        try:
            done = await self.referee.change(match_id, who, lambda match: work(match, who, **facts))
        except UserError:
            self.refused += 1
            return
        await self._tell(done)
        await self._tell(await self.machines.run(done))

    async def _look(self, match_id: int, user: int, *, again: bool) -> None:
        """Have somebody look at the match, and perhaps act."""
        townsman, drawn = self.townsmen[user], self.drawn
        match = await self.referee.match(match_id)
        if match.phase not in OPEN_PHASES or not match.seats_of(user):
            return
        if again:
            self._visit(match_id, user, self.now + drawn.expovariate(1 / townsman.pause))
        if not self._up:
            return
        if any(match.holder(seat).stand_in for seat in match.seats_of(user)) and drawn.random() < 0.7:
            await self.change(
                match_id, self._make_request(user), absence.end_absence, now=self.now, outages=self.referee.outages
            )
        elif drawn.random() < 0.15:
            await self._do_something(match, user)
        elif match.phase == "paused":
            await self._act_in_pause(match, user)
        else:
            await self._help_on(match, user)
            await self._play(match_id, user)
            await self._hurry(match_id, user)
            await self._plan(match_id, user)

    async def _play(self, match_id: int, user: int) -> None:
        match = await self.referee.match(match_id)
        seat = next((holder.seat for holder in match.awaited if holder.user_id == user), None)
        if seat is not None:
            codes = _choose_turn(match, seat, self.drawn)
            facts = {"seat": seat, "codes": codes, "decision": match.decisions[seat], "now": self.now}
            await self.change(match_id, self._make_request(user), play.play, **facts)

    async def _hurry(self, match_id: int, user: int) -> None:
        """Begin or end playing live, and bring the next players within minutes."""
        match, hurried = await self.referee.match(match_id), self.hurried
        if hurried is None or match.phase != "running":
            return
        if is_lively(match, self.now) and hurried.random() < 0.5:
            self.ledger.seen["live"] += 1
            facts = {"now": self.now, "outages": self.referee.outages}
            await self.change(match_id, self._make_request(user), live.go_live, **facts)
        elif is_live(match) and hurried.random() < 0.02:
            await self.change(match_id, self._make_request(user), live.stop_live, now=self.now)
        for holder in match.awaited if hurried.random() < 0.85 else ():
            self._visit(match_id, holder.user_id or 0, self.now + hurried.uniform(20, 3 * MINUTE), again=False)

    async def _plan(self, match_id: int, user: int) -> None:
        """Have somebody try out how the match might go on, and keep it as a plan."""
        match = await self.referee.match(match_id)
        seat = match.seat_to_play(user)
        if self.plotted is None or match.phase != "running" or seat is None or seat in match.to_act:
            return
        trial = Trial(match.head, self.plotted.randbytes(16).hex())
        opened = await open_trial(self.referee, match, seat, trial)
        while len(opened.trial.plies) < 12 and (to_act := match.game.to_act(opened.state)):
            moves = match.game.legal_moves(opened.state, to_act[0])
            opened = await extend_trial(self.machines, match, opened, self.plotted.choice(moves).code)
            if (line := find_line(match, Notebook(), opened)) is not None:
                await save_notebook(self.referee, match, user, add_line(Notebook(seat), line))
                return

    async def _act_in_pause(self, match: Match, user: int) -> None:
        if match.paused_for == "sleep":
            await self.change(match.id, self._make_request(user), idle.wake, now=self.now)
            return
        if match.paused_for == "place" and self.drawn.random() < 0.5:
            work = lambda m, _: pauses.move_channel(m, m.channel_id, 1, now=self.now, user_id=user)
            await self.change(match.id, self._make_request(user), work)
        else:
            await self._answer(match, user)

    async def _help_on(self, match: Match, user: int) -> None:
        """Answer proposals, and move on without those whose time is up."""
        await self._answer(match, user)
        drawn, outages = self.drawn, self.referee.outages
        for holder in match.awaited:
            late = absence._runs_out(match, holder.seat, self.now, outages) or holder.seat in proposals._list_late(
                match
            )
            if holder.user_id == user or not late or drawn.random() < 0.5:
                continue
            if absence.may_skip(match, holder.seat, now=self.now, outages=outages):
                facts = {
                    "seat": holder.seat,
                    "decision": match.decisions[holder.seat],
                    "now": self.now,
                    "outages": outages,
                }
                await self.change(match.id, self._make_request(user), absence.skip, **facts)
            else:
                await self._propose(match, user, "end" if drawn.random() < 0.3 else "substitute", seat=holder.seat)
            return

    async def _answer(self, match: Match, user: int) -> None:
        proposal = match.proposal
        if proposal is None or proposal.by == user:
            return
        log = await self._log(match)
        wise = proposal.kind != "end" or bool(proposals._list_late(match))  # few want to stop in the middle
        if self.drawn.random() < (0.75 if wise else 0.1):
            await self.change(
                match.id, self._make_request(user), proposals.agree, number=proposal.number, log=log, now=self.now
            )
        else:
            await self.change(match.id, self._make_request(user), proposals.refuse, number=proposal.number)

    async def _do_something(self, match: Match, user: int) -> None:
        drawn, now, who = self.drawn, self.now, self._make_request(user)
        seat = drawn.choice(match.seats_of(user))
        what = drawn.choices(
            ("snooze", "away", "back", "undo", "propose", "auto", "place", "resign", "leave"),
            (3, 2, 2, 5, 2, 1, 0.3, 0.05, 0.05),
        )[0]
        if match.due_hour >= 0 and what == "snooze":
            what = "extend"
        match_id, outages = match.id, self.referee.outages
        match what:
            case "snooze":
                await self.change(
                    match_id, who, absence.snooze, seat=seat, decision=match.decisions.get(seat, -1), now=now
                )
            case "extend":
                facts = {"seat": seat, "decision": match.decisions.get(seat, -1), "now": now, "outages": outages}
                await self.change(match_id, who, absence.extend, **facts)
            case "away":
                until = now + drawn.expovariate(1 / (3 * DAY))
                work = lambda m, _: absence.announce_absence(m, user, until, now=now, outages=outages)
                await self.change(match_id, who, work)
            case "back":
                await self.change(match_id, who, absence.end_absence, now=now, outages=outages)
            case "undo":
                found = undo.find_free_undo(match, user, await self._log(match))
                if found is not None:
                    work = lambda m, _: undo.rewind_to(m, found.to, user_id=user, now=now)
                    await self.change(match_id, who, work)
            case "propose":
                kinds: tuple[ProposalKind, ...] = ("undo", "pause", "end")
                await self._propose(match, user, drawn.choices(kinds, (5, 2, 0.2))[0], seat=seat)
            case "auto":
                await self.change(match_id, who, play.set_auto, on=drawn.random() < 0.5)
            case "place":
                await self.change(match_id, MACHINE, lambda m, _: pauses.pause(m, "place", now=now, board=False))
            case "resign":
                await self.change(match_id, who, play.resign, now=now)
            case "leave":
                await self.change(match_id, MACHINE, lambda m, _: absence.stand_in(m, seat, for_good=True))

    async def _propose(self, match: Match, user: int, kind: ProposalKind, *, seat: Seat) -> None:
        log, name, by = await self._log(match), "", user
        to, resume_at = -1, self.now + self.drawn.expovariate(1 / DAY)
        if kind == "undo":
            found = undo.find_agreed_undo(match, user, log)
            if found is None:
                return
            to = found.to.seq
        if kind == "substitute":
            by, name = next(self._order) + 10_000_000, "A substitute"
            await self._begin_life(by, steady=self.drawn.random() < 0.5, live=match.pace == "live")
        made = Proposal(kind, by, seat, 0, self.now + proposals.OPEN_FOR, to=to, resume_at=resume_at, name=name)
        await self.change(match.id, self._make_request(by), lambda m, _: proposals.propose(m, made, log, now=self.now))
        if kind == "substitute":
            self._visit(match.id, by, self.now + 3 * DAY)

    async def _log(self, match: Match) -> Any:
        after = match.seq - undo.LOOK_BACK
        return await self.store.transaction(lambda tx: tx.read_log(match.id, after=after))

    # Afterwards

    def may_rest(self, match: Match) -> bool:
        """Tell whether an unfinished match may rest because nobody is left who could act.

        Where stand-ins play for absent people, a match may rest only if it was paused and everybody has left.
        """
        all_gone = all(self.townsmen[user].gone_for_good for user in match.people)
        by_itself = PACES[match.pace].strict and match.absence in ("stand_in", "forfeit")
        return all_gone and (match.phase == "paused" or not by_itself)


def _load(game: str) -> AnyGame:
    import games

    return games.load(game)


def _choose_turn(match: Match, seat: Seat, drawn: random.Random) -> list[str]:
    """Choose the codes of a whole turn: at random, or as a stand-in plays where random play never ends."""
    codes: list[str] = []
    while True:
        state = play.fold_draft(match, seat, codes).state
        if match.game.has_private_hands:
            rng = Rng(match.secret, "townsman", match.seq + len(codes))
            move = match.game.choose(match.game.view(state, seat), seat, rng)
        else:
            move = drawn.choice(list(match.game.legal_moves(state, seat)))
        codes.append(move.code)
        if play.fold_draft(match, seat, codes).complete or not match.game.needs_confirmation(state, seat, move):
            return codes
