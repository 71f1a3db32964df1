"""Choose moves for the stand-in: it loads where the torque rule of B2 predicts the least tilt, without physics.

It keeps the ship balanced, loads heavy pieces first, so that light ones are left for the full ship, uses both hands,
and prefers an empty spot well inside the surface. It plays the card whose area suits the ship best, with two seats the
highest one while the ship is calm; or the next best if stand-ins with the same supply choose before it. As captain it
chooses as B4 says for a missed deadline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan, degrees, hypot
from typing import NamedTuple

from games.core import Seat
from games.riff_raff.loading import descent, geometry, placing, ship
from games.riff_raff.loading.settled import SECTORS, Kind
from games.riff_raff.moves import POSES, Aim, Announce, Move, NameCaptain, Order, PlayCard, Pose, Reach, Take
from games.riff_raff.play import kinds_of
from games.riff_raff.state import State
from games.rng import Rng

_STEADY: dict[Kind, tuple[str, ...]] = {
    "crate": ("flat",),
    "chest": ("flat",),
    "bottle": ("stand",),
    "boat": ("keel", "upturned"),
    "barrel": ("stand",),
    "sailor": ("lie",),
    "plank": ("flat",),
    "rat": ("belly",),
}
"""Poses worth trying, the steadiest first; on a yard the sailor hangs instead."""
_LOW = {"crate": 1.2, "chest": 1.0, "bottle": 1.3, "boat": 0.5, "barrel": 1.2, "sailor": 0.8, "plank": 0.3, "rat": 0.5}
"""Height of the centre of mass in the steadiest pose."""
_WIDE = ("crate", "boat", "plank", "sailor")
"""Pieces that reach far."""
SEEN = 0.35
"""Chance that the easy player sees a move."""
HEAVY_FIRST = 0.5
"""Degrees of tilt that a gram is worth when a piece is chosen: the ship is stiffer before it is full."""
HEAVY_LOW = 0.25
"""Degrees of tilt that a gram costs aloft, and is worth on deck, when a card is chosen."""
_IN_THE_WAY = (-3.0, 8.2)
"""Heights above an area, in cm, between which cargo may be in the way."""
OVER = 90.0
"""The tilt of a ship that would capsize, in degrees."""
CALM = 10.0
"""A ship counts as calm up to this tilt, in degrees."""
DOUBLE = {2: 3.0, 3: 6.0, 4: 6.0}
"""Two pieces are announced only if the predicted tilt with the first is less than this, in degrees, by number of seats.
With two seats there are more rounds, so that haste is worth less."""


class Trim(NamedTuple):
    """The moments of the cargo about the middle of the gimbal, in g cm."""

    x: float
    y: float
    z: float

    def tilt(self) -> float:
        """Compute the lean at rest in degrees (B2); `OVER` if the ship would capsize."""
        stiffness = ship.STIFFNESS - self.z
        return degrees(atan(hypot(self.x, self.y) / stiffness)) if stiffness > 0 else OVER

    def plus(self, mass: float, x: float, y: float, z: float) -> Trim:
        return Trim(self.x + mass * x, self.y + mass * y, self.z + mass * z)


def trim(view: State) -> Trim:
    out = Trim(0.0, 0.0, 0.0)
    for piece in view.cargo:
        out = out.plus(mass(view, piece.kind), piece.x, piece.y, piece.z)
    return out


def mass(view: State, kind: Kind) -> float:
    """Compute the mass of a piece in this match's weather, in grams."""
    return ship.MASSES[kind] * ship.WEATHER[view.options.weather]


class Plan(NamedTuple):
    """A piece on a spot. `cost`: the lower the better, in degrees of tilt, with an allowance for other dangers."""

    cost: float
    tilt: float
    kind: Kind
    spot: str


def choose(view: State, seat: Seat, legal: Sequence[Move], rng: Rng) -> Move:
    """Choose a move among the legal ones."""
    first = legal[0]
    if len(legal) == 1:
        return first
    match first:
        case PlayCard():
            kinds = kinds_of(view.supplies[seat])
            cards = [m for m in legal if isinstance(m, PlayCard)]
            cards.sort(key=lambda m: _rate_card(view, m.card, kinds))
            return cards[min(count_equals_before(view, seat), len(cards) - 1)]
        case NameCaptain():
            return NameCaptain(
                min((m.seat for m in legal if isinstance(m, NameCaptain)), key=lambda s: _count_from_captain(view, s))
            )
        case Order(seats):
            return Order(tuple(sorted(seats, key=lambda s: _count_from_captain(view, s))))
        case Reach():
            return Reach(view.heel or SECTORS[0])
        case Announce():
            best = next(list_plans(view, view.area, kinds_of(view.supplies[seat])), None)
            return Announce(2 if best and best.tilt < DOUBLE[view.seats] else 1)
        case Take():
            kinds = tuple(m.kind for m in legal if isinstance(m, Take))
            return Take(next((p.kind for p in list_plans(view, view.area, kinds) if _is_steady(view, p)), kinds[0]))
        case Aim() if view.loading and view.loading.kind:
            seen = {m.spot for m in legal if isinstance(m, Aim)}
            found = (p for p in list_plans(view, view.area, (view.loading.kind,)) if p.spot in seen)
            good = next((p for p in found if _is_steady(view, p)), None)
            return Aim(good.spot) if good else rng.choice(legal)
        case Pose():
            loading = view.loading
            assert loading is not None and loading.kind is not None  # noqa: S101, PT018 - a pose is asked for
            kind, spot = loading.kind, loading.spot
            return rank_poses(view, kind, spot, [m for m in legal if isinstance(m, Pose)])[0]
    return first


