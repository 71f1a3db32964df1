"""Measure drawing and encoding pictures of every game, python-chess with cairosvg, and a plain redraw with Pillow.

python-chess makes an SVG of its board, and cairosvg makes a PNG of 900 x 900 from it. The redraw is the same picture on
one sheet three times as large (`bench.parts.redraw`). Our own drawing with empty caches is measured once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache, partial

import cairosvg  # type: ignore[import-untyped]
import chess
import chess.svg
import msgspec

import games
from bench.measuring import Run, cpu, median, quantile
from bench.parts.playouts import Playout, Step, forget, playout
from bench.parts.redraw import record_steps, redraw
from bench.table import Row
from games.core import NATURE
from games.nature import require_nature
from games.riff_raff.loading.settled import Keyframes
from games.riff_raff.state import State
from games.rng import Rng
from games.text import Say
from matches.texts import Persona, Texts
from rendering import Look, Picture, renderer
from rendering.drawing.film import make_film
from rendering.riff_raff import renderer as riff_raff
from rendering.riff_raff.loading_clip import MOST

GOALS = {"riff_raff": 9.0}
"""Milliseconds per picture, for games that cannot reach `GOAL`: Riff Raff's ship is different in every picture."""
GOAL = 6.0
FRAMES = 30


def rows(run: Run) -> Iterator[Row]:
    for name in games.names():
        yield from _measure_pictures(name, run)
    for name in games.names():
        yield from _measure_film(name, run)
    yield from _measure_clip(run)


def _measure_pictures(name: str, run: Run) -> Iterator[Row]:
    """Measure our drawing and the peers in turn. Peers are slow and vary little, so they draw once per ten of our
    pictures."""
    played = [playout(name, number, most=run.plies) for number in range(run.some(4, 1))]
    steps = [(match, step) for match in played for step in match.steps]
    many = run.some(300, 3)
    chosen = random.Random(name).choices(steps, k=2 * many)  # noqa: S311 - the same in every run
    chosen, others = chosen[:many], chosen[many:]
    ours, through_svg, redrawn = [], [], []
    sizes: list[int] = []
    with record_steps():
        for match, step in others:  # paint the sprites first
            _draw(match, step).png()
    for number, (match, step) in enumerate(chosen):
        ours.append(cpu(partial(_measure_picture, match, step, sizes)))
        if number % 10 == 0:
            through_svg.append(cpu(partial(_draw_chess, number)))
            with record_steps():
                drawn = _draw(match, step)
            redrawn.append(cpu(partial(redraw, drawn)))
    unprepared = cpu(partial(_draw_unprepared, *chosen[0]))  # after the others, because it empties the caches
    width, height = _draw(*chosen[0]).size
    what, goal, cost = f"{name}: picture {width} x {height}", GOALS.get(name, GOAL), 1e3 * median(ours)
    as_fast, anew = (None, None) if name in GOALS else (12, 70)
    mark = ("picture", name)
    yield Row(what, cost, "ms", "CPU", at_most=goal, mark=mark)
    yield Row(f"{what}, p99", 1e3 * quantile(ours, 0.99), "ms", "CPU", at_most=2 * goal)
    yield Row(f"{what}, size", median(sizes) / 1e3, "kB", at_most=100)
    yield Row(what, cost, "ms", "CPU", "python-chess + cairosvg", 1e3 * median(through_svg), times=as_fast, mark=mark)
    yield Row(what, cost, "ms", "CPU", "Pillow redraw, 3 x", 1e3 * median(redrawn), times=anew, mark=mark)
    yield Row(what, cost, "ms", "CPU", "ours without any cache", 1e3 * unprepared, mark=mark)


def _draw(match: Playout, step: Step, *, look: Look = Look()) -> Picture:  # noqa: B008 - frozen
    view = match.game.view(step.state, None)
    return renderer(match.game.name).draw(view, say=_make_say(match.game.name, match.seats), look=look)


