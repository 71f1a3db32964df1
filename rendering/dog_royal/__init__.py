"""DOG Royal's pictures."""

from rendering.dog_royal.renderer import draw

__all__ = ["draw"]
