"""Test that the tests of legibility notice a program that draws too small, too much, or too far out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

import games
from rendering.drawing.canvas import Canvas
from tests.rendering import (
    test_dog_royal,
    test_legibility_aquaretto,
    test_legibility_docker,
    test_legibility_riff_raff,
)
from tests.rendering.caches import forget
from tests.support.numbers import FULL

GAMES: dict[str, ModuleType] = {
    "docker": test_legibility_docker,
    "dog_royal": test_dog_royal,
    "aquaretto": test_legibility_aquaretto,
    "riff_raff": test_legibility_riff_raff,
}
FEW = 2
"""The number of positions of each game: a few, because the errors are in all of them."""

text, box = Canvas.text, Canvas.box


def shrink_letters(canvas: Canvas, x: float, y: float, words: str, **how: Any) -> int:
    """Draw letters a fifth smaller."""
    how["size"] = how["size"] * 4 // 5
    if how.get("least"):
        how["least"] = how["least"] * 4 // 5
    return text(canvas, x, y, words, **how)


def lengthen_sentences(canvas: Canvas, x: float, y: float, words: str, **how: Any) -> int:
    """Make sentences three times as long."""
    return text(canvas, x, y, " ".join((words,) * 3) if " " in words else words, **how)


def shift_everything(canvas: Canvas, kind: Any, x: float, *rest: Any) -> None:
    """Move everything 60 pixels to the left."""
    box(canvas, kind, x - 60, *rest)


MUTANTS: dict[str, tuple[str, Callable[..., Any], tuple[str, ...]]] = {
    "smaller": ("text", shrink_letters, ("large",)),
    "longer": ("text", lengthen_sentences, ("cut", "meets", "overlaps")),
    "aside": ("box", shift_everything, ("cut", "leaves")),
}
"""The method of a canvas to break, its replacement, and words in the names of tests of which one must fail."""


TRIED = tuple((game, mutant) for game in games.names() for mutant in MUTANTS)[:: 1 if FULL else 4]
"""All mutants in every game with SLOWBOAT_FULL=1, otherwise one mutant in each game, and each mutant in some game."""


@pytest.fixture
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Return a game's tests with a few positions, which draw everything again. With all positions these tests pass, in
    the modules of `GAMES`."""
    if request.param not in GAMES:
        pytest.skip(f"{request.param} has no tests of legibility: write some like those in GAMES and name them there")
    module = GAMES[request.param]
    few = module.positions()[:FEW]
    monkeypatch.setattr(module, "positions", lambda: few)
    forget_pictures(module)
    yield module
    forget_pictures(module)


def forget_pictures(module: ModuleType) -> None:
    """Forget the pictures of a test module, and the positions they were drawn from."""
    forget()
    for kept in vars(module).values():
        if hasattr(kept, "cache_clear") and kept.__module__ == module.__name__ and kept.__name__ != "positions":
            kept.cache_clear()


def list_failing(module: ModuleType) -> set[str]:
    """List the failing tests of all pictures of a game."""
    out = set()
    for name in ("nothing_is_cut", "nothing_leaves_the_canvas", "no_sentence_is_cut_short", "nothing_overlaps",
                 "nothing_written_overlaps", "no_text_meets_another", "everything_public_is_large_enough",
                 "everything_large_is_large", "everything_is_large_enough_for_a_phone"):  # fmt: skip
        if test := getattr(module, f"test_{name}", None):
            try:
                test()
            except AssertionError:
                out.add(name)
    return out


@pytest.mark.parametrize(("game", "mutant"), TRIED, indirect=["game"])
def test_illegible_pictures_are_noticed(game: ModuleType, mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    method, broken, words = MUTANTS[mutant]
    monkeypatch.setattr(Canvas, method, broken)
    failed = list_failing(game)
    assert any(word in name for name in failed for word in words), failed
