"""The layout of a picture of Liar's Dice: up to three mats in a row, the bid above them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

WIDTH: Final = 1200
HEIGHT: Final = 900

DIE: Final = 68
"""The edge of a die under a cup: large enough to be read in the smallest picture and in a private one."""
BID: Final = 200
"""The height at which the bid is written."""


class Plan(Struct, frozen=True, cache_hash=True):
    """The places of the mats. `foot`: pixels at the bottom that are kept free."""

    seats: int
    foot: int

    @property
    def rows(self) -> int:
        return 1 if self.seats <= 3 else 2

    @property
    def columns(self) -> int:
        return -(-self.seats // self.rows)

    @property
    def cup(self) -> tuple[int, int]:
        """The width and the height of a cup: larger where there is only one row."""
        return (124, 104) if self.rows == 2 else (210, 180)

    @property
    def width(self) -> int:
        """The width of a mat: five dice and their margins."""
        return min(WIDTH // self.columns - 16, 5 * DIE + 40)

    @property
    def height(self) -> int:
        """The height of a mat: a cup with dice below it."""
        return self.cup[1] + DIE + 60

    def middle(self, seat: int) -> tuple[int, int]:
        """Return the middle of a seat's mat; seats go round the table, so the second row runs from right to left."""
        row, column = divmod(seat, self.columns)
        in_row = self.columns if row == 0 else self.seats - self.columns
        column = column if row == 0 else in_row - 1 - column
        top, room = BID + 78, HEIGHT - self.foot - BID - 78
        return round(WIDTH * (column + 0.5) / in_row), round(top + room * (row + 0.5) / self.rows)
