"""The moves of Riff Raff; nature's are in `settled.py`.

All moves of people come from small tables built once, so generating a list costs next to nothing.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import KINDS, SECTORS, Kind, Sector, Settled, Void


class PlayCard(Struct, frozen=True, gc=False):
    """`card/7`: choose a card for this round."""

    card: int

    @property
    def code(self) -> str:
        return f"card/{self.card}"


class NameCaptain(Struct, frozen=True, gc=False):
    """`captain/2`: the old captain names seat 2."""

    seat: int

    @property
    def code(self) -> str:
        return f"captain/{self.seat}"


class Order(Struct, frozen=True):
    """`order/2,0,1`: the captain lets the tied seats play in this order."""

    seats: tuple[int, ...]

    @property
    def code(self) -> str:
        return "order/" + ",".join(map(str, self.seats))


class Announce(Struct, frozen=True, gc=False):
    """`load/2`: announce how many pieces will be loaded."""

    count: int

    @property
    def code(self) -> str:
        return f"load/{self.count}"


class Take(Struct, frozen=True, gc=False):
    """`crate`: take a piece of this kind from the supply."""

    kind: Kind

    @property
    def code(self) -> str:
        return self.kind


class Aim(Struct, frozen=True, gc=False):
    """`spot/E3`: hold the piece over this spot of the card's area."""

    spot: str

    @property
    def code(self) -> str:
        return f"spot/{self.spot}"


class Pose(Struct, frozen=True, gc=False, cache_hash=True):
    """`pose/flat@90`: how the piece will lie or hang, here turned by 90 degrees anticlockwise."""

    pose: str
    turn: int

    @property
    def code(self) -> str:
        return f"pose/{self.pose}@{self.turn}"


class Grip(Struct, frozen=True, gc=False):
    """`both`, `one`, or `one/port-bow`: place with both hands, or with one while the other waits in a sector."""

    hands: Literal["both", "one"]
    sector: Sector | None = None

    @property
    def code(self) -> str:
        return f"{self.hands}/{self.sector}" if self.sector else self.hands


class Reach(Struct, frozen=True, gc=False):
    """`catch/port`: stretch out the free hand when the ship heels."""

    sector: Sector

    @property
    def code(self) -> str:
        return f"catch/{self.sector}"


Move = PlayCard | NameCaptain | Order | Announce | Take | Aim | Pose | Grip | Reach | Settled | Void

CARDS = {card: PlayCard(card) for card in range(1, 11)}
CAPTAINS = tuple(NameCaptain(seat) for seat in range(4))
ANNOUNCE_ONE_OR_TWO = (Announce(1), Announce(2))
TAKES = tuple(Take(kind) for kind in KINDS)
GRIPS_WITH_SECTOR = (Grip("both"), *(Grip("one", sector) for sector in SECTORS))
GRIPS = (Grip("both"), Grip("one"))
REACHES = tuple(Reach(sector) for sector in SECTORS)
POSES = {kind: tuple(Pose(pose, turn) for pose in ship.POSES[kind] for turn in ship.TURNS) for kind in KINDS}

ALIKE: dict[Kind, tuple[tuple[Pose, ...], ...]] = {
    kind: tuple(
        tuple(p for p in POSES[kind] if p.pose == pose and p.turn % ship.SYMMETRY.get((kind, pose), 360) == turn)
        for pose in ship.POSES[kind]
        for turn in ship.TURNS
        if turn < ship.SYMMETRY.get((kind, pose), 360)
    )
    for kind in KINDS
}
"""The poses of each kind, grouped by equal shape."""


@cache
def aims(area: int) -> dict[str, Aim]:
    """List the spots of an area as moves, by label."""
    return {spot: Aim(spot) for spot in ship.spots(area)}
