"""Warming up fills the caches, so that nobody waits for the first picture."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image, ImageDraw

import games
from games.core import NATURE
from games.rng import Rng
from rendering import RendererMissing, renderer
from rendering.english import say
from rendering.memory import empty_caches
from rendering.warm_up import warm_up

LITTLE = 1_000_000
"""Pixels painted in about ten milliseconds, which may remain to be painted."""


class Painted:
    """Counts the painted pixels of sheets while it is installed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pixels, self._draw = 0, ImageDraw.Draw
        monkeypatch.setattr(ImageDraw, "Draw", self._count)

    def _count(self, sheet: Image.Image, *how: Any) -> ImageDraw.ImageDraw:
        self.pixels += sheet.width * sheet.height
        return self._draw(sheet, *how)


def draw_opening(name: str, seats: int) -> None:
    """Draw the opening of a match other than that of `warm_up`: in public, and for a seat to act with its moves."""
    game, draw = games.load(name), renderer(name).draw
    state = game.setup(seats, game.options_type(), Rng(bytes(32), "setup", 1))
    draw(game.view(state, None), say=say)
    for seat in [seat for seat in game.to_act(state) if seat != NATURE][:1]:
        view = game.view(state, seat)
        draw(view, say=say, seat=seat, moves=tuple(game.legal_moves(view, seat)))


@pytest.mark.parametrize("name", games.names())
def test_warming_up_leaves_little_to_paint(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    painted, seats = Painted(monkeypatch), games.load(name).seats
    empty_caches("rendering")
    for count in seats:
        draw_opening(name, count)
    cold, painted.pixels = painted.pixels, 0
    empty_caches("rendering")
    for count in seats:
        warm_up(name, count)
    assert painted.pixels > 0
    painted.pixels = 0
    for count in seats:
        draw_opening(name, count)
    assert painted.pixels < max(LITTLE, cold / 4)  # other words, and in Riff Raff other pieces


def test_a_game_without_a_renderer_cannot_be_warmed_up() -> None:
    with pytest.raises(RendererMissing, match="chess"):
        warm_up("chess", 2)
