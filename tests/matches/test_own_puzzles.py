"""Puzzles from a server's own finished matches: found in a worker, once for each match, and nobody's name in them."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import structs

import games
from games.core import Move
from games.rng import Rng
from matches.match import pack, unpack
from matches.people.servers import change_server
from matches.play import resign
from matches.puzzles import own, search
from matches.puzzles.own import claim_own, search_next
from matches.puzzles.puzzle import Answer, Puzzle, choose_options
from matches.puzzles.search import OutOfTime, Search, make_puzzle
from tests.matches.reading import execute
from tests.support.analyses import finish
from tests.support.here import Here
from tests.support.matches.house import ANNA, BEN, GUILD, House

LENIENT = {"PROOF": 2, "MARGIN": -1.0, "SURE": -9.0}
"""Limits with which every best move counts as proved."""

LATER = 10**6
"""A day later than that of every search."""


def let_the_strong_player_win(self: Search, moves: Sequence[Move]) -> list[Move]:
    """Race without playouts, so that any position is a puzzle."""
    view = self._game.view(self._state, self._seat)
    best = self._game.choose_at("strong", view, self._seat, Rng(self._secret, "puzzle/strong", 0))
    return sorted(moves, key=lambda move: move != best)


@pytest.fixture(autouse=True)
def _accept_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "race", let_the_strong_player_win)
    for name, value in LENIENT.items():
        monkeypatch.setattr(search, name, value)


async def wish(at: House, *, own_puzzles: bool = True) -> None:
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, own_puzzles=own_puzzles))


async def read_puzzles(at: House) -> list[str | None]:
    return [text for (text,) in await execute(at, "SELECT puzzle FROM match_puzzles")]


async def test_a_match_is_searched_once_if_its_server_wishes(at: House) -> None:
    match = await finish(at, "docker")
    worker = Here(time_limit=60)
    assert not await search_next(at.referee, worker), "off by default"
    await wish(at)
    assert await search_next(at.referee, worker)
    assert not await search_next(at.referee, worker)
    (text,) = await read_puzzles(at)
    assert text is not None
    assert "User" not in text, "nobody is named"
    puzzle = msgspec.json.decode(text, type=Puzzle)
    assert await claim_own(at.referee, GUILD, LATER, ("dog_royal",)) is None, "the server plays no Docker any more"
    assert await claim_own(at.referee, GUILD, LATER, ("docker",)) == puzzle
    assert await claim_own(at.referee, GUILD, LATER + 1, ("docker",)) is None, "once"
    assert puzzle.seats == match.capacity
    view = puzzle.read_view()
    assert games.load("docker").to_act(view) == (puzzle.seat,)


async def test_a_match_without_a_puzzle_is_not_searched_again(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "race", lambda *_: [])
    await finish(at, "docker")
    await wish(at)
    worker = Here(time_limit=60)
    assert await search_next(at.referee, worker)
    assert not await search_next(at.referee, worker)
    assert await read_puzzles(at) == [None]


async def test_games_without_a_strong_player_are_passed_over(at: House) -> None:
    assert [name for name in games.own_names() if own.suits(games.load(name))] == ["aquaretto", "docker", "dog_royal"]
    match = await at.running("riff_raff", ANNA, BEN)
    await at.do(match, resign, ANNA, now=at.now)
    await wish(at)
    assert await search_next(at.referee, Here(time_limit=60))
    assert await read_puzzles(at) == [None]


async def test_hands_that_others_held_are_not_kept(at: House) -> None:
    """Deal anew what the seat does not know before a puzzle is stored."""
    match = await finish(at, "dog_royal")
    await wish(at)
    assert await search_next(at.referee, Here(time_limit=60))
    (text,) = await read_puzzles(at)
    assert text is not None
    puzzle = msgspec.json.decode(text, type=Puzzle)
    state = puzzle.load_game().read(puzzle.position)
    held = {unpack(match.game, row.snapshot).deck for row in await at.log(match) if row.snapshot}
    assert state.deck not in held


async def test_a_puzzle_that_cannot_be_read_any_more_is_passed_over(at: House) -> None:
    match = await finish(at, "docker")
    broken = Puzzle("docker", 2, 0, "of older rules", (), 2)
    text = msgspec.json.encode(broken).decode()
    await at.store.transaction(lambda tx: tx.put_match_puzzle(match, 1, text))
    assert await claim_own(at.referee, GUILD, LATER, ("docker",)) is None


def test_a_search_ends_in_time() -> None:
    game = games.load("docker")
    options = choose_options(game)
    state = game.setup(2, options, Rng(bytes(32), "setup", 0))
    (seat,) = game.to_act(state)
    with pytest.raises(OutOfTime):
        make_puzzle(game, state, seat, options, bytes(32), seats=2, most_cpu=-1.0)
    snapshot = pack(state)
    assert own.find_puzzle("docker", (snapshot,), options, 2, bytes(32), -1.0) is None
    assert own.find_puzzle("docker", (snapshot,), options, 2, bytes(32), 60.0) is not None


async def test_a_puzzle_whose_answers_are_no_legal_moves_any_more_is_passed_over(at: House) -> None:
    match = await finish(at, "docker")
    await wish(at)
    assert await search_next(at.referee, Here(time_limit=60))
    (text,) = await read_puzzles(at)
    puzzle = msgspec.json.decode(text or "", type=Puzzle)
    other = structs.replace(puzzle, answers=(*puzzle.answers, Answer("nonsense", 0.1)))
    changed = msgspec.json.encode(other).decode()
    await execute(at, "DELETE FROM match_puzzles")
    await at.store.transaction(lambda tx: tx.put_match_puzzle(match, 1, changed))
    assert await claim_own(at.referee, GUILD, LATER, ("docker",)) is None


async def test_a_match_of_earlier_rules_is_not_searched(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await finish(at, "docker")
    await wish(at)
    monkeypatch.setattr(own, "games", SimpleNamespace(load=lambda _: "newer rules"))
    idle: Any = SimpleNamespace(call=None)
    assert await search_next(at.referee, idle), "without a request to the worker"
    assert await read_puzzles(at) == [None]
