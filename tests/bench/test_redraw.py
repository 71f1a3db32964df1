"""The peer that draws our pictures without preparing anything really draws them."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageStat

import games
from bench.playouts import playout
from bench.redraw import noting, redraw
from matches.texts import Persona, Texts
from rendering import Look, Picture, renderer
from tests.rendering.caches import forget

_ALIKE = 3.0
"""Of 255: by so much pixels may differ on average. Only soft edges do, of which we have a few shades."""


def drawn(name: str) -> Picture:
    """A position from the middle of a match."""
    match = playout(name, 0, most=40)
    say = Texts().say("en", tuple(Persona("", c) for c in match.game.colours(match.seats, match.game.options_type())))
    return renderer(name).draw(match.game.view(match.last, None), say=say, look=Look())


@pytest.mark.parametrize("name", games.names())
def test_the_same_picture_is_drawn_anew(name: str) -> None:
    forget()
    with noting():
        ours = drawn(name)
    anew = Image.open(io.BytesIO(redraw(ours)))
    assert anew.size == ours.size
    differs = ImageChops.difference(anew, ours.image.convert("RGB"))
    assert max(ImageStat.Stat(differs).mean) < _ALIKE


def test_what_is_drawn_on_a_kept_layer_is_drawn_anew_too() -> None:
    """Each picture that begins with the layer, and only what lies on that one."""
    forget()
    with noting():
        first, second = drawn("aquaretto"), drawn("aquaretto")
    assert redraw(first) == redraw(second)
