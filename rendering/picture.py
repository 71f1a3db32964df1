"""A finished picture: palette pixels, and the layout boxes that say what was drawn where."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

from msgspec import Struct
from PIL import Image, ImageChops

Kind = Literal["piece", "letter", "text", "badge", "area"]


class Box(Struct, frozen=True):
    """A thing in a picture, in pixels of the full-size picture, x1 and y1 exclusive.

    kind: `piece` (something that is played with), `letter` (a label or figure of a few characters), `text` (words),
    `badge` (a sign attached to a thing; may lie over a piece), `area` (a part of the board; others lie in it).
    For letters and texts the height is the font's size. `label` says what it is, in no particular language.
    """

    kind: Kind
    x0: int
    y0: int
    x1: int
    y1: int
    label: str = ""

    @property
    def width(self) -> int:
        return self.x1 - self.x0

    @property
    def height(self) -> int:
        return self.y1 - self.y0

    def overlaps(self, other: Box, /, slack: int = 0) -> bool:
        """Whether the two share more than a rim of `slack` pixels."""
        across = min(self.x1, other.x1) - max(self.x0, other.x0)
        down = min(self.y1, other.y1) - max(self.y0, other.y0)
        return across > slack and down > slack


class Picture(Struct, frozen=True):
    """What a renderer returns: an image in mode "P" with its theme's fixed palette, and its layout boxes."""

    image: Image.Image
    boxes: tuple[Box, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size

    def png(self) -> bytes:
        """The picture as a palette PNG.

        Put together here, because Pillow compresses row by row, which takes a third longer. Level 2 is where more
        effort stops paying: 3 takes an eighth longer and saves a twentieth.
        """
        width, height = self.size
        # Every row begins with its filter, 0 for none, which suits a palette: a column more, on the left.
        rows = Image.new("P", (width + 1, height))
        rows.paste(self.image, (1, 0))
        table = bytes(self.image.getpalette() or ())
        header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)  # 8 bits a pixel, a palette, not interlaced
        chunks = ((b"IHDR", header), (b"PLTE", table), (b"IDAT", zlib.compress(rows.tobytes(), 2)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG: its length, its kind, itself, and the checksum of both (PNG specification, section 5.3)."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


_NOTHING: Final = 255
"""The palette entry that themes leave free: in a film it lets the frame before show through."""


def gif(frames: Sequence[Picture], durations: Sequence[int], /) -> bytes:
    """A film of pictures that share theme and size; `durations` in milliseconds, one a frame. Plays once.

    Raises ValueError where the numbers of frames and durations differ or there are none.
    """
    if not frames or len(frames) != len(durations):
        raise ValueError(f"{len(frames)} frames with {len(durations)} durations")
    out, images = io.BytesIO(), [frame.image for frame in frames]
    # Pixels that stay as they were become transparent, which halves size and time; then Pillow need not look for them.
    changes = [_change(before, after) for before, after in pairwise(images)]
    images[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=changes,
        duration=list(durations),
        transparency=_NOTHING,
        optimize=False,
        disposal=1,
    )
    return out.getvalue()


def _change(before: Image.Image, after: Image.Image) -> Image.Image:
    """A frame that shows `after` where `before` is shown."""
    unchanged = ImageChops.difference(before, after).point([255, *(0,) * 255], "1")
    out = after.copy()
    out.paste(_NOTHING, mask=unchanged)
    return out
