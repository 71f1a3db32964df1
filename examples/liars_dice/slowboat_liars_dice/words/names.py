"""The names of bids in sentences."""

from __future__ import annotations

from games.text import N, Text
from slowboat_liars_dice.state import Face


def bid_text(count: int, face: Face) -> Text:
    """Name a bid, such as "4 dice showing 5"."""
    return N("{count} die showing {face}", "{count} dice showing {face}", count, face=face)
