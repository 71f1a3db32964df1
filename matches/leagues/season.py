"""The rules of leagues as pure functions: seasons, divisions, pairings, results, promotion and relegation, corrections.

The modules `ladder` and `cup` have what differs in ladders and cups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from msgspec import structs

from games.text import N, T
from matches.clocks.pace import DAY
from matches.errors import Stale, UserError
from matches.leagues import cup, ladder
from matches.leagues.league import Kind, League, Member, Note, Season, void_open_fixtures
from matches.leagues.table import Fixture, Result

LEAST, MOST = 4, 6
"""People in a division. Seven people make one division, because they cannot be divided."""

LEAST_PEOPLE: Final[Mapping[Kind, int]] = {"divisions": LEAST, "ladder": 2, "cup": 3}
"""The fewest people with whom a season can start."""

MOST_PEOPLE: Final[Mapping[Kind, int]] = {"divisions": 60, "ladder": 30, "cup": 32}
"""The most people in a league.

One message shows ten divisions at most; longer ladders and cups would be hard to follow.
"""

MOST_NOTES: Final = 200
"""The most notes kept in a league's trail."""


def enrol(league: League, member: Member) -> League:
    """Add a person to the next season; on a ladder they are added at once, in the last place. If two servers share the
    league, the person gets a number. Raises UserError."""
    if any(each.user == member.user for each in league.members):
        raise UserError(T("You are in this league already."))
    most = MOST_PEOPLE[league.kind]
    if len(league.members) >= most:
        raise UserError(T("This league is full: {most} people play in it.", most=most))
    if league.is_shared:
        names = league.season.names if league.season is not None else ()
        member = structs.replace(member, number=1 + max((each.number for each in (*league.members, *names)), default=0))
    return structs.replace(league, members=(*league.members, member))


def withdraw(league: League, user: int) -> League:
    """Leave a person out of the next season; their open matches of this one go on. Raises UserError."""
    rest = tuple(each for each in league.members if each.user != user)
    if len(rest) == len(league.members):
        raise UserError(T("You are not in this league. Join it first."))
    return structs.replace(league, members=rest)


def start_season(league: League, now: float) -> League:
    """Start a season with all members: in divisions, on a ladder or in the draw of a cup. Raises UserError."""
    if league.season is not None and not league.season.is_over:
        raise UserError(T("A season is being played. End it first."))
    members = tuple(each for each in league.members if each.user > 0)
    missing = LEAST_PEOPLE[league.kind] - len(members)
    if missing > 0:
        raise UserError(N("{count} more person must join first.", "{count} more people must join first.", missing))
    number = 1 if league.season is None else league.season.number + 1
    people = tuple(each.user for each in members)
    divisions = divide(people) if league.kind == "divisions" else (people,)
    fixtures = pair(divisions) if league.kind == "divisions" else ()
    season = Season(number, now, now + league.days * DAY, divisions, members, fixtures)
    return go_on(structs.replace(league, members=members, season=season))


def divide(people: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Divide people, best first, into divisions of `LEAST` to `MOST`; higher divisions have at most one more."""
    count = 1 if len(people) <= MOST + 1 else -(-len(people) // MOST)
    size, larger = divmod(len(people), count)
    found, begin = [], 0
    for division in range(count):
        end = begin + size + (division < larger)
        found.append(tuple(people[begin:end]))
        begin = end
    return tuple(found)


def pair(divisions: Sequence[Sequence[int]]) -> tuple[Fixture, ...]:
    """Pair everybody of a division with everybody; everybody has the first move in about half of their matches."""
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
    """Note the result of a fixture, unless it has one. The last result ends the season."""
    fixture = find_fixture(league, number)
    return league if fixture.result else go_on(decide(league, fixture, result))


def correct(league: League, number: int, result: Result, *, by: int, reason: str, now: float) -> League:
    """Replace the result of a fixture, with a note. After the season, this is possible until the next one begins."""
    fixture = find_fixture(league, number)
    was = league.season
    had_winner = league.kind == "cup" and was is not None and was.is_over and cup.find_winner(was) != cup.UNKNOWN
    corrected = _note(decide(league, fixture, result), Note(now, by, number, fixture.result, result, reason))
    season = corrected.season
    if had_winner and season is not None:  # later rounds may have to be played again
        return go_on(structs.replace(corrected, season=structs.replace(season, is_over=False)))
    if season is not None and season.is_over:  # promotion and relegation change, too
        return structs.replace(corrected, members=_order(corrected, season))
    return go_on(corrected)


def expel(league: League, user: int, *, by: int, reason: str, now: float) -> League:
    """Remove a person, with a note: their open matches of this season count as lost. Raises UserError."""
    guest = any(each.guest for each in league.members if each.user == user)
    league = _note(withdraw(league, user), Note(now, by, 0, "", "", reason, user, guest))
    season = league.season
    if season is None or season.is_over:
        return league
    for each in season.fixtures:
        if not each.result and user in (each.first, each.second):
            league = decide(league, each, "second" if each.first == user else "first")
    return go_on(league)


def _note(league: League, note: Note) -> League:
    return structs.replace(league, trail=(*league.trail, note)[-MOST_NOTES:])


def go_on(league: League) -> League:
    """Pair the next round of a cup, and end a season that is decided. A ladder's season ends when its time is up."""
    season = league.season
    if season is None or season.is_over or league.kind == "ladder":
        return league
    if league.kind == "cup":
        further = cup.go_on(season)
        league = structs.replace(league, season=further)
        return structs.replace(league, members=_order(league, further)) if further.is_over else league
    return end_season(league) if all(each.result for each in season.fixtures) else league


def end_season(league: League) -> League:
    """End the season. Open fixtures get no result; in a cup the higher seed goes through. The next season begins in the
    order of this one. Raises UserError."""
    season = league.season
    if season is None or season.is_over:
        raise UserError(T("No season is being played."))
    over = cup.end(season) if league.kind == "cup" else structs.replace(void_open_fixtures(season), is_over=True)
    league = structs.replace(league, season=over)
    return structs.replace(league, members=_order(league, over))


def _order(league: League, season: Season) -> tuple[Member, ...]:
    """Order the members for the next season."""
    match league.kind:
        case "divisions":
            return _promote(season, league.members)
        case "ladder":
            order = ladder.compute_order(league)
        case "cup":
            order = tuple(each.user for each in cup.rank(season))
    by_user = {each.user: each for each in league.members}
    return (*(by_user.pop(user) for user in order if user in by_user), *by_user.values())


def _promote(season: Season, members: Sequence[Member]) -> tuple[Member, ...]:
    """Order the members for the next season: the best of each division changes places with the last of the one above.

    People who have left are missing; newcomers come last.
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
        raise UserError(T("This season has no match with this number. A match's number is in the name of its thread."))
    return found


def decide(league: League, fixture: Fixture, result: Result) -> League:
    """Give a fixture a result, or take it away."""
    season = league.season
    if season is None:
        return league
    last = max(each.decided for each in season.fixtures)
    decided = 0 if not result else fixture.decided or last + 1
    return _replace(league, structs.replace(fixture, result=result, decided=decided))


def _replace(league: League, fixture: Fixture) -> League:
    season = league.season
    if season is None:
        return league
    fixtures = tuple(fixture if each.number == fixture.number else each for each in season.fixtures)
    return structs.replace(league, season=structs.replace(season, fixtures=fixtures))
