"""Test what the messages of a puzzle say, and what they give away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from client.pictures.painter import Drawn
from client.puzzles.daily import SHOWN, describe_ladder, find_today
from client.puzzles.message import build_post, build_question, build_solution, describe_position, make_cast
from matches.errors import UserError
from matches.people.preferences import PuzzlePost
from matches.people.servers import change_server
from matches.puzzles.keeping import Place, Standing, find_day
from matches.puzzles.puzzle import Puzzle, load_stock
from matches.texts import Texts
from rendering import Look
from tests.client.notices import Channels, connect, read_words
from tests.support.matches.house import GUILD, House

SAY = Texts().say("en")


class Board:
    """A painter that notes what it is to draw."""

    def __init__(self) -> None:
        self.texts = Texts()
        self.drawn: list[dict[str, Any]] = []

    async def draw_lesson(self, *_: Any, **facts: Any) -> Any:
        self.drawn.append(facts)
        return Drawn(b"png", "x.png", "alt")


def pick(game: str = "docker") -> Puzzle:
    return next(puzzle for puzzle in load_stock() if puzzle.game == game)


async def solve(puzzle: Puzzle, code: str, *, look: Look | None = None, streak: int = 0) -> tuple[list[str], Board]:
    painter: Any = Board()
    shown = await build_solution(painter, puzzle, "en", Standing(code, streak), look=look or Look())
    return read_words(shown.view).splitlines(), painter


async def test_a_solution_says_whether_the_answer_was_right_and_ranks_all_of_them() -> None:
    puzzle = pick()
    wrong = next(answer for answer in puzzle.answers if answer != puzzle.best)
    for code, mark in ((puzzle.best.code, "✓ Right"), (wrong.code, "✗ Another move is better")):
        lines, painter = await solve(puzzle, code)
        assert lines[1].startswith(f"**{mark}")
        told = [line for line in lines if line.startswith("• **")]
        chances = sorted((answer.chance for answer in puzzle.answers), reverse=True)
        assert [line.split("**")[1] for line in told] == [f"{round(100 * chance)}%" for chance in chances]
        chosen = sorted(puzzle.answers, key=lambda answer: -answer.chance).index(
            next(answer for answer in puzzle.answers if answer.code == code)
        )
        assert [line.endswith("◀") for line in told] == [index == chosen for index in range(len(told))]
        assert f"finished the game {puzzle.playouts} times" in lines[-1]
        (drawn,) = painter.drawn
        assert drawn["ghost"].code == puzzle.best.code
        assert drawn["moves"] == ()


async def test_a_solution_says_why_where_the_game_can() -> None:
    reasons = []
    for puzzle in load_stock()[:20]:
        lines, _ = await solve(puzzle, puzzle.best.code)
        reasons.append(lines[2].startswith("*") and lines[2].endswith("*"))
    assert any(reasons)


async def test_a_question_gives_nothing_away() -> None:
    puzzle, painter = pick(), Board()
    facts: Any = {"streak": 3, "look": Look(theme="dark"), "note": "A note."}
    shown = await build_question(painter, puzzle, "en", **facts)  # type: ignore[arg-type]
    words = read_words(shown.view)
    assert "%" not in words
    assert "A note." in words
    assert "You have solved the puzzle 3 days in a row." in words
    (drawn,) = painter.drawn
    assert drawn["ghost"] is None
    assert drawn["streak"] == 3
    assert {move.code for move in drawn["moves"]} == {answer.code for answer in puzzle.answers}
    assert drawn["look"] == Look(theme="dark")
    assert shown.file.filename == "docker-puzzle.png"
    once = await build_question(Board(), puzzle, "en", streak=1, look=Look())  # type: ignore[arg-type]
    assert "in a row" not in read_words(once.view)


async def test_a_post_is_drawn_for_everybody() -> None:
    painter: Any = Board()
    shown = await build_post(painter, pick(), "de")
    assert "Welcher Zug" in read_words(shown.view)
    assert painter.drawn[0]["look"] == Look()


@pytest.mark.parametrize("game", ["docker", "dog_royal", "aquaretto"])
def test_a_position_is_described_without_saying_anything_twice(game: str) -> None:
    puzzle = pick(game)
    lines = describe_position(puzzle, puzzle.read_view(), Texts().say("en", make_cast(puzzle)))
    assert len(lines) >= 2
    assert not [line for line in lines[1:] if line in lines[0]]


def test_players_of_a_puzzle_have_the_colours_of_its_table() -> None:
    puzzle = structs.replace(pick("docker"), seats=2)
    colours = puzzle.load_game().colours(2, puzzle.read_options())
    assert [each.colours for each in make_cast(puzzle)] == list(colours)
    assert {each.name for each in make_cast(puzzle)} == {""}


def test_the_ladder_has_fifteen_rows_and_ones_own() -> None:
    assert describe_ladder([], 1, SAY) == ["Nobody has answered one yet."]
    places = [Place(user, 9, 10) for user in range(1, SHOWN + 4)]
    assert len(describe_ladder(places, 3, SAY)) == SHOWN
    lines = describe_ladder(places, SHOWN + 3, SAY)
    assert len(lines) == SHOWN + 1
    assert lines[-1] == f"{SHOWN + 3}. <@{SHOWN + 3}> · 9 of 10 answers right"


async def test_the_puzzle_of_a_day_is_of_a_game_that_the_server_allows(at: House, tmp_path: Path) -> None:
    bot = connect(at, tmp_path, Channels())
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, games=("aquaretto",)))
    for _ in range(9):
        assert (await find_today(bot, GUILD)).puzzle.game == "aquaretto"
        at.now += 86_400
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, games=("riff_raff",)))
    with pytest.raises(UserError, match="no puzzles for the games"):
        await find_today(bot, GUILD)
    assert (await find_today(bot, 0)).puzzle in load_stock(), "in direct messages all games are allowed"


async def test_a_day_begins_at_midnight_of_the_posts_zone(at: House, tmp_path: Path) -> None:
    bot = connect(at, tmp_path, Channels())
    at.now = 1_800_000_000.0 + 3 * 3600
    post = PuzzlePost(1, "en", "Pacific/Kiritimati")
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, puzzle=post))
    assert (await find_today(bot, GUILD)).day == find_day(at.now, "UTC") + 1
    assert (await find_today(bot, 71)).day == find_day(at.now, "UTC")
