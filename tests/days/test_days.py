"""Simulate weeks of play: every match ends, nobody is pinged too often, nobody loses a turn to downtime.

`SLOWBOAT_FULL=1` plays a thousand matches of each game, otherwise a few. Fifty matches run together in a simulated
town, with all paces and rules for absence in turn, and with outages in the first sixty days. A match may take more than
thirty days: at one move a day thirty turns take a month, and clocks stand still for up to two weeks of announced
absence. So a simulation runs until all matches are over, and only the number of plies is bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from data import OPEN_PHASES, Absence
from games import load
from matches import play, referee, sweep
from matches.archive.verify import verify
from matches.clocks import absence, clocks
from matches.clocks.pace import DAY
from matches.clocks.rhythm import find_due
from matches.keeping import saving
from matches.match import Live, Match
from matches.people import digests
from matches.people.quiet_hours import quiet_until
from matches.plans.plan import PLANNED
from matches.votes import proposals
from tests.days.simulation import MATCHES, TOWNS, simulate_town
from tests.days.town import FIXED_HOUR, Town
from tests.support.laws.playouts import GAMES
from tests.support.numbers import FULL, times

pytestmark = pytest.mark.long

MOST_PLIES = 3000


@pytest.mark.parametrize("game", GAMES)
async def test_promises_hold_in_any_sequence_of_actions(tmp_path: Path, game: str) -> None:
    seen: Counter[str] = Counter()
    ended = 0
    for number in range(TOWNS):
        async with simulate_town(tmp_path / str(number), game, number) as found:
            town = found.town
            assert town.ledger.broken == []
            assert found.stuck == [], "a player was present and could do nothing"
            assert town.ledger.managed <= 1, "only one match may need a manager to end it"
            seen += town.ledger.seen
            for match in found.matches:
                log = await town.store.transaction(lambda tx, row=match: tx.read_log(row.id))
                plies = sum(row.kind == "ply" for row in log)
                assert plies <= min(MOST_PLIES, 2 * load(game).ply_limit)
                assert await town.referee.match(match.id) == await _read_again(town, match)
                if match.phase in OPEN_PHASES:
                    continue
                ended += 1
                assert verify(match, log).differs is None
                calls = await town.store.transaction(lambda tx, row=match: tx.read_pings(row.id))
                assert calls == (), "its reminders are deleted"
                timers = await town.store.transaction(lambda tx: tx.read_due_timers(float("inf"), limit=10_000))
                assert match.id not in {match_id for match_id, _ in timers}
    assert ended >= 0.9 * TOWNS * MATCHES
    wanted = {"ply person", "calls", "start"} | (_HAPPENS if FULL else set())
    assert wanted <= set(seen), "nothing happened in the town"


RESTING: tuple[tuple[str, Absence], ...] = (("brisk", "stand_in"), ("daily", "stand_in"), ("relaxed", "skip"))


@pytest.mark.mutant
async def test_a_clock_that_runs_at_night_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "choose_rhythm", lambda _, own: structs.replace(own, quiet=(0, 0)))
    for number in range(6):
        folder = tmp_path / str(number)
        async with simulate_town(
            folder, "docker", number, ways=RESTING, matches=5, outages=15, plans=True, sign="while their clock rests"
        ) as found:
            if any("while their clock rests" in each for each in found.town.ledger.broken):
                return
    raise AssertionError("the mutant was not noticed")


@pytest.mark.parametrize("game", GAMES if FULL else ["docker"])
async def test_weeks_with_plans_and_weekends(tmp_path: Path, game: str) -> None:
    """People plan between their turns and sleep at night; processes die. Nobody loses a turn, and no planned turn is
    made while its player sleeps."""
    planned = 0
    for number in range(times(10, usual=1)):
        async with simulate_town(
            tmp_path / str(number), game, number, ways=RESTING, matches=times(20, usual=5), outages=15, plans=True
        ) as found:
            town = found.town
            assert town.ledger.broken == []
            assert found.stuck == []
            for match in found.matches:
                log = await town.store.transaction(lambda tx, row=match: tx.read_log(row.id))
                for row in log:
                    if row.note == PLANNED:
                        planned += 1
                        assert row.made_by == "person"
                        assert quiet_until(town.ledger.people[row.user_id or 0], row.at) is None, (
                            "a planned turn was made while its player slept"
                        )
                if match.phase not in OPEN_PHASES:
                    assert verify(match, log).differs is None
    assert planned, "nobody's plan was carried out"


LIVELY: tuple[tuple[str, Absence], ...] = (("daily", "stand_in"), ("brisk", "forfeit"), ("bank", "stand_in"))


async def test_weeks_with_live_bursts(tmp_path: Path) -> None:
    """People play live now and then, and vanish in the middle: nobody loses time by it, or is pinged meanwhile."""
    seen: Counter[str] = Counter()
    for number in range(times(20, usual=1)):
        async with simulate_town(
            tmp_path / str(number), "docker", number, ways=LIVELY, matches=times(20, usual=6), outages=15, plans=True,
            bursts=True,
        ) as found:  # fmt: skip
            assert found.town.ledger.broken == []
            assert found.stuck == []
            seen += found.town.ledger.seen
    assert {"live", "late"} <= set(seen)


QUIET: tuple[tuple[str, Absence], ...] = (("relaxed", "nothing"), ("daily", "stand_in"), ("brisk", "skip"))


async def test_weeks_with_daily_messages_and_idle_matches(tmp_path: Path) -> None:
    """Daily messages and "you are next" reach only people who want them, once, and never at night. Matches without a
    clock are asked about and fall asleep no earlier than promised."""
    seen: Counter[str] = Counter()
    for number in range(times(20, usual=1)):
        async with simulate_town(
            tmp_path / str(number), "docker", number, ways=QUIET, matches=times(20, usual=9), outages=15, wishes=True
        ) as found:
            assert found.town.ledger.broken == []
            assert found.stuck == []
            seen += found.town.ledger.seen
    assert {"digests", "next", "ask", "asleep"} <= set(seen)


def _digests_at_night(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(digests, "quiet_until", lambda *_: None)


def _digests_all_day(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("tests.days.town.find_next_digest", lambda _, now: now + 3600)


def _next_told_again(patch: pytest.MonkeyPatch) -> None:
    async def claim(*_: object) -> bool:
        return True

    patch.setattr("matches.delivery.pings.PingLog.claim_next_up", claim)
    patch.setattr("tests.days.town.find_next_up", lambda match: match.awaited[0].seat if match.awaited else None)


def _asked_after_a_week(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clocks, "ASK_AFTER", 7 * DAY)


def _asleep_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clocks, "SLEEP_AFTER", DAY)


@pytest.mark.mutant
@pytest.mark.parametrize(
    ("mutant", "sign"),
    [
        (_digests_at_night, "digest due in quiet hours"),
        (_digests_all_day, "two digests"),
        (_next_told_again, "not next"),
        (_asked_after_a_week, "asked too early"),
        (_asleep_at_once, "asleep too early"),
    ],
)
async def test_messages_that_nobody_wished_for_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None], sign: str
) -> None:
    mutant(monkeypatch)
    for number in range(6):
        async with simulate_town(
            tmp_path / str(number), "docker", number, ways=QUIET, matches=8, outages=2, wishes=True, sign=sign
        ) as found:
            if any(sign in each for each in found.town.ledger.broken):
                return
    raise AssertionError("nobody has noticed")


def _clocks_run_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clocks, "find_start", lambda _: 0.0)


def _reminded_at_once(patch: pytest.MonkeyPatch) -> None:
    honest, remind = clocks.start, absence.remind

    def remind_although_live(match: Match, *which: Any, **facts: Any) -> Any:
        return remind(structs.replace(match, live=Live()), *which, **facts).with_match(live=match.live)

    patch.setattr(absence, "remind", remind_although_live)
    patch.setattr(
        clocks, "start", lambda left, now, **facts: structs.replace(honest(left, now, **facts), remind=now + 60)
    )


@pytest.mark.mutant
@pytest.mark.parametrize(
    ("mutant", "sign"), [(_clocks_run_on, "s left"), (_reminded_at_once, "while the match is played live")]
)
async def test_broken_bursts_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None], sign: str
) -> None:
    mutant(monkeypatch)
    for number in range(6):
        async with simulate_town(
            tmp_path / str(number), "docker", number, ways=LIVELY[:1], matches=8, outages=2, bursts=True, sign=sign
        ) as found:
            if any(sign in each for each in found.town.ledger.broken):
                return
    raise AssertionError("nobody has noticed")


FIXED_WAYS: tuple[tuple[str, Absence], ...] = (
    (FIXED_HOUR, "stand_in"), (FIXED_HOUR, "forfeit"), (FIXED_HOUR, "stand_in"), ("relaxed", "nothing"),
)  # fmt: skip


async def test_weeks_with_fixed_hours(tmp_path: Path) -> None:
    """Turns are due at the match's hour, after the promised notice; some people take their extra day."""
    seen: Counter[str] = Counter()
    for number in range(times(20, usual=2)):
        async with simulate_town(
            tmp_path / str(number),
            "docker",
            number,
            ways=FIXED_WAYS,
            matches=times(20, usual=6),
            outages=15,
            plans=True,
        ) as found:
            town = found.town
            assert town.ledger.broken == []
            assert found.stuck == []
            seen += town.ledger.seen
    assert {"late at the hour", "resume"} <= set(seen)


