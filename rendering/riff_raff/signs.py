"""Draw the pieces of Riff Raff as signs for buttons."""

from __future__ import annotations

from collections.abc import Mapping

from games.riff_raff.loading.settled import KINDS
from rendering.drawing.sprites import Sprite
from rendering.riff_raff.colours import LIGHT
from rendering.riff_raff.ship.scene import draw_icon

_SIDE = 128


def draw_signs() -> Mapping[str, Sprite]:
    """Draw each kind of piece, without its letter."""
    return {kind: draw_icon(kind, ("",) * len(KINDS), LIGHT, _SIDE, _SIDE, 0) for kind in KINDS}
