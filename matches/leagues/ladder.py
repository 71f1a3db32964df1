"""A ladder: a challenger who wins takes the place of the person challenged, and everybody between moves down one.

The order is computed from all results, oldest first, so that a result can be corrected.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from games.text import N, T
from matches.errors import UserError
from matches.leagues.league import League
from matches.leagues.table import Fixture

REACH: Final = 3
"""How many places above their own people may challenge."""


def compute_order(league: League) -> tuple[int, ...]:
    """Order the people of a ladder, best first. Newcomers come last. People who have left are missing; if they return
    before the season ends, they have their place back."""
    members = [each.user for each in league.members if each.user > 0]
    if league.season is None:
        return tuple(members)
    order = list(league.season.divisions[0])
    order += [user for user in members if user not in order]
    won = [each for each in league.season.fixtures if each.result == "second"]
    for fixture in sorted(won, key=lambda each: each.decided):
        if fixture.first not in order or fixture.second not in order:
            continue  # a newcomer who has left again
        above, below = order.index(fixture.first), order.index(fixture.second)
        if above < below:
            order.insert(above, order.pop(below))
    return tuple(user for user in order if user in members)


def list_within_reach(league: League, user: int) -> tuple[int, ...]:
    """List the people whom somebody may challenge now, best first. Raises UserError if there is nobody."""
    season, order = league.season, compute_order(league)
    if league.kind != "ladder" or season is None or season.is_over:
        raise UserError(T("No season is being played."))
    if user not in order:
        raise UserError(T("You are not in this league. Join it first."))
    busy = {person for each in season.fixtures if not each.result for person in (each.first, each.second)}
    if user in busy:
        raise UserError(T("You have a challenge to play first."))
    place = order.index(user)
    if place == 0:
        raise UserError(T("You are at the top: there is nobody above you to challenge."))
    found = tuple(each for each in order[max(0, place - REACH) : place] if each not in busy)
    if not found:
        raise UserError(
            N(
                "The person above you is playing a challenge just now. Try again when it is decided.",
                "The {count} people above you are playing challenges just now. Try again when one is decided.",
                min(place, REACH),
            )
        )
    return found


def challenge(league: League, user: int, other: int) -> League:
    """Add a fixture: `user` challenges `other`, who has the first seat. Raises UserError."""
    if other not in list_within_reach(league, user):
        raise UserError(T("You cannot challenge this person any more. Look at the table, and choose again."))
    season = league.season
    if season is None:
        return league
    fixture = Fixture(len(season.fixtures) + 1, 0, other, user)
    return structs.replace(league, season=structs.replace(season, fixtures=(*season.fixtures, fixture)))
