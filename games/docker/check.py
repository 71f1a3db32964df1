"""Refuse impossible positions."""

from __future__ import annotations

from games.core import ENDLESS, BadNotation
from games.docker.moves import DICE, TEAMS
from games.docker.state import COLOURS, CUBES, SQUARES, State

_MOST_ROLLS = 1000
"""Most failed rolls of a turn. A turn in which every second roll fails has ten with a chance of one in a thousand."""


def check(state: State) -> None:
    """Check seats, dice and the number of cubes; there may be fewer than in a match. Raises BadNotation."""
    players = state.players
    if not 2 <= players <= 4:
        raise BadNotation(f"{players} players: there are two to four")
    if len(state.squares) != len(SQUARES) or len(state.reserves) != len(COLOURS):
        raise BadNotation(f"there are {len(SQUARES)} squares and {len(COLOURS)} reserves")
    board = "".join(state.squares)
    if unknown := set(board) - set(COLOURS):
        raise BadNotation(f"{min(unknown)!r} is no colour")
    for letter, reserve in zip(COLOURS, state.reserves, strict=True):
        if reserve < 0 or board.count(letter) + reserve > CUBES:
            stacks = " ".join(f"{name}={stack}" for name, stack in zip(SQUARES, state.squares, strict=True) if stack)
            raise BadNotation(f"{stacks[:80]!r} and {letter}{reserve}: a colour has {CUBES} cubes")
    if state.die not in DICE or any(roll not in DICE for roll in state.failed_rolls):
        raise BadNotation(f"die {state.die} after {state.failed_rolls[:9]}: a roll is 1 to 6")
    if len(state.failed_rolls) > _MOST_ROLLS:
        raise BadNotation(f"{len(state.failed_rolls)} failed rolls: too many")
    if state.to_move not in range(players) or not set(state.out) <= set(range(players)):
        raise BadNotation(f"seat {state.to_move} to move, {state.out[:9]} out: there are seats 0 to {players - 1}")
    out = " ".join(TEAMS[players, state.options.pieces2][seat][0] for seat in state.out[:9])
    if len(set(state.out)) < len(state.out) or len(state.out) >= players - (not state.over):
        raise BadNotation(f"'out {out}': somebody twice, or too many")
    if state.to_move in state.out and not state.over:
        raise BadNotation(f"'out {out}': one of them is to move")
    if not 0 <= state.turns <= (state.options.turn_limit or ENDLESS):
        raise BadNotation(f"{state.turns} turns: more than the limit")
