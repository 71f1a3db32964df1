"""Mark the places of a refusal in a picture: with a ring around each, and a cross on a dark disc at its corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rendering.drawing.canvas import Canvas
from rendering.drawing.picture import Picture
from rendering.drawing.theme import Look

_GROW: Final = 8
"""How far a ring reaches beyond its place."""
_EDGE: Final = 6
"""The dark edge around a ring, so that it stands out on pale grounds in a picture of phone width."""
_DISC: Final = 60
_CROSS: Final = 48


def mark_places(picture: Picture, names: Sequence[str], game: str, look: Look) -> Picture:
    """Mark the places with these names; those that the picture does not show are left out."""
    found = [picture.places[name] for name in dict.fromkeys(names) if name in picture.places]
    if not found:
        return picture
    canvas = Canvas(picture.image, game, look, boxes=picture.boxes)
    chalk, rim = canvas.theme.chalk, canvas.theme.rim
    for reach, fill in ((_GROW + _EDGE, rim), (_GROW, chalk)):
        for x, y, width, height in found:
            radius = min(width, height) // 3 + reach - _GROW
            canvas.halo(x - reach, y - reach, width + 2 * reach, height + 2 * reach, radius=radius, fill=fill)
    half = _DISC // 2
    for x, y, width, _ in found:  # crosses above all rings, and within the picture
        across, down = min(x + width + _GROW, picture.image.width - half), max(y - _GROW, half)
        canvas.panel(across - half, down - half, _DISC, _DISC, rim, radius=half, edge=chalk)
        canvas.cross(across, down, _CROSS)
    return replace(canvas.finish(dense=picture.dense, hard=picture.hard), places=picture.places)
