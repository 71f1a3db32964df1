"""Docker's colours: noon on a pale quay; in dark clients a night in which lamps light it."""

from __future__ import annotations

from rendering.drawing.theme import make_theme

WIDE = ("sky", "haze", "sea", "deep", "slab", "worn", "moss", "lit", "pool", "glow")
"""Colours of large areas. With high contrast they are close to the colour of the ground. `lit` and `pool` are
stone near a lamp and farther from it, `glow` is its light in the air."""

LIGHT = make_theme(
    "E9E4DA C9C2B4 F2C14E 2B2B33 27343F FFFFFF C9D3DA",
    sky="DDEAEA",
    haze="C3D6D4",
    sea="B7D6DC",
    deep="98C2CA",
    slab="F6F2EA",
    worn="DDD6C8",
    moss="C3C7A6",
    hull="7FA0AA",
    rust="CBA490",
    wood="CDB28B",
    lit="F6F2EA",
    pool="EFEAE0",
    glow="F6F2EA",
    wide=WIDE,
)
DARK = make_theme(
    "343D4B 252D3A F2C14E F4F0E8 11161F FFFFFF B9C3CA",
    sky="141C33",
    haze="22304C",
    sea="1B3049",
    deep="142439",
    slab="4B525C",
    worn="404753",
    moss="465A50",
    hull="3C566E",
    rust="7D4B3F",
    wood="745A3D",
    lit="56534F",
    pool="4A4B52",
    glow="9A7B45",
    wide=WIDE,
)
