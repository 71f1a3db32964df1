"""Draw DOG Royal."""

from rendering.dog_royal.renderer import draw

__all__ = ["draw"]
