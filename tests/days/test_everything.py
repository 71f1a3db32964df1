"""Simulate weeks in which everything happens in the same matches: plans, clocks that rest at night and on weekends,
live bursts, channels that vote, and processes that die.

`SLOWBOAT_FULL=1` simulates towns of each game, otherwise one of Docker and one of the toy game, which has secrets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from data import OPEN_PHASES, Absence
from games.core import Seat
from games.rng import Rng
from matches.archive.verify import verify
from matches.change import Change
from matches.match import Match
from matches.plans import keeper
from matches.referee import MACHINE, Done
from matches.texts import LANGUAGES, Texts
from matches.votes import crowd
from tests.days.simulation import Outcome, simulate_town
from tests.days.town import Town
from tests.support.laws.playouts import GAMES, SECRETIVE
from tests.support.numbers import FULL, times
from tests.support.wire.shown import in_words

TOWNS = times(10, usual=1)
MATCHES = times(20, usual=4)
COMPARED = 20
"""One in this many boards is compared with the board of a match in which everything hidden is dealt anew."""

WAYS: tuple[tuple[str, Absence], ...] = (
    ("daily", "stand_in"), ("brisk", "forfeit"), ("bank", "stand_in"), ("daily", "skip"), ("relaxed", "skip"),
)  # fmt: skip


class DiscreetTown(Town):
    """A town that checks that a plan shows nowhere, and that nobody is told what is hidden from them."""

    def __init__(self, *args: Any, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self._texts, self._told = Texts(), 0

    async def _plan(self, match_id: int, user: int) -> None:
        before = await self._read_shown(match_id)
        await super()._plan(match_id, user)
        if await self._read_shown(match_id) != before:
            self.ledger.broken.append(f"{match_id}: a plan shows")

    async def _read_shown(self, match_id: int) -> tuple[object, ...]:
        """Read every row from which others are shown something."""
        match = await self.referee.match(match_id)
        rows = await self.store.transaction(
            lambda tx: (
                tx.read_log(match_id),
                tx.read_pings(match_id),
                tx.read_due_boards(float("inf"), limit=99),
                tx.read_due_edits(float("inf"), limit=99),
                tx.read_due_timers(float("inf"), limit=999),
            )
        )
        return match, match.seats, match.state, rows

    async def _tell(self, done: Done) -> None:
        await super()._tell(done)
        self._told += done.outbox_id is not None
        match = done.match
        if done.outbox_id is None or self._told % COMPARED or match.phase != "running":
            return
        if match.game_name not in SECRETIVE:
            return
        for seat in (None, *range(match.capacity)):
            if not self._looks_the_same(match, seat):
                self.ledger.broken.append(f"{match.id}: seat {seat} is told a secret")

    def _looks_the_same(self, match: Match, seat: Seat | None) -> bool:
        """Tell whether a seat is told the same if everything that it may not know is dealt anew."""
        state = match.game.reshuffle(match.state, seat, Rng(bytes(32), "other", self._told))
        other = structs.replace(match, state=state)
        if other.awaited != match.awaited:
            return True  # somebody's only move would have been made at once there, which everybody would have seen
        language = LANGUAGES[self._told // COMPARED % len(LANGUAGES)]
        self.ledger.seen["worlds that differ"] += state != match.state
        return in_words(match, seat, self._texts, language) == in_words(other, seat, self._texts, language)


async def check_ends(found: Outcome) -> None:
    """Check that nobody is stuck, that ended matches verify, and that votes are forgotten with their match."""
    store = found.town.store
    assert found.stuck == []
    for match in found.matches:
        if match.phase in OPEN_PHASES:
            continue
        log, ballots = await store.transaction(lambda tx, row=match: (tx.read_log(row.id), tx.read_ballots(row.id)))
        assert verify(match, log).differs is None
        assert ballots == ()


@pytest.mark.parametrize("game", GAMES if FULL else ["docker", "toy"])
async def test_weeks_with_everything(tmp_path: Path, game: str) -> None:
    seen: Counter[str] = Counter()
    for number in range(1, TOWNS + 1):
        async with simulate_town(
            tmp_path / str(number), game, number, ways=WAYS, matches=MATCHES, outages=15, plans=True, bursts=True,
            crowds=True, kind=DiscreetTown,
        ) as found:  # fmt: skip
            assert found.town.ledger.broken == []
            await check_ends(found)
            seen += found.town.ledger.seen
    wanted = {"votes", "ply crowd", "calls"} | (set() if game == "toy" else {"planned", "live"})
    assert wanted <= set(seen), "nothing happened in the town"
    assert game not in SECRETIVE or seen["worlds that differ"]


def _plans_at_night(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(keeper, "quiet_until", lambda *_: None)


def _plans_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(keeper, "choose_delay", lambda *_, **__: 0.0)


def _plans_that_show(patch: pytest.MonkeyPatch) -> None:
    async def save(referee: Any, match: Match, *rest: Any) -> None:
        await keeper.save_notebook(referee, match, *rest)
        await referee.change(match.id, MACHINE, lambda now: Change(structs.replace(now, asked_at=1.0)))

    patch.setattr("tests.days.town.save_notebook", save)


def _votes_that_show(patch: pytest.MonkeyPatch) -> None:
    honest = crowd.cast
    patch.setattr(crowd, "cast", lambda *args, **facts: structs.replace(honest(*args, **facts), board=True))


def _lost_votes(patch: pytest.MonkeyPatch) -> None:
    honest = crowd._list_cast

    def forget_the_last(ballots: Sequence[Any], decision: int) -> list[Any]:
        return honest(ballots, decision)[:-1] or honest(ballots, decision)

    patch.setattr(crowd, "_list_cast", forget_the_last)


def _votes_that_end_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(crowd, "is_complete", lambda *_: True)


def _secrets_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "view", lambda self, seat: self.state)


@pytest.mark.mutant
@pytest.mark.parametrize(
    ("mutant", "sign"),
    [
        (_plans_at_night, "by a plan in quiet hours"),
        (_plans_at_once, "by a plan at once"),
        (_plans_that_show, "a plan shows"),
        (_votes_that_show, "a vote shows"),
        (_lost_votes, "votes are counted"),
        (_votes_that_end_early, "closed after"),
        (_secrets_told, "is told a secret"),
    ],
)
async def test_a_broken_promise_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None], sign: str
) -> None:
    mutant(monkeypatch)
    game = "toy" if mutant is _secrets_told else "docker"
    for number in range(6):
        async with simulate_town(
            tmp_path / str(number), game, number, ways=WAYS, matches=4, outages=5, plans=True, bursts=True,
            crowds=True, kind=DiscreetTown, sign=sign,
        ) as found:  # fmt: skip
            if any(sign in each for each in found.town.ledger.broken):
                return
    raise AssertionError("nobody has noticed")
