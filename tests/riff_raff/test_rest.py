"""A ship at rest stays at rest: friction on slopes, pieces beside the middle line, and the stored position."""

from __future__ import annotations

from itertools import islice, product
from math import asin, ceil, cos, degrees, dist, radians, sin, tan
from pathlib import Path
from typing import Any

import msgspec
import mujoco
import pytest
from msgspec.structs import replace

from games.riff_raff import GAME
from games.riff_raff.loading import at_rest, descent, geometry, model, physics, settling, ship
from games.riff_raff.loading.at_rest import Gimbal
from games.riff_raff.loading.settled import KINDS, Fall, Kind, Piece, Settled, is_same, join_settles
from games.riff_raff.state import State
from tests.riff_raff import measure
from tests.riff_raff.measure import BEFORE, SLOW, after
from tests.riff_raff.twins import Case
from tests.support.numbers import FULL, times

pytestmark = pytest.mark.long

LEVEL = (0.0, 0.0, 0.0)
POSES = tuple((kind, pose) for kind in KINDS for pose in ship.POSES[kind] if pose not in ("hang", "lean"))
"""The hanging sailor swings on a slope instead of sliding and has his own test; leaning pieces fall by themselves."""
HOLDING = range(20) if FULL else (19,)
SLIDING = range(23, 31) if FULL else (23,)


HOOKED = 0.45
"""For a sailor laid along a yard: the distance of his centre of mass from the middle line, in cm. His centre of mass
lies beyond the side of his body, so he tips over his arm until his hook holds the yard; laid on the middle line he
misses it. At 0.4 and 0.5 his hook grips the yard so well that he holds at a slope one degree steeper than others do."""


def drift(kind: Kind, pose: str, slope: int, way: str, turn: float = 0.0, off: float = 0.0) -> float:
    """Measure how far in cm a piece on the lowest yard, `off` cm beside its middle line, moves within two seconds while
    the ship is held at a slope, along the yard or across it."""
    across = (kind, pose) == ("sailor", "lie") and turn > 45
    piece = descent.lay((), LEVEL, 5, (1, kind, pose), descent.Where(off + HOOKED * across, 5.0, turn))
    held = settling.Settling(replace(GAME.read("seats=4 options=weather:storm"), cargo=(piece,)), None)
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


def step(held: settling.Settling, seconds: float) -> None:
    """Advance the engine as a settle does while the ship is held, with the integrator for fast bodies while a piece
    falls."""
    for _ in range(ceil(seconds / model.STEP / 8)):
        model.choose_integrator(held.model, held.data, held.bodies)
        start = held.data.qpos.copy()
        mujoco.mj_step(held.model, held.data, nstep=8)
        at_rest.put_back(held.model, held.data, held.bodies, start)
    model.check_health(held.data)


HELD_ASTRAY = 0.02
"""The most that a piece which holds may move in two seconds, in cm. If nothing put it back, a chest on its side would
move 0.07 at 19 degrees."""


@pytest.mark.parametrize("way", ["along", "across"])
@pytest.mark.parametrize(("kind", "pose"), POSES)
def test_friction_on_a_yard(kind: Kind, pose: str, way: str) -> None:
    """Slide above 22 degrees and hold below 20, with the long side across the yard or along it."""
    for turn in (7.0, 97.0):
        holding = {slope: drift(kind, pose, slope, way, turn) for slope in HOLDING}
        assert max(holding.values()) < HELD_ASTRAY, (turn, holding)
        sliding = {slope: drift(kind, pose, slope, way, turn) for slope in SLIDING}
        assert min(sliding.values()) > 1, (turn, sliding)


@pytest.mark.mutant
def test_mutant_cargo_that_is_never_put_back_creeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_rest, "SLIP", 0.0)
    assert drift("chest", "side", 19, "across", 97.0) > HELD_ASTRAY


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
def test_pieces_off_the_middle_line_stay_where_statics_says_so(kind: Kind, pose: str) -> None:
    """Test rule P8 on yards that lean by up to 20 degrees, with pieces up to 4 mm off the middle line. Leave out pieces
    within half a millimetre of tipping."""
    slopes, offs = ((0, 4, 8, 12, 16, 19), (-0.4, -0.3, -0.2, -0.1, 0.1, 0.2, 0.3, 0.4)) if FULL else ((8, 19), (0.4,))
    moved = {}
    for case in product((0, 90), slopes, ("along", "across"), offs):
        turn, slope, way, off = case
        if (pose, turn, way) == ("lie", 90, "across"):
            continue  # along the yard the sailor tips over his arm before he rests: `test_friction_on_a_yard` tests him
        if margin(kind, pose, *case) > 0.05:
            moved[case] = drift(kind, pose, slope, way, turn, off)
    assert {case: far for case, far in moved.items() if far > HELD_ASTRAY} == {}


