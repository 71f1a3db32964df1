"""Delay logging in after frequent starts, because Discord allows only 1,000 logins a day."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

FREE = 5
"""Starts within ten minutes that are not delayed."""

WITHIN = 600.0

APART = 120.0
"""Seconds between further starts: this makes 720 logins a day, of the 1,000 that Discord allows."""

_REMEMBERED = 50


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
