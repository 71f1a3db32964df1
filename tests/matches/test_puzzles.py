"""Test a server's puzzles: their order, the answers that count, streaks, the ladder and the daily post."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from msgspec import Struct, structs

import games
from data import PuzzleTryRow
from games.core import Move
from games.rng import Rng
from matches.people import privacy
from matches.people.preferences import PuzzlePost, Server, read_server
from matches.people.servers import change_server
from matches.puzzles.keeping import (
    KEPT,
    Place,
    choose_puzzle,
    count_streak,
    find_day,
    find_month,
    list_ladder,
    note_answer,
    read_standing,
)
from matches.puzzles.posting import claim_post, list_due_posts, switch_post
from matches.puzzles.puzzle import Answer, Puzzle, choose_options
from matches.puzzles.search import Search, compare, make_puzzle
from tests.support.matches.house import ANNA, BEN, CHIARA, GUILD, House

NOON = 1_800_000_000.0
STOCK = tuple(
    Puzzle("docker", 2, 0, f"position {number}", (Answer("a", 0.7), Answer("b", 0.1)), 200) for number in range(7)
)


class Option(Struct, frozen=True):
    """A move with a code."""

    code: str


class Scripted(Search):
    """A search whose playouts are given: `best` wins every second one, `other` gets the same share in each."""

    def __init__(self, other: float) -> None:
        self._other = other

    def find(self, moves: Sequence[Move], number: int) -> list[float]:
        return [number % 2 if move.code == "best" else self._other for move in moves]


MOVES = (Option("other"), Option("best"))


def test_a_close_race_is_called_off() -> None:
    assert Scripted(0.2).race(MOVES) == [MOVES[1], MOVES[0]]
    assert Scripted(0.36).race(MOVES) == [], "14 points ahead are too few"
    assert Scripted(0.34).race(MOVES) == [MOVES[1], MOVES[0]]


def test_a_lead_is_proved_by_four_standard_errors() -> None:
    proved = Scripted(0.35).prove(MOVES[::-1])
    assert proved == [Answer("best", 0.5), Answer("other", 0.35)]
    assert Scripted(0.37).prove(MOVES[::-1]) is None, "13 points with a standard error of 3.5"
    assert Scripted(0.2).prove(MOVES) is None, "the first one is not the best"


def test_every_puzzle_comes_once_before_one_comes_again() -> None:
    for guild_id in (0, 70, 2**63):
        shown = [choose_puzzle(STOCK, guild_id, day).position for day in range(70 * len(STOCK), 71 * len(STOCK))]
        assert sorted(shown) == [puzzle.position for puzzle in STOCK]
    weeks = {tuple(choose_puzzle(STOCK, guild_id, day).position for day in range(7)) for guild_id in range(9)}
    assert len(weeks) == 9, "servers have them in orders of their own"


def test_a_day_begins_at_midnight_of_the_zone() -> None:
    utc = find_day(NOON, "UTC")
    assert date.fromordinal(utc) == date(2027, 1, 15)
    assert find_day(NOON, "Pacific/Kiritimati") == utc
    assert find_day(NOON + 3 * 3600, "Pacific/Kiritimati") == utc + 1
    assert find_day(NOON + 3 * 3600, "UTC") == utc


def test_a_streak_ends_with_a_day_that_was_missed() -> None:
    assert count_streak((10, 9, 8, 5), 10) == 3
    assert count_streak((9, 8, 5), 10) == 2, "today is still open"
    assert count_streak((8, 7), 10) == 0
    assert count_streak((), 10) == 0


def test_a_month_has_its_own_days() -> None:
    for year, month, last in ((2027, 1, 31), (2028, 2, 29), (2026, 12, 31)):
        first = date(year, month, 1).toordinal()
        assert find_month(first + 3) == (first, date(year, month, last).toordinal())


async def _answer(at: House, user: int, day: int, *, solved: bool) -> int:
    row = PuzzleTryRow(GUILD, user, day, "a" if solved else "b", int(solved))
    return (await note_answer(at.referee, row)).streak


async def test_the_first_answer_of_a_day_counts(at: House) -> None:
    day = find_day(NOON, "UTC")
    assert (await read_standing(at.referee, GUILD, ANNA, day)).code is None
    assert await _answer(at, ANNA, day - 1, solved=True) == 1
    assert (await read_standing(at.referee, GUILD, ANNA, day)).streak == 1
    assert await _answer(at, ANNA, day, solved=False) == 0
    assert await _answer(at, ANNA, day, solved=True) == 0
    standing = await read_standing(at.referee, GUILD, ANNA, day)
    assert (standing.code, standing.streak) == ("b", 0)
    assert (await read_standing(at.referee, GUILD + 1, ANNA, day)).code is None, "each server on its own"


async def test_the_ladder_counts_a_month_of_a_server(at: House) -> None:
    day = date(2027, 1, 15).toordinal()
    for user, days in ((ANNA, (day, day - 1)), (BEN, (day, day - 1, day - 20)), (CHIARA, (day,))):
        for each in days:
            await _answer(at, user, each, solved=user != CHIARA)
    await _answer(at, ANNA, day - 2, solved=False)
    assert await list_ladder(at.referee, GUILD, day) == [Place(BEN, 2, 2), Place(ANNA, 2, 3), Place(CHIARA, 0, 1)]
    assert await list_ladder(at.referee, GUILD + 1, day) == []


async def test_answers_are_kept_for_a_year_and_not_longer(at: House) -> None:
    today = find_day(at.now, "UTC")
    await _answer(at, ANNA, today - KEPT, solved=True)
    await _answer(at, BEN, today - KEPT - 1, solved=True)
    await privacy.purge(at.referee)
    assert (await read_standing(at.referee, GUILD, ANNA, today - KEPT)).code == "a"
    assert (await read_standing(at.referee, GUILD, BEN, today - KEPT - 1)).code is None


async def test_a_post_is_claimed_once_a_day(at: House) -> None:
    at.now = NOON
    post = PuzzlePost(7, "de", "Europe/Zurich")
    await change_server(at.referee, GUILD, lambda server: switch_post(server, post, at.now))
    stored = (await read_server(at.referee, GUILD)).puzzle
    assert stored is not None
    assert await list_due_posts(at.referee) == []
    assert await claim_post(at.referee, GUILD) is None
    at.now = stored.due_at
    assert await list_due_posts(at.referee) == [GUILD]
    assert await claim_post(at.referee, GUILD) == stored
    assert await claim_post(at.referee, GUILD) is None, "somebody else was faster"
    assert await list_due_posts(at.referee) == []
    later = (await read_server(at.referee, GUILD)).puzzle
    assert later is not None
    assert later.due_at - stored.due_at == 86_400
    await at.store.transaction(lambda tx: tx.put_guild(structs.replace(tx.read_guild(GUILD), left_at=at.now)))
    at.now = later.due_at
    assert await list_due_posts(at.referee) == [], "the server has removed the bot"


def test_the_post_is_switched_on_and_off() -> None:
    post = PuzzlePost(7, "en", "UTC")
    on = switch_post(Server(), post, NOON)
    assert on.puzzle is not None
    assert NOON < on.puzzle.due_at <= NOON + 86_400
    assert switch_post(on, post, NOON) == Server()


class Reached(Exception):
    """The position is examined."""


class Menu:
    """Rules with this many legal moves."""

    def __init__(self, count: int) -> None:
        self.count = count

    def view(self, state: object, seat: int) -> object:
        return state

    def legal_moves(self, view: object, seat: int) -> list[Option]:
        return [Option(str(number)) for number in range(self.count)]

    def guess(self, *_: object) -> object:
        raise Reached


def test_positions_with_few_or_many_moves_are_not_examined() -> None:
    examined = []
    for count in range(16):
        game: Any = Menu(count)
        try:
            assert make_puzzle(game, None, 0, None, bytes(32), seats=2) is None
        except Reached:
            examined.append(count)
    assert examined == list(range(3, 13))


def test_a_lead_is_compared_with_its_standard_error() -> None:
    one, other = [1.0, 0.5, 0.0, 1.0], [0.0, 0.5, 0.5, 0.0, 1.0]
    leads = [1.0, 0.0, -0.5, 1.0]
    assert compare(one, other) == pytest.approx((statistics.mean(leads), statistics.stdev(leads) / 2))


def test_a_certain_lead_must_be_large_enough() -> None:
    """Ten points: a smaller difference teaches nothing, however sure it is."""

    class Certain(Scripted):
        def find(self, moves: Sequence[Move], number: int) -> list[float]:
            return [0.6 if move.code == "best" else self._other for move in moves]

    assert Certain(0.51).prove(MOVES[::-1]) is None
    assert Certain(0.49).prove(MOVES[::-1]) is not None


@pytest.mark.parametrize("usual", [True, False])
def test_a_puzzle_keeps_the_options_of_its_match(usual: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle of a server's own match may have been played with other options than those of the stock."""
    game = games.load("docker")
    options = choose_options(game)
    if not usual:
        options = next(each for each in game.presets.values() if each != options)
    state = game.setup(2, options, Rng(bytes(32), "setup", 0))
    (seat,) = game.to_act(state)
    best = game.choose_at("strong", game.view(state, seat), seat, Rng(bytes(32), "puzzle/strong", 0))
    monkeypatch.setattr(Search, "race", lambda _, moves: sorted(moves, key=lambda move: move != best))
    monkeypatch.setattr(Search, "prove", lambda _, moves: [Answer(move.code, 0.5) for move in moves])
    puzzle = make_puzzle(game, state, seat, options, bytes(32), seats=2)
    assert puzzle is not None
    assert (puzzle.options == "") is usual
    assert puzzle.read_options() == options