@pytest.mark.parametrize("way", ["along", "across"])
def test_a_hanging_sailor_holds(way: str) -> None:
    """Check that his hook slides along the yard above 22 degrees, like every other piece. Across it he cannot slide:
    the hook grips the yard."""
    holding = {slope: drift("sailor", "hang", slope, way) for slope in HOLDING}
    assert max(holding.values()) < HELD_ASTRAY, holding
    if way == "along":
        assert min(drift("sailor", "hang", slope, way) for slope in SLIDING) > 1


def test_a_hanging_sailor_comes_to_rest() -> None:
    """Check the time: without rolling friction he swung on his hook until the limit."""
    state = GAME.read("seats=4 options=weather:storm")
    sailor = descent.lay((), LEVEL, 7, (1, "sailor", "hang"), descent.Where(0.0, 4.0, 0.0))
    assert physics.settle_once(state, settling.Drop(sailor, 0.25), physics.LONGEST)[0].seconds < 5


PLACES: tuple[tuple[Kind, str, int], ...] = (
    ("chest", "flat", 4),
    ("plank", "flat", 94),
    ("rat", "belly", 4),
    ("crate", "flat", 4),
)
ASTRAY = tuple(
    (kind, pose, turn, off, u)
    for kind, pose, turn in PLACES
    for off in (0.1, 0.2, 0.3, 0.4)
    for u in ((5.0, 7.0) if FULL else (5.0,))
)


def make_leaning_ship() -> State:
    """Return a ship that leans by 6 degrees to the bow and by 2 to starboard."""
    state = GAME.read("seats=4 options=weather:storm cargo=crate@1/N3/flat@0;chest@6/J2/flat@0")
    return after(state, physics.run(state, None)[0])


def holds(state: State, kind: Kind, pose: str, turn: int, off: float, u: float) -> bool:
    """Whether a piece laid `off` cm beside the middle line of the lowest yard stays there within 1 mm."""
    piece = descent.lay((), LEVEL, 5, (state.serial, kind, pose), descent.Where(off, u, turn))
    result, _ = physics.settle_once(state, settling.Drop(piece, 1.6), physics.LONGEST)
    return not result.falls and abs(result.cargo[-1].x - piece.x) < 0.1


def test_pieces_beside_the_middle_line_stay() -> None:
    state = make_leaning_ship()
    assert [case for case in ASTRAY if not holds(state, *case)] == []


@pytest.mark.mutant
def test_mutant_pieces_made_of_boxes_walk_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "CONTACTS", BEFORE)
    state = make_leaning_ship()
    assert sum(not holds(state, *case) for case in ASTRAY) > len(ASTRAY) / 4


def test_an_edge_on_the_deck_has_two_contacts() -> None:
    """Lay the lower edge of a leaning chest on the bow, one end over the ship's side. MuJoCo 3.17 finds one contact
    instead of two, and the chest rocks: a new version of the engine has to pass this."""
    chest = "1:chest@1:5.2761,1.4235,4.6766,0.930986,0.001618,0.364943,-0.008944"
    engine, data, *_ = settling.Settling(GAME.read(f"seats=4 cargo={chest}"), None).ship
    mujoco.mj_forward(engine, data)
    bow = engine.geom("deck5.0").id
    assert sum(bow in (contact.geom1, contact.geom2) for contact in data.contact) == 2


SETTLES = times(5000, usual=10)
"""Settles of whole games by stand-ins and random players under changing options."""
USUAL = SETTLES * 3 // 5
"""Settles of whole games by computer players under the default options."""
PARTS = 10 if SETTLES > 400 else 1


