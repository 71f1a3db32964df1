"""The grid against the numbers of section 3."""

from __future__ import annotations

import pytest

from games.aquaretto.zoo.geometry import BASE, BIT, STAFF, board_cells, label, placements, spaces, xy
from tests.aquaretto.positions import cells, code

LARGE_ANCHORS = "(-2,1)(-2,2)(-2,3)(-1,4)(0,5)(1,-2)(1,5)(2,-2)(2,5)(3,-2)(3,5)(4,-1)(4,4)(5,0)(5,1)(5,2)(5,3)"


def _anchors(boards: tuple[str, ...]) -> set[str]:
    return {board.partition("@")[2].partition("/")[0] for board in boards}


def test_base_board() -> None:
    assert len(BASE) == 19
    assert sorted(STAFF) == cells("(0,0)(1,0)(0,1)")
    assert sorted(BASE) == sorted(
        label(x, y)
        for x, y in [(1, 4), (2, 4), (3, 4)]
        + [(x, y) for x in range(5) for y in (2, 3)]
        + [(x, 1) for x in range(1, 5)]
        + [(2, 0), (3, 0)]
    )


def test_number_of_placements_on_the_bare_board() -> None:
    large, small = placements((), "large"), placements((), "small")
    assert sorted(_anchors(large)) == cells(LARGE_ANCHORS)
    assert (len(large), len(small), len(_anchors(small))) == (17, 63, 23)


def test_number_of_placements_after_a_large_board() -> None:
    boards = (code("large@(4,4)"),)
    large, small = placements(boards, "large"), placements(boards, "small")
    assert (len(large), len(small), len(_anchors(small))) == (20, 75, 27)


def test_labels() -> None:
    assert (label(2, 2), label(-8, -8), label(12, 12)) == ("K11", "A1", "U21")
    assert all(label(*xy(cell)) == cell for cell in BIT)
    for wrong in ("", "K", "V1", "K0", "K22", "K011", "k1", "11"):
        with pytest.raises(ValueError, match="no cell"):
            xy(wrong)


@pytest.mark.parametrize("wrong", ["large", "large@K11/BL", "small@K11", "small@K11/XX", "tiny@K11"])
def test_board_names(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"no (expansion board|cell)"):
        board_cells(wrong)


@pytest.mark.parametrize("direction", [0, 1, 2, 3], ids=["left", "right", "down", "up"])
def test_the_farthest_zoo_stays_on_the_grid(direction: int) -> None:
    """Four boards in a straight line: bit masks and coordinates give the same placements."""
    boards: tuple[str, ...] = ()
    for kind in ("small", "large", "small", "large"):
        for either in ("small", "large"):
            assert list(placements(boards, either)) == sorted(_find_placements(boards, either), key=_order)
        key = [lambda b: min(x for x, _ in b), lambda b: -max(x for x, _ in b)]
        key += [lambda b: min(y for _, y in b), lambda b: -max(y for _, y in b)]
        boards += (
            min(placements(boards, kind), key=lambda board: key[direction]([xy(c) for c in board_cells(board)])),
        )
    assert spaces(boards).bit_count() == 33
    reach = [xy(cell) for board in boards for cell in board_cells(board)]
    assert min(min(cell) for cell in reach) == -8 or max(max(cell) for cell in reach) == 12


def _order(board: str) -> tuple[int, int, int]:
    anchor, _, missing = board.partition("@")[2].partition("/")
    return (*xy(anchor), ["", "BL", "BR", "TL", "TR"].index(missing))


def _find_placements(boards: tuple[str, ...], kind: str) -> list[str]:
    """Find the placements by section 3.3, over sets of coordinates."""
    zoo = {xy(cell) for cell in BASE} | {xy(cell) for board in boards for cell in board_cells(board)}
    staff = {(0, 0), (1, 0), (0, 1)}
    found = []
    for x in range(-8, 12):
        for y in range(-8, 12):
            square = {"BL": (x, y), "BR": (x + 1, y), "TL": (x, y + 1), "TR": (x + 1, y + 1)}
            for missing in [""] if kind == "large" else square:
                board = {cell for corner, cell in square.items() if corner != missing}
                near = {(a + dx, b + dy) for a, b in board for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
                if not board & zoo and not board & staff and near & zoo:
                    found.append(f"{kind}@{label(x, y)}" + (f"/{missing}" if missing else ""))
    return found
