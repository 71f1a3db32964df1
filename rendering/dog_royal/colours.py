"""DOG Royal's colours: evening in a lamp-lit court."""

from __future__ import annotations

from msgspec.structs import replace

from rendering.drawing.theme import make_theme, rgb

_CHALK = rgb("#FFF1C9")
"""The marks of the last move: lamplight."""

WIDE = ("lamp", "hedge", "sprig", "cobble", "tile", "rug", "wall", "dusk", "wood", "board", "far")
"""Colours of large areas. With high contrast they are close to the colour of the ground."""

LIGHT = replace(
    make_theme(
        "F1E3C6 D9C39A C9A46A 3B2A3F 3B2A3F F8EFDC D9C39A",
        far="634A63",
        floor="564059",
        joint="45314A",
        brass="A87F45",
        lamp="F6D58A",
        space="FBF5E6",
        card="FBF5E6",
        hot="A8322A",
        cold="2F5C8F",
        leaf="2F7D56",
        hedge="2E4A3C",
        sprig="456B4E",
        cobble="CDB68B",
        tile="6A5068",
        rug="6E3550",
        wall="4A3450",
        skin="F4DBB8",
        steel="CDC8CD",
        dusk="C9788A",
        wood="6B4A3E",
        board="855D48",
        grain="523530",
        wide=WIDE,
    ),
    chalk=_CHALK,
)
DARK = replace(
    make_theme(
        "4A3650 3A2A40 C9A46A F1E3C6 1F1422 F8EFDC C9B48B",
        far="402F4F",
        floor="2E2034",
        joint="1F1422",
        brass="A87F45",
        lamp="F6D58A",
        space="C4AE8C",
        card="F1E3C6",
        hot="A8322A",
        cold="2F5C8F",
        leaf="2F7D56",
        hedge="1E3A2E",
        sprig="36583F",
        cobble="302040",
        tile="4B3656",
        rug="6B2A44",
        wall="1F1422",
        skin="F4DBB8",
        steel="CDC8CD",
        dusk="9A5570",
        wood="4A3030",
        board="5F4038",
        grain="332024",
        wide=WIDE,
    ),
    chalk=_CHALK,
)
