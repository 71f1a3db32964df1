"""List the legal moves of New Game."""

from __future__ import annotations

from games.core import Seat
from games.new_game.state import Play, State


def legal_moves(state: State, seat: Seat) -> tuple[Play, ...]:
    """List the cards in hand, in the player's turn."""
    return tuple(map(Play, state.hands[seat])) if seat == state.turn else ()
