"""Estimate the chance of winning and the chance that a loading holds, without physics, which would take too long.

The gauge of a loading (`games.candidates.Gauge`) averages two hundred draws of the hand's error. It rates the other
places of the row as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, log, pi, sin, sqrt
from typing import Final

from games.candidates import Gauge
from games.core import Seat
from games.riff_raff.loading import descent, ship
from games.riff_raff.loading.candidates import Laid, LoadingCandidates, estimate, lay, read_loading
from games.riff_raff.state import State
from games.rng import Rng

_SETTLED: Final = 1.0
"""Weight of a piece at the end of a match."""

_OPEN: Final = 0.2
"""Weight of a piece at the beginning of a match."""

_EACH: Final = 8
"""Pieces in a set; with two seats everybody begins with two sets."""

TRIES: Final = 200
_PUBLIC: Final = bytes(32)
"""A public seed: an estimate must not depend on the match's secret."""


def estimate_chances(state: State) -> tuple[float, ...]:
    """Estimate each seat's chance: the fewer pieces it has left, and the nearer the end, the better."""
    left = [sum(supply) for supply in state.supplies]
    begun = _EACH * (2 if state.seats == 2 else 1)
    progress = min(1.0, 1.0 - min(left) / begun)
    weight = _OPEN + (_SETTLED - _OPEN) * progress
    worth = [exp(weight * (min(left) - pieces)) for pieces in left]
    return tuple(each / sum(worth) for each in worth)


class GaugedCandidates(LoadingCandidates):
    """Proposes loadings, and estimates the chance of a complete one."""

    def gauge(self, view: State, seat: Seat, codes: Sequence[str]) -> Gauge | None:
        if view.seat != seat or len(codes) < 4 or not codes[-3].startswith("spot/"):
            return None
        return gauge_loading(view, codes)


def gauge_loading(view: State, codes: Sequence[str]) -> Gauge:
    """Estimate the chance of the loading that `codes` complete, and the chances of the other places in its row."""
    wished = read_loading(codes)
    laid, rng = lay(view, wished.kind, wished.spot, wished.pose), Rng(_PUBLIC, "gauge", view.serial)
    x, y = ship.spot_point(view.area, laid.spot)
    spread, _ = descent.HAND_ERROR[codes[-1] if codes[-1] in descent.HAND_ERROR else "one"]
    total = 0.0
    for _ in range(TRIES):
        radius, angle = spread * sqrt(-2 * log(1 - rng.unit())), 2 * pi * rng.unit()
        total += estimate(view, laid, at=(x + radius * cos(angle), y + radius * sin(angle)))
    return Gauge(total / TRIES, TRIES, _judge_row(view, laid), laid.spot[0])


def _judge_row(view: State, laid: Laid) -> tuple[tuple[str, float | None], ...]:
    """Estimate the chance of the same piece in the same pose at each place of its row, from one end to the other."""
    found = []
    for spot in ship.spots(view.area):
        if spot[1:] != laid.spot[1:]:
            continue
        where = descent.Where(*ship.spot_point(view.area, spot), laid.pose.turn)
        down = descent.judge(view.cargo, view.yards, view.area, laid.kind, laid.pose.pose, where)
        there = Laid(laid.kind, spot, laid.pose, down.height)
        found.append((spot[0], None if down.reason else estimate(view, there)))
    return tuple(found)
