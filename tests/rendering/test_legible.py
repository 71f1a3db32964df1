"""Test that the law of legible pictures notices a program that draws too small, too much, or too far out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import games
from rendering.drawing.canvas import Canvas
from rendering.memory import empty_caches
from tests.support.laws.pictures import Shown, list_faults, list_pictures, list_positions

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


@pytest.mark.mutant
@pytest.mark.parametrize(
    ("method", "broken", "faults"),
    [
        ("text", shrink_letters, "small"),
        ("text", lengthen_sentences, "cut shortened meet"),
        ("box", shift_everything, "cut"),
    ],
)
@pytest.mark.parametrize("name", games.names())
def test_illegible_pictures_are_noticed(
    name: str, method: str, broken: Callable[..., Any], faults: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_caches("rendering")
    monkeypatch.setattr(Canvas, method, broken)
    found = set()
    for number, state in enumerate(list_positions(name)[:2]):
        for drawn in list_pictures(name, number, state):
            picture = drawn.draw(name)
            shown = Shown(picture.boxes, picture.size, drawn.view, drawn.look, drawn.seat)
            found |= {fault.partition(":")[0] for fault in list_faults(name, shown)}
    empty_caches("rendering")
    assert found & set(faults.split()), found
