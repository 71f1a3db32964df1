"""Ratings from results, with the model of Plackett and Luce as openskill computes it. `docs/ratings.md` explains it.

Everything here is a pure function of result rows, in the order in which their matches ended. Computing it again gives
exactly the same numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from data import FORMER, Level, ResultRow
from matches.clocks.pace import DAY

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3

COMPUTERS: Final[Mapping[Level, tuple[float, float]]] = {
    "easy": (13.0, 1.5),
    "normal": (20.0, 1.5),
    "strong": (28.0, 1.5),
}
"""Mean and deviation of the computer players of each level, which never change: each is expected to win three of four
games against the level below."""

MACHINE: Final = -1
"""Stands for all computer players where meetings are counted."""

MEETINGS_AT_FULL_WEIGHT: Final = 5
MEETINGS_COUNT_FOR: Final = 30 * DAY
"""The period in seconds: a match counts in full until its opponents have met `MEETINGS_AT_FULL_WEIGHT` times in it."""

PROVISIONAL_ABOVE: Final = 260
"""A rating with a margin above this is provisional."""

EVERYWHERE: Final = 0
ALL_GAMES: Final = ""

Key = tuple[int, str, int]
"""Server (`EVERYWHERE`: all), game (`ALL_GAMES`: all) and person of a rating."""


class Rating(Struct, frozen=True):
    """The strength of a person: mean and deviation on openskill's scale, and the number of matches."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def number(self) -> int:
        """The rating as people read it: 1500 for a newcomer."""
        return round(900 + 24 * self.mu)

    @property
    def margin(self) -> int:
        """Half the width of the 95 % interval of the number."""
        return round(48 * self.sigma)

    @property
    def provisional(self) -> bool:
        return self.margin > PROVISIONAL_ABOVE


class Stake(Struct, frozen=True):
    """What a match would change in a person's number: by coming first, and by coming last."""

    first: int
    last: int