async def test_a_simulation_is_reproducible(tmp_path: Path) -> None:
    lived: list[Counter[str]] = []
    for folder in ("first", "second"):
        async with simulate_town(
            tmp_path / folder, "docker", 1, ways=FIXED_WAYS, matches=3, outages=5, plans=True
        ) as found:
            lived.append(found.town.ledger.seen)
    assert lived[0] == lived[1]


def _no_notice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clocks, "NOTICE", 0.0)


def _due_on_weekends(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clocks, "find_due", lambda rhythm, at: find_due(structs.replace(rhythm, weekends=False), at))


def _due_in_everybodys_own_zone(patch: pytest.MonkeyPatch) -> None:
    honest = clocks.choose_rhythm
    patch.setattr(clocks, "choose_rhythm", lambda row, own: structs.replace(honest(row, own), zone="Asia/Kolkata"))


@pytest.mark.mutant
@pytest.mark.parametrize(
    ("mutant", "sign"),
    [
        (_no_notice, "after the turn began"),
        (_due_on_weekends, "while their clock rests"),
        (_due_in_everybodys_own_zone, "due at"),
    ],
)
async def test_broken_hours_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None], sign: str
) -> None:
    mutant(monkeypatch)
    for number in range(12):
        async with simulate_town(
            tmp_path / str(number), "docker", 53 + number, ways=FIXED_WAYS[:1], matches=8, outages=2, plans=True,
            sign=sign,
        ) as found:  # fmt: skip
            if any(sign in each for each in found.town.ledger.broken):
                return
    raise AssertionError("the mutant was not noticed")


