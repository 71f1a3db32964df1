"""Aquaretto's colours: morning over clear water. Each animal has one, named by its code."""

from __future__ import annotations

from rendering.drawing.theme import make_theme

WIDE = ("water",)
"""Colours of large areas: in high contrast they stay close to the ground."""

LIGHT = make_theme(
    "DFF3F4 B5E0E2 F7C548 17353A 1D5960 FFFFFF CDE9EA",
    water="7CC6C9",
    deep="2A7F86",
    sand="F2DDB4",
    stone="ABB8B4",
    DOL="5E93CC",
    ORC="353A45",
    SEA="96623F",
    TUR="6DAA45",
    HIP="B48AA8",
    CRO="5B7A36",
    PEN="42508C",
    POL="F7FAFA",
    orange="F08A24",
    wood="C99A62",
    plank="D9B27E",
    pad="FBF1DE",
    dune="D6BE94",
    sea="97D0D2",
    pool="B9ECF2",
    drift="88C5C8",
    ripple="CDE9EA",
    leaf="4E9A3B",
    trunk="8A5A34",
    wide=WIDE,
)
DARK = make_theme(
    "1E4147 16343A F7C548 E6F6F7 0E2427 FFFFFF A9CDD0",
    water="4F9BA1",
    deep="9FDDE0",
    sand="8A7A5A",
    stone="5E6E6E",
    DOL="5E93CC",
    ORC="353A45",
    SEA="96623F",
    TUR="6DAA45",
    HIP="B48AA8",
    CRO="5B7A36",
    PEN="42508C",
    POL="F7FAFA",
    orange="F08A24",
    wood="6E5236",
    plank="80623F",
    pad="9C8A66",
    dune="6B5D42",
    sea="1E4D55",
    pool="6FBAC4",
    drift="16343A",
    ripple="33707A",
    leaf="3F7F3A",
    trunk="5E4028",
    wide=WIDE,
)
