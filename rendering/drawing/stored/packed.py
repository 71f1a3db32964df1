"""Keep pixels packed: painted things have few colours, and take a thirtieth of the memory.

Large sprites are pasted a few times and then kept for the next picture. Parts of a picture, such as a zoo, are kept
packed so that many matches fit into a cache.
"""

from __future__ import annotations

from typing import Final

from isal import isal_zlib
from msgspec import Struct
from PIL import Image

_SMALLEST: Final = 30_000
"""Pixels of the smallest image that is packed, such as a card. Smaller ones are put together with others so often that
packing costs time: with 10,000, Aquaretto's pictures take a tenth more CPU, with 1,500 a third."""
_MODES: Final = frozenset({"RGBa", "RGB"})
"""The modes that are packed, of four bytes a pixel."""
_EFFORT: Final = 0
"""ISA-L's fastest: packing a card takes 60 µs, and unpacking it 80."""


class Packed(Struct, frozen=True, eq=False):
    """An image in compressed form."""

    mode: str
    size: tuple[int, int]
    data: bytes

    def unpack(self) -> Image.Image:
        """Return the image."""
        width, height = self.size
        size = width * height * (1 if self.mode == "P" else 4)
        return Image.frombytes(self.mode, self.size, isal_zlib.decompress(self.data, bufsize=size))


def pack(image: Image.Image, /) -> Image.Image | Packed:
    """Pack an image of colours, unless it is small; return others as they are."""
    if image.mode not in _MODES or image.width * image.height < _SMALLEST:
        return image
    return pack_part(image)


def pack_part(image: Image.Image, /) -> Packed:
    """Pack an image of any size. Of one in palette indices, the palette is left out."""
    return Packed(image.mode, image.size, isal_zlib.compress(image.tobytes(), _EFFORT))
