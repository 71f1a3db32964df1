"""The pictures of lobbies: each game has one, by itself."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import games
from games.rng import Rng
from rendering import Look
from rendering.drawing.frame import Chip
from rendering.english import say
from rendering.posters.hero import draw_hero, find_position
from rendering.posters.result import Placed, draw_result, is_writable


def seats_of(name: str, count: int, *, taken: int) -> list[Chip]:
    game = games.load(name)
    colours = game.colours(count, game.options_type())
    return [Chip(each, out=seat >= taken) for seat, each in enumerate(colours)]


@pytest.mark.parametrize("name", games.own_names())
def test_each_lobby_has_a_picture(name: str) -> None:
    title = say(games.words(name).TITLE)
    for count in games.load(name).seats:
        one, all_ = (draw_hero(name, seats_of(name, count, taken=taken), title=title, say=say) for taken in (1, count))
        assert one.size == all_.size == (1200, 784)
        assert one.image.tobytes() != all_.image.tobytes(), "free seats look free"
        assert len(one.png()) <= 100_000
        assert one.png() == draw_hero(name, seats_of(name, count, taken=1), title=title, say=say).png()
        words = next(box for box in one.boxes if box.label == title)
        tokens = [box for box in one.boxes if box.kind == "badge" and box.y0 > 640]
        assert len(tokens) == sum(len(seat.colours) for seat in seats_of(name, count, taken=1))
        assert words.x1 < min(box.x0 for box in tokens)
        assert max(box.x1 for box in tokens) <= 1200
        assert min(box.x1 - box.x0 for box in tokens) >= 36


@pytest.mark.parametrize("name", games.own_names())
def test_each_scene_is_in_the_middle_of_a_match(name: str) -> None:
    position = find_position(games.load(name))
    assert games.load(name).to_act(position)


def test_a_game_that_has_chosen_no_scene_shows_its_opening(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = games.load("docker")
    bare = SimpleNamespace(__file__=str(tmp_path / "__init__.py"))
    monkeypatch.setattr("rendering.posters.hero.importlib.import_module", lambda _: bare)
    opening = find_position.__wrapped__(game)
    assert game.notate(opening) == game.notate(find_position.__wrapped__(game))
    assert len(game.to_act(opening)) == 1
    monkeypatch.undo()
    assert game.notate(find_position(game)) != game.notate(opening)


def test_the_picture_of_a_lobby_follows_the_look() -> None:
    seats = seats_of("docker", 4, taken=2)
    light, dark = (draw_hero("docker", seats, title="Docker", say=say, look=look) for look in (Look(), Look("dark")))
    assert light.png() != dark.png()


def end_of(name: str, *, seats: int = 4) -> Any:
    """Return the last state of a random match, without physics."""
    game = games.load(name)
    state = game.setup(seats, game.options_type(), Rng(bytes(32), "setup", 0))
    while acting := game.to_act(state):
        chance = Rng(bytes(32), "choose", len(game.notate(state)))
        state = game.apply(state, acting[0], chance.choice(game.legal_moves(state, acting[0])), chance)
    return state


@pytest.mark.parametrize("name", ["docker", "aquaretto"])
def test_the_card_of_the_winners_shows_everybody_by_place(name: str) -> None:
    game, state = games.load(name), end_of(name)
    outcome, colours = game.outcome(state), game.colours(4, game.options_type())
    assert outcome is not None
    table = [
        Placed(place, colours[seat], f"Player {seat}", "17")
        for place, group in enumerate(outcome.ranking, 1)
        for seat in group
    ]
    notes = ("27 turns in 3 days", "Decisive: " + "a very long sentence about a move " * 4)
    card = draw_result(name, game.view(state, None), headline="Player 1 wins!", table=table, notes=notes, say=say)
    width, height = card.size
    assert width == 1200
    words = [box for box in card.boxes if box.label]
    for placed in table:
        assert placed.name in [box.label for box in words]
    assert all(box.x0 >= 0 and box.x1 <= width and box.y0 >= 0 and box.y1 <= height for box in words)
    assert len(card.png()) <= 100_000


@pytest.mark.parametrize(
    ("name", "written"), [("Anna", True), ("Łukasz Żółć", True), ("Émilie", True), ("😀", False), ("محمد", False)]
)
def test_names_that_the_fonts_lack_are_not_written(name: str, written: bool) -> None:
    assert is_writable(name) is written
