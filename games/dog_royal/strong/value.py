"""The learnt value of a position between two rounds: the chance of winning of each side.

Each side has a merit, a weighted sum of features of its pieces; the chances of winning are the softmax of the merits.
Cards do not count, because new ones are about to be dealt. `training/dog_royal.py` learns the weights from games
between normal players, one set for each mode and kind of table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from games.dog_royal.components.boards import GOAL, GOALS, HOME
from games.dog_royal.standin import REACH
from games.dog_royal.state import State, count_pieces_per_colour, list_sides

_KNOTS: Final = 8
"""Points of the lap that have a weight each; between two of them, the weight is interpolated."""

_RANKS: Final = 4
# The index of the first weight of each group of features.
_AT_HOME: Final = 0
_AT_TRACK: Final = _AT_HOME + _RANKS
_AT_LAP: Final = _AT_TRACK + _RANKS
_AT_START: Final = _AT_LAP + _KNOTS
_AT_GOAL: Final = _AT_START + 1
_AT_DANGER: Final = _AT_GOAL + GOALS
_AT_COUNT_IN: Final = _AT_DANGER + 4
_AT_COUNT_OUT: Final = _AT_COUNT_IN + 5
_AT_PAIR: Final = _AT_COUNT_OUT + 5
FEATURES: Final = _AT_PAIR + 3
"""Number of weights in a set."""


def name_table(state: State) -> str:
    """Name the set of weights for a table, such as `royal/4/2`: mode, number of seats and of sides."""
    return f"{state.options.mode}/{state.seats}/{len(list_sides(state))}"


def list_features(state: State, side: Sequence[int]) -> list[float]:
    """List the features of a side's pieces, such as their progress and the rivals behind them."""
    found = [0.0] * FEATURES
    lap, starts, royal = state.board.length, state.board.starts, state.royal
    colours = [state.colours[seat] for seat in side]
    rivals = [
        place
        for colour, row in enumerate(state.pieces)
        if colour not in colours
        for place in row
        if HOME < place < GOAL
    ]
    counts_in = []
    for colour in colours:
        start, inside, outside = starts[colour], 0, 0
        for slot, place in enumerate(state.pieces[colour]):
            rank = slot if royal else 0
            if place == HOME:
                found[_AT_HOME + rank] += 1
            elif place > GOAL:
                found[_AT_GOAL + place - GOAL - 1] += 1
                inside += 1
            elif place > HOME:
                outside += 1
                found[_AT_TRACK + rank] += 1
                gone = (place - start) % lap
                if not gone:
                    found[_AT_START] += 1
                    continue
                share = gone / lap
                knot = int(share * _KNOTS)
                beyond = share * _KNOTS - knot
                found[_AT_LAP + knot] += 1 - beyond
                if knot + 1 < _KNOTS:
                    found[_AT_LAP + knot + 1] += beyond
                hunters = sum(0 < (place - rival) % lap <= REACH for rival in rivals)
                found[_AT_DANGER] += hunters
                found[_AT_DANGER + 1] += hunters * share
                found[_AT_DANGER + 2] += share * (place in starts)
                found[_AT_DANGER + 3] += lap - gone <= REACH
        found[_AT_COUNT_IN + inside] += 1
        found[_AT_COUNT_OUT + outside] += 1
        counts_in.append(inside)
    if len(counts_in) == 2:
        found[_AT_PAIR] = min(counts_in)
        found[_AT_PAIR + 1] = max(counts_in)
        found[_AT_PAIR + 2] = max(counts_in) == count_pieces_per_colour(state.options)
    return found


class Value:
    """Rate positions with one set of weights."""

    def __init__(self, weights: Sequence[float]) -> None:
        self._weights = tuple(weights)

    def rate(self, state: State, sides: Sequence[Sequence[int]], mine: int) -> float:
        """Estimate the chance of winning (0..1) of the side with the index `mine`."""
        merits = [
            sum(weight * feature for weight, feature in zip(self._weights, list_features(state, side), strict=True))
            for side in sides
        ]
        own = merits[mine]
        return 1 / sum(math.exp(min(merit - own, 50)) for merit in merits)


@cache
def load_value(table: str) -> Value:
    """Load the weights for a table."""
    stored = msgspec.json.decode(
        (resources.files("games.dog_royal.strong") / "weights.json").read_bytes(), type=dict[str, list[float]]
    )
    return Value(stored[table])
