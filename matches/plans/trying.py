"""Open, extend and shorten trials: private copies of a position, to play on for all seats."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct, structs

from games.core import NATURE, IllegalMove, Seat
from games.text import T
from matches.errors import Stale, UserError
from matches.machines.machines import Machines
from matches.machines.offload import run_rules
from matches.match import Match, unpack
from matches.plans.plan import (
    Line,
    Notebook,
    Ply,
    Trial,
    Tried,
    derive_seed,
    guess_state,
    make_line,
    play_ply,
    play_trial,
)
from matches.referee import Referee

LONGEST: Final = 120
"""The most plies of a trial."""


class Opened(Struct, frozen=True):
    """A trial with its positions. `seat`: the seat whose knowledge it starts from; None: the match is over and nothing
    is hidden."""

    trial: Trial
    tried: Tried
    seat: Seat | None

    @property
    def state(self) -> Any:
        return self.tried.states[-1]


def new_trial(match: Match, *, seq: int | None = None) -> Trial:
    """Begin a trial at the present position, or in a finished match after the ply `seq`."""
    return Trial(match.head if seq is None else seq, secrets.token_bytes(16).hex())


async def open_trial(referee: Referee, match: Match, seat: Seat | None, trial: Trial) -> Opened:
    """Play out a trial. Raises UserError if its position is not in the log, and Stale if it cannot be played."""
    snapshot = await referee.store.transaction(lambda tx: tx.read_snapshot(match.id, trial.seq))
    if snapshot is None:
        raise UserError(T("This position is not in the log."))

    def play_out() -> Tried:
        state = unpack(match.game, snapshot)
        seed = derive_seed(match.secret, trial)
        start = state if seat is None else guess_state(match.game, state, seat, seed)
        return play_trial(match.game, start, trial.plies, seed)

    return Opened(trial, await _run(match, play_out), seat)


async def extend_trial(machines: Machines, match: Match, opened: Opened, code: str) -> Opened:
    """Play another ply for the seat that is to act, then nature's. Raises Stale for an illegal one, and UserError if
    the trial is too long."""
    if len(opened.trial.plies) >= LONGEST:
        raise UserError(T("You cannot add more moves to this line. Start over, or undo some moves."))
    opened = await _play_on(match, opened, (match.game.to_act(opened.state)[0], code))
    return await settle_trial(machines, match, opened)


async def settle_trial(machines: Machines, match: Match, opened: Opened) -> Opened:
    """Let nature move in a trial until a seat is to act. Raises WorkerFailed."""
    while match.game.to_act(opened.state) == (NATURE,):
        seed = derive_seed(match.secret, opened.trial)
        answer = await machines.settle(match.game, opened.state, bytes.fromhex(seed), len(opened.trial.plies))
        opened = await _play_on(match, opened, (NATURE, answer))
    return opened


async def _play_on(match: Match, opened: Opened, ply: Ply) -> Opened:
    """Add a ply to a trial. Raises Stale if it cannot be played."""
    trial = structs.replace(opened.trial, plies=(*opened.trial.plies, ply))
    seed = derive_seed(match.secret, trial)
    tried = await _run(match, lambda: play_ply(match.game, opened.tried, ply, seed))
    return Opened(trial, tried, opened.seat)


async def _run(match: Match, play: Callable[[], Tried]) -> Tried:
    """Run the rules for a trial. Raises Stale for an illegal ply."""
    try:
        return await run_rules(match.game, play)
    except IllegalMove as error:
        raise Stale from error


def shorten_trial(trial: Trial) -> Trial:
    """Take back the last ply of a person, and nature's plies after it."""
    plies = trial.plies
    while plies and plies[-1][0] == NATURE:
        plies = plies[:-1]
    return structs.replace(trial, plies=plies[:-1])


def find_line(match: Match, notebook: Notebook, opened: Opened) -> Line | None:
    """Make a line of a plan from a trial of a running match; None if the trial has no future turn of the person's."""
    seat = opened.seat
    if seat is None or match.phase != "running" or opened.trial.seq != match.head:
        return None
    line = make_line(match.game, opened.trial, opened.tried, seat)
    if line is None or (all(reply.when == () for reply in line.replies[:1]) and len(line.replies) == 1):
        return None  # it is their turn now: they can simply confirm it
    return line if notebook.seat in (NATURE, seat) else None
