"""Signs of moves: the small pictures beside the labels of `menu`."""

from __future__ import annotations

from games.core import Seat
from games.dog_royal.moves import Drop, Give, Jump, Move, Play, Start, Stay, Take
from games.dog_royal.state import CITIZEN, RANKS, State, find_acting_colour

BACK = "back"
"""The sign of a card that is drawn."""


def name_piece_sign(colour: int, rank: str, /) -> str:
    """Name the sign of a piece: `piece/0K` is the king of the first colour."""
    return f"piece/{colour}{rank}"


def signs(view: State, seat: Seat, move: Move) -> tuple[str, ...]:
    """Name the card of a move, then the piece that it moves."""
    match move:
        case Play():
            return move.card, name_piece_sign(find_acting_colour(view, seat), move.rank)
        case Give() | Drop():
            return (move.card,)
        case Start():
            return (name_piece_sign(view.colours[seat], move.rank),)
        case Jump() | Stay():
            return (name_piece_sign(find_acting_colour(view, seat), RANKS[CITIZEN]),)
        case Take():
            return (BACK,)
        case _:
            return ()
