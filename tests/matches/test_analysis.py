"""Test the analysis of finished matches: decisions, chances, turning points, the cache and the queue."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec import structs

import games
from games.core import Outcome
from matches.change import Change
from matches.coaching import analysis, analyst, decisions, playouts
from matches.coaching.analysis import Analysis, Point, Turning
from matches.coaching.analyst import Analyst
from matches.coaching.decisions import Decision, find_decisions
from matches.errors import UserError
from matches.match import Match
from matches.play import resign
from matches.referee import MACHINE
from tests.support.analyses import finish, shorten_analyses
from tests.support.here import Here
from tests.support.matches.house import ANNA, BEN, House, read_refusal


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten_analyses(monkeypatch, MOST_POINTS=5, MOST_COMPARED=1)


def make_analyst(at: House) -> Analyst:
    """Make an analyst that works in this process."""
    found = Analyst(at.referee)
    found.worker = Here(time_limit=60)
    return found


async def read_plies(at: House, match: Match) -> tuple[decisions.LoggedPly, ...]:
    return analyst.list_plies(await at.referee.store.transaction(lambda tx: tx.read_log(match.id)))


async def analyse(at: House, match: Match) -> Analysis:
    _, found = make_analyst(at).begin(match)
    return await found


@pytest.mark.parametrize("game", ["docker", "dog_royal", "aquaretto"])
async def test_a_match_is_analysed_the_same_way_twice(at: House, game: str) -> None:
    match = await finish(at, game)
    found = await analyse(at, match)
    assert found.points[0].step == 0
    assert found.points[-1].step == found.steps
    assert len(found.points) == analysis.MOST_POINTS
    assert found.points[-1].shares == playouts.share_out(match.outcome or Outcome(()), found.sides)
    for point in found.points:
        assert sum(point.shares[side[0]] for side in found.sides) == pytest.approx(1.0)
    assert 1 <= len(found.turning) <= 3
    assert [each.decision.step for each in found.turning] == sorted(each.decision.step for each in found.turning)
    assert {each.seat for each in found.praise} <= {0, 1}
    again = await analyse(at, match)
    assert structs.replace(again, cpu=0.0) == structs.replace(found, cpu=0.0)


async def test_the_decisions_of_a_match_are_its_turns_up_to_chance(at: House) -> None:
    match = await finish(at, "aquaretto")
    plies = await read_plies(at, match)
    found = find_decisions("aquaretto", plies)
    assert [code for each in found for code in each.codes] == [ply.code for ply in plies[1:]]
    took = [each for each in found if each.codes[0].startswith("take/")]
    assert any(len(each.codes) > 1 for each in took), "taking a truck and placing its animals are one decision"
    assert all(each.codes == ("draw",) and each.lucky for each in found if "draw" in each.codes)
    assert [each.step for each in found] == list(range(len(found)))


async def test_a_match_is_analysed_once_however_many_ask(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await finish(at, "docker")
    one = make_analyst(at)
    (_, first), (_, second) = one.begin(match), one.begin(match)
    assert first is second
    result = await first
    monkeypatch.setattr(one, "_run", None)
    _, known = one.begin(match)
    assert await known is result


async def test_the_queue_is_bounded(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await finish(at, "docker")
    one, go_on = make_analyst(at), asyncio.Event()

    async def wait(*_: Any) -> Any:
        await go_on.wait()
        raise RuntimeError("stopped by the test")

    run = one._run
    monkeypatch.setattr(one, "_run", wait)
    begun = []
    for number in range(analyst.MOST_WAITING + 1):
        other = structs.replace(match, id=100 + number)
        begun.append(one.begin(other)[1])
    with pytest.raises(UserError, match="several matches already"):
        one.begin(match)
    go_on.set()
    await asyncio.wait(begun)
    assert all(isinstance(each.exception(), RuntimeError) for each in begun)
    monkeypatch.setattr(one, "_run", run)
    assert await one.begin(match)[1]


async def test_only_a_finished_match_is_analysed(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)

    async def ask() -> None:
        make_analyst(at).begin(match)

    assert "once it is finished" in await read_refusal(ask())


async def test_a_match_that_somebody_resigned_at_once_has_a_short_analysis(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    match = (await at.do(match, resign, BEN, now=at.now)).match
    found = await analyse(at, match)
    assert found.steps == 0
    assert [each.shares for each in found.points] == [(1.0, 0.0)]
    assert not found.turning
    assert not found.praise


async def test_without_time_there_are_fewer_points_and_no_comparisons(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst, "MOST_CPU", -1.0)
    found = await analyse(at, await finish(at, "docker"))
    assert [each.step for each in found.points] == [found.steps]
    assert all(each.chance is None for each in found.turning)


LOOKED_AT: list[int] = []
"""The steps of the decisions that `find_best_slowly` has looked up."""


def find_best_slowly(name: str, decision: Decision, secret: bytes) -> tuple[tuple[str, ...], float]:
    """Return the played choice as the best one, as if the search took three tenths of the time."""
    LOOKED_AT.append(decision.step)
    return decision.codes, 0.3 * analyst.MOST_CPU


async def test_choices_looked_up_in_too_little_time_still_cover_the_match(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "find_best", find_best_slowly)
    LOOKED_AT.clear()
    found = await analyse(at, await finish(at, "docker"))
    assert len(LOOKED_AT) == 4, "three take less than the limit; the decisive one comes first"
    assert LOOKED_AT[-1] > found.steps / 2
    assert found.cpu > analyst.MOST_CPU


async def test_riff_raff_is_judged_by_the_pieces_left(at: House) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    game = games.load("riff_raff")
    fewer = structs.replace(match.state, supplies=((0,) * 7 + (1,), (1,) * 8))
    mine, theirs = game.estimate_chances(fewer)
    assert mine > 0.9
    assert mine + theirs == pytest.approx(1.0)
    assert game.estimate_chances(match.state) == (0.5, 0.5)
    ended = structs.replace(match, phase="finished", outcome=Outcome(((0,), (1,))))
    match = (await at.referee.change(match.id, MACHINE, lambda _: Change(ended))).match
    assert (await analyse(at, match)).playouts == 0


def test_partners_share_their_chance() -> None:
    dog = games.load("dog_royal")
    sides = playouts.list_sides(dog, 4, dog.options_type())
    assert sides == ((0, 2), (1, 3))
    assert playouts.share_out(Outcome(((1, 3), (0, 2))), sides) == (0.0, 1.0, 0.0, 1.0)


def test_a_narrow_win_counts_less_than_a_clear_one() -> None:
    sides = ((0,), (1,))
    narrow = playouts.share_out(Outcome(((0,), (1,)), (21, 20)), sides, soft=True)
    clear = playouts.share_out(Outcome(((0,), (1,)), (40, 20)), sides, soft=True)
    assert 0.5 < narrow[0] < 0.7 < 0.95 < clear[0]
    assert playouts.share_out(Outcome(((0,), (1,)), (21, 20)), sides) == (1.0, 0.0)


def test_the_worst_mistakes_are_the_turning_points() -> None:
    def make(step: int, chance: float | None, better: float | None, swing: float = 0.0) -> Turning:
        return Turning(Decision(step, step, 0, ("a",), b"", True), ("b",), swing, chance, better)

    found = [make(1, 0.5, 0.55), make(2, 0.2, 0.6), make(3, None, None, 0.4), make(4, 0.1, 0.9), make(5, 0.3, 0.5)]
    assert [each.decision.step for each in analysis.choose_turning(found)] == [2, 4, 5]
    first = structs.replace(found[2], turn=7)
    assert [each.decision.step for each in analysis.choose_turning([*found, first])] == [2, 3, 4]
    assert make(1, 0.5, 0.55).loss == 0.0, "too small to be told from chance"
    assert structs.replace(make(1, 0.5, 0.7), error=0.21).loss == 0.0, "as small as its error"
    assert structs.replace(make(1, 0.5, 0.7), error=0.19).loss == pytest.approx(0.2)


def test_few_playouts_leave_a_large_error() -> None:
    assert playouts.measure_error([1.0] * 4) == pytest.approx(0.5)
    assert playouts.measure_error([1.0, -1.0] * 2) == pytest.approx(2 * (5 / 16) ** 0.5)
    assert playouts.measure_error([0.3, 0.1] * 50) < 0.03


async def test_a_play_is_lucky_only_if_its_seat_sees_something_new(at: House) -> None:
    match = await finish(at, "dog_royal")
    found = find_decisions("dog_royal", await read_plies(at, match))
    plays = [each for each in found if each.codes[0][0].isdigit()]
    assert sum(each.lucky for each in plays) < len(plays) / 2, "most plays draw no card"
    assert any(each.lucky for each in plays)


def test_a_curve_is_smoothed_between_its_ends() -> None:
    points = [Point(0, (0.5, 0.5)), Point(1, (0.9, 0.1)), Point(2, (0.5, 0.5)), Point(3, (1.0, 0.0))]
    assert analysis.smooth(points) == (
        Point(0, (0.5, 0.5)), Point(1, (0.7, 0.3)), Point(2, (0.725, 0.275)), Point(3, (1.0, 0.0)),
    )  # fmt: skip
    assert analysis.smooth(points[:1]) == (points[0],)
    assert analysis.sample_steps(0) == (0,)
    assert analysis.sample_steps(400)[-1] == 400
    assert len(analysis.sample_steps(400)) == analysis.MOST_POINTS
