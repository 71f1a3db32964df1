"""Generate the legal moves of a roll and their paths (rules, section 5).

The three readings of "no square twice" differ only in the walks they permit. All walks of up to six steps are computed
once, as trees: `TREES[revisit][start]`. The moves of a roll are found by one descent of a tree, which spends the roll
on steps and differences of height. Heights never count the moving cube.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from games.core import IllegalMove, Seat
from games.docker.options import Options
from games.docker.state import COLOURS, CUBES, ENTRIES, SQUARES, Move, State

Node = tuple[int, int, int, tuple["Node", ...]]
"""A square of a walk; bit masks of the squares that the next step and the one after it may enter; and the nodes of the
next squares."""

DICE: Final = (1, 2, 3, 4, 5, 6)

NEIGHBOURS: Final = tuple(
    tuple(t for t in range(9) if abs(t // 3 - s // 3) + abs(t % 3 - s % 3) == 1) for s in range(9)
)
_DISTANCE: Final = tuple(tuple(abs(t // 3 - s // 3) + abs(t % 3 - s % 3) for t in range(9)) for s in range(9))


_ALL: Final = (1 << 9) - 1


def _join(squares: Iterable[int]) -> int:
    """Join squares into a bit mask."""
    return sum(1 << square for square in squares)


def may_enter(revisit: str, walk: Sequence[int], square: int) -> bool:
    """Tell whether `walk` (start first) may go on to a neighbouring `square` (rules, 5.3)."""
    if revisit == "no_reverse":
        return len(walk) < 2 or square != walk[-2]
    return square not in (walk[1:] if revisit == "start_ok" else walk)


def _build_tree(revisit: str, walk: tuple[int, ...], steps: int) -> Node:
    """Build the node of the last square of `walk`, with those of `steps` more steps."""
    here = walk[-1]
    ways = [square for square in NEIGHBOURS[here] if steps and may_enter(revisit, walk, square)]
    closed = (here,) if revisit == "no_reverse" else walk[1:] if revisit == "start_ok" else walk
    nodes = tuple(_build_tree(revisit, (*walk, square), steps - 1) for square in ways)
    return here, _join(ways), _ALL & ~_join(set(closed)), nodes


TREES: Final = {
    revisit: tuple(_build_tree(revisit, (start,), max(DICE)) for start in range(9))
    for revisit in ("strict", "start_ok", "no_reverse")
}
# A cube that comes in has no start, so it may not return to its first square: `start_ok` equals `strict`.
ENTERING: Final = {**TREES, "start_ok": TREES["strict"]}

NUMBER: Final = {name: number for number, name in enumerate(SQUARES)}
_MEMBERS: Final = tuple(tuple(s for s in range(9) if mask >> s & 1) for mask in range(1 << 9))
_BESIDE: Final = tuple(_join({t for s in squares for t in NEIGHBOURS[s]}) for squares in _MEMBERS)
"""The squares next to any square of a set, by the set's bit mask."""


def list_members(mask: int) -> tuple[int, ...]:
    """List the squares of a set given as a bit mask."""
    return _MEMBERS[mask]


_FROM: Final = {
    (colour, source): tuple(Move(colour, source, target) for target in SQUARES)
    for colour in COLOURS
    for source in ("", *SQUARES)
}


def assign_colours(players: int, pieces2: int) -> tuple[tuple[int, ...], ...]:
    """List the colours each seat plays (rules, section 3)."""
    if players > 2:
        return tuple((seat,) for seat in range(players))
    return ((0, 2), (1, 3)) if pieces2 == 6 else ((0,), (2,))


TEAMS: Final = {
    (players, pieces2): tuple("".join(COLOURS[c] for c in colours) for colours in assign_colours(players, pieces2))
    for players in (2, 3, 4)
    for pieces2 in (3, 6)
}


def list_letters(state: State, seat: Seat) -> str:
    """Return the letters of the colours a seat plays."""
    return TEAMS[state.players, state.options.pieces2][seat]


_ENTRIES: Final = {
    **{("any", colour): ENTRIES for colour in COLOURS},
    **{("own", colour): (entry,) for colour, entry in zip(COLOURS, ENTRIES, strict=True)},
}


def list_entries(options: Options, colour: str) -> tuple[int, ...]:
    """List the squares on which a cube of this colour may come in, in clockwise order."""
    return _ENTRIES[options.entry, colour]


@cache
def _list_doors(entry: str, revisit: str, mine: str) -> tuple[tuple[int, str, tuple[Node, ...]], ...]:
    """List the colours of a seat, each with its number, its letter, and the nodes of its entries."""
    trees = ENTERING[revisit]
    return tuple(
        (COLOURS.index(letter), letter, tuple(trees[door] for door in _ENTRIES[entry, letter])) for letter in mine
    )


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """List the moves of a seat with its roll."""
    return () if state.over or seat != state.to_move else list_steps(state, seat, state.die)


def list_steps(state: State, seat: Seat, die: int) -> tuple[Move, ...]:
    """List the moves of `seat` with `die` on this board, from the reserve first, then by square.

    It need not be the seat's turn.
    """
    options = state.options
    return find_steps(state.squares, state.reserves, TEAMS[state.players, options.pieces2][seat], die, options)


