"""The learnt value of a position: the chance that the seat that has just moved wins.

The value is the logistic function of a sum of weights. Each weight belongs to a pattern: what stands on the squares of
a block of four or of a line of three, how many rolls would eliminate each seat, how many cubes can move or wait in
reserve. Patterns that a rotation or reflection of the board maps onto each other share their weights. There is one set
of weights for two seats and one for three and four; `training/docker.py` learns both by self-play.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Final

from games.docker.strong.board import After, Table

_CODES: Final = 22
"""Codes of a stack: empty, one cube (mine, a rival's, an eliminated seat's), or more by top, second cube and height."""

_BLOCKS: Final = ((0, 1, 3), (2, 1, 5), (6, 3, 7), (8, 5, 7))
"""Corner and edges of each block of four squares; the fourth is the centre."""
_SIDES: Final = ((0, 2, 1), (0, 6, 3), (2, 8, 5), (6, 8, 7))
"""Corners and edge of each side."""
_CENTRE: Final = 4

_MANY: Final = 7
"""How many values a count has: 0 to 6; larger counts are taken as 6."""

# The index of the first weight of each group of patterns; blocks begin at 0.
_AT_SIDES: Final = _CODES**4
_AT_CROSS: Final = _AT_SIDES + _CODES**3
_AT_DANGER: Final = _AT_CROSS + _CODES**3
_AT_SUPPLY: Final = _AT_DANGER + _MANY**4
_AT_RIVALS: Final = _AT_SUPPLY + 4 * _MANY**3
_AT_DOORS: Final = _AT_RIVALS + 3 * _MANY * _MANY
WEIGHTS: Final = _AT_DOORS + 2 * 4 * 5
"""Number of weights in a set."""


class Value:
    """Rate positions with one set of weights."""

    def __init__(self, weights: Sequence[float]) -> None:
        self.weights = list(weights)
        self._codes: dict[tuple[str, str], dict[str, int]] = {}

    def rate(self, table: Table, after: After, seat: int, out: Sequence[int]) -> float:
        """Estimate the chance of winning (0..1) of `seat`, which has just moved; `out`: the eliminated seats."""
        weights = self.weights
        total = 0.0
        for index in self.list_patterns(table, after, seat, out):
            total += weights[index]
        return 1.0 / (1.0 + math.exp(-total))

    def list_patterns(self, table: Table, after: After, seat: int, out: Sequence[int]) -> list[int]:
        """List the weights that apply to a position."""
        squares = after[0]
        mine = table.letters[seat]
        dead = "".join(table.letters[other] for other in out)
        known = self._codes.setdefault((mine, dead), {})
        code: list[int] = []
        for stack in squares:
            found = known.get(stack)
            if found is None:
                found = known[stack] = _encode(stack, mine, dead)
            code.append(found)
        centre = code[_CENTRE]
        patterns: list[int] = []
        for corner, one, other in _BLOCKS:
            low, high = code[one], code[other]
            if low > high:
                low, high = high, low
            patterns.append(((code[corner] * _CODES + low) * _CODES + high) * _CODES + centre)
        for one, other, edge in _SIDES:
            low, high = code[one], code[other]
            if low > high:
                low, high = high, low
            patterns.append(_AT_SIDES + (low * _CODES + high) * _CODES + code[edge])
        for one, other in ((1, 7), (3, 5)):
            low, high = code[one], code[other]
            if low > high:
                low, high = high, low
            patterns.append(_AT_CROSS + (low * _CODES + high) * _CODES + centre)
        return patterns + self._list_counts(table, after, seat, out)

    def _list_counts(self, table: Table, after: After, seat: int, out: Sequence[int]) -> list[int]:
        """List the weights for what is counted: deadly rolls, movable cubes, reserves, entries."""
        squares, reserves = after
        players = table.players
        tops = [stack[-1] for stack in squares if stack]
        patterns: list[int] = []
        next_danger, rivals_free, waiting, living = 0, 0, 0, 0
        for distance in range(1, players):
            rival = (seat + distance) % players
            if rival in out:
                continue
            theirs = table.letters[rival]
            free = sum(top in theirs for top in tops)
            danger = table.list_rolls(after, rival)[1]
            if not living:
                next_danger = danger
            patterns.append(_AT_RIVALS + (living * _MANY + danger) * _MANY + min(free, _MANY - 1))
            for colour in table.colours[rival]:
                patterns.append(_AT_DOORS + self._find_door(table, after, colour))
                waiting += reserves[colour]
            rivals_free += free
            living += 1
        danger = table.list_rolls(after, seat)[1]
        mine = table.letters[seat]
        free = min(sum(top in mine for top in tops), _MANY - 1)
        held = 0
        for colour in table.colours[seat]:
            patterns.append(_AT_DOORS + 20 + self._find_door(table, after, colour))
            held += reserves[colour]
        rivals_free, waiting = min(rivals_free, _MANY - 1), min(waiting, _MANY - 1)
        patterns.append(_AT_DANGER + ((danger * _MANY + next_danger) * _MANY + free) * _MANY + rivals_free)
        patterns.append(_AT_SUPPLY + ((living * _MANY + free) * _MANY + held) * _MANY + waiting)
        return patterns

    def _find_door(self, table: Table, after: After, colour: int) -> int:
        """Encode how many cubes of a colour wait, and how high its lowest entry is."""
        door = min(len(after[0][square]) for square in table.doors[colour])
        return after[1][colour] * 5 + min(door, 4)


def _encode(stack: str, mine: str, dead: str) -> int:
    """Return the code of a stack as one seat sees it."""
    if not stack:
        return 0
    top = 0 if stack[-1] in mine else 2 if stack[-1] in dead else 1
    if len(stack) == 1:
        return 1 + top
    height = min(len(stack), 4) - 2
    return 4 + (top * 2 + (stack[-2] in mine)) * 3 + height


@cache
def load_value(players: int) -> Value:
    """Load the weights for this number of seats. NumPy is imported here, so that the bot's own process never loads
    it."""
    import numpy as np

    name = "two" if players == 2 else "more"
    with (resources.files("games.docker.strong") / "weights.npz").open("rb") as file, np.load(file) as stored:
        return Value(stored[name].astype(np.float64).tolist())
