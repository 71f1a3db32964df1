"""What a game explains: what a move was, why a strong player would make a turn, and why a move is not legal.

A *wish* is a move somebody might want to make, legal or not. A player picks one to ask *Why not …?* The answer is an
`IllegalMove`, whose `about` names the places that the broken rule concerns; the game's pictures find these places by
name (`Canvas.place`) and mark them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from games.core import AnyGame, IllegalMove, Move, Seat


class SeenPly(Struct, frozen=True):
    """A ply and the position in which it is made, as its seat may know it."""

    view: Any
    move: Any


def can_ask(game: AnyGame) -> bool:
    """Tell whether the players of a game may ask why a move is not legal."""
    return game.list_wishes is not None


def list_wishes(game: AnyGame, view: Any, seat: Seat) -> Sequence[Move]:
    """List the moves to choose from; none in games without wishes."""
    return () if game.list_wishes is None else game.list_wishes(view, seat)


def find_refusal(game: AnyGame, view: Any, seat: Seat, code: str) -> IllegalMove | None:
    """Find out from a view why a move is not legal; None if it is legal."""
    try:
        game.parse(view, seat, code)
    except IllegalMove as refusal:
        return refusal
    return None
