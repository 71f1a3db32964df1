"""How fast a match is played: the time everybody has, as people choose it when they open one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from data import Absence
from games.text import T, Text

MINUTE: Final = 60.0
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR


class Pace(Struct, frozen=True):
    """A time bank in seconds: `bank` to begin with, `increment` added after each turn, never more than `cap`.

    Where all three are equal, every turn simply has that long. `strict` False: nobody runs out of time; once the bank
    is used up the others are offered to move on, and no more.
    """

    bank: float
    increment: float
    cap: float
    name: Text
    strict: bool = True

    def after_turn(self, left: float) -> float:
        """What is left of a bank once a turn is over."""
        return min(self.cap, max(0.0, left) + self.increment)


PACES: Final[Mapping[str, Pace]] = {
    "relaxed": Pace(3 * DAY, 3 * DAY, 3 * DAY, T("No hurry: no clock"), strict=False),
    "daily": Pace(DAY, DAY, DAY, T("One move a day")),
    "brisk": Pace(8 * HOUR, 8 * HOUR, 8 * HOUR, T("Three moves a day")),
    "bank": Pace(3 * DAY, DAY / 2, 5 * DAY, T("Time bank: 3 days, 12 hours more each turn, at most 5 days")),
    "small_bank": Pace(DAY, DAY / 4, 2 * DAY, T("Small time bank: 1 day, 6 hours more each turn, at most 2 days")),
    "live": Pace(10 * MINUTE, 2 * MINUTE, 10 * MINUTE, T("Live: 10 minutes, 2 more each turn")),
}
"""The first is what a match has where nobody says otherwise."""

ABSENCES: Final[Mapping[Absence, Text]] = {
    "stand_in": T("A stand-in makes the move"),
    "skip": T("The others may have a stand-in move"),
    "nudge": T("One more reminder, nothing else"),
    "nothing": T("Nothing happens"),
    "forfeit": T("The player is out; a computer player goes on"),
}
"""What happens when somebody's time is up. The first is what a match has where nobody says otherwise."""

AWAY_BUDGET: Final = 14 * DAY
"""Seconds each player of a match may be away (`/away`) without their clock running, all absences together."""
