"""Mark the places of a refusal in a picture: with a ring around each, and a cross at its corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rendering.drawing.canvas import Canvas
from rendering.drawing.picture import Picture
from rendering.drawing.theme import Look

_GROW: Final = 8
"""How far a ring reaches beyond its place."""
_CROSS: Final = 48


def mark_places(picture: Picture, names: Sequence[str], game: str, look: Look) -> Picture:
    """Mark the places with these names; those that the picture does not show are left out."""
    found = [picture.places[name] for name in dict.fromkeys(names) if name in picture.places]
    if not found:
        return picture
    canvas = Canvas(picture.image, game, look, boxes=picture.boxes)
    for x, y, width, height in found:
        radius = min(width, height) // 3
        canvas.halo(x - _GROW, y - _GROW, width + 2 * _GROW, height + 2 * _GROW, radius=radius)
    for x, y, width, _ in found:  # crosses above all rings
        canvas.cross(x + width, y, _CROSS)
    return replace(canvas.finish(dense=picture.dense, hard=picture.hard), places=picture.places)
