"""Test hints: they use the view alone, repeat for the same decision, are counted, and are refused in rated matches."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

import games
from client.hints import explain_turn
from games.core import NATURE
from matches.change import Change
from matches.machines.hints import choose_turn, suggest_turn
from matches.machines.machines import Machines
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.play import check_codes
from matches.referee import MACHINE, Referee
from matches.texts import LANGUAGES, Texts
from tests.support.matches.house import ANNA, BEN, House, read_refusal

every_game = pytest.mark.parametrize("game", games.own_names())


async def go_on(at: House, match: Match, turns: int) -> Match:
    """Play some turns. Ends with a person to move."""
    for number in range(turns):
        match = (await at.machines.run(await at.play_any_turn(match, choose=number))).match
    return match


async def count_hints(at: House, match: Match) -> int:
    return len(await at.store.transaction(lambda tx: tx.read_hints(match.id)))


@every_game
async def test_a_hint_can_be_confirmed_and_is_explained(at: House, game: str) -> None:
    match = await at.running(game)
    texts = Texts()
    for _ in range(4):
        seat = match.awaited[0].seat
        codes = await suggest_turn(at.referee, at.machines, match, seat)
        check_codes(match, seat, codes)
        reason = explain_turn(match, seat, codes)
        said = {texts.say(language, match.cast())(reason) for language in LANGUAGES}
        assert len(said) == len(LANGUAGES), f"not translated: {said}"
        assert not any("{" in sentence for sentence in said)
        match = (await at.machines.run(await at.play(match, seat, *codes))).match


@every_game
async def test_a_hint_knows_what_its_seat_knows(at: House, game: str) -> None:
    """Suggest in two worlds that the seat cannot tell apart."""
    match = await go_on(at, await at.running(game), 3)
    rules = match.game
    for seat in match.decisions:
        if seat == NATURE:
            continue
        hints = []
        for index in range(2):
            world: Any = match.state
            if index:
                world = rules.reshuffle(match.state, seat, games.rng.Rng(b"world", "hint", seat))
            there = structs.replace(match, state=world)
            codes = await choose_turn(at.machines, there, seat)
            hints.append((codes, explain_turn(there, seat, codes)))
        assert hints[0] == hints[1]


async def test_the_same_decision_gets_the_same_hint_and_counts_once(at: House) -> None:
    match = await at.running("dog_royal", ANNA, BEN)
    seat = match.awaited[0].seat
    first = await suggest_turn(at.referee, at.machines, match, seat)
    at.restart()
    assert await suggest_turn(at.referee, at.machines, match, seat) == first
    assert await choose_turn(at.machines, match, seat) == first, "the hint is reproducible"
    assert await count_hints(at, match) == 1
    match = await go_on(at, match, 2)
    await suggest_turn(at.referee, at.machines, match, match.awaited[0].seat)
    assert await count_hints(at, match) == 2


async def test_the_count_survives_the_end_of_the_match(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    await suggest_turn(at.referee, at.machines, match, match.awaited[0].seat)
    over = await at.until_over(match)
    assert over.phase == "finished"
    assert await count_hints(at, over) == 1


async def test_a_rated_match_has_no_hints(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    rated = structs.replace(match, rated=True)
    match = (await at.referee.change(match.id, MACHINE, lambda _: Change(rated))).match
    said = await read_refusal(suggest_turn(at.referee, at.machines, match, match.awaited[0].seat))
    assert "rated" in said
    assert await count_hints(at, match) == 0


async def test_a_hint_asks_the_strongest_level_about_the_view(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class StubThinker:
        async def choose(self, game: Any, view: Any, seat: int, rng: Any) -> str:
            asked.append((game.name, view, seat))
            return str(game.choose_strong(view, seat, rng).code)

    referee: Referee = at.referee
    machines = Machines(referee, at.wind, StubThinker())  # type: ignore[arg-type]
    match = await at.running("aquaretto", ANNA, BEN)
    seat = match.awaited[0].seat
    await suggest_turn(referee, machines, match, seat)
    assert asked
    assert all((name, at_seat) == ("aquaretto", seat) for name, _, at_seat in asked)
    assert asked[0][1] == match.view(seat) != match.state


async def test_a_hint_asks_a_strong_player_that_failed_only_once(at: House) -> None:
    """On a busy machine, every failure takes as long as a decision may take."""
    asked = []

    class StubThinker:
        async def choose(self, game: Any, view: Any, seat: int, rng: Any) -> str:
            asked.append(seat)
            raise WorkerFailed("too slow")

    stubs: tuple[Any, Any] = at.wind, StubThinker()
    machines = Machines(at.referee, *stubs)
    match = await at.running("riff_raff", ANNA, BEN)
    while match.state.phase != "piece":
        match = (await at.machines.run(await at.play_any_turn(match))).match
    seat = match.awaited[0].seat
    assert len(await choose_turn(machines, match, seat)) >= 3, "a piece, a spot and how to hold it"
    assert asked == [seat]
