"""Test that the redraw, the peer without caches, draws the same pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

import games
from bench.parts.pictures import _draw
from bench.parts.playouts import playout
from bench.parts.redraw import record_steps, redraw
from rendering import Picture
from rendering.memory import empty_caches

_ALIKE = 35
"""The most, of 255, by which squares of 16 pixels may differ, because soft edges have few shades in our palette."""


def draw_position(name: str, step: int) -> Picture:
    """Draw a position of a match."""
    match = playout(name, 0, most=40)
    return _draw(match, match.steps[min(step, len(match.steps) - 1)])


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("step", [0, 39])
def test_the_same_picture_is_redrawn(name: str, step: int) -> None:
    empty_caches("rendering")
    with record_steps():
        ours = draw_position(name, step)
    anew = Image.open(io.BytesIO(redraw(ours)))
    assert anew.size == ours.size
    differs = ImageChops.difference(anew.reduce(16), ours.image.convert("RGB").reduce(16))
    assert max(most for _, most in differs.getextrema()) < _ALIKE


def test_a_redraw_includes_what_is_drawn_on_a_cached_layer() -> None:
    """Each redraw contains everything drawn on its layer, and nothing drawn on another."""
    empty_caches("rendering")
    with record_steps():
        first, second = draw_position("aquaretto", 10), draw_position("aquaretto", 39)
    empty_caches("rendering")
    with record_steps():
        alone = draw_position("aquaretto", 39)
    assert redraw(first) != redraw(second) == redraw(alone)
