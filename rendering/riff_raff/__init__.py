"""Draw positions of Riff Raff, and clips of its loadings."""

from rendering.riff_raff.renderer import draw, draw_candidates, draw_clip, draw_gauged
from rendering.riff_raff.signs import draw_signs

__all__ = ["draw", "draw_candidates", "draw_clip", "draw_gauged", "draw_signs"]
