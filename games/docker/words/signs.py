"""Signs of moves: the small pictures beside the labels of `menu`."""

from __future__ import annotations

from games.core import Seat
from games.docker.state import Docker, Step


def signs(view: Docker, seat: Seat, move: Step) -> tuple[str, ...]:
    """Name the colour of the cube that moves."""
    return (move.colour,)
