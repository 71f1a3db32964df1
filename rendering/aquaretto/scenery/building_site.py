"""Draw expansion boards: building sites of dug earth on piles in the water, fenced off, with crates, sand or a
crane."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from games.aquaretto.zoo.geometry import xy
from rendering.aquaretto.scenery.fields import Grid, divide_line, draw_field, list_borders, list_sides, paste_hard
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, SEATS, WHITE, Theme, mix


def draw_site(canvas: Canvas, grid: Grid, cells: tuple[str, ...], *, planned: bool = False) -> None:
    """Draw an expansion board. `planned`: it is about to be built."""
    theme, size = canvas.theme, grid.cell
    soil, edge = theme.own("soil"), theme.rim if planned else theme.own("trunk")
    if theme.contrast:
        edge = theme.ink
    draw_field(canvas, grid, cells, theme.line if planned else soil, edge, max(3, size // 14))
    shift = sum(xy(cells[0]))
    for number, cell in enumerate(cells):
        thing = (number + shift) % 3 if number in (0, len(cells) - 1) else -1
        shape = _draw_cell(list_sides(cell, cells), None if canvas.look.large else thing, size, theme)
        paste_hard(canvas, shape, *grid.at(cell))


@lru_cache(maxsize=512)
def _draw_cell(sides: tuple[bool, bool, bool, bool], number: int | None, size: int, theme: Theme) -> Sprite:
    """Draw what is on a cell: barriers along its free sides, furrows, and the thing `number` in the middle; -1: no
    thing. None: barriers alone."""
    inset, wide = size * 0.12, max(3.0, size * 0.075)
    light = WHITE if theme.contrast or not theme.dark else mix(WHITE, theme.own("soil"), 0.3)
    dark = (
        theme.ink
        if theme.contrast and not theme.dark
        else INK
        if theme.contrast
        else mix(theme.own("orange"), theme.own("soil"), 0.25)
    )

    def paint(pen: Pen) -> None:
        if number is not None and not theme.contrast:
            for x0, y0, x1 in ((0.3, 0.3, 0.55), (0.5, 0.78, 0.74), (0.24, 0.62, 0.4)):
                pen.line([(x0 * size, y0 * size), (x1 * size, y0 * size)], theme.own("dug"), max(1.5, size * 0.04))
        for edge, (start, end) in zip(sides, list_borders(inset, size - inset), strict=True):
            if edge:
                marks = divide_line(start, end, 5)
                pen.line([marks[0], marks[-1]], dark, wide)
                for one, other in ((marks[1], marks[2]), (marks[3], marks[4])):
                    pen.line([one, other], light, wide * 0.7)
        if number is not None and number >= 0:
            _THINGS[number](pen, size, theme)

    return paint_sprite(size, size, paint, crisp=True)


def _draw_crates(pen: Pen, size: int, theme: Theme) -> None:
    rim, wood = max(1.5, size * 0.035), theme.own("plank")
    for x, y in ((0.27, 0.46), (0.5, 0.46), (0.385, 0.25)):
        box = x * size, y * size, (x + 0.23) * size, (y + 0.23) * size
        pen.rounded_box(box, 1, wood, edge=theme.own("trunk") if not theme.contrast else INK, width=rim)
        pen.line([(box[0] + rim, box[1] + rim), (box[2] - rim, box[3] - rim)], theme.own("dug"), rim * 0.8)


def _draw_heap(pen: Pen, size: int, theme: Theme) -> None:
    """Draw a heap of sand with a spade."""
    heap = [(0.2, 0.7), (0.34, 0.46), (0.46, 0.36), (0.6, 0.5), (0.72, 0.7)]
    pen.polygon([(x * size, y * size) for x, y in heap], theme.own("sand"), edge=theme.own("dug"), width=size * 0.03)
    pen.line([(0.5 * size, 0.56 * size), (0.72 * size, 0.22 * size)], theme.own("trunk"), max(2.0, size * 0.05))
    blade = [(0.5, 0.5), (0.58, 0.56), (0.46, 0.68), (0.42, 0.62)]
    pen.polygon([(x * size, y * size) for x, y in blade], theme.own("stone"))


def _draw_crane(pen: Pen, size: int, theme: Theme) -> None:
    """Draw a small crane with its hook."""
    steel, rim = SEATS[1].fill if not theme.contrast else INK, max(2.0, size * 0.065)
    pen.line([(0.36 * size, 0.76 * size), (0.36 * size, 0.24 * size), (0.78 * size, 0.24 * size)], INK, rim * 1.6)
    pen.line([(0.36 * size, 0.76 * size), (0.36 * size, 0.24 * size), (0.78 * size, 0.24 * size)], steel, rim * 0.8)
    pen.line([(0.68 * size, 0.24 * size), (0.68 * size, 0.46 * size)], INK, rim * 0.4)
    pen.rounded_box(
        (0.57 * size, 0.46 * size, 0.79 * size, 0.62 * size), 1, theme.own("stone"), edge=INK, width=rim * 0.4
    )
    pen.rounded_box((0.24 * size, 0.7 * size, 0.5 * size, 0.8 * size), 1, INK)


_THINGS: Final[tuple[Callable[[Pen, int, Theme], None], ...]] = (_draw_crates, _draw_heap, _draw_crane)
"""The functions that draw what may stand in the middle of a cell."""
