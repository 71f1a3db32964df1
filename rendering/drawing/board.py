"""Draw a board of cells (`games.grid`): the places of its tiles, the labels of columns and rows, and marks on cells.

Make one as a constant, `BOARD = Board(GRID, left=104, top=224, pitch=104)`, and ask it where a cell lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from games.grid import Grid
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer, Sprite
from rendering.drawing.theme import Theme


class Board(NamedTuple):
    """Where the cells of a grid lie: the upper left corner, and the width of a cell with its gap, in pixels.

    The labels take a pitch on the left and three quarters of one below.
    """

    grid: Grid
    left: int
    top: int
    pitch: int

    @property
    def side(self) -> int:
        """The width and height of a tile."""
        return self.pitch * 12 // 13

    def find_middle(self, cell: str) -> tuple[int, int]:
        """Return the x and y of the middle of a cell. Raises ValueError if there is no such cell."""
        column, row = self.grid.find_place(cell)
        return self.left + column * self.pitch + self.pitch // 2, self.top + row * self.pitch + self.pitch // 2

    def draw_labels(self, canvas: Canvas) -> None:
        """Write the letters of the columns below the board, and the numbers of the rows on its left."""
        size, below = canvas.letter_size(40), self.top + len(self.grid.rows) * self.pitch
        for letter in self.grid.columns:
            x, _ = self.find_middle(f"{letter}1")
            canvas.text(x, below + size * 3 // 4, letter, size=size, align="middle", kind="letter")
        for number in self.grid.rows:
            _, y = self.find_middle(f"a{number}")
            canvas.text(self.left - self.pitch // 2, y, str(number), size=size, align="middle", kind="letter")

    def put(self, canvas: Canvas, sprite: Sprite, cell: str, label: str) -> None:
        """Paste a tile, whose origin is its middle, on a cell. `label`: its name, for tests."""
        x, y = self.find_middle(cell)
        canvas.paste(sprite, x, y)
        canvas.box("piece", x - self.side // 2, y - self.side // 2, self.side, self.side, f"{label} on {cell}")

    def ring(self, canvas: Canvas, cell: str) -> None:
        """Draw a ring around a cell, such as that of the last move."""
        (x, y), around = self.find_middle(cell), self.side + 12
        canvas.halo(x - around // 2, y - around // 2, around, around, fill=canvas.theme.line)

    def draw_dots(self, canvas: Canvas, cells: Iterable[str]) -> None:
        """Mark cells that can be chosen by a dot."""
        size = self.pitch * 3 // 10
        for x, y in sorted({*map(self.find_middle, cells)}):
            canvas.panel(x - size // 2, y - size // 2, size, size, canvas.theme.line, radius=size // 2)


@cache
def paint_board(board: Board, colours: Theme, width: int, height: int) -> Layer:
    """Paint the empty cells of a board on the ground of a picture of this size, as its base."""
    middles, half, radius = tuple(map(board.find_middle, board.grid.cells)), board.side / 2, board.side // 7

    def paint(pen: Pen) -> None:  # knows plain values alone, or it could not be stored
        for x, y in middles:
            pen.rounded_box((x - half, y - half, x + half, y + half), radius, colours.shade)

    return Layer(width, height, colours.ground, paint)
