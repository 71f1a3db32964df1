"""Draw Docker."""

from rendering.docker.renderer import draw
from rendering.docker.signs import draw_signs

__all__ = ["draw", "draw_signs"]
