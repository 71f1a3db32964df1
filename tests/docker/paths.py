"""Check a path step by step (rules, 5.4), independently of the game's search, and list all paths to count them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.core import IllegalMove
from games.docker.moves import (
    ENTERING,
    NEIGHBOURS,
    TREES,
    Node,
    list_entries,
    list_letters,
    may_enter,
    measure_heights_without,
)
from games.docker.state import COLOURS, SQUARES, Move, State


def check_path(state: State, walk: Sequence[int], *, entering: str = "") -> Move:
    """Find the move that goes along an explicit path (rules, 5.4).

    `walk` lists the squares from the source or, for a cube `entering` from the reserve (its letter), from its entry.
    Raises IllegalMove with the first rule the path breaks.
    """
    options, start = state.options, walk[0]
    named = ">".join(SQUARES[square] for square in walk)
    code = f"in/{entering}>{named}" if entering else named
    cost = 0
    if entering:
        if entering not in list_letters(state, state.to_move):
            raise IllegalMove(code, "not_your_colour", colour=entering)
        if not state.reserves[COLOURS.index(entering)]:
            raise IllegalMove(code, "no_reserve", colour=entering)
        if start not in list_entries(options, entering):
            raise IllegalMove(code, "wrong_entry", colour=entering, square=SQUARES[start])
        heights = measure_heights_without(state, None)
        if heights[start] and not options.entry_on_stack:
            raise IllegalMove(code, "entry_occupied", colour=entering, square=SQUARES[start])
        cost = 1 + heights[start]
    else:
        mine, stack = list_letters(state, state.to_move), state.squares[start]
        if not stack:
            raise IllegalMove(code, "empty_square", square=SQUARES[start])
        if stack[-1] not in mine:
            reason = "covered" if any(letter in mine for letter in stack) else "not_your_colour"
            raise IllegalMove(code, reason, colour=stack[-1], square=SQUARES[start])
        heights = measure_heights_without(state, start)
    revisit = "strict" if entering and options.revisit == "start_ok" else options.revisit
    for index, (here, there) in enumerate(pairwise(walk), 1):
        if there not in NEIGHBOURS[here]:
            raise IllegalMove(code, "not_adjacent", source=SQUARES[here], target=SQUARES[there])
        if not may_enter(revisit, walk[:index], there):
            raise IllegalMove(code, "visited", square=SQUARES[there], revisit=revisit)
        cost += 1 + abs(heights[there] - heights[here])
    if cost != state.die:
        raise IllegalMove(code, "wrong_cost", cost=cost, die=state.die)
    colour = entering or state.squares[start][-1]
    return Move(colour, "" if entering else SQUARES[start], SQUARES[walk[-1]])


def _list_walks(nodes: tuple[Node, ...], heights: Sequence[int], level: int, left: int) -> Iterator[tuple[int, ...]]:
    """Yield every walk through these nodes that costs exactly `left`."""
    if not left:
        yield ()
        return
    for square, _, _, beyond in nodes:
        rest = left - 1 - abs(heights[square] - level)
        if rest >= 0:
            for walk in _list_walks(beyond, heights, heights[square], rest):
                yield (square, *walk)


def list_paths(state: State, source: int | None, colour: str = "") -> tuple[tuple[int, ...], ...]:
    """List all paths the die allows the top cube of `source`, or with None a cube of `colour` from the reserve.

    The cube may belong to any seat. Section 9 of the rules gives the number of paths for some positions.
    """
    options, heights = state.options, measure_heights_without(state, source)
    if source is not None:
        walks = _list_walks(TREES[options.revisit][source][3], heights, heights[source], state.die)
        return tuple((source, *walk) for walk in walks)
    return tuple(
        (entry, *walk)
        for entry in list_entries(options, colour)
        if (options.entry_on_stack or not heights[entry]) and state.die > heights[entry]
        for walk in _list_walks(
            ENTERING[options.revisit][entry][3], heights, heights[entry], state.die - 1 - heights[entry]
        )
    )
