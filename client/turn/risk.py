"""Estimate the risk of a turn before it is confirmed, by trying it out in a worker process."""

from __future__ import annotations

from client.core.controls import action
from client.core.visit import Visit
from client.turn.panel import add_forced
from client.turn.risk_meter import RiskMeter
from client.turn.turn import read_draft, refresh_if_stale
from games.text import N, Say, T
from matches.errors import UserError
from matches.machines.worker import WorkerFailed

SAMPLES = 40
"""Tries for one estimate."""

STEP = 10
"""Tries between two progress updates."""

_BLOCKS = 20


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
