"""The terms of league matches: no pauses by agreement and no announced absences, so that all clocks run alike."""

from __future__ import annotations

from collections.abc import Iterable

from games.text import T
from matches.errors import UserError
from matches.match import Match
from matches.referee import Referee


async def is_league_match(referee: Referee, match: Match) -> bool:
    """Whether a match belongs to a league. This never changes."""
    return await referee.store.transaction(lambda tx: tx.has_league_match(match.id))


async def require_no_league(referee: Referee, match: Match) -> None:
    """Raise UserError if the match belongs to a league, because league matches have no pauses."""
    if await is_league_match(referee, match):
        if match.is_shared:
            raise UserError(
                T("This is a league match, and league matches have no pauses, so that the season can end in time.")
            )
        raise UserError(
            T(
                "This is a league match, and league matches have no pauses, so that the season can end in time. If you "
                "cannot play on, find a substitute under More."
            )
        )


async def split_by_league(referee: Referee, found: Iterable[Match]) -> tuple[list[Match], list[Match]]:
    """Split matches into those in which an absence can be announced, and league matches."""
    free, bound = list[Match](), list[Match]()
    for match in found:
        (bound if await is_league_match(referee, match) else free).append(match)
    return free, bound
