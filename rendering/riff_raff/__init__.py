"""Draw positions of Riff Raff, and clips of its loadings."""

from rendering.riff_raff.renderer import draw, draw_clip, draw_proposals
from rendering.riff_raff.signs import draw_signs

__all__ = ["draw", "draw_clip", "draw_proposals", "draw_signs"]
