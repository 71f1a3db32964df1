"""Draw the cubes of Docker as signs for buttons."""

from __future__ import annotations

from collections.abc import Mapping

from games.docker.state import COLOURS
from rendering.docker.crates import draw_crate
from rendering.drawing.sprites import Sprite

_SIDE, _UP = 96, 24


def draw_signs() -> Mapping[str, Sprite]:
    """Draw a cube of each colour."""
    return {letter: draw_crate(index, _SIDE, _SIDE, _UP) for index, letter in enumerate(COLOURS)}