# Cached because each position is asked for its moves three times: by `apply`, by the menu and when a move is parsed.
@lru_cache(maxsize=64)
def find_steps(
    squares: tuple[str, ...], reserves: tuple[int, ...], mine: str, die: int, options: Options
) -> tuple[Move, ...]:
    """List the moves with `die` of the cubes whose letters are in `mine`."""
    heights = [*map(len, squares)]
    levels = [0] * _LEVELS
    own: list[int] = []
    taken = 0
    for square, stack in enumerate(squares):
        if stack:
            bit = 1 << square
            taken |= bit
            levels[heights[square]] |= bit
            if stack[-1] in mine:
                own.append(square)
    levels[0] = _ALL ^ taken
    found: list[Move] = []
    for colour, letter, doors in _list_doors(options.entry, options.revisit, mine):
        if reserves[colour]:
            mask = 0
            for node in doors:
                level = heights[node[0]]
                left = die - 1 - level
                if left >= 0 and (not level or options.entry_on_stack):
                    mask |= _reach(node, heights, levels, left) if left else 1 << node[0]
            if mask:
                found += map(_FROM[letter, ""].__getitem__, _MEMBERS[mask])
    trees = TREES[options.revisit]
    for square in own:
        level, bit = heights[square], 1 << square
        heights[square] = level - 1
        levels[level] ^= bit
        levels[level - 1] |= bit
        mask = _reach(trees[square], heights, levels, die)
        heights[square] = level
        levels[level] |= bit
        levels[level - 1] ^= bit
        if mask:
            found += map(_FROM[squares[square][-1], SQUARES[square]].__getitem__, _MEMBERS[mask])
    return tuple(found)


def can_move(squares: tuple[str, ...], reserves: tuple[int, ...], mine: str, options: Options) -> bool:
    """Tell whether any roll can move a cube whose letter is in `mine`: whether a first step costs at most six."""
    for colour, _, doors in _list_doors(options.entry, options.revisit, mine):
        if reserves[colour] and min(len(squares[node[0]]) for node in doors) < (6 if options.entry_on_stack else 1):
            return True
    for square, stack in enumerate(squares):
        if stack and stack[-1] in mine:
            level = len(stack) - 1
            if any(abs(len(squares[beside]) - level) < 6 for beside in NEIGHBOURS[square]):
                return True
    return False


_LEVELS: Final = CUBES * len(COLOURS) + 3
"""Length of `levels`: heights 0 to 12, and two more, so that `levels[height + 1]` and `levels[height - 1]` exist."""


def _reach(node: Node, heights: list[int], levels: list[int], left: int) -> int:
    """Compute the squares, as a bit mask, where a cube on the node's square with `left` points to spend can end.

    `levels`: the squares of each height. The last two steps are taken for all squares at once.
    """
    square, ways, further, nodes = node
    level = heights[square]
    if left <= 2:
        same = levels[level]
        if left == 1:
            return ways & same
        return ways & (levels[level + 1] | levels[level - 1]) | _BESIDE[ways & same] & further & same
    found = 0
    left -= 1
    for beyond in nodes:
        square, ways, further, _ = beyond
        height = heights[square]
        rest = left - (height - level if height > level else level - height)
        if rest > 2:
            found |= _reach(beyond, heights, levels, rest)
        elif rest == 2:
            same = levels[height]
            found |= ways & (levels[height + 1] | levels[height - 1]) | _BESIDE[ways & same] & further & same
        elif rest == 1:
            found |= ways & levels[height]
        elif not rest:
            found |= 1 << square
    return found


def _find_walk(node: Node, heights: list[int], left: int, target: int) -> tuple[int, ...] | None:
    """Find the walk of fewest steps to `target` that costs exactly `left`; the first of several."""
    square, ways, _, nodes = node
    level = heights[square]
    left -= 1
    if ways >> target & 1 and abs(heights[target] - level) == left:
        return (target,)
    best: tuple[int, ...] | None = None
    for beyond in nodes:
        square = beyond[0]
        height = heights[square]
        rest = left - (height - level if height > level else level - height)
        away = _DISTANCE[square][target]
        if 0 < rest >= away and (best is None or away < len(best) - 1):
            walk = _find_walk(beyond, heights, rest, target)
            if walk is not None and (best is None or len(walk) < len(best) - 1):
                best = (square, *walk)
    return best


def measure_heights_without(state: State, source: int | None) -> list[int]:
    """Return the heights of all stacks, without the top cube of `source`."""
    heights = [len(stack) for stack in state.squares]
    if source is not None:
        heights[source] -= 1
    return heights


def find_path(state: State, move: Move) -> tuple[int, ...]:
    """Find a path of fewest steps for a legal move: the squares from the source, or the entry, to the target.

    Raises IllegalMove if there is none.
    """
    options, target = state.options, NUMBER[move.target]
    heights = [*map(len, state.squares)]
    if move.source:
        source = NUMBER[move.source]
        heights[source] -= 1
        walk = _find_walk(TREES[options.revisit][source], heights, state.die, target)
        best = walk and (source, *walk)
    else:
        best = None
        for entry in list_entries(options, move.colour):
            left = state.die - 1 - heights[entry]
            if left < 0 or (heights[entry] and not options.entry_on_stack):
                continue
            if not left and entry == target:
                return (entry,)
            walk = _find_walk(ENTERING[options.revisit][entry], heights, left, target) if left else None
            if walk and (best is None or len(walk) < len(best) - 1):
                best = (entry, *walk)
    if best is None:
        raise IllegalMove(move.code)
    return best
