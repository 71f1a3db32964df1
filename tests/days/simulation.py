"""Simulate weeks of a town."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

from data import OPEN_PHASES, Absence
from matches.clocks.pace import ABSENCES, PACES
from matches.match import Match
from tests.days.town import Town
from tests.support.matches.house import house
from tests.support.numbers import FULL, times

TOWNS, MATCHES = times(20, usual=1), 50 if FULL else 4


WAYS: tuple[tuple[str, Absence], ...] = tuple((pace, absence) for absence in ABSENCES for pace in PACES)


class Outcome(NamedTuple):
    """A town after its simulation."""

    town: Town
    matches: tuple[Match, ...]

    @property
    def stuck(self) -> list[str]:
        """Descriptions of unfinished matches that may not rest."""
        return [
            f"{match.id}: {match.pace} {match.absence} {match.phase} {match.clocks}"
            for match in self.matches
            if match.phase in OPEN_PHASES and not self.town.may_rest(match)
        ]


@contextlib.asynccontextmanager
async def simulate_town(
    folder: Path,
    game: str,
    number: int,
    *,
    ways: tuple[tuple[str, Absence], ...] = WAYS,
    matches: int = MATCHES,
    outages: int = 40,
    managed: bool = True,
    plans: bool = False,
    bursts: bool = False,
    wishes: bool = False,
    crowds: bool = False,
    kind: type[Town] = Town,
    sign: str | None = None,
) -> AsyncIterator[Outcome]:
    """Simulate a town in which this game is played, and yield its outcome. `sign`: only until a broken promise contains
    this."""
    async with house(folder, quick=True) as at:
        town = kind(at.store, f"{game} {number}", plans=plans, bursts=bursts, wishes=wishes, crowds=crowds)
        for index in range(matches):
            pace, rule = ways[(number * matches + index * 7) % len(ways)]
            await town.begin_match(game, index, pace, rule)
        await town.live(outages=outages, managed=managed, sign=sign)
        yield Outcome(town, tuple([await town.referee.match(match_id) for match_id in town.matches]))
