"""Docker's colours: noon on a pale quay."""

from __future__ import annotations

from rendering.drawing.theme import make_theme

WIDE = ("sky", "haze", "sea", "deep", "slab", "worn", "moss")
"""Colours of large areas. With high contrast they are close to the colour of the ground."""

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
    wide=WIDE,
)
DARK = make_theme(
    "45443F 34332F F2C14E F4F0E8 15191E FFFFFF B9C3CA",
    sky="1C2C34",
    haze="2A3E45",
    sea="2C444C",
    deep="22353C",
    slab="57554F",
    worn="4B4943",
    moss="4F5641",
    hull="39545F",
    rust="614C43",
    wood="6C5941",
    wide=WIDE,
)
