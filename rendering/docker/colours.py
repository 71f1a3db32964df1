"""Docker's colours: noon on a pale quay."""

from __future__ import annotations

from rendering.drawing.theme import make_theme

WIDE = ("sea", "slab")
"""Colours of large areas: in high contrast they stay close to the ground."""

LIGHT = make_theme(
    "E9E4DA C9C2B4 F2C14E 2B2B33 27343F FFFFFF C9D3DA", sea="BFD9DE", deep="9CC3CB", slab="F4F0E8", wide=WIDE
)
DARK = make_theme(
    "45443F 34332F F2C14E F4F0E8 15191E FFFFFF B9C3CA", sea="2C4148", deep="22353C", slab="55534D", wide=WIDE
)
