"""Aquaretto's pictures."""

from rendering.aquaretto.renderer import closeup, draw

__all__ = ["closeup", "draw"]
