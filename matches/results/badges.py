"""Badges: a few, for achievements in play; none for speed or for playing often.

They are computed from results whenever a card is drawn, so corrections and deletions change them, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from data import FORMER, ResultRow
from matches.clocks.pace import DAY
from matches.results.ratings import has_finished

Badge = Literal["all_hands", "strong_wind", "good_company", "long_voyage", "relief"]

ALL_GAMES: Final = 4
"""Games in each of which a match must be won."""

PARTNERS: Final = 3
"""Different partners with whom a match must be won."""

LONG: Final = 30 * DAY
"""Seconds that a long match takes."""


def list_badges(matches: Sequence[Sequence[ResultRow]], user_id: int) -> tuple[Badge, ...]:
    """List the badges a person has earned. `matches`: all seats of each match that counts here."""
    mine = [next(row for row in seats if row.user_id == user_id) for seats in matches]
    won = [(row, seats) for row, seats in zip(mine, matches, strict=True) if row.place == 1 and has_finished(row)]
    partners = {
        other.user_id
        for row, seats in won
        for other in seats
        if other.team == row.team and other.user_id not in (None, FORMER, user_id)
    }
    beaten = any(
        other.user_id is None and other.level == "strong" and other.place > row.place
        for row, seats in won
        for other in seats
    )
    earned: dict[Badge, bool] = {
        "all_hands": len({row.game for row, _ in won}) >= ALL_GAMES,
        "strong_wind": beaten,
        "good_company": len(partners) >= PARTNERS,
        "long_voyage": any(row.finished_at - row.started_at >= LONG and has_finished(row) for row in mine),
        "relief": any(row.stepped_in and has_finished(row) for row in mine),
    }
    return tuple(badge for badge, has_it in earned.items() if has_it)
