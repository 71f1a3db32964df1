"""The legal places of a piece: the lists equal the results of single loadings (rules B4)."""

from __future__ import annotations

import random
from itertools import product
from math import cos, radians, sin
from operator import mul

import pytest
from msgspec.structs import replace

from games.riff_raff import GAME, moves
from games.riff_raff.loading import descent, geometry, placing, ship, sites
from games.riff_raff.loading.descent import Descent, Where, Yards
from games.riff_raff.loading.settled import KINDS, Kind, Piece
from tests.support.numbers import FULL, times

CROWDED = (
    "cargo=crate@1/H3/flat@0;chest@1/H4/flat@90;plank@2/I5/flat@0;crate@5/E2/flat@0;bottle@5/L2/stand@0;"
    "plank@7/I2/flat@90;sailor@7/E2/hang@0;boat@8/J2/keel@90;rat@9/D2/belly@45"
)


@pytest.mark.parametrize("position", ["", CROWDED], ids=["empty", "crowded"])
@pytest.mark.parametrize("area", [1, 2, 3, 5, 7, 8])
def test_lists_equal_the_legal_loadings(position: str, area: int) -> None:
    state = GAME.read(position)
    for kind in ("bottle", "sailor", "plank"):
        offered = {move.spot for move in placing.list_spots(state.cargo, state.yards, area, kind)}
        for spot in ship.spots(area)[::11]:
            at = ship.spot_point(area, spot)
            legal = [
                pose
                for pose in moves.POSES[kind]
                if not descent.judge(state.cargo, state.yards, area, kind, pose.pose, Where(*at, pose.turn)).reason
            ]
            assert list(placing.list_poses(state.cargo, state.yards, area, kind, spot)) == legal
            assert (spot in offered) == bool(legal)


def heap(chance: random.Random, area: int) -> tuple[Piece, ...]:
    """Scatter pieces about an area: almost upright, stacked, toppled, hovering, of this area or of others."""
    out = []
    for number in range(chance.randint(1, 9)):
        kind = chance.choice(KINDS)
        q = ship.times(ship.about("z", chance.choice(ship.TURNS)), chance.choice([*ship.POSES[kind].values()]))
        for axis in "xy":
            q = ship.times(ship.about(axis, chance.gauss(0, chance.choice((0, 0.2, 3, 40)))), q)
        x, y = ship.spot_point(area, chance.choice(ship.spots(area)))
        at = (x + chance.gauss(0, 0.7), y + chance.gauss(0, 0.7), ship.surface(area) + chance.choice((-1, 1, 1, 3, 5)))
        out.append(descent.round_pose(number, kind, chance.choice((area, area, area, 1 + area % 10)), at, q))
    return tuple(out)


@pytest.mark.parametrize("seed", range(times(200, usual=24)))
def test_lists_equal_the_legal_loadings_on_any_heap(seed: int) -> None:
    chance = random.Random(seed)
    area = ship.AREAS[seed % 10]
    cargo = heap(chance, area)
    yards: Yards = chance.choice(((0.0, 0.0, 0.0), (3.5, -4.0, 2.0)))
    for kind in chance.sample(KINDS, 4):
        offered = {move.spot for move in placing.list_spots(cargo, yards, area, kind)}
        assert placing.fits(cargo, yards, area, kind) == bool(offered)
        for spot in chance.sample(ship.spots(area), 4):
            at = ship.spot_point(area, spot)
            judged = [descent.judge(cargo, yards, area, kind, p.pose, Where(*at, p.turn)) for p in moves.POSES[kind]]
            legal = [pose for pose, down in zip(moves.POSES[kind], judged, strict=True) if not down.reason]
            wanted = chance.sample(moves.POSES[kind], len(moves.POSES[kind]))
            found = placing.find_pose(cargo, yards, area, kind, spot, wanted)  # knows nothing of the spot yet
            assert found == next((pose for pose in wanted if pose in legal), None)
            assert list(placing.list_poses(cargo, yards, area, kind, spot)) == legal
            assert (spot in offered) == bool(legal)


