"""Helpers for leagues: they handle every league, even if nothing is due in it."""

from __future__ import annotations

from matches.leagues.keeping import Kept, follow, list_due, open_match, read_kept, start_match
from matches.leagues.table import Fixture
from matches.referee import Done, Referee


async def list_leagues(referee: Referee) -> list[Kept]:
    """Read all leagues."""
    rows = await list_due(referee, float("inf"), limit=999)
    found = [await read_kept(referee, row.channel_id) for row in rows]
    return [kept for kept in found if kept is not None]


async def follow_all(referee: Referee, now: float) -> None:
    """Bring the results of all leagues up to date."""
    for kept in await list_leagues(referee):
        await follow(referee, kept.row.channel_id, now)


async def play_fixture(referee: Referee, kept: Kept, fixture: Fixture, channel_id: int) -> Done:
    """Open and start the match of a fixture."""
    match = await open_match(referee, kept, fixture, channel_id)
    return await start_match(referee, match.id)
