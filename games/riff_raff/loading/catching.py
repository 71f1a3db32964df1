"""Find the falling pieces that are caught (rules B4). `play.apply_result` moves them afterwards (A6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import SECTORS, Fall, Sector
from games.riff_raff.options import Options
from games.riff_raff.state import Loading

CAPACITY = 2
"""Most pieces a player catches in one loading; `catch_mode` hands has no limit."""
REACH = 60
"""Degrees of bearing to either side that a hand reaches with `catch_mode` hands."""
BREADTH = 15
"""Degrees of bearing between two pieces that fall side by side: with `catch_mode` hands one grip catches both."""
PAUSE = 0.15
"""Seconds a hand needs between two catches."""
TURNING = 0.6
"""Seconds from the release until the placing hands can catch (`catch_mode` hands and late)."""
HANDOVER = {"both": 1.6, "one": 0.25}
"""Seconds from the beginning until the weight is released, with both hands or with one."""


def find_sector(bearing: float) -> Sector:
    """Find the sector of a bearing in degrees."""
    return SECTORS[round(bearing / 45) % 8]


def _count_hundredths(seconds: float) -> int:
    """Convert a time of a settle to whole hundredths of a second. Falls are that exact; sums of seconds are not."""
    return round(100 * seconds)


def catch(falls: Iterable[Fall], sector: Sector, since: float = 0.0) -> tuple[int, ...]:
    """List the ids of pieces a hand in `sector` catches: the first two from `since` on, at least 0.15 s apart."""
    out: list[int] = []
    free = _count_hundredths(since)
    for fall in falls:
        now = _count_hundredths(fall.time)
        if fall.sector == sector and now >= free and len(out) < CAPACITY:
            out.append(fall.piece)
            free = now + _count_hundredths(PAUSE)
    return tuple(out)


def catch_within_reach(falls: Iterable[Fall], hands: Iterable[tuple[float, float]]) -> set[int]:
    """List the ids of the pieces that hands catch: all that fall within reach, at least 0.15 s apart or side by side.

    `hands`: for each hand, the bearing at which it waits and the time from which it is free.
    """
    out: set[int] = set()
    for bearing, since in hands:
        start = free = _count_hundredths(since)
        last = bearing
        for fall in falls:
            now = _count_hundredths(fall.time)
            if fall.piece in out or now < start or _measure_angle(fall.bearing, bearing) > REACH:
                continue
            beside = free > start and _measure_angle(fall.bearing, last) <= BREADTH
            if beside or now >= free:
                out.add(fall.piece)
                free, last = now + _count_hundredths(PAUSE), fall.bearing
    return out


def _measure_angle(one: float, other: float) -> float:
    """Measure the angle between two bearings in degrees, 0 to 180."""
    return abs((one - other + 180) % 360 - 180)


def _list_hands(loading: Loading, area: int) -> Iterator[tuple[float, float]]:
    """List the bearings and free times of a player's hands with `catch_mode` hands.

    The waiting hand is free from the beginning; a placing hand once it has let go and turned.
    """
    if loading.sector:
        yield 45.0 * SECTORS.index(loading.sector), 0.0
    placing = ship.bearing(*ship.spot_point(area, loading.spot)), HANDOVER[loading.hands or "both"] + TURNING
    yield placing
    if loading.hands == "both":
        yield placing


def list_caught(options: Options, loading: Loading, area: int, falls: tuple[Fall, ...]) -> tuple[int, ...]:
    """List the ids of pieces caught without asking the player, in order of falling.

    With `hands`, each hand catches any number of pieces within its reach. With `late`, the placing hands count as one
    hand in the sector of the loaded spot; a player catches at most two pieces.
    """
    if options.catch_mode in ("none", "reaction"):
        return ()
    if options.catch_mode == "hands":
        held = catch_within_reach(falls, _list_hands(loading, area))
        return tuple(fall.piece for fall in falls if fall.piece in held)
    out: set[int] = set()
    if loading.sector:
        out.update(catch(falls, loading.sector))
    if options.catch_mode == "late":
        own = find_sector(ship.bearing(*ship.spot_point(area, loading.spot)))
        out.update(catch(falls, own, HANDOVER[loading.hands or "both"] + TURNING))
    return tuple(fall.piece for fall in falls if fall.piece in out)[:CAPACITY]
