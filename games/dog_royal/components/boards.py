"""The two sides of the board: their spaces, and where to draw each (rules, sections 2 and 3)."""

from __future__ import annotations

from math import cos, pi, sin, tan
from typing import Final

from msgspec import Struct

Place = int
"""Where a piece is: `ABSENT`, `HOME`, a track space 0..length-1, or a goal space `GOAL + 1` .. `GOAL + 4`."""

ABSENT: Final[Place] = -2
"""Not in this game: with three pieces of each colour, and in partial positions."""
HOME: Final[Place] = -1
GOAL: Final[Place] = 100
"""`GOAL + k` is the goal space gk; g4 is the innermost. Smaller numbers are home or on the track."""
GOALS: Final = 4
"""Number of goal spaces of each colour."""


class Board(Struct, frozen=True):
    """One side. `starts[c]` is the start space of colour `c`, `specials` its special spaces, clockwise."""

    arms: int
    segment: int
    """Spaces from one start space to the next."""
    special_offset: int
    """From a start space to the special space ahead of it."""
    length: int
    """Spaces of the whole track."""
    starts: tuple[Place, ...]
    specials: tuple[Place, ...]


def _make_board(*, arms: int, segment: int, special_offset: int) -> Board:
    starts = tuple(range(0, arms * segment, segment))
    specials = tuple(start + special_offset for start in starts)
    return Board(arms, segment, special_offset, arms * segment, starts, specials)


BOARDS: Final = {
    4: _make_board(arms=4, segment=16, special_offset=10),
    6: _make_board(arms=6, segment=16, special_offset=10),
}
"""The boards by their number of arms.

No photo of the six-armed board was found, so its numbers follow those of the four-armed board.
"""

Ring = int
"""A set of track spaces as the bits of two laps: `ring >> place` is the track as seen from `place`, bit n the space n
steps ahead. The bits from `length` on repeat the first lap."""


def _list_rings(length: int) -> tuple[Ring, ...]:
    track = tuple((1 << place) | (1 << place + length) for place in range(length))
    return track + (0,) * (GOAL + GOALS + 1 - ABSENT - length)


RINGS: Final = {number: _list_rings(board.length) for number, board in BOARDS.items()}
"""The ring of each single place, by arms; empty off the track. `HOME` and `ABSENT` index it from the end."""


def seating(seats: int, *, three_on_six: bool = False) -> tuple[int, ...]:
    """List the colour of each seat, clockwise (section 3)."""
    if seats == 3 and three_on_six:
        return (0, 2, 4)
    return (0, 2) if seats == 2 else tuple(range(seats))


def arms(seats: int, *, three_on_six: bool = False) -> int:
    """Return the number of arms of the board for this number of seats, the key into `BOARDS`."""
    return 6 if seats > 4 or (seats == 3 and three_on_six) else 4


def spot(board: Board, colour: int, place: Place, *, slot: int = 0) -> tuple[float, float]:
    """Compute where a place is drawn: spaces one unit apart, y down, centre (0, 0), colour 0's arm on top (section 2).

    `slot` 0..3 chooses among the four home spaces of a colour. On the track `colour` does not matter.
    """
    theta = 2 * pi / board.arms
    a = 2 / tan(theta / 2) + 2 / sin(theta / 2)
    turn = colour
    if place == HOME:
        x, y = -3.0 - slot, -(a + 4)
    elif place > GOAL:
        k = place - GOAL
        x, y = (-1.0, -(a + 3)) if k == 1 else (0.0, -(a + 4.2 - k))
    else:
        turn, k = divmod(place, board.segment)
        x, y = _locate_on_segment(k, a, theta)
    angle = theta * turn
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def _locate_on_segment(k: int, a: float, theta: float) -> tuple[float, float]:
    """Compute where space `k` of the top arm's segment is drawn."""
    if k <= 4:
        return -2.0 + k, -(a + 4)
    if k <= 8:
        return 2.0, k - 4 - (a + 4)
    if k <= 12:
        return 2 + (k - 8) * cos(theta / 2), -a + (k - 8) * sin(theta / 2)
    x, y = -2 * cos(theta) + a * sin(theta), -2 * sin(theta) - a * cos(theta)
    return x + (k - 12) * sin(theta), y - (k - 12) * cos(theta)