@pytest.mark.timeout(14400)
@pytest.mark.parametrize("usual", [True, False], ids=["usual", "mixed"])
@pytest.mark.parametrize("part", range(PARTS))
def test_a_stored_ship_is_at_rest(part: int, *, usual: bool) -> None:
    """Settle again with nothing loaded: nothing moves or falls, and nothing overlaps, floats or is missing."""
    number = USUAL if usual else SETTLES
    rows = list(islice(measure.rows(50 * part, usual=usual), number // PARTS))
    assert [row for row in rows if row.moved > 0.5 or row.lost or row.heeled > 0.3] == []
    assert [row for row in rows if row.overlap > 1 or row.floating > 2 or not row.conserved] == []
    assert not any(row.capped for row in rows)


def make_drifting_ship() -> State:
    """Return a ship whose dry friction just carries the weight of its cargo, while the contacts tremble."""
    return msgspec.json.decode((Path(__file__).parent / "drifting_ship.json").read_bytes(), type=State)


def measure_drift(state: State) -> float:
    """Measure how far in degrees the ship turns in two seconds with nothing loaded."""
    held = settling.Settling(state, None)
    history: list[settling.Moment] = []
    for _ in range(62):
        held.gimbal.set_held(held.is_held(history[-at_rest.CHECKS - 1 :]))
        held.advance(8)
        history.append(held.observe())
    return max(abs(end - start) for end, start in zip(held.lean(), (state.roll, state.pitch), strict=True))


def test_a_ship_stays_where_dry_friction_carries_it() -> None:
    assert measure_drift(make_drifting_ship()) < 0.03


@pytest.mark.mutant
def test_mutant_a_ship_that_is_never_held_drifts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gimbal, "can_hold", lambda gimbal, pieces: False)
    assert measure_drift(make_drifting_ship()) > 0.06


def test_statics_adds_up_the_weights_on_the_gimbal() -> None:
    """Compare with the engine's own moments of the ship and its cargo as one body."""
    held = settling.Settling(make_drifting_ship(), None)
    mujoco.mj_forward(held.model, held.data)
    held.sleep.start([piece.kind for piece in held.pieces], held.bodies.tolist(), held.yards())
    mujoco.mj_forward(held.sleep.rigid, held.sleep.moving)
    worst = float(abs(held.sleep.moving.qfrc_bias).max())
    for loss, carried in ((1.001 * worst, True), (0.999 * worst, False)):
        held.model.dof_frictionloss[:2] = loss / at_rest.STICTION
        assert held.gimbal.can_hold(held.bodies) is carried


def test_a_settle_goes_on_if_the_rest_does_not_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """End the first settle too early: the second one corrects it, and the film goes on without a gap."""
    state = replace(make_leaning_ship(), serial=9)
    far = descent.lay((), LEVEL, 5, (9, "crate", "flat"), descent.Where(0.0, 8.5, 0))
    hasty = physics.settle_once

    def settle_hastily(state: State, drop: settling.Drop | None, longest: float, *, filming: bool = False) -> Any:
        return hasty(state, drop, 0.3 if drop else longest, filming=filming)

    monkeypatch.setattr(physics, "settle_once", settle_hastily)
    result, film = physics.run(state, settling.Drop(far, 0.01), filming=True)
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
    result, _ = physics.run(state, settling.Drop(piece, 1.6))
    assert result.falls == ()
    assert 20 < slope_of(result.cargo[-1]) < 80
    if cargo:
        alone, _ = physics.run(replace(state, cargo=()), settling.Drop(piece, 1.6))
        assert slope_of(alone.cargo[-1]) < 20


OVERHANGS = tuple(
    (kind, pose, area, spot)
    for (kind, pose), (area, spot) in product(POSES, ((3, "M3"), (5, "S2")))
    if (pose, area) != ("lie", 5) or kind != "sailor"
)
"""Spots half a centimetre from the stern and from the end of the lowest yard. The sailor cannot lie along a yard: he
tips over his arm (`HOOKED`)."""


@pytest.mark.parametrize(("kind", "pose", "area", "spot"), OVERHANGS)
def test_every_piece_may_stick_out_over_an_edge(kind: Kind, pose: str, area: int, spot: str) -> None:
    """Set it down with its middle above the ship and its end beyond: this is legal, and it holds."""
    stern = area == 3
    where = descent.Where(*ship.spot_point(area, spot), 0.0 if stern else 90.0)
    assert descent.judge((), LEVEL, area, kind, pose, where).reason == ""
    piece = descent.lay((), LEVEL, area, (1, kind, pose), where)
    result, _ = physics.run(GAME.read("seats=4"), settling.Drop(piece, 1.6))
    assert result.falls == ()
    x0, _, _, y1, _, _ = geometry.place_solid(result.cargo[0]).bounds
    middle, end, edge = (-result.cargo[0].x, -x0, 7.0) if stern else (result.cargo[0].y, y1, 10.0)
    assert middle < edge < end


def slope_of(piece: Piece) -> float:
    """Compute the angle between a piece's long axis and the deck, in degrees."""
    return abs(degrees(asin(geometry.compute_matrix((piece.qw, piece.qx, piece.qy, piece.qz))[2][0])))


@pytest.mark.parametrize(
    ("case", "longest"),
    list(zip(SLOW, (6, 6, 12, 16, 6, 6, 3), strict=True)),
    ids=("trembling", "creeping", "heeling", "slowing", "pushing", "sliding", "walking"),
)
def test_a_trembling_or_leaning_ship_comes_to_rest_early(case: Case, longest: float) -> None:
    """The third and the fourth really heel, ever more slowly, until friction carries them."""
    result, _ = physics.run(case.state, settling.Drop(case.piece, case.handover))
    assert result.seconds < longest
    again = measure.settle_strictly(after(case.state, result))
    assert not again.falls
    places = {piece.id: (piece.x, piece.y, piece.z) for piece in again.cargo}
    assert max(dist((p.x, p.y, p.z), places[p.id]) for p in result.cargo) < 0.05
