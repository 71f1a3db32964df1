"""Who is caught by a waiting hand (rules B4). The bookkeeping that follows (A6) is in `turns.py`."""

from __future__ import annotations

from collections.abc import Iterable

from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import SECTORS, Fall, Sector
from games.riff_raff.options import Options
from games.riff_raff.state import Loading

CAPACITY = 2
"""Pieces a player's hands can hold in one loading."""
PAUSE = 0.15
"""Seconds a hand needs between two catches."""
TURNING = 0.6
"""Seconds after the release before the placing hands catch (`catch_mode` late)."""
HANDOVER = {"both": 1.6, "one": 0.25}
"""Seconds from the beginning until the weight is released, by hands."""


def sector_of(bearing: float) -> Sector:
    """The sector of a bearing in degrees."""
    return SECTORS[round(bearing / 45) % 8]


def catch(falls: Iterable[Fall], sector: Sector, since: float = 0.0) -> tuple[int, ...]:
    """Ids of what a hand in `sector` catches: the first two pieces from `since` on, 0.15 s apart."""
    out: list[int] = []
    free = since
    for fall in falls:
        if fall.sector == sector and fall.time >= free and len(out) < CAPACITY:
            out.append(fall.piece)
            free = fall.time + PAUSE
    return tuple(out)


def caught(options: Options, loading: Loading, area: int, falls: tuple[Fall, ...]) -> tuple[int, ...]:
    """Ids of what is caught without being asked, in order of falling.

    With `late`, the placing hand or hands count as one that covers the sector of the loaded spot; a player catches no
    more than two pieces in all.
    """
    if options.catch_mode in ("none", "reaction"):
        return ()
    out: set[int] = set()
    if loading.sector:
        out.update(catch(falls, loading.sector))
    if options.catch_mode == "late":
        own = sector_of(ship.bearing(*ship.spot_point(area, loading.spot)))
        out.update(catch(falls, own, HANDOVER[loading.hands or "both"] + TURNING))
    return tuple(fall.piece for fall in falls if fall.piece in out)[:CAPACITY]
