"""The cells of a rectangular board: their names, their neighbours, and areas of cells that hang together.

A cell is named by its column and its row: `a1` is at the top left, `c2` in the third column of the second row.
`rendering.drawing.board` draws such a board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import ascii_lowercase
from typing import Final


class Grid:
    """A board of columns and rows, at most 26 columns. Make it once, as a constant."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns: Final = ascii_lowercase[:columns]
        self.rows: Final = range(1, rows + 1)
        self.cells: Final = tuple(f"{column}{row}" for row in self.rows for column in self.columns)
        """The names of all cells, row by row."""
        self.beside: Final = self._list_neighbours(lambda across, down: across + down == 1)
        """For each cell, the two to four that share a side with it."""
        self.around: Final = self._list_neighbours(lambda across, down: max(across, down) == 1)
        """For each cell, the three to eight that share a side or a corner with it."""

    def find_place(self, cell: str) -> tuple[int, int]:
        """Find the column and the row of a cell, both from 0. Raises ValueError if there is no such cell."""
        row, column = divmod(self.cells.index(cell), len(self.columns))
        return column, row

    def find_area(self, cell: str, belongs: Callable[[str], bool]) -> frozenset[str]:
        """Find the cells that hang together with a cell by their sides and belong to it, such as a lake; the cell
        itself is always one of them."""
        area, edge = {cell}, [cell]
        while edge:
            found = [near for near in self.beside[edge.pop()] if near not in area and belongs(near)]
            area.update(found)
            edge += found
        return frozenset(area)

    def _list_neighbours(self, near: Callable[[int, int], bool]) -> Mapping[str, tuple[str, ...]]:
        places = {cell: self.find_place(cell) for cell in self.cells}
        return {
            cell: tuple(other for other, (x, y) in places.items() if near(abs(x - column), abs(y - row)))
            for cell, (column, row) in places.items()
        }
