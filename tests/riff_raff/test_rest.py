"""A ship at rest stays at rest: friction on slopes, pieces beside the middle line, and the stored position."""

from __future__ import annotations

from itertools import product
from math import asin, cos, degrees, dist, radians, sin, tan
from pathlib import Path
from typing import Any

import msgspec
import mujoco
import pytest
from msgspec.structs import replace

from games.riff_raff import GAME
from games.riff_raff.loading import descent, geometry, model, physics, ship
from games.riff_raff.loading.settled import KINDS, Fall, Kind, Piece, Settled, is_same, join_settles
from games.riff_raff.state import State
from tests.numbers import FULL, times
from tests.riff_raff import measure
from tests.riff_raff.measure import BEFORE
from tests.riff_raff.twins import Case

LEVEL = (0.0, 0.0, 0.0)
POSES = tuple((kind, pose) for kind in KINDS for pose in ship.POSES[kind] if pose not in ("hang", "lean"))
"""The hanging sailor swings on a slope instead of sliding and has his own test; leaning pieces fall by themselves."""
HOLDING = range(20) if FULL else (5, 15, 19)
SLIDING = range(23, 31) if FULL else (23, 30)


HOOKED = 0.5
"""Where the centre of mass of a sailor is laid along a yard, in cm from the middle line. His centre of mass lies beyond
the side of his body, so he tips over his arm until his hook holds the yard; laid on the middle line he misses it."""


def drift(kind: Kind, pose: str, slope: int, way: str, turn: float = 0.0, off: float = 0.0) -> float:
    """Measure how far in cm a piece on the lowest yard, `off` cm beside its middle line, moves within two seconds while
    the ship is held at a slope, along the yard or across it."""
    across = (kind, pose) == ("sailor", "lie") and turn > 45
    piece = descent.lay((), LEVEL, 5, (1, kind, pose), descent.Where(off + HOOKED * across, 5.0, turn))
    held = physics.Settling(replace(GAME.read("seats=4 options=weather:storm"), cargo=(piece,)), None)
    held.model.dof_armature[:2] = 1e9
    held.model.body_gravcomp[held.model.body("ship").id] = 1.0
    if across:
        step(held, 1.5)  # until he has tipped over his arm
    down = sin(radians(slope)) * model.GRAVITY
    held.model.opt.gravity[:] = (
        down * (way == "across"),
        down * (way == "along"),
        -cos(radians(slope)) * model.GRAVITY,
    )
    step(held, 0.5)  # until it has taken the load
    start = held.pose(0)[1]
    step(held, 2)
    return dist(held.pose(0)[1], start)


def step(settling: physics.Settling, seconds: float) -> None:
    mujoco.mj_step(settling.model, settling.data, nstep=round(seconds / model.STEP))


HELD_ASTRAY = 0.1
"""A piece that holds moves no further in two seconds, in cm: most not at all, a chest on its side 0.6 mm at 19."""


@pytest.mark.parametrize("way", ["along", "across"])
@pytest.mark.parametrize(("kind", "pose"), POSES)
def test_friction_on_a_yard(kind: Kind, pose: str, way: str) -> None:
    """Slide above 22 degrees and hold below 20, with the long side across the yard or along it."""
    for turn in (7.0, 97.0):
        holding = {slope: drift(kind, pose, slope, way, turn) for slope in HOLDING}
        assert max(holding.values()) < HELD_ASTRAY, (turn, holding)
        sliding = {slope: drift(kind, pose, slope, way, turn) for slope in SLIDING}
        assert min(sliding.values()) > 1, (turn, sliding)


