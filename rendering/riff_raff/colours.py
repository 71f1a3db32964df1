"""Riff Raff's colours: a squall at dusk, and the ship with its cargo."""

from __future__ import annotations

from typing import Final

from rendering.drawing.theme import BLACK, WHITE, make_theme, mix, rgb

WIDE = ("foam", "lamp", "dawn", "rose", "haze", "dusk", "cloud", "gloom", "wave", "trough")
"""Colours of large areas. With high contrast they are close to the colour of the ground."""


def add_shades(**colours: str) -> dict[str, str]:
    """Add to each colour how it looks in the light (`_hi`) and in the shade (`_lo`)."""
    out = dict(colours)
    for name, colour in colours.items():
        for ending, other, share in (("_hi", WHITE, 0.26), ("_lo", BLACK, 0.3)):
            out[name + ending] = "{:02X}{:02X}{:02X}".format(*mix(rgb(f"#{colour}"), other, share))
    return out


SHIP: Final[dict[str, str]] = {
    "brass": "D9A53A",
    "paper": "F4EEDD",
    "skin": "E3A97E",
    "pink": "E8A0A6",
    "lamp": "F8C977",
    "lamp_hi": "FAD79A",
    **add_shades(
        deck="C08F58", hull="6E4630", crate="4C8B3F", chest="8CC4E8", bottle="AE3B3F", boat="E9DDBE", barrel="EDA72F",
        sailor="3159A6", plank="46413F", rat="82868C",
    ),
}  # fmt: skip
"""The ship and its cargo: the same in both themes, but for the plank, which is lighter by night."""


LIGHT = make_theme(
    "C3CED3 9FB0B8 F0A63C 1E2B34 2E3F4C FFFFFF C9D5DB", foam="E8EEF0", slate="4F6675", dawn="F2D8B8", rose="E6CFC4",
    haze="D5D5D6", dusk="B9C5CF", cloud="A9B6C0", gloom="909EAA", wave="B3C7CD", trough="A1BAC4", wide=WIDE, **SHIP,
)  # fmt: skip
DARK = make_theme(
    "2E3F4C 243340 F0A63C E8EEF0 141D24 FFFFFF AEBEC8", foam="C9D5DB", slate="4A6070", dawn="80594A", rose="604F4D",
    haze="474F58", dusk="394651", cloud="2A3844", gloom="1C2831", wave="344A5A", trough="263B4C",
    wide=WIDE, **(SHIP | add_shades(plank="756A62")),
)  # fmt: skip
