"""Where a piece may be put: the lists are exactly what the geometry of a single loading allows (rules B4)."""

from __future__ import annotations

import pytest

from games.riff_raff import GAME, descent, moves, placing, ship
from games.riff_raff.descent import Where
from games.riff_raff.settled import KINDS, Kind

CROWDED = (
    "cargo=crate@1/H3/flat@0;chest@1/H4/flat@90;plank@2/I5/flat@0;crate@5/E2/flat@0;bottle@5/L2/stand@0;"
    "plank@7/I2/flat@90;sailor@7/E2/hang@0;boat@8/J2/keel@90;rat@9/D2/belly@45"
)


@pytest.mark.parametrize("position", ["", CROWDED], ids=["empty", "crowded"])
@pytest.mark.parametrize("area", [1, 2, 3, 5, 7, 8])
def test_lists_hold_just_what_may_be_lowered(position: str, area: int) -> None:
    state = GAME.read(position)
    for kind in ("bottle", "sailor", "plank"):
        offered = {move.spot for move in placing.spots(state.cargo, state.yards, area, kind)}
        for spot in ship.spots(area)[::11]:
            at = ship.spot_point(area, spot)
            legal = [
                pose
                for pose in moves.POSES[kind]
                if not descent.judge(state.cargo, state.yards, area, kind, pose.pose, Where(*at, pose.turn)).reason
            ]
            assert list(placing.poses(state.cargo, state.yards, area, kind, spot)) == legal
            assert (spot in offered) == bool(legal)


@pytest.mark.parametrize("area", ship.AREAS)
def test_an_empty_ship_has_room_for_every_kind(area: int) -> None:
    assert all(placing.fits((), (0.0, 0.0, 0.0), area, kind) for kind in KINDS)


def test_alike_poses_have_the_same_outline() -> None:
    assert all(sum(map(len, moves.ALIKE[kind])) == len(moves.POSES[kind]) for kind in KINDS)


def judged(area: int, kind: Kind, pose: str, spot: str, turn: int = 0, cargo: str = "") -> descent.Descent:
    state = GAME.read(f"cargo={cargo}" if cargo else "")
    return descent.judge(state.cargo, state.yards, area, kind, pose, Where(*ship.spot_point(area, spot), turn))


def test_stacking() -> None:
    assert judged(5, "rat", "belly", "E2").height == pytest.approx(0)
    assert judged(5, "rat", "belly", "E2", cargo="crate@5/E2/flat@0").height == pytest.approx(2.4)


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
    assert judged(area, kind, pose, spot, turn, cargo).reason == reason


def test_a_leaning_yard_takes_its_cargo_along() -> None:
    """On a yard that leans 4 degrees to port a piece is laid down leaning."""
    level = descent.lay((), (0.0, 0.0, 0.0), 5, (1, "crate", "flat"), Where(0.0, 8.5, 0))
    leaning = descent.lay((), (4.0, 0.0, 0.0), 5, (1, "crate", "flat"), Where(0.0, 8.5, 0))
    assert level.z - leaning.z == pytest.approx(8.5 * 0.0698, abs=0.02)
    again = descent.judge((leaning,), (4.0, 0.0, 0.0), 5, "rat", "belly", Where(0.0, 8.5, 0))
    assert again.height == pytest.approx(2.4, abs=0.01)


def test_the_ghost_is_where_the_piece_would_be_let_go() -> None:
    text = "cargo=crate@5/E2/flat@0 phase=hands shown=5;1;1;1 order=0,1,2,3 announced=1 loading="
    ghost = descent.ghost(GAME.read(f"{text}rat/E2/belly@90/-/-"))
    assert ghost is not None
    assert (ghost.kind, ghost.x, ghost.y) == ("rat", 0.0, 2.5)
    assert ghost.z == pytest.approx(ship.surface(5) + 2.4 + 0.5)
    assert descent.ghost(GAME.read(f"{text}rat/E2/-/-/-".replace("hands", "pose"))) is None
