"""Names of cubes and players, as texts."""

from __future__ import annotations

from collections.abc import Iterable

from games.core import Seat
from games.docker.state import COLOURS
from games.text import Colour, Join, Player


def cube_name(letter: str) -> Colour:
    """Name a cube by its colour."""
    return Colour(COLOURS.index(letter))


def player_list(seats: Iterable[Seat]) -> Join:
    """List players."""
    return Join(tuple(Player(seat) for seat in seats))
