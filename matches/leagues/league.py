"""What a league is: its members, its season with fixtures and results, and the trail of what was corrected.

There are three kinds, which share everything but who meets whom and how a place is won: `season` has the divisions,
`ladder` the ladder, and `cup` the knock-out cup.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, structs

from data import Absence
from matches.leagues.table import Fixture, Line, Result, compute_table

Kind = Literal["divisions", "ladder", "cup"]


class Member(Struct, frozen=True):
    """Somebody who plays in the next season. `user` below 0: a former player, whose data was deleted."""

    user: int
    name: str


Answer = Literal["first", "second", "holds", "falls"]
"""What spectators guess: who of a fixture wins, or whether a loading holds."""


class Guess(Struct, frozen=True):
    """What a spectator has guessed about a question of a fixture, which is still open."""

    user: int
    fixture: int
    number: int
    answer: Answer


class Score(Struct, frozen=True):
    """How many guesses of a spectator were right, of those that are decided."""

    user: int
    right: int = 0
    made: int = 0


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
    guesses: tuple[Guess, ...] = ()
    scores: tuple[Score, ...] = ()

    def compute_division(self, division: int) -> tuple[Line, ...]:
        """Compute the table of a division."""
        mine = (each for each in self.fixtures if each.division == division)
        return compute_table(self.divisions[division], mine)


def leave_open(season: Season) -> Season:
    """Let every fixture without a result stay without one."""
    fixtures = tuple(each if each.result else structs.replace(each, result="void") for each in season.fixtures)
    return structs.replace(season, fixtures=fixtures)


class Note(Struct, frozen=True):
    """What a manager has corrected, and why: the result of a fixture, or (`fixture` 0) that `person` was removed."""

    at: float
    by: int
    fixture: int
    was: Result
    now: Result
    reason: str
    person: int = 0


class League(Struct, frozen=True):
    """A league, ladder or cup. `members`: who plays in the next season, best first; newcomers come last. `days`: of a
    season."""

    name: str
    game: str
    pace: str
    absence: Absence
    days: int
    language: str
    members: tuple[Member, ...] = ()
    season: Season | None = None
    trail: tuple[Note, ...] = ()
    kind: Kind = "divisions"

    def name_of(self, user: int) -> str:
        """Return the name of a person in the league."""
        named = (*self.members, *(self.season.names if self.season is not None else ()))
        return next((each.name for each in named if each.user == user), "")
