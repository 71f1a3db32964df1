"""The grid: cells, the base board, and the places for expansion boards (section 3).

A cell is written as its label, column letter and row number (section 18.2): the lower-left cell of the staff corner,
(0, 0), is I9, and (2, 2) is K11. Sets of cells are bit masks with one bit for each of the 21 x 21 cells within reach of
expansions. The bits are in listing order: columns left to right, each bottom to top. A shift by one bit leads from the
top edge to the bottom edge of the next column. This is harmless: a zoo needs all four expansions to reach one of the
two edges, so it never touches both.

A board is written like the move that builds it: `large@L13`, `small@M13/BR`. The cell is the lower left of its 2 x 2
square, the corner is the one that a small board lacks.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

SIZE: Final = 21
_OFFSET: Final = 8
_COLUMNS: Final = "ABCDEFGHIJKLMNOPQRSTU"

BASE_OUTLINE: Final = (
    " ... ",  # row 13
    ".....",  # row 12
    ".....",  # row 11
    "#....",  # row 10
    "##.. ",  # row 9; its first character is I9
)
"""The base board, top row first: `.` a space, `#` the staff corner (A-01)."""

CORNERS: Final = ("BL", "BR", "TL", "TR")
LARGE: Final = "large"
SMALL: Final = "small"


def label(x: int, y: int) -> str:
    """Return the label of the cell x columns to the right of I9 and y rows above it; -8 <= x, y <= 12."""
    return f"{_COLUMNS[x + _OFFSET]}{y + _OFFSET + 1}"


@lru_cache(SIZE * SIZE)
def xy(cell: str) -> tuple[int, int]:
    """Return the columns to the right of I9 and the rows above it. Raises ValueError if `cell` is not a label."""
    column, row = _COLUMNS.find(cell[:1]), cell[1:]
    if not cell or column < 0 or not row.isdecimal() or not 1 <= int(row) <= SIZE or row[0] == "0":
        raise ValueError(f"no cell: {cell!r}")
    return column - _OFFSET, int(row) - _OFFSET - 1


def _bit(x: int, y: int) -> int:
    return 1 << ((x + _OFFSET) * SIZE + y + _OFFSET)


_FIELD: Final = (1 << (SIZE * SIZE)) - 1
_SPAN: Final = range(-_OFFSET, SIZE - _OFFSET)

BIT: Final = {label(x, y): _bit(x, y) for x in _SPAN for y in _SPAN}
"""The mask of every cell, in listing order, which is the order of the bits."""

_CELLS: Final = tuple(BIT)
_ANCHORS: Final = sum(_bit(x, y) for x in _SPAN[:-1] for y in _SPAN[:-1])
"""The cells that can be the lower left of a square."""


def mask_of(cells: tuple[str, ...]) -> int:
    """Return the mask of several cells."""
    mask = 0
    for cell in cells:
        mask |= BIT[cell]
    return mask


def _split(mask: int) -> list[int]:
    """Split a mask into those of its cells, in listing order."""
    bits = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits


def around(mask: int) -> int:
    """Return the mask of the cells that share an edge with a cell of `mask`; may include cells of `mask`."""
    return (mask << 1 | mask >> 1 | mask << SIZE | mask >> SIZE) & _FIELD


def _outline(mark: str) -> tuple[str, ...]:
    height = len(BASE_OUTLINE) - 1
    return tuple(
        label(x, height - row) for row, line in enumerate(BASE_OUTLINE) for x, found in enumerate(line) if found == mark
    )


BASE: Final = _outline(".")
"""The 19 spaces of the base board."""
STAFF: Final = _outline("#")
"""The three cells of the staff corner: not spaces, and never covered by an expansion."""

_STAFF_MASK: Final = mask_of(STAFF)

RING: Final[dict[str, int]] = {}
"""For every cell, the mask of the cells around it, up to eight, for which a trainer there scores (A-02)."""

for _cell, _mask in BIT.items():
    _column = _mask << SIZE | _mask | _mask >> SIZE
    RING[_cell] = (_column << 1 | _column | _column >> 1) & _FIELD & ~_mask


@cache
def board_cells(board: str) -> tuple[str, ...]:
    """List the cells of an expansion board, in the order of `CORNERS`. Raises ValueError."""
    kind, _, place = board.partition("@")
    anchor, _, missing = place.partition("/")
    if (kind, missing) != (LARGE, "") and (kind != SMALL or missing not in CORNERS):
        raise ValueError(f"no expansion board: {board!r}")
    x, y = xy(anchor)
    square = zip(CORNERS, ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)), strict=True)
    return tuple(label(*cell) for corner, cell in square if corner != missing)


@lru_cache(maxsize=4096)
def spaces(boards: tuple[str, ...]) -> int:
    """Return the mask of all spaces of a zoo with these expansion boards."""
    mask = mask_of(BASE)
    for board in boards:
        mask |= mask_of(board_cells(board))
    return mask


@lru_cache(maxsize=4096)
def space_bits(boards: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """List pairs of cell and mask for all spaces of a zoo with these expansion boards, in listing order."""
    return tuple([(_CELLS[bit.bit_length() - 1], bit) for bit in _split(spaces(boards))])


@lru_cache(maxsize=64)
def placements(boards: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """List the boards of a kind (`large`, `small`) that can be added, by anchor in listing order (section 3.3).

    A board covers neither a space nor the staff corner and shares an edge with a space.
    """
    taken = spaces(boards)
    free = _FIELD & ~taken & ~_STAFF_MASK
    touching = around(taken) & free
    shifts = (0, SIZE, 1, SIZE + 1)  # from the lower left to each corner of its square, in the order of `CORNERS`
    shapes = []
    for missing in ("",) if kind == LARGE else CORNERS:
        fits, touches = _ANCHORS, 0
        for corner, shift in zip(CORNERS, shifts, strict=True):
            if corner != missing:
                fits &= free >> shift
                touches |= touching >> shift
        shapes.append((f"/{missing}" if missing else "", fits & touches))
    anchors = 0
    for _, fits in shapes:
        anchors |= fits
    found = []
    for bit in _split(anchors):
        board = f"{kind}@{_CELLS[bit.bit_length() - 1]}"
        for missing, fits in shapes:
            if fits & bit:
                found.append(board + missing)
    return tuple(found)
