"""The clip of a settle, as data: recorded by `physics`, drawn by the renderer."""

from __future__ import annotations

from msgspec import Struct


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
    """The clip of a settle."""

    released: float
    """Seconds until the hand has let go entirely."""
    frames: tuple[Frame, ...]
