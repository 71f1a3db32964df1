"""Signs of moves: the small pictures beside the labels of `menu`."""

from __future__ import annotations

from games.core import Seat
from games.docker.state import Move, State


def signs(view: State, seat: Seat, move: Move) -> tuple[str, ...]:
    """Name the colour of the cube that moves."""
    return (move.colour,)
