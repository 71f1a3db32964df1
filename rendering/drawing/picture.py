"""Encode a finished picture, and name its file. `film` encodes several as a GIF."""

from __future__ import annotations

import base64
import struct
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from isal import isal_zlib
from msgspec import Struct
from PIL import Image, _imaging
from zlib_ng import zlib_ng

FORMAT: Final = "png"
"""The format of pictures. Only `Picture.encode` and `slides` write it; all else asks `name_file` and `make_url`."""

Rectangle = tuple[int, int, int, int]
"""x, y, width and height in pixels."""

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
    """The result of a renderer: an image in mode "P" with the fixed palette of its theme, and its layout boxes.

    dense: it has so many slanting edges that its file must be compressed harder to stay small enough for a phone. hard:
    it is so dense that this would not be enough. places: the places that a refusal may mark, by name.
    """

    image: Image.Image
    boxes: tuple[Box, ...] = ()
    dense: bool = False
    hard: bool = False
    places: Mapping[str, Rectangle] = MappingProxyType({})

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size

    def encode(self) -> bytes:
        """Encode the picture as a palette PNG.

        Pillow is not used, because it compresses row by row with zlib and takes several times as long. ISA-L takes less
        than half the time of zlib-ng; zlib-ng makes files a tenth smaller, or a fifth with more effort, and is used
        only for files that would otherwise be too large.
        """
        width, height = self.size
        rows = memoryview(_pack_rows(self.image, width + 1))[:-1]  # a filter begins each row
        efforts = (_HARD_EFFORT,) if self.hard else (_DENSE_EFFORT if self.dense else 0, _LARGE_EFFORT)
        for effort in (*efforts, _LAST_EFFORT):
            pixels = _compress_small(b"\0", rows, effort) if effort else _compress_fast(b"\0", rows)
            if len(pixels) <= _LARGE:
                break
        palette = bytes(self.image.getpalette() or ())
        header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)  # 8 bits a pixel, a palette, not interlaced
        chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_make_chunk(kind, data) for kind, data in chunks)


def name_file(*parts: object) -> str:
    """Make the name of a picture's file from its parts: "docker-7-lobby.png"."""
    return f"{'-'.join(map(str, parts))}.{FORMAT}"


def make_url(data: bytes) -> str:
    """Make an address that holds an encoded picture, for pages without other files."""
    return f"data:image/{FORMAT};base64,{base64.b64encode(data).decode()}"


def _pack_rows(image: Image.Image, stride: int) -> bytes:
    """Return the pixels row by row, each padded to `stride` bytes with 0, which is also the PNG filter "none".

    `Image.tobytes` takes three times as long, because it joins many pieces.
    """
    encoder = _imaging.raw_encoder("P", "P", stride, 1)
    encoder.setimage(image.im, (0, 0, *image.size))
    rows: bytes = encoder.encode(stride * image.height)[2]
    return rows


_EFFORT: Final = 2
"""The level of the fast compressor; a higher one saves little."""
_DENSE_EFFORT: Final = 3
"""The level of the compressor that makes smaller files."""
_LARGE: Final = 98_500
_LARGE_EFFORT: Final = 5
_LAST_EFFORT: Final = 9
"""Files of more bytes are compressed again at these levels, until they are small enough. The last one takes 30 ms for a
picture twice as high as wide.
"""
_HARD_EFFORT: Final = 6
"""The level of the compressor for pictures that are known to be hard."""


def _compress_small(first: bytes, rest: memoryview, level: int) -> bytes:
    """Compress with zlib-ng."""
    packing = zlib_ng.compressobj(level)
    return packing.compress(first) + packing.compress(rest) + packing.flush()


_BEGINNING: Final = 8


def _compress_fast(first: bytes, rest: memoryview) -> bytes:
    """Compress with ISA-L, the first few bytes as a separate block.

    Otherwise ISA-L (2.32.1) hashes a part of its own address for the third byte, and now and then equal pixels give
    different bytes. Ending a block after these bytes avoids that.
    """
    packing = isal_zlib.compressobj(_EFFORT)
    beginning = packing.compress(first + rest[:_BEGINNING]) + packing.flush(isal_zlib.Z_SYNC_FLUSH)
    return beginning + packing.compress(rest[_BEGINNING:]) + packing.flush()


def _make_chunk(kind: bytes, data: bytes) -> bytes:
    """Make a part of a PNG: length, kind, data, and the checksum of both (PNG specification, section 5.3)."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", isal_zlib.crc32(kind + data))
