"""Hide and reshuffle the piles. Only the order of their tiles is secret, from everybody alike."""

from __future__ import annotations

from msgspec.structs import replace

from games.aquaretto.notation import unseen_tiles
from games.aquaretto.state import State
from games.core import HIDDEN, Seat
from games.rng import Rng


def view(state: State, seat: Seat | None) -> State:
    """Hide the tiles of both piles, from players and public alike."""
    return replace(state, pile=(HIDDEN,) * len(state.pile), reserve=(HIDDEN,) * len(state.reserve))


def reshuffle(state: State, seat: Seat | None, rng: Rng) -> State:
    """Deal both piles anew, from the tiles that nobody sees."""
    tiles = rng.shuffle(unseen_tiles(state))
    count = len(state.pile)
    return replace(state, pile=tiles[:count], reserve=tiles[count : count + len(state.reserve)])
