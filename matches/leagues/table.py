"""The tables of a league's divisions, computed from results alone. `docs/leagues.md` states the tie-breaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, Literal

from msgspec import Struct

Result = Literal["", "first", "second", "draw", "void"]
"""How a fixture ended: a win of its first or second person, a draw, or no result (`void`); "" while it is open."""

WIN: Final = 3
DRAW: Final = 1
"""Points for a win and a draw."""


class Fixture(Struct, frozen=True):
    """A match between two people.

    `division`: the number of their division, or in a cup of the round, from 0. `match_id` 0: not opened yet. `decided`:
    the number of its result in the order in which results came in, from 1; 0 without a result.
    """

    number: int
    division: int
    first: int
    second: int
    match_id: int = 0
    result: Result = ""
    decided: int = 0


class Line(Struct, frozen=True):
    """A person's line in a table."""

    user: int
    played: int
    won: int
    drawn: int
    lost: int
    points: int


def compute_table(people: Sequence[int], fixtures: Iterable[Fixture]) -> tuple[Line, ...]:
    """Rank the people of a division, best first.

    Order: points, then points from the matches among those who are tied, then wins, then the order of `people`.
    """
    decided = [each for each in fixtures if each.result not in ("", "void")]
    lines = {user: _count(user, decided) for user in people}

    def by_points(user: int) -> int:
        return -lines[user].points

    found: list[int] = []
    for _, level in groupby(sorted(people, key=by_points), key=by_points):
        tied = set(level)
        among = [each for each in decided if {each.first, each.second} <= tied]
        own = {user: (-_count(user, among).points, -lines[user].won, people.index(user)) for user in tied}
        found += sorted(tied, key=own.__getitem__)
    return tuple(lines[user] for user in found)


def _count(user: int, decided: Sequence[Fixture]) -> Line:
    """Count a person's results."""
    mine = [each for each in decided if user in (each.first, each.second)]
    won = sum((each.first if each.result == "first" else each.second) == user for each in mine if each.result != "draw")
    drawn = sum(each.result == "draw" for each in mine)
    return Line(user, len(mine), won, drawn, len(mine) - won - drawn, WIN * won + DRAW * drawn)
