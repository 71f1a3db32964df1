"""Estimate the risk of a turn before it is confirmed, by trying it out in a worker process; a few times a turn."""

from __future__ import annotations

from client.core.client import Client
from client.core.controls import action
from client.core.events import on
from client.core.visit import Visit
from client.turn.panel import add_forced
from client.turn.turn import read_draft, refresh_if_stale
from games.core import Seat
from games.text import N, Say, T
from matches.errors import UserError
from matches.machines.nature import NatureWorker
from matches.machines.worker import WorkerFailed
from matches.match import Match

SAMPLES = 40
"""Tries for one estimate."""

STEP = 10
"""Tries between two progress updates."""

_BLOCKS = 20


MOST_QUESTIONS = 3
"""Estimates a seat gets for one decision."""


@action("risk", "private")
@refresh_if_stale
async def estimate_risk(visit: Visit) -> None:
    """Answer *How risky?* in a separate message, so that the preview can be confirmed at any time."""
    match, seat, chosen = await read_draft(visit)
    codes = add_forced(match, seat, chosen).codes
    left = visit.bot[RiskMeter].spend(match, seat)
    say = visit.say_about(match)
    view = match.view(seat)
    held = 0
    for tried in range(0, SAMPLES, STEP):
        progress = say(T("Trying it out: {tried} of {all} …", tried=tried, all=SAMPLES))
        await visit.answer(f"{_draw_bar(held, tried)}\n{progress}")
        try:
            share = await visit.bot[RiskMeter].worker.risk(match.game, view, seat, codes, samples=STEP)
        except WorkerFailed as failed:
            raise UserError(T("The risk meter did not answer. Your turn is unchanged; try again.")) from failed
        held += round(STEP * share)
    await visit.answer(_describe_answer(held, left, say))


def _describe_answer(held: int, left: int, say: Say) -> str:
    verdict = T("Holds in {percent}% of {all} tries.", percent=round(100 * held / SAMPLES), all=SAMPLES)
    again = N("You may ask once more this turn.", "You may ask {count} more times this turn.", left)
    none = T("That was your last question for this turn.")
    return f"{_draw_bar(held, SAMPLES)}\n**{say(verdict)}**\n-# {say(again if left else none)}"


def _draw_bar(held: int, tried: int) -> str:
    """Write the tries as a bar of blocks: held, not held, still to come."""
    fine, done = round(_BLOCKS * held / SAMPLES), round(_BLOCKS * tried / SAMPLES)
    return "█" * fine + "▒" * (done - fine) + "░" * (_BLOCKS - done)


class RiskMeter:
    """Count estimates by seat and decision. Has its own worker, so that nature never waits for an estimate."""

    def __init__(self, _: Client) -> None:
        self.worker = NatureWorker()
        self._asked: dict[tuple[int, Seat], tuple[int, int]] = {}

    def spend(self, match: Match, seat: Seat) -> int:
        """Count one estimate for the open decision. Returns how many are left. Raises UserError if none is left."""
        decision = match.decisions[seat]
        of, asked = self._asked.get((match.id, seat), (decision, 0))
        asked = asked + 1 if of == decision else 1
        if asked > MOST_QUESTIONS:
            raise UserError(T("You have used all your questions for this turn."))
        self._asked[match.id, seat] = (decision, asked)
        return MOST_QUESTIONS - asked


@on("stop")
async def stop_worker(bot: Client) -> None:
    """Stop the worker."""
    await bot[RiskMeter].worker.stop()
