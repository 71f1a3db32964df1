"""Puzzles from a server's own finished matches: found in a worker, once for each match, and nobody's name in them."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs

import games
from matches.match import unpack
from matches.people.preferences import Server
from matches.people.servers import change_server
from matches.puzzles import own, search
from matches.puzzles.own import claim_own, search_next
from matches.puzzles.puzzle import Puzzle
from matches.puzzles.search import OutOfTime, Search
from tests.here import Here
from tests.matches.house import GUILD, House
from tests.matches.test_analysis import finish

LENIENT = {
    "ROUNDS": (1, 2), "FEWEST": 1, "PROOF": 2, "MARGIN": -1.0, "RACE_MARGIN": -1.0, "SURE": -9.0,
}  # fmt: skip
"""Limits under which any position is a puzzle if the strong player agrees."""

LATER = 10**6
"""A day after that of every search."""


@pytest.fixture(autouse=True)
def _accept_any(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in LENIENT.items():
        monkeypatch.setattr(search, name, value)


async def wish(at: House, *, own_puzzles: bool = True) -> None:
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, own_puzzles=own_puzzles))


async def read_puzzles(at: House) -> list[str | None]:
    rows = await at.store._run(lambda db: db.execute("SELECT puzzle FROM match_puzzles").fetchall())
    return [text for (text,) in rows]


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
    assert puzzle.seats == match.row.capacity
    view = puzzle.read_view()
    assert games.load("docker").to_act(view) == (puzzle.seat,)


async def test_a_match_without_a_puzzle_is_not_searched_again(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "RACE_MARGIN", 2.0)
    await finish(at, "docker")
    await wish(at)
    worker = Here(time_limit=60)
    assert await search_next(at.referee, worker)
    assert not await search_next(at.referee, worker)
    assert await read_puzzles(at) == [None]


async def test_games_without_a_strong_player_are_passed_over(at: House) -> None:
    assert [name for name in games.own_names() if own.suits(games.load(name))] == ["aquaretto", "docker", "dog_royal"]
    await finish(at, "riff_raff")
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
    await at.store.transaction(lambda tx: tx.put_match_puzzle(match.row, 1, text))
    assert await claim_own(at.referee, GUILD, LATER, ("docker",)) is None


def test_a_search_ends_in_time() -> None:
    game = games.load("docker")
    state = game.read("B2=GR A1=Y / res R2 Y2 G1 / move R die 1 / seats 2")
    moves = game.legal_moves(state, 0)
    with pytest.raises(OutOfTime):
        Search(game, state, 0, ((0,), (1,)), bytes(32), -1.0).race(moves)
    assert own.find_puzzle("docker", (), Server(), 2, bytes(32), 1.0) is None
