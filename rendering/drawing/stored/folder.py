"""The folder of painted art: one file for each image, shared by all processes.

It may be deleted at any time. The art of a damaged file is painted again and the file replaced. If the folder cannot be
written, new art stays in memory alone.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from PIL import Image

from rendering.drawing.stored.keys import name_art

MOST_BYTES: Final = 64 * 1024 * 1024
"""Size of the folder. All art in all looks takes about half."""

_ENOUGH: Final = 0.75
"""Share of the size that is left after the oldest files have been deleted."""

_SUM: Final = 16
"""Bytes of the checksum at the beginning of a file."""


class _Art(Struct, frozen=True, array_like=True):
    """The content of a file. `colours`: the palette of an image in mode "P"."""

    mode: str
    size: tuple[int, int]
    pixels: bytes
    colours: bytes = b""


class _Folder:
    """A folder, and how much is in it."""

    def __init__(self, path: Path, most_bytes: int) -> None:
        self._path = path
        self._most_bytes = most_bytes
        self._bytes: int | None = None
        self._is_writable = True

    def read(self, name: str) -> Image.Image | None:
        """Read an image; None if it is missing or damaged."""
        try:
            data = (self._path / name).read_bytes()
            if hashlib.sha256(data[_SUM:]).digest()[:_SUM] != data[:_SUM]:
                return None
            art = msgspec.msgpack.decode(zlib.decompress(data[_SUM:]), type=_Art)
            image = Image.frombytes(art.mode, art.size, art.pixels)
        except (OSError, ValueError, zlib.error):  # msgspec's errors are ValueErrors
            return None
        if art.colours:
            image.putpalette(art.colours)
            image.load()  # hands the palette to Pillow's core, in which sheets are drawn
        return image

    def write(self, name: str, image: Image.Image) -> None:
        """Write an image, whole or not at all. After a failure this process writes no more."""
        if not self._is_writable:
            return
        colours = bytes(image.getpalette() or ()) if image.mode == "P" else b""
        art = _Art(image.mode, image.size, image.tobytes(), colours)
        packed = zlib.compress(msgspec.msgpack.encode(art), 1)
        data = hashlib.sha256(packed).digest()[:_SUM] + packed
        begun = self._path / f"{name}.{os.getpid()}"
        try:
            self._path.mkdir(parents=True, exist_ok=True)
            begun.write_bytes(data)
            begun.replace(self._path / name)
            self._make_room(len(data))
        except OSError:
            self._is_writable = False

    def _make_room(self, added: int) -> None:
        """Delete the oldest files once the folder is too large."""
        if self._bytes is not None and self._bytes + added <= self._most_bytes:
            self._bytes += added
            return
        found = sorted((state.st_mtime_ns, state.st_size, path) for path, state in _list_files(self._path))
        self._bytes = sum(size for _, size, _ in found)
        if self._bytes <= self._most_bytes:
            return
        for _, size, path in found:
            if self._bytes <= self._most_bytes * _ENOUGH:
                return
            path.unlink(missing_ok=True)
            self._bytes -= size


def _list_files(folder: Path) -> list[tuple[Path, os.stat_result]]:
    """List the files of a folder; another process may delete some meanwhile."""
    found = []
    for path in folder.iterdir():
        try:
            found.append((path, path.stat()))
        except FileNotFoundError:
            continue
    return found


_folder: _Folder | None = None


def use_folder(path: Path | None, *, most_bytes: int = MOST_BYTES) -> None:
    """Keep art in a folder from now on; None: in memory alone, as at the beginning."""
    global _folder
    _folder = None if path is None else _Folder(path, most_bytes)


def recall(paint: Callable[[], Image.Image], /, *parts: Any) -> Image.Image:
    """Load the image that is made from `parts`, or paint it and keep it."""
    name = None if _folder is None else name_art(*parts)
    if _folder is None or name is None:
        return paint()
    if (found := _folder.read(name)) is not None:
        return found
    painted = paint()
    _folder.write(name, painted)
    return painted
