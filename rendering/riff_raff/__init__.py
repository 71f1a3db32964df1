"""Riff Raff's pictures and clips."""

from rendering.riff_raff.renderer import draw, film

__all__ = ["draw", "film"]
