"""Correct a position of Riff Raff: cargo, supplies, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, degrees, hypot
from typing import Final

from msgspec.structs import replace

from games.core import Editor, IllegalMove
from games.editing import list_turns, read_turn
from games.riff_raff import standin
from games.riff_raff.loading import descent, placing, ship
from games.riff_raff.loading.settled import KINDS, Kind, Piece
from games.riff_raff.moves import Pose
from games.riff_raff.play import add_kinds, begin_turn, kinds_of
from games.riff_raff.state import State
from games.rng import Rng

OFF, ON = "-", "+"
_MOST_TILT: Final = 20.0
"""The lean at rest, in degrees, above which a change is refused: everything would slide."""
_NEAR: Final = 3.0
"""A piece that lies higher than another one, and less than this many cm beside it, may rest on it."""


class RiffRaffEditor(Editor[State]):
    """Takes pieces off the ship and puts pieces aboard, in a steady pose on the safest spot. The ship then leans as the
    weights demand, without physics."""

    def list_edits(self, view: State) -> Sequence[str]:
        if view.phase not in ("announce", "piece") or view.loaded:
            return ()
        found = [
            f"{OFF}/{piece.kind}@{piece.area}/{piece.id}/{seat}"
            for piece in view.cargo
            if not any(_rests_on(other, piece) for other in view.cargo)
            for seat in range(view.seats)
        ]
        later = [seat for seat in view.order if seat != view.seat]
        return [*found, *_list_loadings(view), *list_turns(later)]

    def edit(self, state: State, code: str) -> State:
        if (seat := read_turn(code)) is not None:
            return replace(state, turn=state.order.index(seat))
        what, *rest = code.split("/")
        state = _take_off(state, rest) if what == OFF else _put_on(state, rest, code)
        return _lean(state, code)

    def go_on(self, state: State, rng: Rng) -> State:
        return begin_turn(replace(state, announced=0, loaded=0, loading=None))


def _rests_on(upper: Piece, lower: Piece) -> bool:
    """Whether a piece may rest on another one."""
    return upper.z > lower.z + 0.5 and upper.area == lower.area and hypot(upper.x - lower.x, upper.y - lower.y) < _NEAR


def _list_loadings(view: State) -> Iterator[str]:
    """List pieces to put aboard. Whether one fits is only checked when it is chosen: checking all takes too long."""
    for seat, supply in enumerate(view.supplies):
        for kind in kinds_of(supply) if sum(supply) > 1 else ():
            yield from (f"{ON}/{kind}/{seat}/{area}" for area in ship.AREAS)


def _take_off(state: State, rest: Sequence[str]) -> State:
    """Take a piece off the ship, into a supply."""
    number, seat = int(rest[1]), int(rest[2])
    piece = next(each for each in state.cargo if each.id == number)
    cargo = tuple(each for each in state.cargo if each.id != number)
    return _supply(replace(state, cargo=cargo), seat, piece.kind, 1)


def _put_on(state: State, rest: Sequence[str], code: str) -> State:
    """Put a piece of a supply aboard, on the safest place of an area. Raises IllegalMove if it fits nowhere."""
    kind, seat, area = next(each for each in KINDS if each == rest[0]), int(rest[1]), int(rest[2])
    legal = {aim.spot for aim in placing.list_spots(state.cargo, state.yards, area, kind)}
    if not legal:
        raise IllegalMove(code, "dead_end")
    spot = next(plan.spot for plan in standin.list_plans(state, area, (kind,)) if plan.spot in legal)
    pose = _choose_pose(state, area, kind, spot)
    where = descent.Where(*ship.spot_point(area, spot), pose.turn)
    piece = descent.lay(state.cargo, state.yards, area, (state.serial, kind, pose.pose), where)
    state = replace(state, cargo=(*state.cargo, piece), serial=state.serial + 1)
    return _supply(state, seat, kind, -1)


def _choose_pose(state: State, area: int, kind: Kind, spot: str) -> Pose:
    steady = standin.list_steady_poses(kind, area)
    legal = placing.list_poses(state.cargo, state.yards, area, kind, spot)
    return min(legal, key=lambda each: steady.index(each.pose) if each.pose in steady else len(steady))


def _supply(state: State, seat: int, kind: Kind, sign: int) -> State:
    supplies = [*state.supplies]
    supplies[seat] = add_kinds(supplies[seat], (kind,), sign)
    return replace(state, supplies=tuple(supplies), last=None)


def _lean(state: State, code: str) -> State:
    """Lean the ship as its cargo demands. Raises IllegalMove if that is too far."""
    trim = standin.trim(state)
    if trim.tilt() > _MOST_TILT:
        raise IllegalMove(code, "dead_end")
    stiffness = ship.STIFFNESS - trim.z
    roll, pitch = (round(degrees(atan2(moment, stiffness)), 3) + 0.0 for moment in (trim.y, trim.x))
    return replace(state, roll=roll, pitch=pitch)
