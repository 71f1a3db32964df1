"""Laws of the stock of puzzles: legal, clearly one best move, the same in every world its seat cannot tell apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import games
from client.pictures.painter import Painter
from client.puzzles import message
from games.coaching import SeenPly
from games.rng import Rng
from matches.coaching.playouts import list_sides
from matches.puzzles import puzzle as stock
from matches.puzzles import search as search_of_moves
from matches.puzzles.__main__ import COUNTS, list_places
from matches.puzzles.puzzle import Puzzle, load_stock
from matches.puzzles.search import MARGIN, PROOF, Search
from matches.texts import LANGUAGES, Texts
from tests.support.here import Here
from tests.support.numbers import times

OTHER = b"another secret than that of stock"[:32]
GAMES = tuple(sorted({puzzle.game for puzzle in load_stock()}))
DEEPER = times(2 * PROOF, usual=60)
"""Playouts of each answer in the second search."""
SAMPLE = times(100, usual=2)
"""Puzzles of each game that are searched a second time."""

every_game = pytest.mark.parametrize("name", GAMES)


def list_puzzles(name: str) -> list[Puzzle]:
    return [puzzle for puzzle in load_stock() if puzzle.game == name]


def deal_anew(puzzle: Puzzle) -> Puzzle:
    """Return the same puzzle with everything that its seat does not know dealt anew."""
    game = puzzle.load_game()
    other = game.reshuffle(game.read(puzzle.position), puzzle.seat, Rng(OTHER, "deal", 0))
    return structs.replace(puzzle, position=game.notate(other))


def test_the_stock_has_the_size_its_maker_counts() -> None:
    assert {name: len(list_puzzles(name)) for name in GAMES} == COUNTS
    assert len({puzzle.position for puzzle in load_stock()}) == len(load_stock())
    assert len({puzzle.key for puzzle in load_stock()}) == len(load_stock())
    assert Path(stock.__file__).with_name("stock.jsonl").stat().st_size <= 300_000


def test_positions_are_taken_from_the_part_of_a_game_that_decides_it() -> None:
    assert list(list_places(games.load("docker"), range(100))) == list(range(70, 97))
    last = [puzzle.load_game().read(puzzle.position) for puzzle in list_puzzles("aquaretto")]
    earlier = [structs.replace(state, last_round=False) for state in last]
    placing = [structs.replace(state, hand=("any",)) for state in last]
    places = list_places(games.load("aquaretto"), [*earlier, *last, *placing])
    assert list(places) == list(range(len(last), 2 * len(last)))


def test_every_answer_is_legal_and_one_is_clearly_best() -> None:
    for puzzle in load_stock():
        game = puzzle.load_game()
        view = puzzle.read_view()
        assert game.to_act(view) == (puzzle.seat,)
        assert list(message.find_moves(puzzle, view)) == [answer.code for answer in puzzle.answers]
        assert 3 <= len(puzzle.answers) <= 5
        chances = sorted((answer.chance for answer in puzzle.answers), reverse=True)
        assert chances[0] - chances[1] >= MARGIN - 0.001, "chances are rounded"


@every_game
def test_a_second_search_finds_the_same_move(name: str) -> None:
    """Search in other worlds; with SLOWBOAT_FULL=1 in twice as many as the first time."""
    found = list_puzzles(name)
    for puzzle in found[:: max(1, len(found) // SAMPLE)][:SAMPLE]:
        game, state = puzzle.load_game(), puzzle.load_game().read(puzzle.position)
        sides = list_sides(game, puzzle.seats, puzzle.read_options())
        search = Search(game, state, puzzle.seat, sides, OTHER, float("inf"))
        moves = list(message.find_moves(puzzle, puzzle.read_view()).values())
        shares = [search.find(moves, number) for number in range(DEEPER)]
        sums = [sum(column) for column in zip(*shares, strict=True)]
        assert moves[sums.index(max(sums))].code == puzzle.best.code, puzzle.position
        assert sorted(sums)[-1] - sorted(sums)[-2] >= MARGIN / 2 * DEEPER


def test_only_real_wins_count_in_a_game_with_points() -> None:
    """A narrow win is a win, because the solution calls the shares chances of winning."""
    puzzle = list_puzzles("aquaretto")[0]
    game, state = puzzle.load_game(), puzzle.load_game().read(puzzle.position)
    sides = list_sides(game, puzzle.seats, puzzle.read_options())
    search = Search(game, state, puzzle.seat, sides, OTHER, float("inf"))
    moves = list(message.find_moves(puzzle, puzzle.read_view()).values())
    assert {share for number in range(4) for share in search.find(moves, number)} <= {0.0, 0.5, 1.0}


@every_game
def test_the_race_of_all_moves_ends_the_same_way_in_other_worlds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clearest puzzle of a game has the same winner among all legal moves, if nobody stops the race early."""
    monkeypatch.setattr(search_of_moves, "ROUNDS", (64, 128, 256))
    puzzle = max(list_puzzles(name), key=lambda each: measure_lead(each))
    game, state, view = puzzle.load_game(), puzzle.load_game().read(puzzle.position), puzzle.read_view()
    sides = list_sides(game, puzzle.seats, puzzle.read_options())
    search = Search(game, state, puzzle.seat, sides, OTHER, float("inf"))
    ranked = search.race(game.legal_moves(view, puzzle.seat))
    assert ranked[0].code == puzzle.best.code


def measure_lead(puzzle: Puzzle) -> float:
    first, second, *_ = sorted((answer.chance for answer in puzzle.answers), reverse=True)
    return first - second


def tell(puzzle: Puzzle, view: Any) -> list[str]:
    """Tell everything that a puzzle says in words, before and after the answer."""
    said = []
    for language in LANGUAGES:
        say = Texts().say(language, message.make_cast(puzzle))
        said += message.describe_position(puzzle, view, say)
        moves = message.find_moves(puzzle, view)
        said += [message.name_answer(puzzle, view, move, say) for move in moves.values()]
        why = games.words(puzzle.game).reason((SeenPly(view, moves[puzzle.best.code]),), puzzle.seat)
        said.append(say(why) if why is not None else "")
    return said


@every_game
def test_nothing_hidden_is_told(name: str) -> None:
    game, differ = games.load(name), 0
    for puzzle in list_puzzles(name):
        other = deal_anew(puzzle)
        differ += other.position != puzzle.position
        assert puzzle.read_view() == other.read_view()
        assert tell(puzzle, puzzle.read_view()) == tell(other, other.read_view())
    state = game.read(list_puzzles(name)[0].position)
    assert bool(differ) is (game.view(state, None) != state), "hidden things were dealt anew"


@every_game
def test_every_puzzle_says_why(name: str) -> None:
    for puzzle in list_puzzles(name):
        view = puzzle.read_view()
        best = message.find_moves(puzzle, view)[puzzle.best.code]
        assert games.words(name).reason((SeenPly(view, best),), puzzle.seat) is not None


@every_game
async def test_nothing_hidden_is_drawn(name: str) -> None:
    painter = Painter(Texts())
    painter.worker = Here(time_limit=60)
    puzzle = list_puzzles(name)[0]
    for ghost in (False, True):
        drawn = []
        for each in (puzzle, deal_anew(puzzle)):
            view = each.read_view()
            best = message.find_moves(each, view)[each.best.code] if ghost else None
            drawn.append(await message.draw(painter, each, view, "en", ghost=best))
        assert drawn[0] == drawn[1]
