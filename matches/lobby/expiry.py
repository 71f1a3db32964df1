"""The expiry of a lobby: it closes if its match has not begun after two days."""

from __future__ import annotations

from typing import Final

from games.text import T
from matches.change import Change
from matches.clocks.pace import HOUR
from matches.clocks.pauses import end_without_result
from matches.errors import Stale
from matches.match import Match

LOBBY_LASTS: Final = 48 * HOUR
"""Seconds after which a lobby expires."""


def require_lobby(match: Match) -> None:
    """Raise Stale unless the match is still in the lobby."""
    if match.phase != "lobby":
        raise Stale(T("This match has already begun or was cancelled."))


def expire(match: Match, *, now: float) -> Change:
    """Close a lobby that is older than `LOBBY_LASTS`, or has lost its card or channel. Raises Stale if the match has
    begun."""
    require_lobby(match)
    return end_without_result(match, now=now)
