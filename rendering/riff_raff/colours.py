"""Riff Raff's colours: a squall at dusk, and the ship with its cargo."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rendering.drawing.theme import BLACK, RGB, WHITE, Theme, make_theme, mix, rgb

WIDE = ("foam", "lamp", "dawn", "rose", "haze", "dusk", "cloud", "gloom", "wave", "trough", "deep", "sail", "sail_lo")
"""Colours of large areas. With high contrast they are close to the colour of the ground."""


_SKY: Final = ("gloom", "cloud", "dusk", "haze", "rose", "dawn", "lamp")
"""The tones of the sky, from the blackest cloud to the sun."""
_SEA: Final = ("wave", "trough", "deep")
"""The tones of the sea, from the horizon to the shadow under the ship."""
_STEP: Final = 10
"""The least difference between two neighbouring tones of sky or sea, in the channel in which they differ most."""


def add_steps(**colours: str) -> dict[str, str]:
    """Add the tones between neighbours of `_SKY` and of `_SEA`, so many that steps hardly show: "dusk1", "dusk2"."""
    out = dict(colours)
    for one, other in (*pairwise(_SKY), *pairwise(_SEA)):
        here, there = rgb(f"#{colours[one]}"), rgb(f"#{colours[other]}")
        count = max(abs(a - b) for a, b in zip(here, there, strict=True)) // _STEP
        for number in range(1, count):
            out[f"{one}{number}"] = "{:02X}{:02X}{:02X}".format(*mix(here, there, number / count))
    return out


def list_tones(look: Theme, first: str, last: str) -> list[RGB]:
    """List the tones of the sky or the sea from one to another."""
    names = [name for stop in (*_SKY, *_SEA) for name, _ in look.extra if name.rstrip("0123456789") == stop]
    one, other = names.index(first), names.index(last)
    return [look.own(name) for name in names[one : other + 1]]


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
    "deck_top": "DDC5A7",
    **add_shades(
        deck="C08F58", hull="6E4630", crate="4C8B3F", chest="8CC4E8", bottle="AE3B3F", boat="E9DDBE", barrel="EDA72F",
        sailor="3159A6", plank="46413F", rat="82868C",
    ),
}  # fmt: skip
"""The ship and its cargo: the same in both themes, but for the plank, which is lighter by night."""


LIGHT = make_theme(
    "C3CED3 9FB0B8 F0A63C 1E2B34 2E3F4C FFFFFF C9D5DB", slate="4F6675", sail="EDE1C6", sail_lo="D3C7AE", wide=WIDE,
    **add_steps(foam="EEF3F2", wave="BBD3D3", trough="86AEBB", deep="6F98A8", dawn="F6D0A2", rose="E9C6B6",
                haze="CDCBD0", dusk="A9BCCB", cloud="98AAB8", gloom="7F909E", **SHIP),
)  # fmt: skip
DARK = make_theme(
    "2E3F4C 243340 F0A63C E8EEF0 141D24 FFFFFF AEBEC8", slate="4A6070", sail="8F8A86", sail_lo="77757A", wide=WIDE,
    **add_steps(foam="C9D5DB", wave="3F6377", trough="1B3A4C", deep="142B3A", dawn="B06B45", rose="77525A",
                haze="4B4A60", dusk="2F3F57", cloud="263246", gloom="182430", **(SHIP | add_shades(plank="756A62"))),
)  # fmt: skip
