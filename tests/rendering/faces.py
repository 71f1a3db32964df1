"""Look up which characters a face can draw."""

from __future__ import annotations

from functools import cache

from rendering.drawing.fonts import Face, font


@cache
def covers(face: Face, character: str) -> bool:
    """Whether the face has its own glyph for the character: one that does not look like the box of a missing glyph."""
    drawn, missing = font(face, 24).getmask(character), font(face, 24).getmask("\U0010fffe")
    return character.isspace() or bytes(drawn) != bytes(missing)
