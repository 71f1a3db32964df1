"""The chances along a row of Riff Raff: as high as they are likely, where the places are, and legible on a phone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice
from statistics import median

import pytest

from games.candidates import Gauge
from games.core import Move, Seat
from games.riff_raff import GAME
from games.riff_raff.loading import ship
from games.riff_raff.state import State
from games.rng import Rng
from matches.texts import LANGUAGES
from rendering import Look, Picture
from rendering.drawing.canvas import Canvas
from rendering.drawing.theme import theme
from rendering.riff_raff import sea
from rendering.riff_raff.choices import STRIP_HEIGHT
from rendering.riff_raff.choices import draw_chances as draw_strip
from rendering.riff_raff.decision import paint_lookout
from rendering.riff_raff.renderer import draw_gauged
from tests.riff_raff.loadings import positions
from tests.support.boxes import list_meeting, list_outside, list_shortened, of_kind
from tests.support.laws.pictures import LARGE, LOOKS, SAYS
from tests.support.numbers import times

PREVIEWS = times(200, usual=12)


@cache
def list_previews() -> tuple[tuple[State, Seat, Move, Gauge], ...]:
    return tuple(islice(previews(), PREVIEWS))


def previews() -> Iterator[tuple[State, Seat, Move, Gauge]]:
    """Yield proposed loadings: the view before the last ply, the ply, and the chances."""
    for number, (state, seat) in enumerate(positions()):
        found = GAME.candidates.find(GAME.view(state, seat), seat)
        codes = found[number % len(found)].codes
        gauge = GAME.candidates.gauge(GAME.view(state, seat), seat, codes)
        assert gauge is not None
        for code in codes[:-1]:
            state = GAME.apply(state, seat, GAME.parse(state, seat, code), Rng(b"strip", "test", 0))
        view = GAME.view(state, seat)
        yield view, seat, GAME.parse(view, seat, codes[-1]), gauge


def find_bars(shown: Picture) -> dict[str, tuple[int, int]]:
    """Find the middle and the height of each bar, by the letter of its place."""
    bars = [box for box in shown.boxes if box.label.startswith("chance ")]
    return {box.label.removeprefix("chance "): ((box.x0 + box.x1) // 2, box.height) for box in bars}


def test_bars_are_as_high_as_the_chances_and_stand_where_the_places_are() -> None:
    blocked = 0
    for view, seat, ghost, gauge in list_previews():
        bars = find_bars(draw_gauged(view, seat, ghost, gauge, say=SAYS["en"]))
        chances = {name: holds for name, holds in gauge.strip if holds is not None}
        blocked += len(gauge.strip) - len(chances)
        assert bars.keys() == chances.keys(), "a place where the piece cannot lie has no bar"
        by_chance = sorted(chances, key=chances.__getitem__)
        heights = [bars[name][1] for name in by_chance]
        assert heights == sorted(heights)
        if chances[by_chance[-1]] - chances[by_chance[0]] > 0.1:
            assert heights[-1] > heights[0]
        along = [ship.spot_point(view.area, f"{name}1") for name in bars]
        # From astern the port side is on the left; from above with the bow on the right, the stern is.
        wanted = [x if ship.is_deck(view.area) else -y for x, y in along]
        assert [bars[name][0] for name in bars] == sorted(
            (bars[name][0] for name in bars), reverse=wanted != sorted(wanted)
        )
    assert blocked


def test_the_strip_can_be_read_on_a_phone() -> None:
    for number, (view, seat, ghost, gauge) in enumerate(list_previews()):
        shown = draw_gauged(view, seat, ghost, gauge, say=SAYS[LANGUAGES[number % 4]], look=LOOKS[number // 4 % 4])
        assert shown.size == (1200, sea.PRIVATE_HEIGHT)
        assert not list_outside(shown.boxes, (0, 0, *shown.size))
        assert not list_shortened(shown.boxes)
        written = of_kind(shown.boxes, "letter", "text")
        assert not list_meeting(written, 8)
        strip = next(box for box in shown.boxes if box.label == "chances")
        letters = [box for box in written if strip.y0 <= box.y0 and box.y1 <= strip.y1]
        assert {box.label for box in letters} == {name for name, _ in gauge.strip}
        assert min(box.height for box in letters) >= LARGE
        assert min(box.width for box in shown.boxes if box.label.startswith("chance ")) >= 36


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "contrast", "dark contrast", "patterns"])
def test_the_chosen_place_and_blocked_ones_stand_out(look: Look) -> None:
    """Look at the pixels, with a tolerance: a bar is filled to its height, a blocked place has its cross."""
    strip: list[tuple[str, float | None]] = [(name, 1.0) for name in "ABCDEFGHIJKL"]
    strip[3], strip[5], strip[7] = ("D", None), ("F", 0.6), ("H", 0.1)
    shown = _draw_alone(Gauge(1.0, 200, tuple(strip), "B"), look)
    other = _draw_alone(Gauge(1.0, 200, tuple(strip), "K"), look)
    bars = find_bars(shown)
    pitch = bars["B"][0] - bars["A"][0]
    cross = (bars["C"][0] + pitch, 30)
    paper = read_pixel(shown, cross[0] - pitch // 2, 4)
    assert measure_difference(read_pixel(shown, bars["A"][0], 40), paper) > 60, "the highest bar is filled"
    assert measure_difference(read_pixel(shown, bars["H"][0], 20), paper) < 10, "above a low bar there is nothing"
    found = [read_pixel(shown, cross[0] + away, 42 + away) for away in (-6, 0, 6)]
    assert max(measure_difference(each, paper) for each in found) > 60, "a blocked place has a cross"
    corner = (bars["B"][0] - pitch // 2 + 8, STRIP_HEIGHT - 39)
    chosen, usual = read_pixel(shown, *corner), read_pixel(other, *corner)
    assert measure_difference(chosen, usual) > 60, "the chosen place is highlighted"
    if not look.contrast:
        tones = [read_pixel(shown, bars[name][0], STRIP_HEIGHT - 84) for name in "AFH"]
        assert all(measure_difference(one, other) > 60 for one, other in combinations(tones, 2))


def read_pixel(shown: Picture, x: int, y: int) -> tuple[int, int, int]:
    red, green, blue = shown.image.convert("RGB").crop((x, y, x + 1, y + 1)).tobytes()
    return red, green, blue


def measure_difference(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _draw_alone(gauge: Gauge, look: Look) -> Picture:
    canvas = Canvas(paint_lookout(theme("riff_raff", look), 0), "riff_raff", look, private=True)
    draw_strip(canvas, 10, gauge, 0)
    return canvas.finish()


def test_the_strip_costs_little() -> None:
    canvas = Canvas(paint_lookout(theme("riff_raff", Look()), 0), "riff_raff", Look(), private=True)
    cases = [(view.area, gauge) for view, _, _, gauge in list_previews()]
    spent: list[float] = []
    for _ in range(2):
        spent.clear()
        for area, gauge in cases:
            began = time.process_time()
            draw_strip(canvas, area, gauge, 0)
            spent.append(time.process_time() - began)
    assert median(spent) < 0.009
