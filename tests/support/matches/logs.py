"""Make logs of matches from playouts, without a store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from data import LogRow
from games.core import NATURE
from matches.match import pack
from tests.support.laws.playouts import Playout

STARTED = 1.8e9


def log_of(found: Playout, *, kept: Callable[[Any], Any] = lambda state: state) -> tuple[LogRow, ...]:
    """Make the log of a playout; `kept` changes the stored positions."""
    first, *states = found.states
    rows = [LogRow(0, "start", None, "", _events(first), pack(kept(first)), None, None, STARTED)]
    for ply, state in zip(found.record.plies, states, strict=True):
        made_by: Literal["nature", "person"] = "nature" if ply.seat == NATURE else "person"
        snapshot = pack(kept(state))
        rows.append(
            LogRow(ply.seq, "ply", ply.seat, ply.code, _events(state), snapshot, None, 1, STARTED + ply.seq, made_by)
        )
    return tuple(rows)


def _events(state: Any) -> str:
    return msgspec.json.encode(state.events).decode()
