"""Computer players, stand-ins, forced moves and nature: whatever moves without asking."""

from __future__ import annotations

import asyncio
import logging

from games.core import NATURE
from games.rng import Rng
from matches.match import Match
from matches.play import machine_ply
from matches.referee import MACHINE, Done, Referee
from matches.trouble import Stale
from matches.worker import NatureWorker, WorkerFailed

log = logging.getLogger(__name__)


class Machines:
    """Makes the moves of computer players and of nature until a person must decide.

    A move is worked out away from the match's lock, from the committed position, and thrown away if that has changed
    meanwhile. Nothing is lost when the process dies: at the next start `resume` goes on where it ended.
    """

    def __init__(self, referee: Referee, worker: NatureWorker) -> None:
        self._referee = referee
        self._worker = worker
        self._busy: set[int] = set()

    async def run(self, done: Done) -> Done:
        """Move as long as a machine is to move. Answers the last change, with the board owed for all of them."""
        match_id = done.match.row.id
        self._busy.add(match_id)
        try:
            while done.match.row.machine:
                try:
                    done = await self._move(done.match)
                except Stale:
                    done = Done(await self._referee.match(match_id))
        finally:
            self._busy.discard(match_id)
        return done

    async def resume(self) -> list[Done]:
        """Go on with every match that waits for a machine nobody is running: after a restart, or a failure."""
        waiting = await self._referee.store.transaction(lambda tx: tx.matches_waiting_for_machines())
        return [
            await self.run(Done(await self._referee.match(match_id)))
            for match_id in waiting
            if match_id not in self._busy
        ]

    async def _move(self, match: Match) -> Done:
        row, game = match.row, match.game
        seat, made_by = next((seat, kind) for seat in match.to_act if (kind := match.by_machine(seat)))
        if seat == NATURE:
            try:
                code = await self._worker.nature(game, match.state, row.secret, row.seq + 1)
            except WorkerFailed:
                log.exception("match %s: nature failed at seq %s; the turn is given back", row.id, row.seq)
                code = game.void(match.state).code
        elif made_by == "auto":
            code = game.legal_moves(match.state, seat)[0].code
        else:
            rng = Rng(row.secret, "choose", row.seq + 1)
            move = await asyncio.to_thread(game.choose, match.view(seat), seat, rng)
            code = move.code
        now = self._referee.now()
        return await self._referee.change(
            row.id, MACHINE, lambda current: machine_ply(current, seat, code, seq=row.seq, now=now)
        )
