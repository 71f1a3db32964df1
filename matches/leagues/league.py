"""A league: its members, its season with fixtures and results, and the trail of corrections.

There are three kinds, each in a module: divisions (`season`), a ladder (`ladder`) and a knock-out cup (`cup`). They
differ only in the pairings, and in how places are won.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, structs

from data import Absence
from matches.leagues.table import Fixture, Line, Result, compute_table
from matches.match import Guest

Kind = Literal["divisions", "ladder", "cup"]


class Member(Struct, frozen=True):
    """A person who plays in the next season. `user` below 0: a former player, whose data was deleted.

    `guest`: they play from the second server. `number`: shown to the other server in place of a name; 0 in leagues of
    one server.
    """

    user: int
    name: str
    guest: bool = False
    number: int = 0


Answer = Literal["first", "second", "holds", "falls"]
"""A spectator's answer: which person of a fixture wins, or whether a loading holds."""


class Guess(Struct, frozen=True):
    """A spectator's answer to a question about a fixture that is not decided yet. `guest`: it came from the second
    server."""

    user: int
    fixture: int
    number: int
    answer: Answer
    guest: bool = False


class Score(Struct, frozen=True):
    """A spectator's decided guesses: how many there are, and how many were right. `guest`: they came from the second
    server."""

    user: int
    right: int = 0
    made: int = 0
    guest: bool = False


class Season(Struct, frozen=True):
    """A season.

    `divisions`: the people of each division, by rank when the season began; nobody changes division during a season.

    `names`: everybody's name when the season began.
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


def void_open_fixtures(season: Season) -> Season:
    """Give every open fixture the result `void`."""
    fixtures = tuple(each if each.result else structs.replace(each, result="void") for each in season.fixtures)
    return structs.replace(season, fixtures=fixtures)


class Note(Struct, frozen=True):
    """A manager's correction and its reason: a fixture's new result, or, if `fixture` is 0, removal of `person`, who
    played from the second server if `guest`."""

    at: float
    by: int
    fixture: int
    was: Result
    now: Result
    reason: str
    person: int = 0
    guest: bool = False


class League(Struct, frozen=True):
    """A league, ladder or cup. `members`: the people of the next season, best first, newcomers last. `days`: the length
    of a season. `guest`: the terms on which a second server shows it, is offered that, or has shown it until now; None:
    no other server."""

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
    guest: Guest | None = None

    @property
    def is_shared(self) -> bool:
        """Whether a second server shows the league, too."""
        return self.guest is not None and not self.guest.code and self.guest.parted is None

    def name_of(self, user: int) -> str:
        """Return the name of a person in the league."""
        named = (*self.members, *(self.season.names if self.season is not None else ()))
        return next((each.name for each in named if each.user == user), "")
