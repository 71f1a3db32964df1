"""What is caught by waiting hands (rules B4). The bookkeeping that follows (A6) is in `turns.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import SECTORS, Fall, Sector
from games.riff_raff.options import Options
from games.riff_raff.state import Loading

CAPACITY = 2
"""Pieces a player's hands can hold in one loading, but for `catch_mode` hands."""
REACH = 60
"""Degrees of bearing to either side that a hand reaches with `catch_mode` hands."""
PAUSE = 0.15
"""Seconds a hand needs between two catches."""
TURNING = 0.6
"""Seconds after the release before the placing hands catch (`catch_mode` hands and late)."""
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


def snatch(falls: Iterable[Fall], hands: Iterable[tuple[float, float]]) -> set[int]:
    """Ids of what hands catch, each given by the bearing it waits at and the time from which it is free: whatever
    falls within its reach, one piece after the other, 0.15 s apart."""
    out: set[int] = set()
    for bearing, since in hands:
        free = since
        for fall in falls:
            away = abs((fall.bearing - bearing + 180) % 360 - 180)
            if fall.piece not in out and away <= REACH and fall.time >= free:
                out.add(fall.piece)
                free = fall.time + PAUSE
    return out


def _hands(loading: Loading, area: int) -> Iterator[tuple[float, float]]:
    """A player's hands with `catch_mode` hands: one that waits from the beginning, and those that place, as soon as
    they have let go and turned."""
    if loading.sector:
        yield 45.0 * SECTORS.index(loading.sector), 0.0
    placing = ship.bearing(*ship.spot_point(area, loading.spot)), HANDOVER[loading.hands or "both"] + TURNING
    yield placing
    if loading.hands == "both":
        yield placing


def caught(options: Options, loading: Loading, area: int, falls: tuple[Fall, ...]) -> tuple[int, ...]:
    """Ids of what is caught without being asked, in order of falling.

    With `hands`, each hand catches any number within its reach. With `late`, the placing hand or hands count as one
    that covers the sector of the loaded spot; a player catches no more than two pieces in all.
    """
    if options.catch_mode in ("none", "reaction"):
        return ()
    if options.catch_mode == "hands":
        held = snatch(falls, _hands(loading, area))
        return tuple(fall.piece for fall in falls if fall.piece in held)
    out: set[int] = set()
    if loading.sector:
        out.update(catch(falls, loading.sector))
    if options.catch_mode == "late":
        own = sector_of(ship.bearing(*ship.spot_point(area, loading.spot)))
        out.update(catch(falls, own, HANDOVER[loading.hands or "both"] + TURNING))
    return tuple(fall.piece for fall in falls if fall.piece in out)[:CAPACITY]
