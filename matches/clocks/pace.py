"""Paces: the time control of a match, chosen in its lobby."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from data import Absence
from games.text import T, Text
from matches.clocks.zones import name_zone
from matches.match import Match

MINUTE: Final = 60.0
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR


class Pace(Struct, frozen=True):
    """A time bank in seconds: it starts at `bank`, each turn adds `increment`, and `cap` is its maximum.

    If all three are equal, every turn has that time. `strict` False: when the bank is used up, the others may move on
    without the player; nothing else happens.
    """

    bank: float
    increment: float
    cap: float
    name: Text
    strict: bool = True
    short: Text | None = None
    """A name for a button; None: `name` is short enough."""

    def after_turn(self, left: float) -> float:
        """Return the bank after a turn that ended with `left` seconds."""
        return min(self.cap, max(0.0, left) + self.increment)


PACES: Final[Mapping[str, Pace]] = {
    "relaxed": Pace(3 * DAY, 3 * DAY, 3 * DAY, T("No hurry (no clock)"), strict=False, short=T("No hurry")),
    "daily": Pace(DAY, DAY, DAY, T("One move a day")),
    "brisk": Pace(8 * HOUR, 8 * HOUR, 8 * HOUR, T("Three moves a day")),
    "bank": Pace(
        3 * DAY,
        DAY / 2,
        5 * DAY,
        T("Time bank (3 days, 12 hours more each turn, at most 5 days)"),
        short=T("Time bank"),
    ),
    "small_bank": Pace(
        DAY,
        DAY / 4,
        2 * DAY,
        T("Small time bank (1 day, 6 hours more each turn, at most 2 days)"),
        short=T("Small time bank"),
    ),
    "live": Pace(10 * MINUTE, 2 * MINUTE, 10 * MINUTE, T("Live (10 minutes, 2 more each turn)"), short=T("Live")),
}
"""The first is the default."""

ABSENCES: Final[Mapping[Absence, Text]] = {
    "stand_in": T("A stand-in makes the move"),
    "skip": T("The others may let a stand-in move"),
    "nudge": T("One more reminder, nothing else"),
    "nothing": T("Nothing happens"),
    "forfeit": T("The player is out; a computer player takes over"),
}
"""What happens when a player's time is up. The first is the default."""

AWAY_DAYS: Final = (0, 3, 7, 14, 30)
"""A server's choices for the total days that each player of a match may be away with their clock stopped."""

FIXED: Final = "daily"
"""The pace of a match in which turns are due at a fixed hour."""


def describe_pace(match: Match) -> Text:
    """Name the pace of a match, with the hour at which turns are due if there is one."""
    if match.due_hour < 0:
        return PACES[match.pace].name
    return T("A move a day, due at {hour}:00 ({zone})", hour=match.due_hour, zone=name_zone(match.due_zone))