_HAPPENS = {"ply stand_in", "ply computer", "undo", "pause", "resume", "replace", "resign", "cancel", "late"}


async def _read_again(town: Town, match: Match) -> Match:
    return await referee.Referee(town.store, now=lambda: town.now).match(match.id)


def _no_outages(patch: pytest.MonkeyPatch) -> None:
    honest = clocks.compute_deadline
    patch.setattr(clocks, "compute_deadline", lambda clock, _: honest(clock, ()))


def _no_grace(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clocks, "GRACE", 0.0)


def _stand_in_stays(patch: pytest.MonkeyPatch) -> None:
    honest = play._note_presence

    def keep_stand_in(seats: Any, seat: int, **facts: Any) -> Any:
        return honest(seats, seat, **{**facts, "turn_over": False})

    patch.setattr(play, "_note_presence", keep_stand_in)


def _stand_ins_turn_counts_for_nothing(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a player who missed a turn has no time at all for the next one."""
    honest = clocks.set_clocks

    def hide_the_ended_turn(before: Match, change: Any, *rest: Any) -> Any:
        if change.log and change.log[-1].made_by == "stand_in":
            change = type(change)(**{**{f: getattr(change, f) for f in change.__struct_fields__}, "moved": None})
        return honest(before, change, *rest)

    patch.setattr(clocks, "set_clocks", hide_the_ended_turn)
    patch.setattr(clocks, "GRACE", 0.0)


def _timers_dropped(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clocks, "list_timers", lambda *_: ())


def _quiet_hours_ignored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sweep, "quiet_until", lambda *_: None)


def _pings_not_counted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(saving, "_claim_ping", lambda *_: True)


def _away_ignored(patch: pytest.MonkeyPatch) -> None:
    honest = clocks.start
    patch.setattr(clocks, "start", lambda left, now, **_: honest(left, now, away_until=None))


def _late_players_are_asked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(proposals, "_list_late", lambda _: ())


STRICT: tuple[tuple[str, Absence], ...] = (("brisk", "stand_in"), ("brisk", "skip"), ("brisk", "nudge"))
STANDS_STILL: tuple[tuple[str, Absence], ...] = (("brisk", "nothing"), ("brisk", "nudge"))

MUTANTS: tuple[tuple[Callable[[pytest.MonkeyPatch], None], str, tuple[tuple[str, Absence], ...], str], ...] = (
    (_no_outages, "docker", STRICT, "out of time"),
    (_no_grace, "docker", STRICT, "after an outage"),
    (_stand_in_stays, "docker", STRICT, "stays"),
    (_stand_ins_turn_counts_for_nothing, "docker", STRICT, "s left"),
    (_timers_dropped, "toy", STRICT, "stuck"),
    (_quiet_hours_ignored, "docker", STRICT, "quiet hours"),
    (_pings_not_counted, "docker", STRICT, "times"),
    (_away_ignored, "docker", STRICT, "while away"),
    (_late_players_are_asked, "docker", STANDS_STILL, "stuck"),
)


@pytest.mark.mutant
@pytest.mark.parametrize(("mutant", "game", "ways", "sign"), MUTANTS, ids=[mutant.__name__ for mutant, *_ in MUTANTS])
async def test_mutants_that_break_a_promise_are_caught(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mutant: Callable[[pytest.MonkeyPatch], None],
    game: str,
    ways: tuple[tuple[str, Absence], ...],
    sign: str,
) -> None:
    """Each mutant breaks one law. Its patch fails if the target does not exist."""
    mutant(monkeypatch)
    for number in range(6):
        async with simulate_town(
            tmp_path / str(number), game, 100 + number, ways=ways, matches=12, outages=300, managed=False, sign=sign
        ) as found:
            if sign == "stuck" and found.stuck:
                return
            if any(sign in broken for broken in found.town.ledger.broken):
                return
    raise AssertionError("the mutant was not noticed")


@pytest.mark.mutant
@pytest.mark.parametrize("ways", [STRICT, STANDS_STILL], ids=["strict", "stands_still"])
async def test_the_unchanged_bot_passes_where_the_mutants_fail(
    tmp_path: Path, ways: tuple[tuple[str, Absence], ...]
) -> None:
    """Simulate the towns of the mutants without them."""
    for number in range(6 if FULL else 1):
        async with simulate_town(
            tmp_path / str(number), "docker", 100 + number, ways=ways, matches=12, outages=300
        ) as found:
            assert found.town.ledger.broken == []
            assert found.stuck == []
