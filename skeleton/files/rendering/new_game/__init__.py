"""New Game's pictures."""

from rendering.new_game.renderer import draw

__all__ = ["draw"]