def _measure_picture(match: Playout, step: Step, sizes: list[int]) -> None:
    """Draw and encode a picture, and add its bytes to `sizes`."""
    sizes.append(len(_draw(match, step).png()))


@cache
def _make_say(name: str, seats: int) -> Say:
    game = games.load(name)
    return Texts().say("en", tuple(Persona("", colours) for colours in game.colours(seats, game.options_type())))


def _draw_chess(number: int) -> bytes:
    board, choose = chess.Board(), random.Random(number).choice  # noqa: S311 - no secret
    for _ in range(number % 60):
        if moves := list(board.legal_moves):
            board.push(choose(moves))
    svg = chess.svg.board(board, lastmove=board.peek() if board.move_stack else None, size=900)
    png: bytes = cairosvg.svg2png(bytestring=svg.encode(), output_width=900, output_height=900)
    return png


def _draw_unprepared(match: Playout, step: Step) -> bytes:
    """Draw our picture with empty caches: every layer and sprite is painted for it alone."""
    forget("rendering", tables=True)
    return _draw(match, step).png()


def _measure_film(name: str, run: Run) -> Iterator[Row]:
    """Measure the film of a whole match as the bot makes it, scaled to thirty frames."""
    costs, sizes, look = [], [], Look(half=True)
    played = [playout(name, number, most=run.plies) for number in range(run.some(5, 1))]
    for match in played:  # paint the sprites first
        for step in random.Random(name).choices(match.steps, k=run.some(60, 3)):  # noqa: S311 - the same in every run
            _draw(match, step, look=look)
    for match in played:
        drawn: list[int] = []
        made: list[bytes] = []

        def draw(step: int, match: Playout = match, drawn: list[int] = drawn) -> Picture:
            drawn.append(step)
            return _draw(match, match.steps[step], look=look)

        def work(match: Playout = match, made: list[bytes] = made, draw: Callable[[int], Picture] = draw) -> None:
            made.append(make_film(draw, [False] * len(match.steps)))

        cost = cpu(work)
        costs.append(cost * FRAMES / len(drawn))
        sizes.append(len(made[0]) * FRAMES / len(drawn))
    what = f"{name}: film of a match, per {FRAMES} frames 600 px wide"
    yield Row(what, 1e3 * median(costs), "ms", "CPU", at_most=60)
    yield Row(f"{what}, size", median(sizes) / 1e3, "kB", at_most=250)


def _measure_clip(run: Run) -> Iterator[Row]:
    """Measure Riff Raff's clip of a loading, whole: it has at most 25 frames, and usually fewer than ten.

    The time is not scaled to thirty frames, because that would count the first frame, a whole picture, several times.
    """
    costs, sizes = [], []
    match = playout("riff_raff", 0, most=run.plies)
    loadings = [step for step in match.steps if step.seat == NATURE]
    for step in (
        loadings[-1],
        *loadings[:: max(1, len(loadings) // run.some(12, 1))],
    ):
        settled, keyframes = require_nature(match.game.nature).decide_with_clip(
            step.state, Rng(match.secret, "nature", step.seq)
        )
        after = match.game.view(match.game.apply(step.state, NATURE, settled, Rng(match.secret, "ply", step.seq)), None)
        if after.last is None:
            continue
        frames = msgspec.json.decode(keyframes, type=Keyframes)
        made: list[bytes] = []

        def work(after: State = after, frames: Keyframes = frames, made: list[bytes] = made) -> None:
            made.append(riff_raff.draw_clip(after, frames, say=_make_say("riff_raff", match.seats)))

        costs.append(cpu(work))
        sizes.append(len(made[0]))
    costs, sizes = costs[1:], sizes[1:]
    what = f"riff_raff: clip of a loading, whole, up to {MOST + 1} frames 600 x 450"
    yield Row(what, 1e3 * median(costs), "ms", "CPU", at_most=60)
    yield Row(f"{what}, the slowest", 1e3 * max(costs), "ms", "CPU")
    yield Row(f"{what}, size of the largest", max(sizes) / 1e3, "kB", at_most=200)
