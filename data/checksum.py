"""A checksum beside a closed database file.

SQLite detects a broken structure, but not a flipped bit inside a text or a blob. So `Store.close` writes the CRC-32 and
the size of the file to `slowboat.db.seal` beside it; every backup has such a checksum, too. A single flipped bit always
changes the CRC. The checksum is removed before the file is opened for writing, so there is none after a crash.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from isal import isal_zlib

from data.errors import StoreChanged

LARGEST = 256 * 1024 * 1024
"""Databases above this size in bytes get no checksum when they are closed: checking it would delay every start."""

_CHUNK = 1024 * 1024

_SUFFIX = ".seal"  # the suffix that earlier releases wrote


def find_place(path: Path) -> Path:
    """Return the path of a file's checksum."""
    return path.with_name(path.name + _SUFFIX)


def write(path: Path, file: BinaryIO) -> None:
    """Write the checksum of a file, reading it through the handle `file`. Raises OSError."""
    target = find_place(path)
    part = target.with_name(target.name + ".part")
    with part.open("w", encoding="ascii") as written:
        written.write(_compute(file))
        written.flush()
        os.fsync(written.fileno())
    part.replace(target)
    sync_folder(path.parent)


def remove(path: Path) -> None:
    """Remove the checksum of a file that is about to change. Raises OSError."""
    if find_place(path).exists():
        find_place(path).unlink()
        sync_folder(path.parent)


def check(path: Path) -> bool:
    """Compare a file with its checksum; False if it has none. Raises StoreChanged if they differ.

    Must not be called while a store of this process has the file open: on POSIX systems, closing any handle of a file
    releases all of this process's locks on it.
    """
    written = find_place(path)
    if not written.exists() or not path.exists():
        return False
    with path.open("rb") as file:
        if written.read_text(encoding="ascii", errors="replace") != _compute(file):
            raise StoreChanged(path, written)
    return True


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that renames in it survive a power cut. Windows cannot open folders and needs no sync."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _compute(file: BinaryIO) -> str:
    found = size = 0
    while chunk := file.read(_CHUNK):
        found = isal_zlib.crc32(chunk, found)  # zlib's takes four times as long
        size += len(chunk)
    return f"{found:08x} {size}\n"
