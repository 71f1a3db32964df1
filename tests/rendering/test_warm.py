"""What is made ahead, so that nobody waits for the first picture."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image, ImageDraw

import games
from games.core import NATURE
from games.rng import Rng
from rendering import renderer
from rendering.drawing.warm import say, warm
from tests.rendering.caches import forget


@pytest.mark.parametrize("name", games.names())
def test_after_warming_up_hardly_anything_is_left_to_be_drawn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    painted = 0
    pen = ImageDraw.Draw

    def counted(sheet: Image.Image, *how: Any) -> ImageDraw.ImageDraw:
        nonlocal painted
        painted += sheet.width * sheet.height
        return pen(sheet, *how)

    monkeypatch.setattr(ImageDraw, "Draw", counted)
    forget()
    for seats in games.load(name).seats:
        warm(name, seats)
    ahead, painted = painted, 0
    game, draw = games.load(name), renderer(name).draw
    for seats in game.seats:
        state = game.setup(seats, game.options_type(), Rng(bytes(32), "setup", 1))  # another match than that of `warm`
        for seat in (None, *[seat for seat in game.to_act(state) if seat != NATURE][:1]):
            draw(game.view(state, seat), say=say, seat=seat)
    assert ahead > 10e6
    assert painted < ahead / 4  # other words, and other pieces of Riff Raff


def test_only_games_with_a_renderer_can_be_warmed_up() -> None:
    with pytest.raises(KeyError, match="chess"):
        warm("chess", 2)
