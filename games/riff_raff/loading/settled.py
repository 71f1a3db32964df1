"""Nature's moves: the ship at rest after a loading, or a failed settle. And the clip of a settle, as data."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

Kind = Literal["crate", "chest", "bottle", "boat", "barrel", "sailor", "plank", "rat"]

KINDS: tuple[Kind, ...] = ("crate", "chest", "bottle", "boat", "barrel", "sailor", "plank", "rat")
"""The eight kinds of cargo (rules A1), heaviest first (B2). Supplies count in this order."""

Sector = Literal["bow", "port-bow", "port", "port-stern", "stern", "starboard-stern", "starboard", "starboard-bow"]

SECTORS: tuple[Sector, ...] = (
    "bow",
    "port-bow",
    "port",
    "port-stern",
    "stern",
    "starboard-stern",
    "starboard",
    "starboard-bow",
)
"""The eight sectors of 45 degrees around the ship (rules B4); sector i is centred on bearing 45 i."""


class Piece(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """A piece on board, as a JSON array of its fields in this order.

    The position is that of the piece's centre of mass in the frame of the ship, which rolls with it: centimetres, x to
    the bow, y to port, z up, origin at the centre of the gimbal (rules B2). (qw, qx, qy, qz) is the unit quaternion
    that turns the piece's own frame (`ship.py`) into the ship's.
    """

    id: int
    """Its own number in this match, given when it was loaded; pieces have no owner."""
    kind: Kind
    x: float
    y: float
    z: float
    qw: float
    qx: float
    qy: float
    qz: float
    area: int
    """The area the piece belongs to, 1..10 (rules B4, settle loop)."""


class Fall(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """A piece that left the ship, as a JSON array of its fields in this order."""

    piece: int
    """Its `Piece.id`; the piece being loaded has the state's `serial`."""
    time: float
    """Seconds after the loading began, when its centre dropped below z = -2 cm (rules B4)."""
    bearing: int
    """Where it was then, in degrees: 0 bow, 90 port, 180 stern, 270 starboard."""
    sector: Sector


class Settled(Struct, frozen=True, tag="settled", forbid_unknown_fields=True):
    """Nature's move: how the ship came to rest. Computed once, logged, applied like any other move."""

    cargo: tuple[Piece, ...]
    """Every piece still on board, in the order of the state's cargo, the loaded one last."""
    roll: float
    """Lean in degrees, positive: to port."""
    pitch: float
    """Lean in degrees, positive: bow down."""
    falls: tuple[Fall, ...] = ()
    """Pieces that left the ship, in order of time."""
    caught: tuple[int, ...] = ()
    """Ids of the fallen pieces that were caught; always empty with `catch_mode` reaction, where the player chooses
    afterwards."""
    yards: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Lean of the loose yards against the ship in degrees, lowest first, positive: port end down."""
    peak: float = 0.0
    """The largest tilt on the way, in degrees."""
    heel: Sector | None = None
    """The sector the ship leaned to when the first piece fell; None if nothing fell."""
    seconds: float = 0.0
    """Seconds of ship time until the ship rested."""

    @property
    def code(self) -> str:
        return msgspec.json.encode(self).decode()


MOVED = 0.03
"""A piece that moved at most this far, in cm, counts as unmoved; so does a ship that turned at most TURNED degrees."""
TURNED = 0.15


def is_same(cargo: Sequence[Piece], lean: tuple[float, float], after: Settled) -> bool:
    """Whether the ship and its cargo are the same after a settle as before it."""
    if after.falls or max(abs(after.roll - lean[0]), abs(after.pitch - lean[1])) > TURNED:
        return False
    pairs = zip(cargo, after.cargo, strict=True)
    return all(dist((a.x, a.y, a.z), (b.x, b.y, b.z)) <= MOVED for a, b in pairs)


def join_settles(first: Settled, second: Settled) -> Settled:
    """Join two consecutive settles."""
    late = tuple(replace(fall, time=round(fall.time + first.seconds, 2)) for fall in second.falls)
    return replace(
        second,
        falls=(*first.falls, *late),
        peak=max(first.peak, second.peak),
        heel=first.heel or second.heel,
        seconds=round(first.seconds + second.seconds, 2),
    )


class Void(Struct, frozen=True, tag="void", forbid_unknown_fields=True):
    """Nature's move when the settle failed: nothing has happened, and the seat loads again."""

    @property
    def code(self) -> str:
        return msgspec.json.encode(self).decode()


def read_nature(code: str) -> Settled | Void:
    """Read a logged nature move. Raises msgspec.ValidationError or DecodeError."""
    return msgspec.json.decode(code, type=Settled | Void)


class Frame(Struct, frozen=True, array_like=True, gc=False):
    """A moment of the clip, as a JSON array of its fields in this order."""

    time: float
    """Seconds of ship time since the loading began."""
    roll: float
    pitch: float
    """The ship's lean as in `State`."""
    yards: tuple[float, float, float]
    poses: tuple[tuple[int, float, float, float, float, float, float, float], ...]
    """For each piece not yet sunk: id, then x, y, z and quaternion in the frame of the leaning ship, as in `Piece`."""


class Keyframes(Struct, frozen=True):
    """The clip of a settle: recorded by `physics`, drawn by the renderer."""

    released: float
    """Seconds until the hand has let go entirely."""
    frames: tuple[Frame, ...]
