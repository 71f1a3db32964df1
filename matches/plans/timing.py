"""When a planned turn appears: as late as an answered one would, so that its moment tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from data import LogRow
from games.core import Seat
from games.rng import Rng
from matches.clocks.pace import HOUR, MINUTE

ENOUGH: Final = 3
"""Own replies from which the delay is drawn; with fewer it is drawn from `USUAL`."""
USUAL: Final = (2 * MINUTE, 20 * MINUTE)
LEAST: Final = MINUTE
MOST: Final = 3 * HOUR


def list_reply_times(log: Sequence[LogRow], seat: Seat) -> list[float]:
    """List how long a person took for each turn they made by hand in this seat, in seconds."""
    found = []
    for before, row in pairwise(log):
        if row.kind == "ply" and row.seat == seat and row.made_by == "person" and before.seat != seat and not row.note:
            found.append(row.at - before.at)
    return found


def choose_delay(log: Sequence[LogRow], seat: Seat, secret: bytes, decision: int, *, left: float) -> float:
    """Choose after how many seconds a planned turn appears: like one of the person's own, within half the time left.

    Nobody can foretell it: it is drawn from the match's secret.
    """
    rng = Rng(secret, f"plan/{seat}", decision)
    known = list_reply_times(log, seat)
    low, high = USUAL
    if len(known) >= ENOUGH:
        like = rng.choice(known)
        low, high = 0.8 * like, 1.25 * like
    chosen = low + rng.unit() * (high - low)
    most = min(MOST, left / 2) * (0.5 + 0.5 * rng.unit())  # no two delays that had to be shortened are alike
    return min(max(chosen, LEAST), most)
