"""Detect damage in the write-ahead log that SQLite would take for the end of the log.

After a crash SQLite reads `slowboat.db-wal` up to the first frame with a wrong checksum, and assumes that the crash cut
the log off there. But commits are synced one after the other, so a crash can cut off only the newest. If further
commits follow a frame with a wrong checksum, that frame was damaged later, and SQLite would silently drop those
commits.

The format is that of https://www.sqlite.org/fileformat2.html, section 4: a header of eight big-endian words (magic,
version, page size, checkpoint, two salts, two checksums), then frames: six words (page, size of the database after a
commit or 0, two salts, two checksums) and a page. Frames with other salts are left over from before a checkpoint.
"""

from __future__ import annotations

import struct
import sys
from array import array
from pathlib import Path
from typing import Final

LARGEST: Final = 16 * 1024 * 1024
"""Logs above this size in bytes are not checked, because that takes 20 ms per MiB. Most stay below 5 MiB."""

_HEADER, _FRAME = struct.Struct(">8I"), struct.Struct(">6I")
_MAGIC: Final = 0x377F0682
"""The lowest bit says how checksums read words: 1 big-endian, 0 little-endian."""

Sum = tuple[int, int]


def is_broken(path: Path) -> bool:
    """Whether committed frames follow a broken one in the log beside a database file. Raises OSError."""
    log = path.with_name(path.name + "-wal")
    if not log.exists() or not _HEADER.size < log.stat().st_size <= LARGEST:
        return False
    content = log.read_bytes()
    found = _has_broken_frame(content)
    # Another process may restart the log while it is read; the header then differs.
    return found and log.read_bytes()[: _HEADER.size] == content[: _HEADER.size]


def _has_broken_frame(content: bytes) -> bool:
    magic, _, page, _, *salts, first, second = _HEADER.unpack_from(content)
    big = magic == _MAGIC + 1
    if magic not in (_MAGIC, _MAGIC + 1) or _add_words(content[:24], (0, 0), big=big) != (first, second):
        return True  # there are frames, so the header is damaged
    frames = range(_HEADER.size, len(content) - _FRAME.size - page + 1, _FRAME.size + page)
    before: Sum | None = (first, second)
    committed = False
    for at in frames:
        _, commit, *salted, one, two = _FRAME.unpack_from(content, at)
        if before is not None:
            data = content[at : at + 8] + content[at + _FRAME.size : at + _FRAME.size + page]
            before = _add_words(data, before, big=big)
            if salted != salts or before != (one, two):
                before = None  # SQLite stops reading here
        if before is None and salted == salts:
            if committed:
                return True  # belongs to a commit after the broken frame
            committed = commit != 0
    return False


def _add_words(data: bytes, start: Sum, *, big: bool) -> Sum:
    """Continue SQLite's checksum `start` over pairs of words."""
    words = array("I", data)
    if big != (sys.byteorder == "big"):
        words.byteswap()
    first, second = start
    pairs = iter(words)
    for one, two in zip(pairs, pairs, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second
