"""Draw the animals and coins of Aquaretto as signs for buttons."""

from __future__ import annotations

from collections.abc import Mapping

from games.aquaretto.zoo.tiles import COIN, TYPE
from rendering.aquaretto.colours import LIGHT
from rendering.aquaretto.tiles import draw_tile
from rendering.drawing.sprites import Sprite

_SIDE = 128


def draw_signs() -> Mapping[str, Sprite]:
    """Draw each tile."""
    return {tile: draw_tile(tile, _SIDE, LIGHT) for tile in (COIN, *TYPE)}
