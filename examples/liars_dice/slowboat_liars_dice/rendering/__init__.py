"""Liar's Dice's pictures."""

from slowboat_liars_dice.rendering.renderer import draw

__all__ = ["draw"]
