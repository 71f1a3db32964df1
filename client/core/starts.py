"""What is kept about starts: the installed version, since when it is here, and how often the bot has started lately,
because Discord allows only 1,000 logins a day."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

_PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"

VERSION: str = tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]["version"]


FREE = 5
"""Starts within ten minutes that are not delayed."""

WITHIN = 600.0

APART = 120.0
"""Seconds between further starts: this makes 720 logins a day, of the 1,000 that Discord allows."""

_REMEMBERED = 50


class Installed(Struct, frozen=True):
    """The running version, when it first started here, and the version before it ("" for the first)."""

    version: str
    since: float
    before: str = ""


def note_version(folder: Path, now: float) -> Installed:
    """Store the installed version in `folder`, so that an upgrade can be announced after a restart."""
    note = folder / "version.json"
    known = _read(note)
    if known is not None and known.version == VERSION:
        return known
    installed = Installed(VERSION, now, known.version if known is not None else "")
    note.write_bytes(msgspec.json.encode(installed))
    return installed


def _read(note: Path) -> Installed | None:
    """Read the stored version; None if there is none, or if it cannot be read."""
    try:
        return msgspec.json.decode(note.read_bytes(), type=Installed)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def wait_before(starts: Sequence[float], now: float) -> float:
    """Return the seconds to wait before logging in, from the times of earlier starts, oldest first."""
    lately = [start for start in starts if now - WITHIN < start <= now]
    if len(lately) < FREE:
        return 0.0
    return max(0.0, lately[-1] + APART - now)


def note_start(folder: Path, now: float) -> float:
    """Store a start in `folder`. Returns the seconds to wait before logging in."""
    note = folder / "starts.json"
    try:
        starts = msgspec.json.decode(note.read_bytes(), type=list[float]) if note.exists() else []
    except msgspec.DecodeError:  # a crash truncated the file
        starts = []
    wait = wait_before(starts, now)
    folder.mkdir(parents=True, exist_ok=True)
    note.write_bytes(msgspec.json.encode([*starts, now + wait][-_REMEMBERED:]))
    return wait
