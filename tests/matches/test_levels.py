"""Test the levels of computer players: chosen in the lobby, kept with the seat, and run in a worker process."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from msgspec import structs

from games.core import AnyGame, Seat
from games.levels import LEVELS
from games.rng import Rng
from games.text import Player, T
from matches.clocks import pauses
from matches.lobby import invitations, lobby
from matches.machines import machines
from matches.machines.machines import Machines
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.texts import Texts
from tests.support.matches.house import ANNA, BEN, House, read_refusal, secret_where
from tests.toy.game import Toy


def find_secret() -> bytes:
    """Find a secret with which the computer player has three moves to choose from."""
    return secret_where("toy", 2, lambda state: len(set(state.hands[1])) == 3)


class StubThinker:
    """A thinker without a process. `trouble`: an error raised instead of an answer; `hangs`: it never answers."""

    def __init__(self, trouble: Exception | None = None, *, hangs: bool = False) -> None:
        self.asked: list[tuple[str, Any, Seat]] = []
        self.trouble = trouble
        self.hangs = hangs

    async def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Rng) -> str:
        self.asked.append((game.name, view, seat))
        if self.hangs:
            await asyncio.Event().wait()
        if self.trouble is not None:
            raise self.trouble
        return str(game.choose_at("strong", view, seat, rng).code)


def say(match: Match, seat: Seat) -> str:
    """Name the player of a seat as every text does."""
    return Texts().say("en", match.cast())(T("{player}", player=Player(seat)))


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the toy game a strong player, which makes its last legal move; the easy one makes its first."""
    monkeypatch.setattr(machines, "LEAST_THOUGHT", 0.0)
    monkeypatch.setattr(Toy, "levels", LEVELS)
    monkeypatch.setattr(Toy, "choose_strong", lambda self, view, seat, rng: self.legal_moves(view, seat)[-1])
    monkeypatch.setattr(Toy, "choose_easy", lambda self, view, seat, rng: self.legal_moves(view, seat)[0])
    monkeypatch.setattr(Toy, "choose", lambda self, view, seat, rng: self.legal_moves(view, seat)[1])


async def begin_against(at: House, level: str, brain: StubThinker | None = None) -> Match:
    """Begin a match of Anna against a computer player and play until it has moved."""
    if brain is not None:
        at.machines = Machines(at.referee, at.wind, brain)  # type: ignore[arg-type]
    match = await at.open("toy", 2)
    done = await at.do(match, lobby.add_computer, ANNA, level=level, now=at.now)
    return (await at.machines.run(done)).match


@pytest.mark.parametrize("level", LEVELS)
async def test_a_computer_player_moves_at_its_level(at: House, levels: None, level: str) -> None:
    match = await at.open("toy", 2, secret=find_secret())
    begun = (await at.do(match, lobby.add_computer, ANNA, level=level, now=at.now)).match
    codes = [move.code for move in begun.game.legal_moves(begun.state, 1)]
    wanted = dict(zip(LEVELS, (codes[0], codes[1], codes[-1]), strict=True))
    assert len(set(wanted.values())) == 3
    assert (await at.machines._choose_move(begun, 1)).code == wanted[level]


async def test_the_level_stays_with_the_seat(at: House) -> None:
    match = await begin_against(at, "easy")
    at.restart()
    again = await at.referee.match(match.id)
    assert [holder.level for holder in again.seats] == ["normal", "easy"]
    assert [again.level_of(seat) for seat in (0, 1)] == ["normal", "easy"]
    ended = structs.replace(again, phase="finished")
    followed = invitations.make_rematch(ended, at.who(ANNA), secret=bytes(32), now=at.now)
    assert [holder.level for holder in followed.seats if holder.user_id is None] == ["easy"]


async def test_everybody_sees_the_level(at: House) -> None:
    match = await begin_against(at, "easy")
    name = match.holder(1).name
    assert say(match, 1) == f"▲ Yellow ({name}, easy)"
    normal = structs.replace(match, seats=tuple(structs.replace(holder, level="normal") for holder in match.seats))
    assert say(normal, 1) == f"▲ Yellow ({name})"
    person = structs.replace(match, seats=tuple(structs.replace(holder, user_id=BEN) for holder in match.seats))
    assert say(person, 1) == f"▲ Yellow ({name})"


