"""Encode finished pictures: one as a PNG, several as a GIF."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from isal import isal_zlib
from msgspec import Struct
from PIL import GifImagePlugin, Image, ImageChops, _imaging
from zlib_ng import zlib_ng

Kind = Literal["piece", "letter", "text", "badge", "area"]


class Box(Struct, frozen=True):
    """A thing in a picture, in pixels of the full size; x1 and y1 are exclusive.

    kind: `piece` (something to play with), `letter` (a label or figure of a few characters), `text` (words), `badge` (a
    sign on a thing; it may cover a piece), `area` (a part of the board; other boxes lie in it). The height of letters
    and texts is the font size. `label` names the thing, in no particular language.
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


class Picture(Struct, frozen=True):
    """What a renderer returns: an image in mode "P" with the fixed palette of its theme, and its layout boxes.

    dense: it has so many slanting edges that its file must be compressed harder to stay small enough for a phone.
    """

    image: Image.Image
    boxes: tuple[Box, ...] = ()
    dense: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size

    def png(self) -> bytes:
        """Encode the picture as a palette PNG.

        Not with Pillow, which compresses row by row and with zlib, and takes several times as long. ISA-L takes less
        than half the time of zlib-ng; zlib-ng compresses a tenth better.
        """
        width, height = self.size
        rows = memoryview(_pack_rows(self.image, width + 1))[:-1]  # a filter begins each row
        pixels = _compress_small(b"\0", rows) if self.dense else _compress_fast(b"\0", rows)
        palette = bytes(self.image.getpalette() or ())
        header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)  # 8 bits a pixel, a palette, not interlaced
        chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_make_chunk(kind, data) for kind, data in chunks)


def _pack_rows(image: Image.Image, stride: int) -> bytes:
    """Return the pixels row by row, each padded to `stride` bytes with 0, which is also the PNG filter "none".

    Like `Image.tobytes`, but in one piece instead of many that are joined, which takes three times as long.
    """
    encoder = _imaging.raw_encoder("P", "P", stride, 1)
    encoder.setimage(image.im, (0, 0, *image.size))
    rows: bytes = encoder.encode(stride * image.height)[2]
    return rows


_EFFORT: Final = 2
"""The level of the fast compressor; a higher one does not pay."""
_DENSE_EFFORT: Final = 3
"""The level of the other one."""


def _compress_small(first: bytes, rest: memoryview) -> bytes:
    """Compress with zlib-ng."""
    packing = zlib_ng.compressobj(_DENSE_EFFORT)
    return packing.compress(first) + packing.compress(rest) + packing.flush()


_BEGINNING: Final = 8


def _compress_fast(first: bytes, rest: memoryview) -> bytes:
    """Compress with ISA-L, the first few bytes as a separate block.

    Otherwise ISA-L (2.32.1) hashes a part of its own address for the third byte, and now and then equal pixels give
    different bytes. At the end of a block it takes another path.
    """
    packing = isal_zlib.compressobj(_EFFORT)
    beginning = packing.compress(first + rest[:_BEGINNING]) + packing.flush(isal_zlib.Z_SYNC_FLUSH)
    return beginning + packing.compress(rest[_BEGINNING:]) + packing.flush()


def _make_chunk(kind: bytes, data: bytes) -> bytes:
    """Make a part of a PNG: length, kind, data, and the checksum of both (PNG specification, section 5.3)."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", isal_zlib.crc32(kind + data))


NOTHING: Final = 255
"""The palette entry that themes leave free: in a GIF it is transparent."""


def gif(frames: Iterable[tuple[Picture, int]], /, *, again: bool = False) -> bytes:
    """Encode pictures of one theme and size as a GIF, each with its milliseconds; `again`: it plays for ever.

    A picture equal to the one before extends that one. Pictures are taken one after the other and none is kept, so a
    long film needs no more memory than a short one. Raises ValueError without any picture, and where sizes differ.
    """
    changes = _list_changes(frames)
    first = next(changes, None)
    if first is None:
        raise ValueError("a film without pictures")
    out, (whole, _, length) = io.BytesIO(), first
    whole.save(out, "GIF", optimize=False, interlace=0, duration=length, **({"loop": 0} if again else {}))
    out.seek(-1, io.SEEK_END)  # overwrite the byte that ends a file
    how = {"transparency": NOTHING, "disposal": 1, "interlace": 0}
    for patch, corner, length in changes:
        out.writelines(GifImagePlugin.getdata(patch, corner, duration=length, **how))
    out.write(b";")
    return out.getvalue()


_UNCHANGED: Final = [255, *(0,) * 255]
"""Maps the difference of two pixels to whether there is none."""

_Change = tuple[Image.Image, tuple[int, int], int]
"""Pixels, the place of their top left corner, and the milliseconds they stay."""


def _list_changes(frames: Iterable[tuple[Picture, int]]) -> Iterator[_Change]:
    """Yield the first frame whole, and of each frame that differs from the one before, the rectangle that differs."""
    shown, held = Image.new("P", (0, 0)), None
    for picture, length in frames:
        now = picture.image
        if held is None:
            shown, held = now, (now, (0, 0), length)
            continue
        if now.size != shown.size:
            raise ValueError(f"a picture of {now.size} in a film of {shown.size}")
        changed = crop_change(shown, now)
        if changed is None:
            held = *held[:2], held[2] + length
            continue
        yield held
        patch, corner = changed
        shown, held = now, (patch, corner, length)
    if held is not None:
        yield held


def crop_change(before: Image.Image, after: Image.Image, /) -> tuple[Image.Image, tuple[int, int]] | None:
    """Crop what differs between two images of one palette and size; None if they are equal.

    Returns the pixels, in which unchanged ones have the free palette entry, and the place of their top left corner.
    """
    differs = ImageChops.difference(before, after)
    box = differs.getbbox()
    if box is None:
        return None
    patch = after.crop(box)
    # Unchanged pixels become transparent, which compresses best. `Image.point` would round the table.
    patch.im.paste(NOTHING, (0, 0, *patch.size), differs.crop(box).im.point(_UNCHANGED, "1"))
    return patch, box[:2]
