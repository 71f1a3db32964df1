"""A picture drawn at half its size, for films, shows what the whole one shows."""

from __future__ import annotations

import pytest
from PIL import ImageChops

import games
from rendering import Look, renderer
from rendering.canvas import Canvas
from rendering.sprites import layer
from rendering.warm import say
from tests.laws.playouts import playout

CLOSE = 50
"""How far, of 255, the mean colour of a square of 16 pixels of the whole picture may be from that of the half."""


@pytest.mark.parametrize("look", [Look(), Look(theme="dark"), Look(large=True)], ids=("light", "dark", "large"))
@pytest.mark.parametrize("name", games.names())
def test_a_half_picture_is_the_whole_one_reduced(name: str, look: Look) -> None:
    game, draw = games.load(name), renderer(name).draw
    states = playout(name, 1).states
    for state in states[:: max(1, len(states) // 6)]:
        view = game.view(state, None)
        whole = draw(view, say=say, look=look)
        half = draw(view, say=say, look=Look(look.theme, large=look.large, half=True))
        assert half.boxes == whole.boxes
        assert (2 * half.size[0], 2 * half.size[1]) == whole.size
        apart = ImageChops.difference(whole.image.convert("RGB").reduce(16), half.image.convert("RGB").reduce(8))
        assert max(apart.tobytes()) <= CLOSE


def test_what_is_drawn_on_a_layer_is_in_its_half() -> None:
    bare, half = layer(64, 48, (0, 0, 0), lambda _: None), Look(half=True)
    Canvas(bare, "docker", half)  # its half is kept
    canvas = Canvas(bare, "docker", Look())
    canvas.fill(0, 0, 64, 48, (255, 255, 255))
    white, _ = canvas.layer()
    assert Canvas(white, "docker", half).finish().image.convert("RGB").getcolors() == [(32 * 24, (255, 255, 255))]
