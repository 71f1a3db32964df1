"""Signs of moves: the small pictures beside the labels of `menu`."""

from __future__ import annotations

from games.aquaretto.moves import Buy, Discard, Draw, Expand, Hire, Load, Move, Place, Raise, Rear, Shift, Take
from games.aquaretto.state import COWORKER, State
from games.aquaretto.zoo.tiles import BABY_OF, COIN
from games.core import Seat

PILE = "pile"
"""The sign of a tile that is drawn."""


def name_truck_sign(truck: int, /) -> str:
    """Name the sign of a truck, counted from 0: the number on its side."""
    return f"truck/{truck + 1}"


def signs(view: State, seat: Seat, move: Move) -> tuple[str, ...]:
    """Name the tiles, truck or coworkers of a move; a money action has its coin before them."""
    match move:
        case Draw():
            return (PILE,)
        case Load(truck) | Take(truck):
            return (name_truck_sign(truck),)
        case Place(tile):
            return (tile,)
        case Rear():
            return (BABY_OF[next(thing for thing in view.pending if thing != COWORKER)],)
        case Hire(job):
            return (job,)
        case Raise() | Discard():
            return COIN, view.zoos[seat].depot[-1]
        case Buy(seller):
            return COIN, view.zoos[seller].depot[-1]
        case Shift(source, target):
            jobs = (place.partition("@")[0] for place in (source, target))
            return COIN, "", *jobs
        case Expand(board):
            return COIN, board.partition("@")[0], ""
        case _:
            return ()
