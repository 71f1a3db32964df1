"""Generate the legal moves of a roll and their paths (rules, section 5).

The three readings of "no square twice" differ only in the walks they permit. All walks of up to six steps are computed
once, as trees: `TREES[revisit][start]`. The moves of a roll are found by one descent of a tree, which spends the roll
on steps and differences of height. Heights never count the moving cube.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.core import IllegalMove, Seat
from games.docker.options import Options
from games.docker.state import COLOURS, ENTRIES, SQUARES, Docker, Step

Tree = tuple[tuple[int, "Tree"], ...]
"""The squares that may be entered next, each with the tree of the steps after it."""

DICE: Final = (1, 2, 3, 4, 5, 6)

NEIGHBOURS: Final = tuple(
    tuple(t for t in range(9) if abs(t // 3 - s // 3) + abs(t % 3 - s % 3) == 1) for s in range(9)
)
_DISTANCE: Final = tuple(tuple(abs(t // 3 - s // 3) + abs(t % 3 - s % 3) for t in range(9)) for s in range(9))


def may_enter(revisit: str, walk: Sequence[int], square: int) -> bool:
    """Tell whether `walk` (start first) may go on to a neighbouring `square` (rules, 5.3)."""
    if revisit == "no_reverse":
        return len(walk) < 2 or square != walk[-2]
    return square not in (walk[1:] if revisit == "start_ok" else walk)


def _build_tree(revisit: str, walk: tuple[int, ...], steps: int) -> Tree:
    if not steps:
        return ()
    squares = (square for square in NEIGHBOURS[walk[-1]] if may_enter(revisit, walk, square))
    return tuple((square, _build_tree(revisit, (*walk, square), steps - 1)) for square in squares)


TREES: Final = {
    revisit: tuple(_build_tree(revisit, (start,), max(DICE)) for start in range(9))
    for revisit in ("strict", "start_ok", "no_reverse")
}
# The first square of a cube that comes in is not a start, so it may not return there: `start_ok` equals `strict`.
ENTERING: Final = {**TREES, "start_ok": TREES["strict"]}

_MEMBERS: Final = tuple(tuple(s for s in range(9) if mask >> s & 1) for mask in range(1 << 9))


def list_members(mask: int) -> tuple[int, ...]:
    """List the squares of a set given as a bit mask."""
    return _MEMBERS[mask]


_FROM: Final = {
    (colour, source): tuple(Step(colour, source, target) for target in SQUARES)
    for colour in COLOURS
    for source in ("", *SQUARES)
}


def assign_colours(players: int, pieces2: int) -> tuple[tuple[int, ...], ...]:
    """List the colours each seat plays (rules, section 3)."""
    if players > 2:
        return tuple((seat,) for seat in range(players))
    return ((0, 2), (1, 3)) if pieces2 == 6 else ((0,), (2,))


_TEAMS: Final = {
    (players, pieces2): tuple("".join(COLOURS[c] for c in colours) for colours in assign_colours(players, pieces2))
    for players in (2, 3, 4)
    for pieces2 in (3, 6)
}


def list_letters(state: Docker, seat: Seat) -> str:
    """Return the letters of the colours a seat plays."""
    return _TEAMS[state.players, state.options.pieces2][seat]


_ENTRIES: Final = {
    **{("any", colour): ENTRIES for colour in COLOURS},
    **{("own", colour): (entry,) for colour, entry in zip(COLOURS, ENTRIES, strict=True)},
}


def list_entries(options: Options, colour: str) -> tuple[int, ...]:
    """List the squares on which a cube of this colour may come in, in clockwise order."""
    return _ENTRIES[options.entry, colour]


def list_steps(state: Docker, seat: Seat, die: int) -> tuple[Step, ...]:
    """List the moves of `seat` with `die` on this board, from the reserve first, then by square. It need not be its
    turn.
    """
    options = state.options
    return _list_steps(state.squares, state.reserves, _TEAMS[state.players, options.pieces2][seat], die, options)


# Cached because each position is asked for its moves three times: by `apply`, by the menu and when a move is parsed.
@lru_cache(maxsize=4096)
def _list_steps(
    squares: tuple[str, ...], reserves: tuple[int, ...], mine: str, die: int, options: Options
) -> tuple[Step, ...]:
    heights = [len(stack) for stack in squares]
    found: list[Step] = []
    for letter in mine:
        if not reserves[COLOURS.index(letter)]:
            continue
        mask = 0
        for entry in list_entries(options, letter):
            level = heights[entry]
            left = die - 1 - level
            if left < 0 or (level and not options.entry_on_stack):
                continue
            mask |= _reach(ENTERING[options.revisit][entry], heights, level, left) if left else 1 << entry
        row = _FROM[letter, ""]
        found += [row[target] for target in _MEMBERS[mask]]
    trees = TREES[options.revisit]
    for source, stack in enumerate(squares):
        if stack and stack[-1] in mine:
            heights[source] -= 1
            mask = _reach(trees[source], heights, heights[source], die)
            heights[source] += 1
            if mask:
                row = _FROM[stack[-1], SQUARES[source]]
                found += [row[target] for target in _MEMBERS[mask]]
    return tuple(found)


def _reach(tree: Tree, heights: Sequence[int], level: int, left: int) -> int:
    """Compute the squares, as a bit mask, where a cube at `level` with `left` points to spend can end."""
    mask = 0
    left -= 1
    for square, beyond in tree:
        height = heights[square]
        rest = left - (height - level if height > level else level - height)
        if rest > 1:
            mask |= _reach(beyond, heights, height, rest)
        elif rest == 1:  # inlined for speed: the last point takes the cube to a neighbour of the same height
            for last, _ in beyond:
                if heights[last] == height:
                    mask |= 1 << last
        elif not rest:
            mask |= 1 << square
    return mask


def _find_walk(tree: Tree, heights: Sequence[int], level: int, left: int, target: int) -> tuple[int, ...] | None:
    """Find the walk of fewest steps to `target` that costs exactly `left`; the first of several."""
    best: tuple[int, ...] | None = None
    left -= 1
    for square, beyond in tree:
        height = heights[square]
        rest = left - (height - level if height > level else level - height)
        if not rest and square == target:
            return (square,)
        away = _DISTANCE[square][target]
        if 0 < rest >= away and (best is None or away < len(best) - 1):
            walk = _find_walk(beyond, heights, height, rest, target)
            if walk is not None and (best is None or len(walk) < len(best) - 1):
                best = (square, *walk)
    return best


def measure_heights_without(state: Docker, source: int | None) -> list[int]:
    """Return the heights of all stacks, without the top cube of `source`."""
    heights = [len(stack) for stack in state.squares]
    if source is not None:
        heights[source] -= 1
    return heights


def find_path(state: Docker, move: Step) -> tuple[int, ...]:
    """Find a path of fewest steps for a legal move: the squares from the source, or the entry, to the target.

    Raises IllegalMove if there is none.
    """
    options, target = state.options, SQUARES.index(move.target)
    best: tuple[int, ...] | None = None
    if move.source:
        source = SQUARES.index(move.source)
        heights = measure_heights_without(state, source)
        walk = _find_walk(TREES[options.revisit][source], heights, heights[source], state.die, target)
        best = walk and (source, *walk)
    else:
        heights = measure_heights_without(state, None)
        for entry in list_entries(options, move.colour):
            left = state.die - 1 - heights[entry]
            if left < 0 or (heights[entry] and not options.entry_on_stack):
                continue
            if not left and entry == target:
                return (entry,)
            walk = _find_walk(ENTERING[options.revisit][entry], heights, heights[entry], left, target) if left else None
            if walk and (best is None or len(walk) < len(best) - 1):
                best = (entry, *walk)
    if best is None:
        raise IllegalMove(move.code)
    return best
