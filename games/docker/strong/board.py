"""Generate moves for the search: the same rules as `games.docker.moves`, in a faster form.

A board is `(squares, reserves)` as in `State`. The squares a cube can end on are kept for all six rolls in one number:
nine bits per roll, the lowest for a roll of 1. A test compares the moves with `list_steps`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from games.docker.moves import DICE, ENTERING, TREES, Node, assign_colours, list_entries, list_members
from games.docker.options import Options
from games.docker.state import COLOURS

Squares = tuple[str, ...]
Reserves = tuple[int, ...]
After = tuple[Squares, Reserves]

_BITS: Final = 9
_ROLL: Final = (1 << _BITS) - 1
_KEPT: Final = 1 << 17
"""Entries of the caches of reachable squares."""


def _spread(nodes: tuple[Node, ...], heights: Sequence[int], level: int, spent: int) -> int:
    """Collect the squares reached by going on from `level` after `spent` points, for all rolls."""
    found = 0
    for square, _, _, beyond in nodes:
        height = heights[square]
        cost = spent + 1 + (height - level if height > level else level - height)
        if cost <= len(DICE):
            found |= 1 << (_BITS * (cost - 1) + square)
            if cost < len(DICE):
                found |= _spread(beyond, heights, height, cost)
    return found


@lru_cache(_KEPT)
def reach(heights: tuple[int, ...], source: int, revisit: str) -> int:
    """Collect the squares the top cube of `source` reaches."""
    rest = list(heights)
    rest[source] -= 1
    return _spread(TREES[revisit][source][3], rest, rest[source], 0)


@lru_cache(_KEPT)
def reach_entering(heights: tuple[int, ...], doors: tuple[int, ...], revisit: str, on_stack: bool) -> int:
    """Collect the squares a cube from the reserve reaches through one of its entries."""
    found = 0
    for door in doors:
        level = heights[door]
        if level < len(DICE) and (on_stack or not level):
            found |= 1 << (_BITS * level + door)
            found |= _spread(ENTERING[revisit][door][3], heights, level, level + 1)
    return found


class Table:
    """The facts of a match that a search needs for every position."""

    def __init__(self, players: int, options: Options) -> None:
        self.players = players
        self.options = options
        self.colours = assign_colours(players, options.pieces2)
        self.letters = tuple("".join(COLOURS[colour] for colour in colours) for colours in self.colours)
        self.doors = tuple(list_entries(options, letter) for letter in COLOURS)

    def collect_reach(self, after: After, seat: int) -> int:
        """Collect the squares any cube of a seat reaches, for all rolls."""
        squares, reserves = after
        heights = tuple(map(len, squares))
        revisit, mine, found = self.options.revisit, self.letters[seat], 0
        for source, stack in enumerate(squares):
            if stack and stack[-1] in mine:
                found |= reach(heights, source, revisit)
        for colour in self.colours[seat]:
            if reserves[colour]:
                found |= reach_entering(heights, self.doors[colour], revisit, self.options.entry_on_stack)
        return found

    def list_rolls(self, after: After, seat: int) -> tuple[tuple[int, ...], int]:
        """List the rolls a seat can play, and count those of the six that eliminate it."""
        found = self.collect_reach(after, seat)
        playable = tuple(die for die in DICE if found >> (_BITS * (die - 1)) & _ROLL)
        if not playable:
            return (), len(DICE)
        again = self.options.reroll == "reserve" and any(after[1][colour] for colour in self.colours[seat])
        return playable, 0 if again else len(DICE) - len(playable)

    def list_after(self, board: After, seat: int, die: int) -> Iterator[After]:
        """Yield the board after each move of a seat, in the order of `list_steps`."""
        squares, reserves = board
        heights = tuple(map(len, squares))
        revisit, mine, shift = self.options.revisit, self.letters[seat], _BITS * (die - 1)
        for colour in self.colours[seat]:
            if not reserves[colour]:
                continue
            ends = reach_entering(heights, self.doors[colour], revisit, self.options.entry_on_stack) >> shift & _ROLL
            if ends:
                letter = COLOURS[colour]
                rest = (*reserves[:colour], reserves[colour] - 1, *reserves[colour + 1 :])
                for target in list_members(ends):
                    yield (*squares[:target], squares[target] + letter, *squares[target + 1 :]), rest
        for source, stack in enumerate(squares):
            if stack and stack[-1] in mine:
                for target in list_members(reach(heights, source, revisit) >> shift & _ROLL):
                    moved = list(squares)
                    moved[source] = stack[:-1]
                    moved[target] += stack[-1]
                    yield tuple(moved), reserves
