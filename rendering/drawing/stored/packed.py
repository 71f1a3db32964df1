"""Keep pixels packed: painted things have few colours, and take a thirtieth of the memory.

What was used lately is also kept unpacked, so that the caches of all games, looks and sizes fit into the memory, and
pictures take hardly longer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

from isal import isal_zlib
from msgspec import Struct
from PIL import Image

_EFFORT: Final = 0
"""ISA-L's fastest: packing a card takes 60 µs, and unpacking it 80."""

_PIXEL: Final = {"P": 1, "1": 1, "L": 1}
"""Bytes of a pixel in memory by mode; four in others."""

Kept = TypeVar("Kept")


class Recent(Generic[Kept]):
    """Keep what was used last, as much as fits into a number of bytes."""

    def __init__(self, most: int) -> None:
        """`most`: bytes of everything kept."""
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Hashable, tuple[Kept, int]] = OrderedDict()

    def find(self, key: Hashable) -> Kept | None:
        """Find what is kept under a key; None if it is no longer."""
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def keep(self, key: Hashable, made: Kept, size: int) -> Kept:
        """Keep a thing of `size` bytes, in place of those not used for the longest time. Returns the thing."""
        self._kept[key] = made, size
        self._size += size
        while self._size > self._most:
            _, (_, less) = self._kept.popitem(last=False)
            self._size -= less
        return made

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self._size = 0


UNPACKED: Final = Recent["Image.Image"](12_000_000)
"""The images that were unpacked last. `rendering.memory` empties it first."""


class Packed(Struct, frozen=True, eq=False):
    """An image in compressed form."""

    mode: str
    size: tuple[int, int]
    data: bytes

    def unpack(self) -> Image.Image:
        """Return the image, which others use too: copy it before you draw on it."""
        return UNPACKED.find(self) or UNPACKED.keep(self, self._unpack(), self._length)

    @property
    def _length(self) -> int:
        width, height = self.size
        return width * height * _PIXEL.get(self.mode, 4)

    def _unpack(self) -> Image.Image:
        return Image.frombytes(self.mode, self.size, isal_zlib.decompress(self.data, bufsize=self._length))


def pack(image: Image.Image, /, *, soon: bool = False) -> Packed:
    """Pack an image. Of one in palette indices, the palette is left out. `soon`: it is used soon, and nobody else draws
    on it, so it is also kept unpacked."""
    packed = Packed(image.mode, image.size, isal_zlib.compress(image.tobytes(), _EFFORT))
    if soon:
        UNPACKED.keep(packed, image, packed._length)
    return packed
