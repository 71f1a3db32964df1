"""Draw positions of Riff Raff, and clips of its loadings."""

from rendering.riff_raff.renderer import draw, draw_clip, draw_proposals

__all__ = ["draw", "draw_clip", "draw_proposals"]
