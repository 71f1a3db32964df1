"""A board of cells: where they lie, and that its labels and marks are where a reader looks for them."""

from __future__ import annotations

import pytest

from games.grid import Grid
from rendering import Look
from rendering.drawing.board import Board, paint_board
from rendering.drawing.canvas import Canvas
from rendering.drawing.sprites import paint_sprite
from rendering.drawing.theme import theme
from tests.support.boxes import overlap

BOARD = Board(Grid(7, 4), left=104, top=200, pitch=104)
RING = BOARD.side // 2 + 3
"""The distance of a ring from the middle of its cell."""


@pytest.mark.parametrize("private", [False, True])
def test_labels_and_tiles_stand_beside_each_other(private: bool) -> None:
    look = Look()
    colours = theme("docker", look)
    canvas = Canvas(paint_board(BOARD, colours, 1200, 900), "docker", look, private=private)
    plain = canvas.finish().image.convert("RGB")
    tile = paint_sprite(BOARD.side, BOARD.side, lambda pen: pen.disc(48, 48, 40, colours.line), origin=(48, 48))
    BOARD.draw_labels(canvas)
    BOARD.put(canvas, tile, "c2", "stone")
    BOARD.ring(canvas, "c3")
    BOARD.draw_dots(canvas, ["g4", "g4"])
    assert BOARD.find_middle("c2") == (104 + 52 + 208, 200 + 52 + 104)
    drawn = canvas.finish()
    found = {box.label: box for box in drawn.boxes}
    assert found.keys() == {*"abcdefg", *"1234", "stone on c2"}
    assert not [(a, b) for a in drawn.boxes for b in drawn.boxes if a is not b and overlap(a, b)]
    for cell in BOARD.grid.cells:
        x, y = BOARD.find_middle(cell)
        assert found[cell[0]].x0 < x < found[cell[0]].x1
        assert found[cell[1]].y0 < y < found[cell[1]].y1
        assert plain.getpixel((x, y)) == colours.shade
        marked = drawn.image.convert("RGB").getpixel((x, y)) != colours.shade
        assert marked == (cell in ("c2", "g4")), cell
    for cell in ("c3", "e3", "c1"):
        x, y = BOARD.find_middle(cell)
        ringed = drawn.image.convert("RGB").getpixel((x - RING, y)) != plain.getpixel((x - RING, y))
        assert ringed == (cell == "c3"), cell
