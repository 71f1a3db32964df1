"""Proposed loadings: a few good ways to load a piece, and small changes to a loading.

Each candidate stands for an idea: steady, heavy, light, far out, on top of others, leaning. The chance that it holds is
estimated from statics alone; `docs/decisions/0010` has the fit and how well it predicts the physics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import dist, exp, radians, tan
from typing import Final, NamedTuple

from games.candidates import Candidate, Candidates
from games.core import Seat
from games.riff_raff import standin
from games.riff_raff.loading import descent, geometry, placing, ship, sites
from games.riff_raff.loading.catching import find_sector
from games.riff_raff.loading.settled import Kind
from games.riff_raff.moves import POSES, Pose
from games.riff_raff.play import kinds_of
from games.riff_raff.standin import Plan
from games.riff_raff.state import State

MOST: Final = 6
_APART: Final = 1.5
"""The least distance between two candidates of the same kind, in cm."""
_TRIES: Final = 10
"""Plans examined for one idea."""
_ON_TOP: Final = 0.3
"""The least height above the surface, in cm, at which a piece counts as lying on top of others."""


_ODD: Final = frozenset(("lean", "edge", "end", "side"))
"""Unusual poses."""


class Way(NamedTuple):
    """A way to load: the allowed poses, and the range of heights above the surface, in cm."""

    steady: bool = False
    """Only the kind's steady poses."""
    odd: bool | None = None
    lowest: float = 0.0
    highest: float = 100.0

    def fits(self, pose: str, steady: Sequence[str]) -> bool:
        return (pose in steady or not self.steady) and self.odd in (None, pose in _ODD)


STEADY: Final = Way(steady=True, highest=_ON_TOP)
ON_TOP: Final = Way(odd=False, lowest=_ON_TOP)
LEANING: Final = Way(odd=True)
ANYHOW: Final = Way()


class Laid(NamedTuple):
    """A piece on a spot in a pose, and how high above the surface it comes to lie."""

    kind: Kind
    spot: str
    pose: Pose
    height: float

    def codes(self, hands: str = "both") -> tuple[str, ...]:
        return self.kind, f"spot/{self.spot}", self.pose.code, hands


class LoadingCandidates(Candidates[State]):
    """Proposes loadings of one piece."""

    def find(self, view: State, seat: Seat) -> Sequence[Candidate]:
        return _find(view) if view.seat == seat and view.phase in ("announce", "piece") else ()

    def vary(self, view: State, seat: Seat, codes: Sequence[str]) -> Sequence[Candidate]:
        if view.seat != seat or len(codes) < 4 or not codes[-3].startswith("spot/"):
            return ()
        return tuple(_vary(view, tuple(codes)))

    def warm_up(self) -> Iterator[None]:
        """Find the spots of every kind of piece on the bare ship, so that the first search is not slow."""
        for area in ship.AREAS:
            for kind in POSES:
                sites.find_site(area, kind)
                yield


@lru_cache(maxsize=64)
def _find(view: State) -> tuple[Candidate, ...]:
    """Find the candidates for a view in which a piece is to be announced or taken; the safest first."""
    kinds = kinds_of(view.supplies[view.order[view.turn]])
    legal = {kind: _list_spots(view, kind) for kind in kinds}
    plans = [plan for plan in standin.list_plans(view, view.area, kinds) if plan.spot in legal[plan.kind]]
    by_mass = sorted(kinds, key=ship.MASSES.__getitem__)
    calm = plans[0].tilt + 4.0 if plans else 0.0
    far = sorted((plan for plan in plans if plan.tilt <= calm), key=lambda plan: (-_reach(view, plan), plan.cost))
    begun = ("load/1",) if view.phase == "announce" else ()
    found: list[tuple[Laid, str]] = []
    for idea, choice, way in (
        ("steady", plans, STEADY),
        ("heavy", [plan for plan in plans if plan.kind == by_mass[-1]], STEADY),
        ("light", [plan for plan in plans if plan.kind == by_mass[0]], STEADY),
        ("outboard", far, STEADY),
        ("on_top", _select_above_cargo(view, plans), ON_TOP),
        ("leaning", plans, LEANING),
        *(("other", [plan for plan in plans if plan.kind == kind], STEADY) for kind in by_mass[-2::-1]),
        *(("other", [plan for plan in plans if plan.kind == kind], ANYHOW) for kind in by_mass),
    ):
        if len(found) < MOST and (laid := _pick(view, choice, way, [each for each, _ in found])):
            found.append((laid, idea))
    candidates = [Candidate((*begun, *laid.codes()), idea, estimate(view, laid), laid.kind) for laid, idea in found]
    return tuple(sorted(candidates, key=lambda candidate: -(candidate.holds or 0)))