def descend_past_all(
    cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind, pose: moves.Pose, spot: str
) -> Descent:
    """Lower a piece past all cargo of the ship, turned as `judge` does it."""
    turn = pose.turn % ship.SYMMETRY.get((kind, pose.pose), 360)
    outline, at = geometry.standard_shape(kind, pose.pose, turn), ship.spot_point(area, spot)
    if descent.crosses_border(area, outline, *at) or (outline.hangs and ship.is_deck(area)):
        return Descent(reason="crosses_border")
    yard = (ship.level(area), yards[ship.level(area)]) if area > 4 else (0, 0.0)
    return descent.descend(area, outline, at, [geometry.place_solid(piece, *yard) for piece in cargo])


@pytest.mark.parametrize("seed", range(400) if FULL else (*range(times(400, usual=12)), 200, 258))
def test_no_cargo_that_matters_is_left_out(seed: int) -> None:
    """Lower pieces of every kind among cargo at any height. What `list_around` leaves out must not change whether a
    loading is legal, or the height at which the piece comes to lie. In two cases a piece touches cargo far below."""
    chance = random.Random(seed)
    area = chance.choice(ship.AREAS)
    beside = area + 1 if area % 2 else area - 1
    yards: Yards = chance.choice(((0.0, 0.0, 0.0), (3.5, -4.0, 2.0)))
    lifted = (replace(piece, z=piece.z + chance.uniform(-8, 12)) for piece in heap(chance, area) + heap(chance, area))
    cargo = (*heap(chance, area), *heap(chance, beside), *lifted)
    for kind in KINDS:
        for spot in chance.sample(ship.spots(area), 12):
            for pose in chance.sample(moves.POSES[kind], min(4, len(moves.POSES[kind]))):
                where = Where(*ship.spot_point(area, spot), pose.turn)
                found = descent.judge(cargo, yards, area, kind, pose.pose, where)
                true = descend_past_all(cargo, yards, area, kind, pose, spot)
                assert (not found.reason) == (not true.reason), (kind, spot, pose)
                if not true.reason:
                    assert found[:2] == pytest.approx(true[:2])


def test_a_leaning_plank_is_not_lowered_through_a_boat() -> None:
    """Hold a plank above the deck, its upper end under a boat on a crate on the lowest yard: 8.8 cm above the deck,
    where only the tallest piece reaches."""
    state = GAME.read("cargo=crate@6/E2/flat@0;boat@6/E2/keel@0")
    spot = ship.spot_point(4, "I5")
    assert descent.judge(state.cargo, state.yards, 4, "plank", "lean", Where(*spot, 15)).reason == "touches_other"
    poses = placing.list_poses(state.cargo, state.yards, 4, "plank", "I5")
    assert moves.Pose("flat", 0) in poses
    assert moves.Pose("lean", 15) not in poses


def holds(box: geometry.Cuboid, point: tuple[float, float, float]) -> bool:
    off = [v - c for v, c in zip(point, box[:3], strict=True)]
    return all(abs(sum(map(mul, off, axis))) < sum(v * v for v in axis) for axis in (box[3:6], box[6:9], box[9:]))


@pytest.mark.parametrize("kind", KINDS)
def test_prisms_lie_inside_their_box(kind: Kind) -> None:
    """Check the corners: everything that a prism meets must meet its box, so no corner may stick out."""
    chance = random.Random(kind)
    for _ in range(200):
        q = ship.times(ship.about("x", chance.gauss(0, 20)), ship.about(chance.choice("xyz"), chance.uniform(0, 360)))
        for box in geometry.place_boxes(kind, q, (1.0, 2.0, 3.0)):
            prisms = sites.inscribe_prisms(box)
            assert prisms
            for p in prisms:
                assert p.bottom < p.top
                assert all(
                    holds(box, (p.x + a * p.cos - b * p.sin, p.y + a * p.sin + b * p.cos, z))
                    for a, b, z in product((-p.length, p.length), (-p.width, p.width), (p.bottom, p.top))
                )


@pytest.mark.parametrize("kind", KINDS)
def test_cylinders_lie_inside_their_shape_at_any_turn(kind: Kind) -> None:
    """Check points of the rims."""
    for pose in ship.POSES[kind]:
        cylinders = sites.inscribe_cylinders(geometry.standard_shape(kind, pose, 0))
        for turn in ship.TURNS:
            boxes = geometry.standard_shape(kind, pose, turn).boxes
            for radius, bottom, top in cylinders:
                rims = [
                    (radius * cos(radians(angle)), radius * sin(radians(angle)), z)
                    for angle in range(0, 360, 20)
                    for z in (bottom, top)
                ]
                assert any(all(holds(box, point) for point in rims) for box, _ in boxes)


