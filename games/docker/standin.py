"""The computer player: looks one move ahead and counts the rolls that would eliminate each seat."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING, Final

from games.core import Seat
from games.docker.moves import list_letters, list_steps
from games.docker.play import count_reserve, list_deadly_rolls, place_cube
from games.docker.state import Move, State
from games.levels import overlook_some

if TYPE_CHECKING:
    from games.rng import Rng

DEADLY: Final = 8
"""Penalty for each of the six rolls that would eliminate the seat."""
FREE: Final = 4
"""Value of a cube on top of its stack."""
WAITING: Final = 5
"""Value of a cube in reserve: it cannot be covered and lets its owner roll again."""


SEEN: Final = 0.5
"""Chance that the easy player sees a move."""


def choose(view: State, seat: Seat, rng: Rng) -> Move:
    """Choose the move with the best rating for `seat` less the others' ratings; at random among equals."""
    rivals = [other for other in range(view.players) if other != seat and other not in view.out]
    return _pick_best(view, seat, list_steps(view, seat, view.die), rivals, rng)


def choose_easy(view: State, seat: Seat, rng: Rng) -> Move:
    """Choose the safest of the moves a beginner sees, and ignore the others' safety."""
    return _pick_best(view, seat, overlook_some(list_steps(view, seat, view.die), rng, seen=SEEN), (), rng)


def _pick_best(state: State, seat: Seat, moves: Sequence[Move], rivals: Sequence[Seat], rng: Rng) -> Move:
    best: list[Move] = []
    top = 0
    for move in moves:
        after = place_cube(state, move)
        worth = rate_seat(after, seat) - sum(rate_seat(after, rival) for rival in rivals)
        if not best or worth > top:
            best, top = [move], worth
        elif worth == top:
            best.append(move)
    return rng.choice(best)


def rate_seat(state: State, seat: Seat) -> int:
    """Rate the safety of a seat if it had to roll on this board."""
    mine = list_letters(state, seat)
    free = sum(1 for stack in state.squares if stack and stack[-1] in mine)
    return FREE * free + WAITING * count_reserve(state, seat) - DEADLY * count_deadly_rolls(state, seat)


def count_deadly_rolls(state: State, seat: Seat) -> int:
    """Count the rolls that would eliminate a seat on this board."""
    return len(list_deadly_rolls(state, seat))


def sketch_chances(view: State) -> tuple[float, ...]:
    """Sketch each seat's chance of winning by its safety; 0 for those that are out."""
    worth = [0.0 if seat in view.out else exp(rate_seat(view, seat) / DEADLY) for seat in range(view.players)]
    return tuple(each / sum(worth) for each in worth)
