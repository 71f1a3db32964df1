"""Keep track of the installed version, and of when it was first started here."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

_PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"

VERSION: str = tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]["version"]


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