@pytest.mark.parametrize("area", ship.AREAS)
def test_an_empty_ship_has_room_for_every_kind(area: int) -> None:
    assert all(placing.fits((), (0.0, 0.0, 0.0), area, kind) for kind in KINDS)


def test_alike_poses_have_the_same_outline() -> None:
    assert all(sum(map(len, moves.ALIKE[kind])) == len(moves.POSES[kind]) for kind in KINDS)


def judge(area: int, kind: Kind, pose: str, spot: str, turn: int = 0, cargo: str = "") -> descent.Descent:
    state = GAME.read(f"cargo={cargo}" if cargo else "")
    return descent.judge(state.cargo, state.yards, area, kind, pose, Where(*ship.spot_point(area, spot), turn))


def test_stacking() -> None:
    assert judge(5, "rat", "belly", "E2").height == pytest.approx(0)
    assert judge(5, "rat", "belly", "E2", cargo="crate@5/E2/flat@0").height == pytest.approx(2.4)


@pytest.mark.parametrize(
    ("area", "kind", "pose", "spot", "turn", "cargo", "reason"),
    [
        (5, "plank", "flat", "B2", 90, "", "crosses_border"),
        (1, "crate", "flat", "A3", 0, "", "crosses_border"),
        (1, "sailor", "hang", "H3", 0, "", "no_pose"),
        (5, "sailor", "hang", "H2", 90, "", "no_hold"),
        (1, "rat", "belly", "Q6", 0, "", "touches_nothing"),
        (5, "bottle", "stand", "E2", 0, "crate@5/E2/flat@0", "no_room"),
        (2, "rat", "belly", "H2", 0, "2:plank@1:4.0,0.0,3.05,0.707107,0.0,0.0,0.707107", "touches_other"),
    ],
    ids=lambda value: str(value),
)
def test_why_not(area: int, kind: Kind, pose: str, spot: str, turn: int, cargo: str, reason: str) -> None:
    assert judge(area, kind, pose, spot, turn, cargo).reason == reason


def test_a_leaning_yard_takes_its_cargo_along() -> None:
    """Lay a piece on a yard that leans 4 degrees to port: the piece leans with it."""
    level = descent.lay((), (0.0, 0.0, 0.0), 5, (1, "crate", "flat"), Where(0.0, 8.5, 0))
    leaning = descent.lay((), (4.0, 0.0, 0.0), 5, (1, "crate", "flat"), Where(0.0, 8.5, 0))
    assert level.z - leaning.z == pytest.approx(8.5 * 0.0698, abs=0.02)
    again = descent.judge((leaning,), (4.0, 0.0, 0.0), 5, "rat", "belly", Where(0.0, 8.5, 0))
    assert again.height == pytest.approx(2.4, abs=0.01)


def test_the_ghost_is_where_the_piece_would_be_let_go() -> None:
    text = "cargo=crate@5/E2/flat@0 phase=hands shown=5;1;1;1 order=0,1,2,3 announced=1 loading="
    ghost = descent.preview_piece(GAME.read(f"{text}rat/E2/belly@90/-/-"))
    assert ghost is not None
    assert (ghost.kind, ghost.x, ghost.y) == ("rat", 0.0, 2.5)
    assert ghost.z == pytest.approx(ship.surface(5) + 2.4 + 0.5)
    assert descent.preview_piece(GAME.read(f"{text}rat/E2/-/-/-".replace("hands", "pose"))) is None


def test_a_bottle_stands_beside_a_yard_that_its_neck_clears() -> None:
    """Stand it on a crate: its body is below the lowest yard and its neck beside it. Nearer the mast the yard is
    overhead."""
    state = GAME.read("cargo=crate@1/D4/flat@0")
    beside, under = (
        descent.judge(state.cargo, state.yards, 1, "bottle", "stand", Where(x, 2.0, 0)) for x in (1.5, 1.19)
    )
    assert beside.reason == ""
    assert beside.height == pytest.approx(2.4, abs=1e-3)
    assert under.reason == "no_room"
    assert moves.Pose("stand", 0) in placing.list_poses(state.cargo, state.yards, 1, "bottle", "C4")
