"""Measure the proposed loadings of Riff Raff: the search for them, and the picture that shows them.

Every position is new to the search. The tables of the bare ship are filled beforehand, as the bot does at its start;
filling them is measured too, and so is how late the event loop wakes up while searches run in a thread.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator

from bench.measuring import Run, cpu, median, quantile
from bench.parts.playouts import forget, playout
from bench.table import Row
from bot import SWITCH_AFTER
from games.core import Seat
from games.riff_raff import GAME
from games.riff_raff.state import State
from games.text import Say
from matches.texts import Persona, Texts
from rendering.riff_raff.renderer import draw_candidates

_NAP = 0.001


def rows(run: Run) -> Iterator[Row]:
    steps: list[float] = []
    forget("games.riff_raff", tables=True)
    filling = GAME.candidates.warm_up()
    while True:
        begun = time.process_time()
        if next(filling, "done") == "done":
            break
        steps.append(time.process_time() - begun)
    searches: list[float] = []
    pictures: list[float] = []
    searched: list[tuple[State, Seat]] = []
    for number in range(run.some(6, 1)):
        match = playout("riff_raff", number, most=run.plies)
        say = _make_say(match.seats)
        for step in match.steps:
            if step.seat < 0:
                continue
            view = match.game.view(step.state, step.seat)
            forget("games.riff_raff")
            spent = cpu(lambda view=view, seat=step.seat: GAME.candidates.find(view, seat))  # type: ignore[misc]
            if found := GAME.candidates.find(view, step.seat):
                searches.append(spent)
                searched.append((view, step.seat))
                pictures.append(
                    cpu(lambda v=view, s=step.seat, f=found, t=say: draw_candidates(v, s, f, say=t).png())  # type: ignore[misc]
                )
    late = asyncio.run(_measure_lateness(searched))
    pictures = pictures[5:] or pictures  # the first ones paint the sprites
    yield Row("riff_raff: search for proposed loadings", 1e3 * median(searches), "ms", "CPU", at_most=150)
    yield Row("riff_raff: search, p99", 1e3 * quantile(searches, 0.99), "ms", "CPU", at_most=150)
    yield Row("riff_raff: search, slowest", 1e3 * max(searches), "ms", "CPU", at_most=150)
    yield Row("riff_raff: event loop late while searches run", 1e3 * median(late), "ms", "wall")
    yield Row("riff_raff: event loop late while searches run, p99", 1e3 * quantile(late, 0.99), "ms", "wall")
    yield Row("riff_raff: picture of proposed loadings", 1e3 * median(pictures), "ms", "CPU", at_most=25)
    yield Row("riff_raff: picture of proposed loadings, p99", 1e3 * quantile(pictures, 0.99), "ms", "CPU")
    yield Row("riff_raff: tables of the bare ship, filled at the start", 1e3 * sum(steps), "ms", "CPU")
    yield Row("riff_raff: tables, slowest part", 1e3 * max(steps), "ms", "CPU", at_most=150)


async def _measure_lateness(searched: list[tuple[State, Seat]]) -> list[float]:
    """Measure by how many seconds the event loop wakes up late while searches run in a thread, as in the bot."""
    late: list[float] = []

    async def sleep_short() -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(_NAP)
            late.append(time.perf_counter() - begun - _NAP)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_AFTER)
    napping = asyncio.create_task(sleep_short())
    for view, seat in searched:
        forget("games.riff_raff")
        await asyncio.to_thread(GAME.candidates.find, view, seat)
    await asyncio.sleep(2 * _NAP)
    napping.cancel()
    sys.setswitchinterval(usual)
    return late


def _make_say(seats: int) -> Say:
    colours = GAME.colours(seats, GAME.options_type())
    return Texts().say("en", tuple(Persona("", each) for each in colours))
