"""Choose a loading: find good places by statics, compare them by playing matches on, and try them with the physics."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from games.core import Seat
from games.riff_raff import standin
from games.riff_raff.loading import geometry, placing, ship
from games.riff_raff.loading.candidates import Laid, estimate, lay
from games.riff_raff.loading.settled import Kind, Piece
from games.riff_raff.moves import POSES, Grip
from games.riff_raff.play import FRESH, add_kinds, find_reason_against_two, kinds_of
from games.riff_raff.state import State
from games.riff_raff.strong.cards import draw_plans
from games.riff_raff.strong.sketch import Array, Sketch, Start, begin, compute_lean, compute_risk
from games.rng import Rng

MATCHES: Final = 48
"""Matches that are played on from each place."""
EXAMINED: Final = 12
"""Plans of a kind examined for a legal pose."""
SURE: Final = 0.9
"""Estimated chance that it holds from which a loading is not tried out, if the ship also stays calm."""
CALM: Final = 9.0
"""Degrees of lean up to which a ship counts as calm."""
EFFORT: Final = 120.0
"""Ship seconds times pieces after which no further trial begins: about a second of CPU."""
TRIED: Final = 4
"""The most places that are tried out."""
SLIP: Final = 0.1
"""Cost of a piece that falls alone, in chance of winning."""
_PUBLIC: Final = bytes(32)


class Choice(Struct, frozen=True):
    """A turn: how many pieces are announced, and the next loading."""

    count: int
    laid: Laid
    grip: Grip


class Rated(Struct, frozen=True):
    """A place and what it is worth: the chance of winning, if `count` pieces are announced."""

    worth: float
    count: int
    laid: Laid
    risky: bool


def choose_loading(view: State) -> Choice | None:
    """Choose the next loading of a turn, from its start; None if no steady place is legal.

    Called again for the later decisions of the loading, it returns the same choice.
    """
    begun = view.announced if view.loaded else 0
    return _choose(replace(view, phase="piece", announced=begun, loading=FRESH, events=(), last=None))


@lru_cache(maxsize=64)
def _choose(view: State) -> Choice | None:
    rated = sorted(rate_places(view), key=lambda each: -each.worth)
    if not rated:
        return None
    best = rated[0]
    if not best.risky:
        return Choice(best.count, best.laid, Grip("both"))
    return _try_out(view, rated)


def _try_out(view: State, rated: list[Rated]) -> Choice:
    """Try the best places out. Choose the first that holds, or else the one that costs the fewest pieces."""
    from games.riff_raff.strong.trials import try_loading

    effort, found = 0.0, list[tuple[int, Choice]]()
    for each in rated[:TRIED]:
        grip = Grip("both")
        trial = try_loading(view, each.laid, grip)
        effort += trial.effort
        if trial.lost < 0:
            return Choice(each.count, each.laid, grip)
        found.append((trial.lost, Choice(1, each.laid, grip)))
        if trial.lost > 1 and trial.sector and view.options.catch_mode in ("hands", "sector", "late"):
            grip = Grip("one", trial.sector)
            again = try_loading(view, each.laid, grip)
            effort += again.effort
            found.append((again.lost, Choice(1, each.laid, grip)))
        if effort > EFFORT:
            break
    return min(found, key=lambda pair: pair[0])[1]


def rate_places(view: State) -> list[Rated]:
    """Rate a place for each kind of piece: by playing matches on, and by the danger that the ship goes over or the
    piece slips."""
    seat = view.order[view.turn]
    places = list_places(view, kinds_of(view.supplies[seat]))
    if not places:
        return []
    two = not view.loaded and not find_reason_against_two(view, seat, view.area)
    starts = [_load(view, seat, laid) for laid in places]
    counts = (1, 2) if two else (view.announced or 1,)
    chances = [_play_on(view, seat, starts, count - view.loaded) for count in counts]
    rated = []
    for index, laid in enumerate(places):
        x, y, z = np.sum(starts[index].moments, axis=0)
        lean = compute_lean(x, y, z)
        risk, holds = float(compute_risk(lean)), estimate(view, laid)
        for count, worths in zip(counts, chances, strict=True):
            worth = (1 - risk) * float(worths[index]) - SLIP * (1 - holds)
            rated.append(Rated(worth, count, laid, holds < SURE or float(lean) > CALM))
    return rated


def list_places(view: State, kinds: tuple[Kind, ...]) -> list[Laid]:
    """List for each kind the place with the least cost that is legal in a steady pose."""
    plans = list(standin.list_plans(view, view.area, kinds))
    found = []
    for kind in kinds:
        steady = standin.list_steady_poses(kind, view.area)
        poses = [pose for pose in POSES[kind] if pose.pose in steady]
        for plan in [plan for plan in plans if plan.kind == kind][:EXAMINED]:
            ranked = standin.rank_poses(view, kind, plan.spot, poses)
            pose = placing.find_pose(view.cargo, view.yards, view.area, kind, plan.spot, ranked)
            if pose is not None:
                found.append(lay(view, kind, plan.spot, pose))
                break
    return found


def _load(view: State, seat: Seat, laid: Laid) -> Start:
    """Put the piece where it is to go, without physics."""
    x, y = ship.spot_point(view.area, laid.spot)
    outline = geometry.standard_shape(laid.kind, laid.pose.pose, laid.pose.turn)
    z = ship.surface(view.area) + laid.height + outline.origin[2]
    piece = Piece(view.serial, laid.kind, x, y, z, 1.0, 0.0, 0.0, 0.0, view.area)
    supplies = list(view.supplies)
    supplies[seat] = add_kinds(supplies[seat], (laid.kind,), -1)
    return begin(replace(view, cargo=(*view.cargo, piece)), supplies=tuple(supplies))


def _play_on(view: State, seat: Seat, starts: list[Start], follow: int) -> Array:
    """Play matches on after each start. `follow`: how many loadings are left in this turn, including the one just made.

    Returns the seat's share of the win, by start.
    """
    sketch = Sketch(starts, MATCHES, Rng(_PUBLIC, "strong/places", view.serial))
    seats, areas = np.full(sketch.count, seat), np.full(sketch.count, view.area - 1)
    if follow > 1:
        sketch.load(seats, areas, sketch.won < 0)
    sketch.end_turn(seats)
    sketch.finish_round()
    shares = sketch.finish(draw_plans(sketch, seat))[:, seat]
    found: Array = shares.reshape(len(starts), MATCHES).mean(axis=1)
    return found
