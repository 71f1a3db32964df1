"""Draw Aquaretto."""

from rendering.aquaretto.renderer import draw, draw_closeup

__all__ = ["draw", "draw_closeup"]
