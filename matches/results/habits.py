"""What people can see of each other before they join: how fast somebody replies, and the stakes of a rated match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Final

import msgspec
from msgspec import Struct

from data import FORMER, ResultRow, Transaction
from matches.match import Match
from matches.referee import Referee
from matches.results.ratings import has_finished
from matches.results.writing import find_teams

SHOWN_FROM: Final = 5
"""Matches of similar pace a person must have played before their habits are shown."""

_LOOKED_AT: Final = 50
"""Number of newest results from which habits are computed."""


class Habits(Struct, frozen=True):
    """How a person plays: the number of matches, the share of them played to the end, and the median reply time."""

    matches: int
    finished: float
    reply: float | None


def measure_habits(rows: Sequence[ResultRow]) -> Habits | None:
    """Measure a person's habits from results of their seats; None if there are too few."""
    if len(rows) < SHOWN_FROM:
        return None
    kept = sum(has_finished(row) for row in rows)
    replies = list_replies(rows)
    return Habits(len(rows), kept / len(rows), median(replies) if replies else None)


def list_replies(rows: Iterable[ResultRow]) -> list[int]:
    """List the seconds of all replies."""
    return [seconds for row in rows for seconds in msgspec.json.decode(row.replies, type=list[int])]


async def read_habits(referee: Referee, match: Match) -> Mapping[int, Habits]:
    """Read the habits of the people in a lobby, from matches of similar pace: live, or over days."""
    people, live = match.people, match.pace == "live"

    def work(tx: Transaction) -> dict[int, list[ResultRow]]:
        return {user_id: tx.read_own_results(user_id, live=live, limit=_LOOKED_AT) for user_id in people}

    found = await referee.store.transaction(work)
    return {user_id: habits for user_id, rows in found.items() if (habits := measure_habits(rows)) is not None}


def make_entries(match: Match, *, now: float) -> tuple[ResultRow, ...]:
    """Make result rows, without places, for the people in a lobby, to compute the stakes."""
    teams = find_teams(match)
    return tuple(
        ResultRow(
            match_id=match.id,
            seat=holder.seat,
            guild_id=match.guild_id,
            game=match.game_name,
            user_id=holder.user_id,
            place=1,
            team=teams[holder.seat],
            score=None,
            pace=match.pace,
            rated=int(match.rated),
            resigned=0,
            ending="played",
            plies=0,
            own_plies=0,
            replies="[]",
            started_at=now,
            finished_at=now,
            level=holder.level,
        )
        for holder in match.seats
        if holder.user_id != FORMER
    )
