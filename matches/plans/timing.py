"""When to make a planned turn: after a natural delay, so that nobody can tell that it was planned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from data import LogRow
from games.core import Seat
from games.rng import Rng
from matches.clocks.pace import HOUR, MINUTE

ENOUGH: Final = 3
"""With this many replies of the person's own, the delay is drawn from them; with fewer, from `USUAL`."""
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
    """Choose the delay of a planned turn in seconds: like one of the person's own replies, within half the time left.

    It is drawn from the match's secret, so nobody can predict it.
    """
    rng = Rng(secret, f"plan/{seat}", decision)
    known = list_reply_times(log, seat)
    low, high = USUAL
    if len(known) >= ENOUGH:
        like = rng.choice(known)
        low, high = 0.8 * like, 1.25 * like
    chosen = low + rng.unit() * (high - low)
    most = min(MOST, left / 2) * (0.5 + 0.5 * rng.unit())  # delays that had to be shortened differ as well
    return min(max(chosen, LEAST), most)
