"""The board of DOG Royal as it lies for a whole match: the court with the steps and gates of the colours in play, the
special spaces, and their numbers."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from games.dog_royal.boards import GOAL, Place
from games.dog_royal.moves import place_name
from rendering import dog_royal_court as places
from rendering.canvas import Canvas
from rendering.dog_royal_court import Plan
from rendering.picture import Box
from rendering.sprites import Point
from rendering.theme import RGB, Look, theme


@lru_cache(maxsize=8)
def board(
    look: Look, plan: Plan, height: int, colours: tuple[int, ...], royal: bool
) -> tuple[Image.Image, tuple[Box, ...]]:
    """The court with what lies on it for a whole match, numbered: quickly made from the court, and kept."""
    ours, unit = theme("dog_royal", look), plan.unit
    canvas = Canvas(places.court(ours, plan.arms, height, plan.middle), "dog_royal", look)
    outside = ours.ink if ours.contrast else ours.on_panel
    for colour in colours:
        start = plan.board.starts[colour]
        for step in range(1, 5):
            canvas.paste(places.step(colour, step, unit, ours), *plan.at(colour, GOAL + step))
        canvas.paste(places.gate(colour, unit, ours), *plan.at(colour, start))
        number(canvas, plan, start, plan.start_label(colour), outside)
    for space in plan.board.specials if royal else ():
        canvas.paste(places.special(unit, ours), *plan.at(0, space))
        number(canvas, plan, space, plan.special_label(space), outside)
    return canvas.layer()


def number(canvas: Canvas, plan: Plan, place: Place, at: Point, fill: RGB) -> None:
    """A place's name."""
    size = 30 if plan.arms == 6 else 34
    canvas.text(*at, place_name(place), size=size, face="display", align="middle", kind="letter", fill=fill)
