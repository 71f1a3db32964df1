"""A picture drawn at half its size, for films, shows what the whole one shows, but for the sentences."""

from __future__ import annotations

import pytest
from PIL import ImageChops

import games
from rendering import Look, frame, renderer
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
        assert (2 * half.size[0], 2 * half.size[1]) == whole.size
        canvas = Canvas(whole.image.convert("RGB"), name, look)
        top, bottom = frame.strip_height(canvas) + 16, (whole.size[1] - frame.line_height(canvas)) // 16 * 16
        between = [[box for box in boxes if top <= box.y0 and box.y1 <= bottom] for boxes in (whole.boxes, half.boxes)]
        assert between[0] == between[1]
        apart = ImageChops.difference(whole.image.convert("RGB").reduce(16), half.image.convert("RGB").reduce(8))
        assert max(apart.crop((0, top // 16, apart.width, bottom // 16)).tobytes()) <= CLOSE


@pytest.mark.parametrize("name", games.names())
def test_in_a_film_only_the_end_is_told_in_a_sentence(name: str) -> None:
    game, draw = games.load(name), renderer(name).draw
    states = playout(name, 1).states
    for state, over in ((states[0], False), (states[len(states) // 2], False), (states[-1], True)):
        shown = draw(game.view(state, None), say=say, look=Look(half=True))
        told = "".join(box.label for box in shown.boxes if box.kind == "text" and box.y1 < 84)
        assert bool(game.outcome(state)) == over == ("Winner" in told or "draw" in told)
        assert " to move" not in told
        assert not [box for box in shown.boxes if box.y0 > 2 * shown.size[1] - 66]


def test_what_is_drawn_on_a_layer_is_in_its_half() -> None:
    bare, half = layer(64, 48, (0, 0, 0), lambda _: None), Look(half=True)
    Canvas(bare, "docker", half)  # its half is kept
    canvas = Canvas(bare, "docker", Look())
    canvas.fill(0, 0, 64, 48, (255, 255, 255))
    white, _ = canvas.layer()
    assert Canvas(white, "docker", half).finish().image.convert("RGB").getcolors() == [(32 * 24, (255, 255, 255))]
