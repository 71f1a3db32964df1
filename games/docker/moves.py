"""How cubes move (rules, section 5): which steps a die allows, by which paths, and why a given path is refused.

The three readings of "no square twice" differ only in the walks they permit, so these are laid out once, as trees:
`_TREES[revisit][start]` holds every walk of up to six steps. What a die allows is then one descent that spends it on
the heights of the board. Heights never count the moving cube.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from games.core import IllegalMove, Seat
from games.docker.state import COLOURS, ENTRIES, SQUARES, Docker, Options, Step

Tree = tuple[tuple[int, "Tree"], ...]
"""The squares that may be entered next, each with what may follow."""

DICE: Final = (1, 2, 3, 4, 5, 6)

NEIGHBOURS: Final = tuple(
    tuple(t for t in range(9) if abs(t // 3 - s // 3) + abs(t % 3 - s % 3) == 1) for s in range(9)
)
_DISTANCE: Final = tuple(tuple(abs(t // 3 - s // 3) + abs(t % 3 - s % 3) for t in range(9)) for s in range(9))


def _permits(revisit: str, walk: Sequence[int], square: int) -> bool:
    """Whether `walk` (start first) may go on to a neighbouring `square` (rules, 5.3)."""
    if revisit == "no_reverse":
        return len(walk) < 2 or square != walk[-2]
    return square not in (walk[1:] if revisit == "start_ok" else walk)


def _grow(revisit: str, walk: tuple[int, ...], steps: int) -> Tree:
    if not steps:
        return ()
    return tuple((s, _grow(revisit, (*walk, s), steps - 1)) for s in NEIGHBOURS[walk[-1]] if _permits(revisit, walk, s))


_TREES: Final = {
    revisit: tuple(_grow(revisit, (start,), max(DICE)) for start in range(9))
    for revisit in ("strict", "start_ok", "no_reverse")
}
# An entering cube has entered its entry in this turn: "the start may be entered once" gives it nothing.
_ENTERING: Final = {**_TREES, "start_ok": _TREES["strict"]}

_MEMBERS: Final = tuple(tuple(s for s in range(9) if mask >> s & 1) for mask in range(1 << 9))
"""The squares of a set given as a bit mask."""

_FROM: Final = {
    (colour, source): tuple(Step(colour, source, target) for target in SQUARES)
    for colour in COLOURS
    for source in ("", *SQUARES)
}


def team(players: int, pieces2: int) -> tuple[tuple[int, ...], ...]:
    """For each seat, the colours it plays (rules, section 3)."""
    if players > 2:
        return tuple((seat,) for seat in range(players))
    return ((0, 2), (1, 3)) if pieces2 == 6 else ((0,), (2,))


_TEAMS: Final = {
    (players, pieces2): tuple("".join(COLOURS[c] for c in colours) for colours in team(players, pieces2))
    for players in (2, 3, 4)
    for pieces2 in (3, 6)
}


def letters(state: Docker, seat: Seat) -> str:
    """The letters of the colours a seat plays."""
    return _TEAMS[state.players, state.options.pieces2][seat]


_ENTRIES: Final = {
    **{("any", colour): ENTRIES for colour in COLOURS},
    **{("own", colour): (entry,) for colour, entry in zip(COLOURS, ENTRIES, strict=True)},
}


def entries(options: Options, colour: str) -> tuple[int, ...]:
    """The squares on which a cube of this colour may come in, in clockwise order."""
    return _ENTRIES[options.entry, colour]


def steps(state: Docker, seat: Seat, die: int) -> tuple[Step, ...]:
    """What `seat` could do with `die` on this board, reserve first, then by square; whoever's turn it is."""
    options = state.options
    return _steps(state.squares, state.reserves, _TEAMS[state.players, options.pieces2][seat], die, options)


# `apply` must know whether the next roll fits, the menu then asks for the moves, and the player's answer is looked up
# among them: three times the same question.
@lru_cache(maxsize=4096)
def _steps(
    squares: tuple[str, ...], reserves: tuple[int, ...], mine: str, die: int, options: Options
) -> tuple[Step, ...]:
    heights = [len(stack) for stack in squares]
    found: list[Step] = []
    for letter in mine:
        if not reserves[COLOURS.index(letter)]:
            continue
        mask = 0
        for entry in entries(options, letter):
            level = heights[entry]
            left = die - 1 - level
            if left < 0 or (level and not options.entry_on_stack):
                continue
            mask |= _reach(_ENTERING[options.revisit][entry], heights, level, left) if left else 1 << entry
        row = _FROM[letter, ""]
        found += [row[target] for target in _MEMBERS[mask]]
    trees = _TREES[options.revisit]
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
    """The squares, as a bit mask, where a cube at `level` can end that has `left` points to spend."""
    mask = 0
    left -= 1
    for square, beyond in tree:
        height = heights[square]
        rest = left - (height - level if height > level else level - height)
        if rest > 1:
            mask |= _reach(beyond, heights, height, rest)
        elif rest == 1:  # too frequent to be worth a call: the last point takes the cube to a neighbour of this height
            for last, _ in beyond:
                if heights[last] == height:
                    mask |= 1 << last
        elif not rest:
            mask |= 1 << square
    return mask


def _walks(tree: Tree, heights: Sequence[int], level: int, left: int) -> Iterator[tuple[int, ...]]:
    """Every walk down the tree that costs exactly `left`."""
    if not left:
        yield ()
        return
    for square, beyond in tree:
        rest = left - 1 - abs(heights[square] - level)
        if rest >= 0:
            for walk in _walks(beyond, heights, heights[square], rest):
                yield (square, *walk)


