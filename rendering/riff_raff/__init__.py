"""Riff Raff's pictures and clips."""

from rendering.riff_raff.renderer import draw, draw_clip

__all__ = ["draw", "draw_clip"]
