"""Measure the proposed loadings of Riff Raff: the search for them, and the picture that shows them.

Every position is new to the search. The tables of the bare ship are filled beforehand, as the bot does at its start;
filling them is measured too.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.measuring import Run, cpu, median, quantile
from bench.parts.playouts import forget, playout
from bench.table import Row
from games.riff_raff import GAME
from games.text import Say
from matches.texts import Persona, Texts
from rendering.riff_raff import draw_candidates


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
    for number in range(run.some(6, 1)):
        match = playout("riff_raff", number, most=run.some(100_000, 40))
        say = _make_say(match.seats)
        for step in match.steps:
            if step.seat < 0:
                continue
            view = match.game.view(step.state, step.seat)
            forget("games.riff_raff")
            spent = cpu(lambda view=view, seat=step.seat: GAME.candidates.find(view, seat))  # type: ignore[misc]
            if found := GAME.candidates.find(view, step.seat):
                searches.append(spent)
                pictures.append(
                    cpu(lambda v=view, s=step.seat, f=found, t=say: draw_candidates(v, s, f, say=t).png())  # type: ignore[misc]
                )
    pictures = pictures[5:] or pictures  # the first ones paint the sprites
    yield Row("riff_raff: search for proposed loadings", 1e3 * median(searches), "ms", "CPU", at_most=150)
    yield Row("riff_raff: search, p99", 1e3 * quantile(searches, 0.99), "ms", "CPU", at_most=150)
    yield Row("riff_raff: search, slowest", 1e3 * max(searches), "ms", "CPU", at_most=150)
    yield Row("riff_raff: picture of proposed loadings", 1e3 * median(pictures), "ms", "CPU", at_most=25)
    yield Row("riff_raff: picture of proposed loadings, p99", 1e3 * quantile(pictures, 0.99), "ms", "CPU")
    yield Row("riff_raff: tables of the bare ship, filled at the start", 1e3 * sum(steps), "ms", "CPU")
    yield Row("riff_raff: tables, slowest part", 1e3 * max(steps), "ms", "CPU", at_most=150)


def _make_say(seats: int) -> Say:
    colours = GAME.colours(seats, GAME.options_type())
    return Texts().say("en", tuple(Persona("", each) for each in colours))
