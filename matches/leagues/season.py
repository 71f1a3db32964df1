"""The rules of a league, as pure functions: divisions, pairings, results, promotion and relegation, mending."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct, structs

from data import Absence
from games.text import N, T
from matches.clocks.pace import DAY
from matches.errors import Stale, UserError
from matches.leagues.table import Fixture, Line, Result, compute_table

LEAST, MOST = 4, 6
"""People in a division. Seven in all make one division of seven, because they cannot be divided."""

MOST_MEMBERS: Final = 60
"""People in a league: its tables are one message, which Discord limits to 4,000 characters."""

MOST_NOTES: Final = 200
"""Notes that a league's trail keeps."""


class Member(Struct, frozen=True):
    """Somebody who plays in the next season. `user` below 0: a former player, whose data was deleted."""

    user: int
    name: str


class Season(Struct, frozen=True):
    """A season. `divisions`: the people of each, in the order in which it was made; they stay until its end.

    `names`: of everybody in it, as they were called when it began.
    """

    number: int
    started_at: float
    ends_at: float
    divisions: tuple[tuple[int, ...], ...]
    names: tuple[Member, ...]
    fixtures: tuple[Fixture, ...]
    is_over: bool = False

    def compute_division(self, division: int) -> tuple[Line, ...]:
        """Compute the table of a division."""
        mine = (each for each in self.fixtures if each.division == division)
        return compute_table(self.divisions[division], mine)


class Note(Struct, frozen=True):
    """What a manager has mended, and why."""

    at: float
    by: int
    fixture: int
    was: Result
    now: Result
    reason: str


class League(Struct, frozen=True):
    """A league. `members`: who plays in the next season, best first; newcomers come last. `days`: of a season."""

    name: str
    game: str
    pace: str
    absence: Absence
    days: int
    language: str
    members: tuple[Member, ...] = ()
    season: Season | None = None
    trail: tuple[Note, ...] = ()

    def name_of(self, user: int) -> str:
        """Return the name of a person in the league."""
        named = (*self.members, *(self.season.names if self.season is not None else ()))
        return next((each.name for each in named if each.user == user), "")


def enrol(league: League, member: Member) -> League:
    """Add a person, who plays from the next season on. Raises UserError."""
    if any(each.user == member.user for each in league.members):
        raise UserError(T("You are in this league already."))
    if sum(each.user > 0 for each in league.members) >= MOST_MEMBERS:
        raise UserError(T("This league is full: {count} people play in it.", count=MOST_MEMBERS))
    return structs.replace(league, members=(*league.members, member))


def withdraw(league: League, user: int) -> League:
    """Leave a person out of the next season; their open matches of this one go on. Raises UserError."""
    rest = tuple(each for each in league.members if each.user != user)
    if len(rest) == len(league.members):
        raise UserError(T("You are not in this league."))
    return structs.replace(league, members=rest)


def start_season(league: League, now: float) -> League:
    """Divide the members and pair everybody of a division with everybody. Raises UserError."""
    if league.season is not None and not league.season.is_over:
        raise UserError(T("A season is being played. End it first."))
    members = tuple(each for each in league.members if each.user > 0)
    missing = LEAST - len(members)
    if missing > 0:
        raise UserError(N("{count} more person must join first.", "{count} more people must join first.", missing))
    number = 1 if league.season is None else league.season.number + 1
    divisions = divide([each.user for each in members])
    season = Season(number, now, now + league.days * DAY, divisions, members, pair(divisions))
    return structs.replace(league, members=members, season=season)


def divide(people: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Divide people, best first, into divisions of `LEAST` to `MOST`, the higher ones at most one larger."""
    count = 1 if len(people) <= MOST + 1 else -(-len(people) // MOST)
    size, larger = divmod(len(people), count)
    found, begin = [], 0
    for division in range(count):
        end = begin + size + (division < larger)
        found.append(tuple(people[begin:end]))
        begin = end
    return tuple(found)


def pair(divisions: Sequence[Sequence[int]]) -> tuple[Fixture, ...]:
    """Pair everybody of a division with everybody; each moves first about as often as second."""
    found: list[Fixture] = []
    for division, people in enumerate(divisions):
        for (one, first), (other, second) in combinations(enumerate(people), 2):
            pairing = (first, second) if (one + other) % 2 else (second, first)
            found.append(Fixture(len(found) + 1, division, *pairing))
    return tuple(found)


def note_opened(league: League, number: int, match_id: int) -> League:
    """Note the match of a fixture. Raises Stale if it has one."""
    fixture = find_fixture(league, number)
    if fixture.match_id or fixture.result:
        raise Stale(T("This has been decided already."))
    return _replace(league, structs.replace(fixture, match_id=match_id))


def settle(league: League, number: int, result: Result) -> League:
    """Note the result of a fixture, unless it has one. The last one ends the season."""
    fixture = find_fixture(league, number)
    return league if fixture.result else end_if_decided(_replace(league, structs.replace(fixture, result=result)))


def mend(league: League, number: int, result: Result, *, by: int, reason: str, now: float) -> League:
    """Replace the result of a fixture of this season, or of the last one before the next begins, with a note."""
    fixture = find_fixture(league, number)
    note = Note(now, by, number, fixture.result, result, reason)
    mended = _replace(league, structs.replace(fixture, result=result))
    mended = structs.replace(mended, trail=(*league.trail, note)[-MOST_NOTES:])
    season = mended.season
    if season is not None and season.is_over:  # promotion and relegation are worked out anew
        return structs.replace(mended, members=_promote(season, mended.members))
    return end_if_decided(mended)


def end_if_decided(league: League) -> League:
    """End the season if every fixture has a result."""
    season = league.season
    if season is None or season.is_over or not all(each.result for each in season.fixtures):
        return league
    return end_season(league)


def end_season(league: League) -> League:
    """End the season: fixtures without a result stay without one; promote and relegate. Raises UserError."""
    season = league.season
    if season is None or season.is_over:
        raise UserError(T("No season is being played."))
    fixtures = tuple(each if each.result else structs.replace(each, result="void") for each in season.fixtures)
    over = structs.replace(season, fixtures=fixtures, is_over=True)
    return structs.replace(league, season=over, members=_promote(over, league.members))


def _promote(season: Season, members: Sequence[Member]) -> tuple[Member, ...]:
    """Order the members for the next season: the best of each division changes places with the last of the one above.

    Those who have left are missing, and newcomers come last.
    """
    tables = [[line.user for line in season.compute_division(number)] for number in range(len(season.divisions))]
    before = [list(table) for table in tables]
    for upper in range(len(tables) - 1):
        tables[upper][-1], tables[upper + 1][0] = before[upper + 1][0], before[upper][-1]
    order = [user for table in tables for user in table]
    by_user = {each.user: each for each in members}
    stayed = [by_user[user] for user in order if user in by_user]
    return (*stayed, *(each for each in members if each.user not in order))


def find_fixture(league: League, number: int) -> Fixture:
    """Find a fixture of the season by its number. Raises UserError."""
    fixtures = league.season.fixtures if league.season is not None else ()
    found = next((each for each in fixtures if each.number == number), None)
    if found is None:
        raise UserError(T("This season has no match of this number; the name of its thread shows it."))
    return found


def _replace(league: League, fixture: Fixture) -> League:
    season = league.season
    if season is None:
        return league
    fixtures = tuple(fixture if each.number == fixture.number else each for each in season.fixtures)
    return structs.replace(league, season=structs.replace(season, fixtures=fixtures))