async def test_a_level_the_game_does_not_have_is_refused(at: House) -> None:
    match = await at.open("toy", 2)
    for level in ("strong", "superhuman", ""):
        said = await read_refusal(at.do(match, lobby.add_computer, ANNA, level=level, now=at.now))
        assert "no computer player of this level" in said
        said = await read_refusal(at.do(match, lobby.start_with_computers, ANNA, level=level, now=at.now))
        assert "no computer player of this level" in said


async def test_stand_ins_and_replacements_are_normal(at: House) -> None:
    match = await begin_against(at, "easy")
    away = tuple(
        structs.replace(holder, stand_in="until_back") if holder.seat == 0 else holder for holder in match.seats
    )
    assert structs.replace(match, seats=away).level_of(0) == "normal"
    change = pauses.replace_player(match, 1, BEN, "Ben", now=at.now)
    assert [holder.level for holder in change.match.seats] == ["normal", "normal"]


async def test_a_strong_player_thinks_in_the_worker_about_its_view(at: House, levels: None) -> None:
    brain = StubThinker()
    match = await begin_against(at, "strong", brain)
    ((game, view, seat), *_) = brain.asked
    assert (game, seat) == ("toy", 1)
    assert match.seq > 0
    assert view == match.game.view(view, 1), "the player gets its view, not the state"


async def test_a_strong_player_with_a_private_hand_never_answers_at_once(
    at: House, levels: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the time of its move would tell whether it had a choice."""
    waited, honest = list[float](), asyncio.sleep

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await honest(0)

    monkeypatch.setattr(machines, "LEAST_THOUGHT", 60.0)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    await begin_against(at, "strong", StubThinker())
    assert any(50 < seconds <= 60 for seconds in waited)


@pytest.mark.parametrize(
    "brain", [StubThinker(WorkerFailed("died")), StubThinker(hangs=True)], ids=["fails", "overruns"]
)
async def test_a_strong_player_without_an_answer_moves_like_a_normal_one(
    at: House, levels: None, brain: StubThinker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(machines, "THINK_WITHIN", 0.05)
    at.machines = Machines(at.referee, at.wind, brain)  # type: ignore[arg-type]
    match = await at.open("toy", 2, secret=find_secret())
    begun = (await at.do(match, lobby.add_computer, ANNA, level="strong", now=at.now)).match
    normal = begun.game.legal_moves(begun.state, 1)[1].code
    with caplog.at_level(logging.CRITICAL, "matches.machines.machines"):
        assert await at.machines._choose_move(begun, 1) == (normal, "normal")
    assert brain.asked


async def test_a_strong_player_that_failed_is_not_asked_again_in_the_same_turn(
    at: House, caplog: pytest.LogCaptureFixture
) -> None:
    brain = StubThinker(WorkerFailed("too slow"))
    stubs: tuple[Any, Any] = at.wind, brain
    at.machines = Machines(at.referee, *stubs)
    match = await at.open("aquaretto", 2)
    with caplog.at_level(logging.WARNING, "matches.machines.machines"):
        match = (await at.machines.run(await at.do(match, lobby.add_computer, ANNA, level="strong", now=at.now))).match
        while not any(row.seat == 1 for row in await at.log(match)):
            match = (await at.machines.run(await at.play_any_turn(match))).match
    assert [row.seat for row in await at.log(match)].count(1) >= 2, "it draws a tile and puts it on a truck"
    assert len(brain.asked) == 1
    assert [record.exc_info for record in caplog.records] == [None], "a busy machine is no error"


async def test_a_decision_depends_on_secret_seat_and_decision_alone(at: House) -> None:
    """Raise the seq while others make the same simultaneous choice: the decision and the move stay."""
    match = (await begin_against(at, "normal")).id
    found = await at.referee.match(match)
    later = structs.replace(found, seq=found.seq + 5)

    def draw(each: Match, seat: Seat) -> int:
        return machines._make_rng(each, seat).below(1 << 30)

    seats = [seat for seat in (0, 1) if seat in found.decisions]
    for seat in seats:
        assert draw(found, seat) == draw(later, seat)
    assert seats
    assert len({draw(found, 0), draw(found, 1)}) == 2
    other = structs.replace(found, secret=bytes([1] * 32))
    assert draw(found, 0) != draw(other, 0)
