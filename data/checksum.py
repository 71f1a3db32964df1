"""A checksum beside a file nobody is writing to.

SQLite notices a broken structure, but not a flipped bit inside a text or a blob. So a store that is closed leaves
`slowboat.db.seal` beside its file, and so does a backup: the CRC-32 and the size of the file. Every single flipped bit
changes the CRC. Whoever opens the file for writing lifts the seal first; after a crash there is none.
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from typing import BinaryIO

from data.errors import StoreChanged

LARGEST = 256 * 1024 * 1024
"""Databases above this size in bytes are not sealed when they are closed: reading them would delay every start."""

_CHUNK = 1024 * 1024


def place(path: Path) -> Path:
    """Where the seal of a file is."""
    return path.with_name(path.name + ".seal")


def put(path: Path, file: BinaryIO) -> None:
    """Seal a file, which is read through the handle `file`. Raises OSError."""
    seal = place(path)
    part = seal.with_name(seal.name + ".part")
    with part.open("w", encoding="ascii") as written:
        written.write(_sum(file))
        written.flush()
        os.fsync(written.fileno())
    part.replace(seal)
    sync_folder(path.parent)


def lift(path: Path) -> None:
    """The file is about to change. Raises OSError."""
    if place(path).exists():
        place(path).unlink()
        sync_folder(path.parent)


def check(path: Path) -> bool:
    """Whether there is a seal; raises StoreChanged if it is broken.

    Not to be called while a store of this process has the file open: on POSIX systems, closing any handle of a file
    gives up this process's locks on it.
    """
    seal = place(path)
    if not seal.exists() or not path.exists():
        return False
    with path.open("rb") as file:
        if seal.read_text(encoding="ascii", errors="replace") != _sum(file):
            raise StoreChanged(path, seal)
    return True


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk; where folders cannot be opened (Windows) the system does so itself."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sum(file: BinaryIO) -> str:
    found = size = 0
    while chunk := file.read(_CHUNK):
        found = zlib.crc32(chunk, found)
        size += len(chunk)
    return f"{found:08x} {size}\n"
