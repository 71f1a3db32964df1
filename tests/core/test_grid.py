"""The cells of a rectangular board."""

from __future__ import annotations

import pytest

from games.grid import Grid

GRID = Grid(4, 3)


def test_cells_are_named_by_column_and_row() -> None:
    assert GRID.cells == ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3")
    assert [GRID.find_place(cell) for cell in ("a1", "d1", "b3")] == [(0, 0), (3, 0), (1, 2)]
    assert Grid(1, 12).cells[-1] == "a12"
    with pytest.raises(ValueError, match="not in"):
        GRID.find_place("e1")


def test_neighbours_share_a_side_or_a_corner() -> None:
    assert GRID.beside["a1"] == ("b1", "a2")
    assert GRID.beside["b2"] == ("b1", "a2", "c2", "b3")
    assert GRID.around["d3"] == ("c2", "d2", "c3")
    assert len(GRID.around["b2"]) == 8


def test_an_area_hangs_together_by_sides() -> None:
    water = {"a1", "a2", "b2", "d2", "c3"}
    assert GRID.find_area("a1", water.__contains__) == {"a1", "a2", "b2"}
    assert GRID.find_area("d3", water.__contains__) == {"d3", "c3", "d2"}
    assert GRID.find_area("d1", set[str]().__contains__) == {"d1"}