def test_each_round_of_the_stock_has_another_order() -> None:
    rounds = {
        tuple(choose_puzzle(STOCK, 70, day).position for day in range(start, start + len(STOCK)))
        for start in range(0, 9 * len(STOCK), len(STOCK))
    }
    assert len(rounds) == 9


def test_answers_are_offered_in_the_order_of_the_menu_and_only_if_a_strong_player_agrees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = games.load("docker")
    options = choose_options(game)
    state = game.setup(2, options, Rng(bytes(32), "setup", 0))
    (seat,) = game.to_act(state)
    best = game.choose_at("strong", game.view(state, seat), seat, Rng(bytes(32), "puzzle/strong", 0))
    menu = [move.code for move in game.legal_moves(game.view(state, seat), seat)]
    monkeypatch.setattr(Search, "prove", lambda _, moves: [Answer(move.code, n / 9) for n, move in enumerate(moves)])
    for agrees in (True, False):
        monkeypatch.setattr(
            Search, "race", lambda _, moves, agrees=agrees: sorted(moves, key=lambda move: (move == best) is not agrees)
        )
        puzzle = make_puzzle(game, state, seat, options, bytes(32), seats=2)
        assert (puzzle is not None) is agrees
        if puzzle is not None:
            codes = [answer.code for answer in puzzle.answers]
            assert codes == sorted(codes, key=menu.index)
