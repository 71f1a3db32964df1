"""The installed version, and since when it runs."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

_PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"

VERSION: str = tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]["version"]


class Installed(Struct, frozen=True):
    """The version that runs, when it first started here, and the one before it ("" for the first)."""

    version: str
    since: float
    before: str = ""


def note_version(folder: Path, now: float) -> Installed:
    """What is installed, remembered in `folder` across restarts, so that an upgrade can be told of."""
    note = folder / "version.json"
    known = _read(note)
    if known is not None and known.version == VERSION:
        return known
    installed = Installed(VERSION, now, known.version if known is not None else "")
    note.write_bytes(msgspec.json.encode(installed))
    return installed


def _read(note: Path) -> Installed | None:
    """What was noted; None where there is no note, or one that nobody can read any more."""
    try:
        return msgspec.json.decode(note.read_bytes(), type=Installed)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
