"""Try a loading out with the physics. For worker processes only: this module loads the engine."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.riff_raff.loading import physics
from games.riff_raff.loading.candidates import Laid
from games.riff_raff.loading.catching import find_sector, list_caught
from games.riff_raff.loading.model import SettleFailed
from games.riff_raff.loading.settled import Sector
from games.riff_raff.moves import Grip
from games.riff_raff.state import Loading, State
from games.rng import Rng

LONGEST: Final = 8.0
"""Seconds of ship time that a trial follows."""
_PUBLIC: Final = bytes(32)
"""A public seed: the error of the real hand is not known."""


class Trial(Struct, frozen=True):
    """What came of a loading. `lost`: by how many pieces the supply grows in all; -1 for a clean loading."""

    lost: int
    effort: float
    """Seconds of ship time times pieces."""
    sector: Sector | None = None
    """Where the most pieces fell."""


def try_loading(view: State, laid: Laid, grip: Grip) -> Trial:
    """Try a loading with one error of the hand, drawn from a public seed."""
    loading = Loading(laid.kind, laid.spot, laid.pose.pose, laid.pose.turn, grip.hands, grip.sector)
    state = replace(view, phase="settle", loading=loading)
    try:
        drop = physics.draw_drop(state, Rng(_PUBLIC, "strong", view.serial))
        result, _ = physics.settle_once(state, drop, LONGEST)
    except SettleFailed:
        return Trial(len(view.cargo), LONGEST * len(view.cargo))
    effort = result.seconds * (len(view.cargo) + 1)
    falls = result.falls
    if not falls:
        return Trial(-1, effort)
    caught = list_caught(view.options, loading, view.area, falls)
    if caught == (view.serial,) and view.options.catch_rule == "2013":
        caught = ()
    sectors = [find_sector(fall.bearing) for fall in falls]
    most: Sector = max(sectors, key=sectors.count)
    return Trial(len(falls) - len(caught) - 1, effort, most)