def _pick(view: State, plans: Sequence[Plan], way: Way, others: list[Laid]) -> Laid | None:
    """Find the first plan that can be loaded in this way and differs from the chosen ones."""
    for plan in islice((plan for plan in plans if not _is_near(view, plan, others)), _TRIES):
        steady = standin.list_steady_poses(plan.kind, view.area)
        poses = [pose for pose in POSES[plan.kind] if way.fits(pose.pose, steady)]
        ranked = standin.rank_poses(view, plan.kind, plan.spot, poses)
        best = placing.find_pose(view.cargo, view.yards, view.area, plan.kind, plan.spot, ranked)
        if best is None:
            continue
        laid = lay(view, plan.kind, plan.spot, best)
        if way.lowest <= laid.height <= way.highest:
            return laid
    return None


def _list_spots(view: State, kind: Kind) -> frozenset[str]:
    """List the spots at which a piece of this kind has a legal pose."""
    return frozenset(aim.spot for aim in placing.list_spots(view.cargo, view.yards, view.area, kind))


def _is_near(view: State, plan: Plan, others: list[Laid]) -> bool:
    """Whether there is a candidate of the same kind near this plan."""
    at = ship.spot_point(view.area, plan.spot)
    return any(
        plan.kind == other.kind and dist(at, ship.spot_point(view.area, other.spot)) < _APART for other in others
    )


def lay(view: State, kind: Kind, spot: str, pose: Pose) -> Laid:
    """Compute how high above the surface a piece comes to lie."""
    where = descent.Where(*ship.spot_point(view.area, spot), pose.turn)
    return Laid(kind, spot, pose, descent.judge(view.cargo, view.yards, view.area, kind, pose.pose, where).height)


def _reach(view: State, plan: Plan) -> float:
    """Compute the distance of a plan's spot from the mast, in cm."""
    return dist((0.0, 0.0), ship.spot_point(view.area, plan.spot))


def _select_above_cargo(view: State, plans: Sequence[Plan]) -> list[Plan]:
    """Select the plans whose spot is above a piece on the area."""
    tops = [piece for piece in view.cargo if piece.area == view.area]
    return [
        plan
        for plan in plans
        if any(dist((piece.x, piece.y), ship.spot_point(view.area, plan.spot)) < 1.0 for piece in tops)
    ]


def estimate(view: State, laid: Laid, *, at: tuple[float, float] | None = None) -> float:
    """Estimate the chance (0..1) that nothing falls, from the lean at rest and the support of the piece.

    `at`: where the hand puts the piece, with its error; None: exactly on its spot.
    """
    x, y = at or ship.spot_point(view.area, laid.spot)
    outline = geometry.standard_shape(laid.kind, laid.pose.pose, laid.pose.turn)
    before = standin.trim(view)
    z = ship.surface(view.area) + laid.height + outline.origin[2]
    after = before.plus(standin.mass(view, laid.kind), x, y, z)
    tilt, was = min(after.tilt(), _STEEPEST), min(before.tilt(), _STEEPEST)
    margin = min(1.0, max(0.0, _measure_margin(view, laid, tilt, (x, y))))
    odds = _FIT.base + _FIT.tilt * tilt + _FIT.rise * (tilt - was) + _FIT.margin * margin
    odds += _FIT.height * min(laid.height, 3.0) + _FIT.cargo * len(view.cargo) + _FIT.odd * (laid.pose.pose in _ODD)
    return 1 / (1 + exp(-odds))


class Fit(NamedTuple):
    """Weights of a logistic regression, per degree, cm or piece."""

    base: float
    tilt: float
    rise: float
    margin: float
    height: float
    cargo: float
    odd: float


_FIT: Final = Fit(base=-0.45, tilt=-0.032, rise=-0.040, margin=5.05, height=-0.40, cargo=-0.014, odd=1.0)
"""Fitted to 1,394 settles of candidates; decision 10 shows how well it predicts others."""
_STEEPEST: Final = 40.0


