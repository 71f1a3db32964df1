"""Draw Docker."""

from rendering.docker.renderer import draw

__all__ = ["draw"]