class Ratings(Struct):
    """All ratings, from the results up to the match `last`, given as (finished_at, match_id).

    `curves`: a person's numbers in a game (`ALL_GAMES`: in all games), after each rated match. `meetings`: the times at
    which two people met in a rated match of a game.
    """

    last: tuple[float, int] = (-1.0, -1)
    current: dict[Key, Rating] = {}
    curves: dict[tuple[str, int], list[int]] = {}
    meetings: dict[tuple[str, int, int], list[float]] = {}

    def find(self, user_id: int, game: str = ALL_GAMES, *, guild_id: int = EVERYWHERE) -> Rating:
        """Return a person's rating, or a newcomer's rating if they have none."""
        return self.current.get((guild_id, game, user_id), Rating())

    def add(self, rows: Iterable[ResultRow]) -> None:
        """Count the results of more matches, in the order of their ends."""
        for last, group in groupby(rows, key=lambda row: (row.finished_at, row.match_id)):
            self._add_match(tuple(group))
            self.last = last

    def stakes(self, rows: Sequence[ResultRow]) -> dict[int, Stake]:
        """Compute how a match would change each person's rating in its game. `rows`: its seats; places are ignored."""
        if not _counts(rows):
            return {}
        teams = {row.team for row in rows}
        weights = self._weigh(rows)
        found = {}
        for row in rows:
            if row.user_id in (None, FORMER):
                continue
            changes = []
            for mine, theirs in ((1, 2), (2, 1)):
                places = {team: mine if team == row.team else theirs for team in teams}
                after = self._rate(rows, places, EVERYWHERE, row.game, weights)
                changes.append(after[row.user_id].number - self.find(row.user_id, row.game).number)
            found[row.user_id] = Stake(changes[0], changes[1])
        return found

    def _add_match(self, rows: Sequence[ResultRow]) -> None:
        if not _counts(rows):
            return
        weights = self._weigh(rows)
        game, guild = rows[0].game, rows[0].guild_id
        places = {row.team: row.place for row in rows}
        for scope_guild, scope_game in ((EVERYWHERE, game), (guild, game), (EVERYWHERE, ALL_GAMES)):
            after = self._rate(rows, places, scope_guild, scope_game, weights)
            for user_id, rating in after.items():
                self.current[scope_guild, scope_game, user_id] = rating
                if scope_guild == EVERYWHERE:
                    self.curves.setdefault((scope_game, user_id), []).append(rating.number)
        since = rows[0].finished_at - MEETINGS_COUNT_FOR
        for one, other in combinations(sorted(_list_people(rows)), 2):
            known = self.meetings.get((game, one, other), [])
            self.meetings[game, one, other] = [*(at for at in known if at > since), rows[0].finished_at]

    def _rate(
        self, rows: Sequence[ResultRow], places: dict[int, int], guild_id: int, game: str, weights: dict[int, float]
    ) -> dict[int, Rating]:
        """Rate the people of a match by the places of their teams."""
        model = _load_model()
        teams: dict[int, list[ResultRow]] = defaultdict(list)
        for row in rows:
            teams[row.team].append(row)
        before = {row.seat: self._strength(row, guild_id, game) for row in rows}
        strengths = [[model.rating(*before[row.seat]) for row in team] for team in teams.values()]
        rated = model.rate(strengths, ranks=[float(places[team]) for team in teams])
        found: dict[int, Rating] = {}
        for team, made in zip(teams.values(), rated, strict=True):
            for row, after in zip(team, made, strict=True):
                if row.user_id is None or row.user_id == FORMER or row.user_id in found:
                    continue
                (mu, sigma), weight = before[row.seat], weights[row.user_id]
                matches = self.find(row.user_id, game, guild_id=guild_id).matches
                if after.mu > mu and not has_finished(row):
                    found[row.user_id] = Rating(mu, sigma, matches)
                    continue
                if weight < 1:
                    mu, sigma = mu + weight * (after.mu - mu), sigma + weight * (after.sigma - sigma)
                else:
                    mu, sigma = after.mu, after.sigma
                found[row.user_id] = Rating(mu, sigma, matches + 1)
        return found

    def _strength(self, row: ResultRow, guild_id: int, game: str) -> tuple[float, float]:
        if row.user_id is None:
            return COMPUTERS[row.level]
        if row.user_id == FORMER:
            return MU, SIGMA
        rating = self.find(row.user_id, game, guild_id=guild_id)
        return rating.mu, rating.sigma

    def _weigh(self, rows: Sequence[ResultRow]) -> dict[int, float]:
        """Weigh a match for each person: less if they have often met the same opponents recently."""
        people, game = _list_people(rows), rows[0].game
        since = rows[0].finished_at - MEETINGS_COUNT_FOR
        found = {}
        for user, team in people.items():
            met = [
                sum(at > since for at in self.meetings.get((game, min(user, other), max(user, other)), ()))
                for other, its_team in people.items()
                if its_team != team
            ]
            found[user] = min(1.0, MEETINGS_AT_FULL_WEIGHT / (1 + sum(met) / len(met))) if met else 1.0
        return found


def compute_ratings(rows: Iterable[ResultRow]) -> Ratings:
    """Compute all ratings from the rated results, which are in the order in which their matches ended."""
    found = Ratings()
    found.add(rows)
    return found


def has_finished(row: ResultRow) -> bool:
    """Whether the person played their match to its end: they did not resign, and made at least half of the moves."""
    return not row.resigned and 2 * row.own_plies >= row.plies


def _list_people(rows: Sequence[ResultRow]) -> dict[int, int]:
    """Map each person of a match to their team, and `MACHINE` to the computer player's team."""
    return {MACHINE if row.user_id is None else row.user_id: row.team for row in rows if row.user_id != FORMER}


def _counts(rows: Sequence[ResultRow]) -> bool:
    """Whether a match has two teams, a known person, and nobody who plays against themselves."""
    sides = {(row.user_id, row.team) for row in rows if row.user_id not in (None, FORMER)}
    people = {user_id for user_id, _ in sides}
    return bool(people) and len(sides) == len(people) and len({row.team for row in rows}) > 1


@cache
def _load_model() -> PlackettLuce:
    """Import openskill when it is first needed, so that a start does not wait for it."""
    from openskill.models import PlackettLuce

    return PlackettLuce()
