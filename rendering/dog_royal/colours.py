"""DOG Royal's colours: evening in a lamp-lit court."""

from __future__ import annotations

from rendering.drawing.theme import make_theme

WIDE = ("lamp", "hedge", "sprig", "cobble", "glow")
"""Colours of large areas: in high contrast they stay close to the ground."""

LIGHT = make_theme(
    "F1E3C6 D9C39A C9A46A 3B2A3F 3B2A3F F8EFDC D9C39A",
    floor="5A4160",
    joint="523A58",
    brass="A87F45",
    lamp="F6D58A",
    space="FBF5E6",
    light="F5DB9C",
    card="FBF5E6",
    hot="A8322A",
    cold="2F5C8F",
    leaf="2F7D56",
    hedge="2E4A3C",
    sprig="456B4E",
    cobble="CDB68B",
    glow="6E5268",
    skin="F4DBB8",
    steel="CDC8CD",
    wide=WIDE,
)
DARK = make_theme(
    "3B2A3F 2C1E30 C9A46A F1E3C6 1F1422 F8EFDC C9B48B",
    floor="241828",
    joint="2C1E30",
    brass="A87F45",
    lamp="F6D58A",
    space="604866",
    light="64494E",
    card="F1E3C6",
    hot="A8322A",
    cold="2F5C8F",
    leaf="2F7D56",
    hedge="1C3128",
    sprig="2D4A39",
    cobble="46344A",
    glow="4A3040",
    skin="F4DBB8",
    steel="CDC8CD",
    wide=WIDE,
)
