"""Analyse matches one after the other in a worker process, and cache the results."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple

import games
from data import LogRow
from games.text import T
from matches.archive import history
from matches.coaching import analysis, decisions, playouts
from matches.coaching.analysis import Analysis, Point, Turning
from matches.coaching.decisions import Decision, LoggedPly
from matches.errors import UserError
from matches.machines.worker import Worker
from matches.match import Match, drop_undone
from matches.referee import Referee

log = logging.getLogger(__name__)

TIME_LIMIT: Final = 60.0
"""Seconds for one request, many times what it should take, because the machine may be busy."""

MOST_CPU: Final = 16.0
"""Seconds of CPU after which no further playout or search is begun."""

MOST_WAITING: Final = 4
"""Analyses that may wait for the one in progress."""

_REMEMBERED: Final = 64


class Job:
    """An analysis in progress: how many of its parts are done."""

    def __init__(self) -> None:
        self.done = 0
        self.all = 1


class Analyst:
    """Analyse finished matches. Has a worker of its own at low priority, which is started on demand."""

    def __init__(self, referee: Referee) -> None:
        self.worker = Worker(time_limit=TIME_LIMIT, low_priority=True)
        self._referee = referee
        self._one_at_a_time = asyncio.Lock()
        self._found: OrderedDict[tuple[int, int], Analysis] = OrderedDict()
        self._running: dict[tuple[int, int], tuple[Job, asyncio.Task[Analysis]]] = {}

    async def stop(self) -> None:
        """Stop the worker, and with it the analyses in progress."""
        await self.worker.stop()

    def begin(self, match: Match) -> tuple[Job, asyncio.Future[Analysis]]:
        """Begin to analyse a match, or return the analysis in progress or in the cache.

        The future raises WorkerFailed or WorkerStopped, or msgspec.ValidationError for a match of another rules
        version. Raises UserError for a match that is not finished, and if too many are waiting.
        """
        if match.phase != "finished" or match.state is None:
            raise UserError(T("A match can be analysed once it is finished."))
        if match.game is not games.load(match.game_name):
            raise UserError(T("This match was played with earlier rules, which are no longer analysed."))
        key = match.id, match.seq
        if (running := self._running.get(key)) is not None:
            return running
        if (known := self._found.get(key)) is not None:
            ready: asyncio.Future[Analysis] = asyncio.get_running_loop().create_future()
            ready.set_result(known)
            return Job(), ready
        if len(self._running) > MOST_WAITING:
            raise UserError(T("I am analysing several matches already. Ask again in a few minutes."))
        job = Job()
        task = asyncio.create_task(self._run(match, job))
        self._running[key] = job, task
        task.add_done_callback(lambda done: self._note_end(key, done))
        return job, task

    def _note_end(self, key: tuple[int, int], done: asyncio.Task[Analysis]) -> None:
        self._running.pop(key, None)
        if not done.cancelled() and done.exception() is None:
            self._found[key] = done.result()
            while len(self._found) > _REMEMBERED:
                self._found.popitem(last=False)

    async def _run(self, match: Match, job: Job) -> Analysis:
        async with self._one_at_a_time:
            log_rows = await self._referee.store.transaction(lambda tx: tx.read_log(match.id))
            return await _Work(self.worker, match, job).run(log_rows)


def list_plies(log_rows: Sequence[LogRow]) -> tuple[LoggedPly, ...]:
    """List the plies of a log, with the start."""
    return tuple(
        LoggedPly(row.seq, -1 if row.seat is None else row.seat, row.code, row.snapshot)
        for row in drop_undone(log_rows)
        if row.kind in ("start", "ply", "undo") and row.snapshot is not None
    )


class Decisive(NamedTuple):
    """The decisive turn of a match, by its index, and the decision that began it."""

    turn: int
    decision: Decision


def find_decisive(match: Match, log_rows: Sequence[LogRow], made: Sequence[Decision]) -> Decisive | None:
    """Find the decisive turn of a match among its decisions; None if it has none."""
    turns = history.split_into_turns(match.game, log_rows)
    index = history.find_decisive_turn(match.game, turns, match.outcome)
    if index is None:
        return None
    seqs = {row.seq for row in turns[index].rows}
    begun = next((each for each in made if each.seq in seqs), None)  # None: the host corrected the position
    return None if begun is None else Decisive(index, begun)


class _Work:
    """One analysis: runs its parts in order and adds up their CPU."""

    def __init__(self, worker: Worker, match: Match, job: Job) -> None:
        self._worker = worker
        self._match = match
        self._job = job
        self._cpu = 0.0
        self._playouts = 0
        self._sides = playouts.list_sides(match.game, match.capacity, match.options)

    async def run(self, log_rows: Sequence[LogRow]) -> Analysis:
        plies = list_plies(log_rows)
        made = await self._worker.call(decisions.find_decisions, self._match.game_name, plies)
        decisive = await asyncio.to_thread(find_decisive, self._match, log_rows, made)
        steps = analysis.sample_steps(len(made))
        sampled = analysis.sample_choices(made)
        self._job.all = len(steps) + len(sampled) + analysis.MOST_COMPARED
        points = await self._draw_curve(plies, made, steps)
        first = () if decisive is None else (decisive.decision,)
        chosen = await self._find_best(first, sampled)
        turning = await self._compare(plies, chosen, points, decisive)
        praise = analysis.choose_praise(chosen, points, self._match.capacity)
        log.info("match %s: analysed with %s playouts", self._match.id, self._playouts)
        return Analysis(self._sides, len(made), points, turning, praise, self._playouts, self._cpu)

    async def _find_best(
        self, first: Sequence[Decision], sampled: Sequence[Decision]
    ) -> list[tuple[Decision, tuple[str, ...]]]:
        """Look up what the strong player would have done: `first` in these decisions in any case, then in every second
        of the others: if there is too little time, those that were looked up still cover the whole match."""
        found: dict[Decision, tuple[str, ...]] = {}
        for each in dict.fromkeys((*first, *sampled[::2], *sampled[1::2])):
            if self._cpu < MOST_CPU or each in first:
                found[each], cpu = await self._worker.call(
                    decisions.find_best, self._match.game_name, each, self._match.secret
                )
                self._cpu += cpu
            self._job.done += 1
        return sorted(found.items(), key=lambda pair: pair[0].step)

    async def _draw_curve(
        self, plies: tuple[LoggedPly, ...], made: tuple[Decision, ...], steps: tuple[int, ...]
    ) -> tuple[Point, ...]:
        """Estimate the chances in the sampled positions, the last one being the end of the match."""
        place = {ply.seq: index for index, ply in enumerate(plies)}
        starts = [place[made[step].seq] for step in steps if step < len(made)]
        left = [len(plies) - start for start in starts]
        count, longest = (
            analysis.count_playouts(left, analysis.PLIES_OF_CURVE * self._match.game.playouts),
            self._limit(plies),
        )
        found = []
        for step in steps:
            over = step == len(made)
            snapshot = plies[-1].snapshot if over else made[step].before
            outcome = self._match.outcome
            if over and outcome is not None:
                shares = playouts.share_out(outcome, self._sides)
            elif self._cpu < MOST_CPU:
                shares = await self._rate(snapshot, step, count, longest)
            else:
                continue
            found.append(Point(step, shares))
            self._job.done += 1
        return tuple(found) if self._match.game.estimate_chances else analysis.smooth(found)

    async def _rate(self, snapshot: bytes, step: int, count: int, longest: int) -> playouts.Shares:
        shares, cpu = await self._worker.call(
            playouts.rate_position,
            self._match.game_name,
            snapshot,
            step,
            self._sides,
            self._match.secret,
            count,
            longest,
        )
        self._cpu += cpu
        self._playouts += 0 if self._match.game.estimate_chances else count
        return shares

    async def _compare(
        self,
        plies: tuple[LoggedPly, ...],
        chosen: list[tuple[Decision, tuple[str, ...]]],
        points: tuple[Point, ...],
        decisive: Decisive | None,
    ) -> tuple[Turning, ...]:
        """Compare choices where the curve falls, and choose the turning points."""
        compared = analysis.choose_compared(chosen, points)
        if self._match.game.estimate_chances:  # playouts would take too long
            compared = ()
        left = [2 * (len(plies) - chosen[index][0].step) for index in compared]
        count, longest = (
            analysis.count_playouts(left, analysis.PLIES_OF_COMPARISON * self._match.game.playouts),
            self._limit(plies),
        )
        found = []
        for index, (decision, best) in enumerate(chosen):
            swing = analysis.measure_swing(points, decision)
            turn = decisive.turn if decisive is not None and decisive.decision == decision else None
            turning = Turning(decision, best, swing, turn=turn)
            if index in compared and self._cpu < MOST_CPU:
                chance, better, error, cpu = await self._worker.call(
                    playouts.compare_drafts,
                    self._match.game_name,
                    decision.before,
                    decision.seat,
                    decision.codes,
                    best,
                    self._sides,
                    self._match.secret,
                    count,
                    longest,
                )
                self._cpu += cpu
                self._playouts += 2 * count
                turning = Turning(decision, best, swing, chance, better, error, turn)
                self._job.done += 1
            found.append(turning)
        return analysis.choose_turning(found)

    def _limit(self, plies: tuple[LoggedPly, ...]) -> int:
        """Return the most plies of one playout."""
        return min(self._match.game.ply_limit, 3 * len(plies) + 200)
