"""Draw DOG Royal."""

from rendering.dog_royal.renderer import draw
from rendering.dog_royal.signs import draw_signs

__all__ = ["draw", "draw_signs"]
