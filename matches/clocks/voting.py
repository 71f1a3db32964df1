"""The terms on which a channel votes on the moves of a seat: how long each vote lasts, and how many votes it needs."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from data import SeatRow

HOURS: Final = (1, 6, 24, 48)
"""The choices for how long a vote lasts, in hours."""

QUORUMS: Final = (1, 2, 3, 5, 10)
"""The choices for the least number of votes."""


class Terms(Struct, frozen=True):
    """How many `hours` a vote lasts, and how many people must vote (`quorum`) for their choice to count."""

    hours: int
    quorum: int


def read_terms(holder: SeatRow) -> Terms:
    """Read the terms of a seat that a crowd plays."""
    return msgspec.json.decode(holder.crowd, type=Terms)


def write_terms(terms: Terms) -> str:
    return msgspec.json.encode(terms).decode()
