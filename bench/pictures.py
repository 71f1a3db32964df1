"""Measure drawing and encoding pictures and films of every game, beside python-chess with cairosvg.

python-chess makes an SVG of its board, and cairosvg makes a PNG of 900 x 900 from it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache, partial

import cairosvg  # type: ignore[import-untyped]
import chess
import chess.svg

import games
from bench.measuring import Run, cpu, median
from bench.playouts import Playout, Step, playout
from bench.table import Row
from games.text import Say
from matches.texts import Persona, Texts
from rendering import Look, Picture, renderer
from rendering.drawing.film import make_film

TIMES = {"docker": 24, "aquaretto": 24, "dog_royal": 13.3, "riff_raff": 12}
"""How many times as fast as the peer's our pictures should be."""
FRAMES = 30


def rows(run: Run) -> Iterator[Row]:
    for name in games.names():
        yield from _measure_pictures(name, run)
    for name in games.names():
        yield from _measure_film(name, run)


def _measure_pictures(name: str, run: Run) -> Iterator[Row]:
    """Measure our drawing and the peer in turn. The peer is slow and varies little, so it draws once per ten of our
    pictures."""
    played = [playout(name, number, most=run.plies) for number in range(run.some(4, 1))]
    steps = [(match, step) for match in played for step in match.steps]
    many = run.some(300, 3)
    chosen = random.Random(name).choices(steps, k=2 * many)  # noqa: S311 - the same in every run
    ours, theirs, sizes = list[float](), list[float](), list[int]()

    def measure(match: Playout, step: Step) -> None:
        sizes.append(len(_draw(match, step).encode()))

    for match, step in chosen[many:]:  # paint the sprites first
        _draw(match, step).encode()
    for number, (match, step) in enumerate(chosen[:many]):
        ours.append(cpu(partial(measure, match, step)))
        if number % 10 == 0:
            theirs.append(cpu(partial(_draw_chess, number)))
    width, height = _draw(*chosen[0]).size
    what, cost, peer = f"{name}: picture {width} x {height}", 1e3 * median(ours), 1e3 * median(theirs)
    size = f"{median(sizes) / 1e3:.0f} kB"
    yield Row(what, cost, "ms", "CPU", "python-chess + cairosvg", peer, times=TIMES.get(name), note=size)


def _draw(match: Playout, step: Step, *, look: Look = Look()) -> Picture:  # noqa: B008 - frozen
    view = match.game.view(step.state, None)
    return renderer(match.game.name).draw(view, say=_make_say(match.game.name, match.seats), look=look)


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


def _measure_film(name: str, run: Run) -> Iterator[Row]:
    """Measure the film of a whole match as the bot makes it, scaled to thirty frames."""
    costs, sizes, look = list[float](), list[float](), Look(half=True)
    played = [playout(name, number, most=run.plies) for number in range(run.some(5, 1))]
    for match in played:  # paint the sprites first
        for step in random.Random(name).choices(match.steps, k=run.some(60, 3)):  # noqa: S311 - the same in every run
            _draw(match, step, look=look)
    for match in played:
        frames = 0

        def draw(step: int, match: Playout = match) -> Picture:
            nonlocal frames
            frames += 1
            return _draw(match, match.steps[step], look=look)

        def draw_between(step: int, match: Playout = match) -> Sequence[Picture]:
            nonlocal frames
            view, say = match.game.view(match.steps[step].state, None), _make_say(match.game.name, match.seats)
            way = renderer(match.game.name).draw_between(view, say=say, look=look)
            frames += len(way)
            return way

        def work(match: Playout = match) -> None:
            sizes.append(len(make_film(draw, [False] * len(match.steps), between=draw_between)))

        cost = cpu(work)
        costs.append(cost * FRAMES / frames)
        sizes[-1] *= FRAMES / frames
    what, size = f"{name}: film of a match, per {FRAMES} frames", f"{median(sizes) / 1e3:.0f} kB"
    yield Row(what, 1e3 * median(costs), "ms", "CPU", at_most=60, note=size, is_on_page=False)
