"""Draw Aquaretto."""

from rendering.aquaretto.renderer import draw, draw_closeup
from rendering.aquaretto.signs import draw_signs

__all__ = ["draw", "draw_closeup", "draw_signs"]
