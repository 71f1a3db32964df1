"""Aquaretto's colours: morning over clear water. Each animal has one, named by its code."""

from __future__ import annotations

from rendering.drawing.theme import make_theme

WIDE = ("water",)
"""Colours of large areas: in high contrast they stay close to the ground."""

LIGHT = make_theme(
    "DFF3F4 B5E0E2 F7C548 17353A 1D5960 FFFFFF CDE9EA",
    water="7CC6C9",
    deep="2A7F86",
    sand="F0DFC0",
    stone="B9C4C0",
    DOL="5E93CC",
    ORC="353A45",
    SEA="96623F",
    TUR="6DAA45",
    HIP="B48AA8",
    CRO="5B7A36",
    PEN="42508C",
    POL="F7FAFA",
    orange="F08A24",
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
    wide=WIDE,
)
