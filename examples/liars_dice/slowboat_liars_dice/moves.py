"""List the legal moves of Liar's Dice."""

from __future__ import annotations

from typing import Final

from games.core import Seat
from slowboat_liars_dice.state import FACES, WILD, Bid, Doubt, Face, Move, State

JUMP: Final = 5
"""The most dice by which a bid may exceed the last one."""


def list_faces(state: State) -> tuple[Face, ...]:
    """List the faces that may be bid, from the lowest to the highest."""
    return tuple(face for face in FACES if not state.wild or face != WILD)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """List the doubt of the last bid first, then the higher bids in ascending order."""
    if state.is_over or seat != state.turn:
        return ()
    last = state.bid
    least, most = (last.count, last.face) if last else (1, ""), min(state.total, (last.count if last else 0) + JUMP)
    bids = tuple(
        Bid(count, face) for count in range(least[0], most + 1) for face in list_faces(state) if (count, face) > least
    )
    return (Doubt(), *bids) if last else bids
