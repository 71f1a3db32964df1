"""Make the moves of computer players, stand-ins and nature, and forced moves."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from msgspec import structs

from games.core import NATURE, AnyGame, Move, Seat
from games.levels import Level
from games.nature import require_nature
from games.rng import Rng
from matches.errors import Stale
from matches.machines import demo
from matches.machines.nature import NatureWorker
from matches.machines.thinker import Thinker
from matches.machines.worker import WorkerErred, WorkerFailed
from matches.match import CROWD, Match
from matches.play import commit_machine_ply
from matches.referee import MACHINE, Done, Referee

log = logging.getLogger(__name__)

CHOOSING_THREADS = 2
"""Threads for computer players, apart from the default pool, so that a slow one delays no other work."""

CHOOSE_WITHIN = 10.0
"""Seconds a computer player has for a move, including the wait for a thread."""

THINK_WITHIN = 20.0
"""Seconds a strong computer player has for a move, including the wait for its worker."""

LEAST_THOUGHT = 0.3
"""Seconds after which a strong player with a private hand answers at the earliest. Without a choice it would answer at
once, and so tell that its hand left it none."""


class Thought(NamedTuple):
    """A move's code, and the level of the player that chose it: normal if the strong one failed."""

    code: str
    level: Level


class Machines:
    """Make the moves of computer players and nature until a person must decide.

    A move is computed from the committed position without holding the match's lock, and discarded if the position has
    changed meanwhile. The match is held, so that no other process computes the same. After a crash, `resume`
    continues at the next start, or in another process.
    """

    def __init__(self, referee: Referee, worker: NatureWorker, thinker: Thinker | None = None) -> None:
        """`thinker`: the worker of strong computer players; None: they run in a thread."""
        self._referee = referee
        self._worker = worker
        self._thinker = thinker
        self._moving: Counter[int] = Counter()
        """The matches in which a move is being computed."""
        self._choosing = ThreadPoolExecutor(CHOOSING_THREADS, thread_name_prefix="choosing")

    async def run(self, done: Done) -> Done:
        """Make moves as long as a machine is to move. Returns the last change, with the board to post for all these
        moves.

        If nature fails, the turn starts again. If a computer player fails, `resume` tries again. If another process
        holds the match, that one moves, and posts the board.
        """
        if not self._is_due(done):
            return done
        match_id = done.match.id
        async with self._hold(match_id) as mine:
            if not mine:
                return done
            done = structs.replace(done, match=await self._referee.match(match_id))  # it may have moved until now
            levels: dict[Seat, Level] = {}
            while self._is_due(done):
                match = done.match
                try:
                    seat, code, film = await self.choose(match, levels)
                except WorkerFailed:
                    log.exception("match %s: nature failed at seq %s; the turn starts again", match_id, match.seq)
                    return await self._move(
                        match, NATURE, require_nature(match.game.nature).void_move(match.state).code
                    )
                done = await self._move(match, seat, code, film)
        return done

    @contextlib.asynccontextmanager
    async def _hold(self, match_id: int) -> AsyncIterator[bool]:
        """Hold a match inside the context; False if another process moves in it."""
        self._moving[match_id] += 1
        try:
            async with self._referee.processes.hold("machine", match_id) as mine:
                yield mine
        finally:
            self._moving[match_id] -= 1
            if not self._moving[match_id]:
                del self._moving[match_id]

    def _is_due(self, done: Done) -> bool:
        return done.match.waits_for_machine and demo.is_due(done.match, self._referee.now())

    async def resume(self) -> list[Done]:
        """Continue every match that waits for a machine, after a restart or a failure.

        If one match fails, the others still continue; it is retried on the next call.
        """
        waiting = await self._referee.store.transaction(lambda tx: tx.list_waiting_for_machines(self._referee.now()))
        moved = []
        for match_id in waiting:
            if self._moving[match_id]:
                continue
            try:
                async with self._hold(match_id) as mine:
                    if mine:
                        moved.append(await self.run(Done(await self._referee.match(match_id))))
            except Exception:
                log.exception("match %s: its machine failed", match_id)
        return moved

    async def choose(self, match: Match, levels: dict[Seat, Level] | None = None) -> tuple[Seat, str, bytes]:
        """Choose the next machine's move. Returns its seat, the code and the keyframes of its clip.

        `levels`: at which the seats moved last. A strong player that failed is not asked again in the same run.
        """
        levels = {} if levels is None else levels
        game = match.game
        seat, made_by = next(
            (seat, kind) for seat in match.to_act if (kind := match.machine_for(seat)) not in (None, CROWD)
        )
        if seat == NATURE:
            return seat, *await self._worker.nature(game, match.state, match.secret, match.seq + 1)
        if made_by == "auto":
            return seat, game.legal_moves(match.state, seat)[0].code, b""
        thought = await self._choose_move(match, seat, levels.get(seat))
        levels[seat] = thought.level
        return seat, thought.code, b""

    async def think(self, match: Match, seat: Seat, view: Any, level: Level, rng: Rng) -> Thought:
        """Choose the move of a computer player of this level from a view of the seat.

        If a strong player fails or takes too long, a normal one chooses; if that is too slow as well, the first legal
        move is made.
        """
        game, thinker = match.game, self._thinker
        if level == "strong" and thinker is not None and level in game.levels:
            began = time.monotonic()
            try:
                async with asyncio.timeout(THINK_WITHIN):
                    code = await thinker.choose(game, view, seat, rng)
                    if game.has_private_hands:
                        await asyncio.sleep(LEAST_THOUGHT - (time.monotonic() - began))
                    return Thought(code, level)
            except WorkerErred:
                log.exception("match %s: the strong player failed for seat %s; a normal one chooses", match.id, seat)
                level = "normal"
            except (WorkerFailed, TimeoutError) as error:  # the machine is busy: no fault of the player
                log.warning(
                    "match %s: the strong player gave no answer for seat %s (%r); a normal one chooses",
                    match.id,
                    seat,
                    error,
                )
                level = "normal"
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(self._choosing, game.choose_at, level, view, seat, rng)
        try:
            async with asyncio.timeout(CHOOSE_WITHIN):
                move: Move = await thinking
        except TimeoutError:
            log.error(
                "match %s: the computer player of seat %s has not chosen in time at seq %s",
                match.id,
                seat,
                match.seq,
            )
            move = game.legal_moves(view, seat)[0]
        return Thought(move.code, level)

    async def settle(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> str:
        """Compute nature's move in a position that somebody tries out. Returns its code. Raises WorkerFailed."""
        return (await self._worker.nature(game, state, secret, seq))[0]

    async def _choose_move(self, match: Match, seat: Seat, level: Level | None = None) -> Thought:
        """Choose a computer player's move from its view, at its level unless another is given."""
        return await self.think(match, seat, match.view(seat), level or match.level_of(seat), _make_rng(match, seat))

    async def _move(self, match: Match, seat: Seat, code: str, film: bytes = b"") -> Done:
        """Commit a move, unless the match has moved on meanwhile."""
        now = self._referee.now()
        try:
            return await self._referee.change(
                match.id,
                MACHINE,
                lambda current: commit_machine_ply(current, seat, code, seq=match.seq, now=now, film=film),
            )
        except Stale:
            return Done(await self._referee.match(match.id))


def _make_rng(match: Match, seat: Seat) -> Rng:
    """Make the random numbers of a computer player's decision, which differ from seat to seat.

    A simultaneous choice of another seat raises the match's seq, but opens no new decision and changes nothing here.
    """
    return Rng(match.secret, f"choose/{seat}", match.decisions.get(seat, match.seq))