def _measure_margin(view: State, laid: Laid, tilt: float, at: tuple[float, float]) -> float:
    """Compute how far the centre of mass, moved by the lean, lies within the piece's base on the surface, in cm."""
    x, y = at
    outline = geometry.standard_shape(laid.kind, laid.pose.pose, laid.pose.turn)
    if outline.hangs:
        return 1.0
    if ship.is_deck(view.area):
        half = ship.measure_half_width(x)
        surface = (-7.0, 8.0, -half, half)
    else:
        half = ship.YARDS[ship.level(view.area)][1] / 2
        surface = (-ship.YARD_WIDTH / 2, ship.YARD_WIDTH / 2, -half, half)
    borne = [b for _, b in outline.boxes if b[4] < 1e-6] or [outline.bounds]
    x0, x1, y0, y1 = (f(b[i] for b in borne) for i, f in ((0, min), (1, max), (2, min), (3, max)))
    low_x, high_x = max(surface[0], x + x0), min(surface[1], x + x1)
    low_y, high_y = max(surface[2], y + y0), min(surface[3], y + y1)
    at_x, at_y = x + outline.origin[0], y + outline.origin[1]
    return min(at_x - low_x, high_x - at_x, at_y - low_y, high_y - at_y) - outline.origin[2] * tan(radians(tilt))


def _vary(view: State, codes: tuple[str, ...]) -> Iterator[Candidate]:
    """Yield the loadings next to the one that `codes` complete."""
    begun, hands = codes[:-4], codes[-1]
    kind, spot, pose, _ = read_loading(codes)

    def propose(idea: str, spot: str, pose: Pose, hands: str) -> Candidate:
        laid = lay(view, kind, spot, pose)
        return Candidate((*begun, *laid.codes(hands)), idea, estimate(view, laid))

    for idea, along, across in _STEPS:
        moved = _move(view, kind, spot, pose, along, across)
        if moved:
            yield propose(idea, *moved, hands)
    legal = placing.list_poses(view.cargo, view.yards, view.area, kind, spot)
    same = [other for other in legal if other.pose == pose.pose and not _is_same_shape(kind, pose, other)]
    turned: list[Pose] = []
    for idea, angle in (("turn", 15), ("quarter", 90)):
        wanted = pose.turn + angle
        if near := min(same, key=lambda other: abs((other.turn - wanted + 180) % 360 - 180), default=None):
            if near not in turned:
                yield propose(idea, spot, near, hands)
            turned.append(near)
    ways = list(dict.fromkeys(other.pose for other in POSES[kind]))
    ways = ways[ways.index(pose.pose) + 1 :] + ways[: ways.index(pose.pose)]
    for way in ways:
        if there := [other for other in legal if other.pose == way]:
            yield propose("pose", spot, standin.rank_poses(view, kind, spot, there)[0], hands)
            break
    yield propose(
        *(("one_hand", spot, pose, _free_hand(view, spot)) if hands == "both" else ("both", spot, pose, "both"))
    )


_STEPS: Final = (("outward", 1, 0), ("inward", -1, 0), ("row_up", 0, 1), ("row_down", 0, -1))
"""Small changes of the spot: columns away from the mast, and rows."""


def _move(view: State, kind: Kind, spot: str, pose: Pose, along: int, across: int) -> tuple[str, Pose] | None:
    """Find the next legal spot in a direction, within four steps, with the most similar pose."""
    spots = ship.spots(view.area)
    for step in range(1, 5):
        label = f"{chr(ord(spot[0]) + along * step)}{int(spot[1]) + across * step}"
        if label not in spots:
            return None
        legal = placing.list_poses(view.cargo, view.yards, view.area, kind, label)
        if there := [other for other in legal if other.pose == pose.pose]:
            return label, min(there, key=lambda other: abs((other.turn - pose.turn + 180) % 360 - 180))
    return None


def _is_same_shape(kind: Kind, one: Pose, other: Pose) -> bool:
    """Whether two turns of a pose give the same shape."""
    return (one.turn - other.turn) % ship.SYMMETRY.get((kind, one.pose), 360) == 0


def _free_hand(view: State, spot: str) -> str:
    """Return the code for one hand; if the free hand waits in a sector, it waits in the one nearest to the spot."""
    if view.options.catch_mode in ("hands", "sector", "late"):
        return f"one/{find_sector(round(ship.bearing(*ship.spot_point(view.area, spot))) % 360)}"
    return "one"


def read_loading(codes: Sequence[str]) -> Laid:
    """Read the loading that a candidate's codes complete. Its height is not computed."""
    kind_code, spot_code, pose_code, _ = codes[-4:]
    kind = next(kind for kind in POSES if kind == kind_code)
    pose = next(pose for pose in POSES[kind] if pose.code == pose_code)
    return Laid(kind, spot_code.partition("/")[2], pose, 0.0)
