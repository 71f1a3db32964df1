"""The terms on which a channel votes on the moves of a seat: how long each vote lasts, and how many votes it needs."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

HOURS: Final = (1, 6, 24, 48)
"""The choices for how long a vote lasts, in hours."""

QUORUMS: Final = (1, 2, 3, 5, 10)
"""The choices for the least number of votes."""


class Terms(Struct, frozen=True):
    """How many `hours` a vote lasts, and how many people must vote (`quorum`) for their choice to count."""

    hours: int
    quorum: int