def _shortest(tree: Tree, heights: Sequence[int], level: int, left: int, target: int) -> tuple[int, ...] | None:
    """The walk of fewest steps to `target` that costs exactly `left`; the first of several."""
    best: tuple[int, ...] | None = None
    left -= 1
    for square, beyond in tree:
        height = heights[square]
        rest = left - (height - level if height > level else level - height)
        if not rest and square == target:
            return (square,)
        away = _DISTANCE[square][target]
        if 0 < rest >= away and (best is None or away < len(best) - 1):
            walk = _shortest(beyond, heights, height, rest, target)
            if walk is not None and (best is None or len(walk) < len(best) - 1):
                best = (square, *walk)
    return best


def _heights(state: Docker, source: int | None) -> list[int]:
    heights = [len(stack) for stack in state.squares]
    if source is not None:
        heights[source] -= 1
    return heights


def path(state: Docker, move: Step) -> tuple[int, ...]:
    """A legal path of fewest steps for a legal move: squares from the source, or the entry, to the target.

    Raises IllegalMove where there is none.
    """
    options, target = state.options, SQUARES.index(move.target)
    best: tuple[int, ...] | None = None
    if move.source:
        source = SQUARES.index(move.source)
        heights = _heights(state, source)
        walk = _shortest(_TREES[options.revisit][source], heights, heights[source], state.die, target)
        best = walk and (source, *walk)
    else:
        heights = _heights(state, None)
        for entry in entries(options, move.colour):
            left = state.die - 1 - heights[entry]
            if left < 0 or (heights[entry] and not options.entry_on_stack):
                continue
            if not left and entry == target:
                return (entry,)
            walk = _shortest(_ENTERING[options.revisit][entry], heights, heights[entry], left, target) if left else None
            if walk and (best is None or len(walk) < len(best) - 1):
                best = (entry, *walk)
    if best is None:
        raise IllegalMove(move.code)
    return best


def paths(state: Docker, source: int | None, colour: str = "") -> tuple[tuple[int, ...], ...]:
    """Every path the die allows the top cube of `source`, or with None a cube of `colour` from the reserve.

    Whose turn it is does not matter. The oracle numbers of section 9 count these.
    """
    options, heights = state.options, _heights(state, source)
    if source is not None:
        walks = _walks(_TREES[options.revisit][source], heights, heights[source], state.die)
        return tuple((source, *walk) for walk in walks)
    return tuple(
        (entry, *walk)
        for entry in entries(options, colour)
        if (options.entry_on_stack or not heights[entry]) and state.die > heights[entry]
        for walk in _walks(_ENTERING[options.revisit][entry], heights, heights[entry], state.die - 1 - heights[entry])
    )


def judge(state: Docker, walk: Sequence[int], *, entering: str = "") -> Step:
    """The move that an explicit path makes (rules, 5.4): `walk` is its squares, from the source or, for a cube
    `entering` from the reserve (its letter), from its entry. Raises IllegalMove with the first rule it breaks.
    """
    options, start = state.options, walk[0]
    named = ">".join(SQUARES[square] for square in walk)
    code = f"in/{entering}>{named}" if entering else named
    cost = 0
    if entering:
        _check_reserve(state, entering, code)
        if start not in entries(options, entering):
            raise IllegalMove(code, "wrong_entry", colour=entering, square=SQUARES[start])
        heights = _heights(state, None)
        if heights[start] and not options.entry_on_stack:
            raise IllegalMove(code, "entry_occupied", colour=entering, square=SQUARES[start])
        cost = 1 + heights[start]
    else:
        _check_cube(state, start, code)
        heights = _heights(state, start)
    revisit = "strict" if entering and options.revisit == "start_ok" else options.revisit
    for index, (here, there) in enumerate(pairwise(walk), 1):
        if there not in NEIGHBOURS[here]:
            raise IllegalMove(code, "not_adjacent", source=SQUARES[here], target=SQUARES[there])
        if not _permits(revisit, walk[:index], there):
            raise IllegalMove(code, "visited", square=SQUARES[there], revisit=revisit)
        cost += 1 + abs(heights[there] - heights[here])
    if cost != state.die:
        raise IllegalMove(code, "wrong_cost", cost=cost, die=state.die)
    return _FROM[entering or state.squares[start][-1], "" if entering else SQUARES[start]][walk[-1]]


def refusal(state: Docker, code: str) -> IllegalMove:
    """Why a code is not among the legal moves of the seat to move."""
    source, arrow, target = code.partition(">")
    entering = source.removeprefix("in/") if source.startswith("in/") else ""
    if not arrow or target not in SQUARES or (entering not in tuple(COLOURS) if entering else source not in SQUARES):
        return IllegalMove(code, "unreadable")
    try:
        if entering:
            _check_reserve(state, entering, code)
        else:
            _check_cube(state, SQUARES.index(source), code)
    except IllegalMove as refused:
        return refused
    reason = "cannot_enter" if entering else "cannot_reach"
    colour = entering or state.squares[SQUARES.index(source)][-1]
    return IllegalMove(code, reason, colour=colour, source=source, target=target, die=state.die)


def _check_reserve(state: Docker, colour: str, code: str) -> None:
    if colour not in letters(state, state.to_move):
        raise IllegalMove(code, "not_your_colour", colour=colour)
    if not state.reserves[COLOURS.index(colour)]:
        raise IllegalMove(code, "no_reserve", colour=colour)


def _check_cube(state: Docker, square: int, code: str) -> None:
    mine, stack = letters(state, state.to_move), state.squares[square]
    if not stack:
        raise IllegalMove(code, "empty_square", square=SQUARES[square])
    if stack[-1] not in mine:
        reason = "covered" if any(letter in mine for letter in stack) else "not_your_colour"
        raise IllegalMove(code, reason, colour=stack[-1], square=SQUARES[square])