def margin(kind: Kind, pose: str, turn: int, slope: int, way: str, off: float) -> float:
    """Measure how far in cm the point under the centre of mass, along gravity, lies within the piece's base.

    The base is the convex hull of the parts on the yard: a sailor and his arm form no rectangle. Negative: outside it.
    """
    outline = geometry.standard_shape(kind, pose, turn)
    half = ship.YARD_WIDTH / 2
    borne = []
    for x0, x1, y0, y1, bottom, _ in (bounds for _, bounds in outline.boxes):
        left, right = max(-half, off + x0), min(half, off + x1)
        if bottom < 1e-6 and left < right:
            borne += [(x, y) for x in (left, right) for y in (y0, y1)]
    shift = outline.origin[2] * tan(radians(slope))
    x, y = off + shift * (way == "across"), shift * (way == "along")
    hull = convex_hull(borne)
    edges = zip(hull, (*hull[1:], hull[0]), strict=True)
    return min(((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / dist((x0, y0), (x1, y1)) for (x0, y0), (x1, y1) in edges)


def convex_hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """List the corners of the hull, anticlockwise (Andrew's monotone chain)."""
    hull: list[tuple[float, float]] = []
    for ordered in (sorted(set(points)), sorted(set(points), reverse=True)):
        chain: list[tuple[float, float]] = []
        for x, y in ordered:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                    break
                chain.pop()
            chain.append((x, y))
        hull += chain[:-1]
    return hull


@pytest.mark.parametrize(("kind", "pose"), POSES)
def test_pieces_that_statics_holds_beside_the_middle_line_stay(kind: Kind, pose: str) -> None:
    """Test rules P8 on yards: leans up to 20 degrees and up to 4 mm to either side, except for half a millimetre."""
    slopes, offs = ((0, 4, 8, 12, 16, 19), (-0.4, -0.3, -0.2, -0.1, 0.1, 0.2, 0.3, 0.4)) if FULL else ((8, 19), (0.4,))
    moved = {}
    for case in product((0, 90), slopes, ("along", "across"), offs):
        turn, slope, way, off = case
        if (pose, turn, way) == ("lie", 90, "across"):
            continue  # along the yard the sailor tips over his arm before he rests: `test_friction_on_a_yard` has him
        if margin(kind, pose, *case) > 0.05:
            moved[case] = drift(kind, pose, slope, way, turn, off)
    assert {case: far for case, far in moved.items() if far > HELD_ASTRAY} == {}


def test_a_hanging_sailor_holds_along_the_yard() -> None:
    """Check that his hook slides above 22 degrees, like everything."""
    holding = {slope: drift("sailor", "hang", slope, "along") for slope in HOLDING}
    assert max(holding.values()) < HELD_ASTRAY, holding
    assert min(drift("sailor", "hang", slope, "along") for slope in SLIDING) > 1


def test_a_hanging_sailor_comes_to_rest() -> None:
    """Check the time: without rolling friction he swung on his hook until the limit."""
    state = GAME.read("seats=4 options=weather:storm")
    sailor = descent.lay((), LEVEL, 7, (1, "sailor", "hang"), descent.Where(0.0, 4.0, 0.0))
    assert physics.settle_once(state, physics.Drop(sailor, 0.25), physics.LONGEST)[0].seconds < 5


PLACES: tuple[tuple[Kind, str, int], ...] = (
    ("chest", "flat", 4),
    ("plank", "flat", 94),
    ("rat", "belly", 4),
    ("crate", "flat", 4),
)
ASTRAY = tuple(
    (kind, pose, turn, off, u) for kind, pose, turn in PLACES for off in (0.1, 0.2, 0.3, 0.4) for u in (5.0, 7.0)
)


def make_leaning_ship() -> State:
    """Return a ship that leans by 6 degrees to the bow and by 2 to starboard."""
    state = GAME.read("seats=4 options=weather:storm cargo=crate@1/N3/flat@0;chest@6/J2/flat@0")
    return after(state, physics.run(state, None)[0])


def after(state: State, result: Settled) -> State:
    return replace(state, cargo=result.cargo, roll=result.roll, pitch=result.pitch, yards=result.yards)


def holds(state: State, kind: Kind, pose: str, turn: int, off: float, u: float) -> bool:
    """Whether a piece laid `off` cm beside the middle line of the lowest yard stays there within 1 mm."""
    piece = descent.lay((), LEVEL, 5, (state.serial, kind, pose), descent.Where(off, u, turn))
    result, _ = physics.settle_once(state, physics.Drop(piece, 1.6), physics.LONGEST)
    return not result.falls and abs(result.cargo[-1].x - piece.x) < 0.1


def test_pieces_beside_the_middle_line_stay() -> None:
    state = make_leaning_ship()
    assert [case for case in ASTRAY if not holds(state, *case)] == []


def test_mutant_the_contacts_of_boxes_let_them_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "CONTACTS", BEFORE)
    state = make_leaning_ship()
    assert sum(not holds(state, *case) for case in ASTRAY) > 8


SETTLES = times(2500, usual=20)
"""Settles of whole games by stand-ins and random players."""


@pytest.mark.timeout(14400)
def test_a_stored_ship_is_at_rest() -> None:
    """Settle again with nothing loaded: nothing moves or falls, and nothing overlaps, floats or is missing."""
    rows = [row for _, row in zip(range(SETTLES), measure.rows(0), strict=False)]
    assert [row for row in rows if row.moved > 0.5 or row.lost or row.heeled > 0.3] == []
    assert [row for row in rows if row.overlap > 1 or row.floating > 2 or not row.conserved] == []
    assert sum(row.capped for row in rows) <= max(1, SETTLES / 1000)


def test_a_rest_that_does_not_last_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept any first rest: the second settle corrects it, and the film goes on without a gap."""
    state = replace(make_leaning_ship(), serial=9)
    far = descent.lay((), LEVEL, 5, (9, "crate", "flat"), descent.Where(0.0, 8.5, 0))
    hasty = physics.settle_once

    def settle_hastily(state: State, drop: physics.Drop | None, longest: float, *, filming: bool = False) -> Any:
        return hasty(state, drop, 0.3 if drop else longest, filming=filming)

    monkeypatch.setattr(physics, "settle_once", settle_hastily)
    result, film = physics.run(state, physics.Drop(far, 0.01), filming=True)
    assert result.seconds > 1
    times_shown = [frame.time for frame in film.frames]
    assert times_shown == sorted(set(times_shown))
    again, _ = hasty(after(state, result), None, physics.LONGEST)
    assert is_same(result.cargo, (result.roll, result.pitch), again)


def test_two_settles_make_one() -> None:
    first = Settled((), 5.0, 0.0, (Fall(1, 1.0, 90, "port"),), peak=9.0, heel="port", seconds=2.0)
    second = Settled((), 1.0, 0.0, (Fall(2, 0.5, 180, "stern"),), peak=4.0, heel="stern", seconds=1.5)
    both = join_settles(first, second)
    assert (both.roll, both.peak, both.heel, both.seconds) == (1.0, 9.0, "port", 3.5)
    assert both.falls == (Fall(1, 1.0, 90, "port"), Fall(2, 2.5, 180, "stern"))


@pytest.mark.parametrize(
    ("kind", "spot", "turn", "cargo"),
    [("plank", "E4", 180, ""), ("boat", "E3", 0, "crate@1/I3/flat@0"), ("rat", "F3", 0, "crate@1/K3/flat@0")],
)
def test_a_long_piece_leans_where_something_holds_it(kind: Kind, spot: str, turn: int, cargo: str) -> None:
    """Lean a plank against the lowest yard, a boat and a rat against a crate; without it, the boat lies down."""
    state = GAME.read(f"seats=4 serial=2 cargo={cargo}" if cargo else "seats=4 serial=2")
    where = descent.Where(*ship.spot_point(1, spot), turn)
    piece = descent.lay(state.cargo, LEVEL, 1, (2, kind, "lean"), where)
    result, _ = physics.run(state, physics.Drop(piece, 1.6))
    assert result.falls == ()
    assert 20 < slope_of(result.cargo[-1]) < 80
    if cargo:
        alone, _ = physics.run(replace(state, cargo=()), physics.Drop(piece, 1.6))
        assert slope_of(alone.cargo[-1]) < 20


def slope_of(piece: Piece) -> float:
    """Compute the angle between a piece's long axis and the deck, in degrees."""
    return abs(degrees(asin(geometry.compute_matrix((piece.qw, piece.qx, piece.qy, piece.qz))[2][0])))


SLOW = tuple(
    msgspec.json.decode(line, type=Case)
    for line in (Path(__file__).parent / "slow_settles.json").read_text().splitlines()
)
"""Loadings of whole matches that once reached the limit: a boat that rocks by a tenth of a millimetre for ever, and a
ship that crept under a moment that dry friction carries."""


@pytest.mark.parametrize("case", SLOW, ids=("trembling", "creeping"))
def test_a_trembling_or_leaning_ship_comes_to_rest_early(case: Case) -> None:
    result, _ = physics.run(case.state, physics.Drop(case.piece, case.handover))
    assert result.seconds < 6
    again = measure.settle_strictly(after(case.state, result))
    assert not again.falls
    places = {piece.id: (piece.x, piece.y, piece.z) for piece in again.cargo}
    assert max(dist((p.x, p.y, p.z), places[p.id]) for p in result.cargo) < 0.05
