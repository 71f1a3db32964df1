"""Choose a move for a computer player or for somebody who is absent."""

from __future__ import annotations

from games.core import Seat
from games.new_game.state import Play, State


def choose(view: State, seat: Seat) -> Play:
    """Play the lowest card that beats those on the table, or else the lowest card."""
    hand, highest = view.hands[seat], max(view.table)
    return Play(next((card for card in hand if card > highest), hand[0]))
