"""Signs of moves: the small pictures beside the labels of `menu`."""

from __future__ import annotations

from typing import Any

from games.core import Seat
from games.riff_raff.moves import NameCaptain, Order, PlayCard, Take
from games.riff_raff.state import State


def name_card_sign(card: int, /) -> str:
    """Name the sign of a card."""
    return f"card/{card}"


def name_seat_sign(seat: Seat, /) -> str:
    """Name the sign of a seat: its token."""
    return f"seat/{seat}"


def signs(view: State, seat: Seat, move: Any) -> tuple[str, ...]:
    """Name the card of a move, the piece it takes, or the player it names first."""
    match move:
        case PlayCard(card):
            return (name_card_sign(card),)
        case Take(kind):
            return (kind,)
        case NameCaptain(captain):
            return (name_seat_sign(captain),)
        case Order(seats):
            return (name_seat_sign(seats[0]),)
        case _:
            return ()