def count_equals_before(view: State, seat: Seat) -> int:
    """Count the seats with the same supply between the captain and this one, clockwise.

    Stand-ins with equal supplies rate the same card best. So the second one plays its second best card, and so on.
    Random choices would sometimes be equal, because no stand-in knows another's choice.
    """
    equal = (other for other in range(view.seats) if view.supplies[other] == view.supplies[seat])
    return sum(_count_from_captain(view, other) < _count_from_captain(view, seat) for other in equal)


def _count_from_captain(view: State, seat: Seat) -> int:
    """Count the seats clockwise from the captain."""
    return (seat - view.captain) % view.seats


def list_plans(view: State, area: int, kinds: tuple[Kind, ...]) -> Iterator[Plan]:
    """Yield everything that could be loaded on an area, by rising cost, whether legal or not."""
    return iter(sorted(_make_plans(view, area, kinds, -HEAVY_FIRST)))


def _make_plans(view: State, area: int, kinds: tuple[Kind, ...], gram: float) -> Iterator[Plan]:
    """Yield everything that could be loaded on an area, in any order.

    `gram`: what each gram adds to the cost; where the ship would capsize, the lightest piece is best.
    """
    before = trim(view)
    bounds = [s.bounds for s in _list_in_the_way(view, area)]
    surface = ship.surface(area)
    pieces = [(kind, mass(view, kind), surface + _LOW[kind], kind in _WIDE) for kind in kinds]
    for spot in ship.spots(area):
        x, y = ship.spot_point(area, spot)
        edge = _rate_edge(area, x, y)
        narrow, wide = (_rate_cargo(surface, x, y, reach, bounds, edge) for reach in (1.2, 1.6))
        for kind, weight, z, is_wide in pieces:
            tilt = before.plus(weight, x, y, z).tilt()
            extra = weight * (gram if tilt < OVER else HEAVY_LOW)
            yield Plan(tilt + (wide if is_wide else narrow) + extra, tilt, kind, spot)


def _list_in_the_way(view: State, area: int) -> list[geometry.Solid]:
    """List the cargo that may be in the way of a piece of any kind."""
    low, high = (ship.surface(area) + height for height in _IN_THE_WAY)
    return [s for s in descent.list_beside(view.cargo, view.yards, area) if s.bounds[5] >= low and s.bounds[4] <= high]


def _rate_edge(area: int, x: float, y: float) -> float:
    """Estimate the danger of a near edge, as a cost in degrees of tilt."""
    if ship.is_deck(area):
        half = next((h for x0, x1, h in ship.HULL if x0 <= x <= x1), 0.0)
        margin = min(half - abs(y), 8.0 - x, x + 7.0)
    else:
        margin = ship.YARDS[ship.level(area)][1] / 2 - abs(y)
        margin = min(margin, ship.YARD_WIDTH - 2 * abs(x))
    return 6.0 * max(0.0, 1.2 - margin)


def _rate_cargo(
    surface: float, x: float, y: float, reach: float, bounds: Sequence[geometry.Bounds], cost: float
) -> float:
    """Add the danger of cargo in the way, within `reach`, to a cost in degrees of tilt."""
    for x0, x1, y0, y1, _, top in bounds:
        if x0 < x + reach and x1 > x - reach and y0 < y + reach and y1 > y - reach:
            cost += 3.0 + max(0.0, top - surface)
    return cost


def list_steady_poses(kind: Kind, area: int) -> tuple[str, ...]:
    """List the steady poses of a kind on an area, the steadiest first."""
    return ("hang",) if kind == "sailor" and not ship.is_deck(area) else _STEADY[kind]


def _is_steady(view: State, plan: Plan) -> bool:
    """Whether one of the steady poses is legal there."""
    steady = list_steady_poses(plan.kind, view.area)
    wanted = (pose for pose in POSES[plan.kind] if pose.pose in steady)
    return placing.find_pose(view.cargo, view.yards, view.area, plan.kind, plan.spot, wanted) is not None


def rank_poses(view: State, kind: Kind, spot: str, poses: Sequence[Pose]) -> list[Pose]:
    """Sort poses, the best first: by steadiness, then by the cargo underneath, then by how narrow they are."""
    area, (x, y) = view.area, ship.spot_point(view.area, spot)
    steady = list_steady_poses(kind, area)
    solids = _list_in_the_way(view, area)

    def rank(pose: Pose) -> tuple[int, int, float, int]:
        x0, x1, y0, y1, _, _ = geometry.standard_shape(kind, pose.pose, pose.turn).bounds
        met = sum(
            s.bounds[0] < x + x1 and s.bounds[1] > x + x0 and s.bounds[2] < y + y1 and s.bounds[3] > y + y0
            for s in solids
        )
        width = x1 - x0 if area > 4 else y1 - y0
        return steady.index(pose.pose) if pose.pose in steady else len(steady), met, round(width, 3), pose.turn

    return sorted(poses, key=rank)


def _rate_card(view: State, area: int, kinds: tuple[Kind, ...]) -> float:
    """Rate a card by the cost of its best loading, without checking what is legal; the lower the better.

    With two seats all cards of a pass are usually played. So while the ship is calm, the highest card comes first, and
    the deck is left for the full ship.
    """
    best = min(_make_plans(view, area, kinds, -HEAVY_LOW if ship.is_deck(area) else HEAVY_LOW), default=None)
    if best is None:
        return 0.0
    return -100.0 - area if view.seats == 2 and best.tilt < CALM else best.cost
