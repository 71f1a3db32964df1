"""The stand-in: looks one move ahead and weighs who could be left without a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core import Seat
from games.docker.moves import DICE, letters, steps
from games.docker.play import fate, in_reserve, placed
from games.docker.state import Docker, Step

if TYPE_CHECKING:
    from games.rng import Rng

DEADLY: Final = 8
"""Worth of each value of the die with which a seat would be out."""
FREE: Final = 4
"""Worth of a cube that lies on top of its stack."""
WAITING: Final = 5
"""Worth of a cube in reserve: it cannot be covered, and while it waits its owner may roll again."""


def choose(state: Docker, seat: Seat, rng: Rng) -> Step:
    """The move after which `seat` stands best, compared with all others still in; lots decide between equals."""
    best: list[Step] = []
    top = 0
    for move in steps(state, seat, state.die):
        after = placed(state, move)
        others = (other for other in range(state.players) if other != seat and other not in state.out)
        worth = standing(after, seat) - sum(standing(after, other) for other in others)
        if not best or worth > top:
            best, top = [move], worth
        elif worth == top:
            best.append(move)
    return rng.choice(best)


def standing(state: Docker, seat: Seat) -> int:
    """How safe a seat is on this board, were it to roll now."""
    mine = letters(state, seat)
    free = sum(1 for stack in state.squares if stack and stack[-1] in mine)
    return FREE * free + WAITING * in_reserve(state, seat) - DEADLY * deadly(state, seat)


def deadly(state: Docker, seat: Seat) -> int:
    """How many of the six values would eliminate a seat on this board."""
    return sum(fate(state, seat, die) == "eliminated" for die in DICE)
