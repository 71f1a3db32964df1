"""A knock-out cup. It is computed from its results alone, so that results can be corrected.

A drawn match is replayed with exchanged seats. After a second draw, or without a result, the higher seed goes through.
The same applies to matches that are not played when the cup's time is up. Therefore every cup has a winner. If the
number of people is not a power of two, the highest seeds have a bye in the first round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, structs

from matches.leagues.league import Season, void_open_fixtures
from matches.leagues.table import Fixture

UNKNOWN: Final = 0
"""Placeholder for a person who is not known yet."""

BYE: Final = None

Slot = int | None


class Standing(Struct, frozen=True):
    """How far somebody has come: rounds passed, and whether they are still in."""

    user: int
    passed: int
    still_in: bool


class _Walk:
    """Follow a cup round by round.

    `fixtures`: the fixtures found so far, and a new one for each pair that is to play.
    """

    def __init__(self, season: Season) -> None:
        self.people = season.divisions[0]
        self.fixtures: list[Fixture] = []
        self.passed = dict.fromkeys(self.people, 0)
        self.out: set[int] = set()
        self._known = season.fixtures
        self._last = max((each.number for each in season.fixtures), default=0)
        slots, number = draw(self.people), 0
        while len(slots) > 1:
            slots = [self._decide(*pair, number) for pair in zip(slots[::2], slots[1::2], strict=True)]
            number += 1
        self.winner = slots[0] or UNKNOWN

    def _decide(self, one: Slot, other: Slot, number: int) -> Slot:
        """Return the winner of a pair of round `number`, or UNKNOWN."""
        if one is BYE or other is BYE:
            return self._pass(other if one is BYE else one, None)
        if UNKNOWN in (one, other):
            return UNKNOWN
        higher, lower = sorted((one, other), key=self.people.index)
        met = [each for each in self._known if each.division == number and {each.first, each.second} == {one, other}]
        self.fixtures += met
        last = met[-1] if met else None
        if last is not None and last.result in ("first", "second"):
            winner = last.first if last.result == "first" else last.second
            return self._pass(winner, lower if winner == higher else higher)
        if min(one, other) < 0:  # a former player
            return self._pass(*((lower, higher) if higher < 0 <= lower else (higher, lower)))
        if last is None or (last.result == "draw" and len(met) == 1):
            seats = (higher, lower) if last is None else (last.second, last.first)
            self._last += 1
            self.fixtures.append(Fixture(self._last, number, *seats))
            return UNKNOWN
        return UNKNOWN if not last.result else self._pass(higher, lower)

    def _pass(self, winner: Slot, loser: Slot) -> Slot:
        if winner:
            self.passed[winner] += 1
        if loser:
            self.out.add(loser)
        return winner


def draw(people: Sequence[int]) -> list[Slot]:
    """Arrange people, best first, so that the best two can meet only in the final, and byes go to the best."""
    order = [0]
    while len(order) < len(people):
        order = [each for place in order for each in (place, 2 * len(order) - 1 - place)]
    return [people[place] if place < len(people) else BYE for place in order]


def go_on(season: Season) -> Season:
    """Pair everybody whose opponent is known, and drop fixtures that followed from a changed result. The final ends the
    season."""
    if season.is_over:
        return season
    walk = _Walk(season)
    fixtures = tuple(sorted(walk.fixtures, key=lambda each: each.number))
    return structs.replace(season, fixtures=fixtures, is_over=walk.winner != UNKNOWN)


def end(season: Season) -> Season:
    """End a cup whose time is up: the higher seed goes through in each remaining match."""
    while not season.is_over:
        season = go_on(void_open_fixtures(season))
    return season


def find_winner(season: Season) -> int:
    """Return the winner of the cup; UNKNOWN while it is being played."""
    return _Walk(season).winner


def rank(season: Season) -> tuple[Standing, ...]:
    """Rank everybody: people still in the cup first, then by rounds passed, then by seed."""
    walk = _Walk(season)
    found = [Standing(user, walk.passed[user], user not in walk.out) for user in walk.people]
    return tuple(sorted(found, key=lambda each: (not each.still_in, -each.passed)))
