"""Docker's colours: noon on a pale quay; in dark clients a night in which lamps light it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rendering.drawing.theme import SEATS, lead, make_theme, mix, rgb

BANDS: Final = 7
"""The bands of the sky, from the top down to the horizon: `sky0` and so on."""
RINGS: Final = 8
"""The rings of the light around a lamp, from its rim to its middle: `glow0` and so on."""
WARM: Final = 4
"""The tones of stone in the light of a lamp, from far to near: `warm0` and so on."""

WIDE = ("haze", "sea", "swell", "deep", "slab", "worn")
"""Colours of large areas. With high contrast they are close to the colour of the ground."""

_CHALK: Final = rgb("#FFF4DA")


def _wash(slab: str, share: float) -> dict[str, str]:
    """Name the tones of stone under a wash of each colour that plays: "wash0" and so on."""
    return {f"wash{colour}": bytes(mix(rgb(f"#{slab}"), SEATS[colour].fill, share)).hex() for colour in range(4)}


LIGHT = replace(
    make_theme(
        "E9E4DA C9C2B4 F2C14E 2B2B33 27343F FFFFFF C9D3DA",
        wide=WIDE,
        **lead("sky", BANDS, "A9D3E3", "F3EFDF"),
        **_wash("F8F3E8", 0.17),
        haze="B4CFCF",
        sea="A3CDD8",
        swell="8BBFCB",
        deep="74B0BE",
        slab="F8F3E8",
        worn="DDD6C8",
        hull="5F8A99",
        rust="C9755A",
        wood="CDA877",
        plank="A07A50",
    ),
    chalk=_CHALK,
)
DARK = replace(
    make_theme(
        "2B3546 1C2432 F2C14E F4F0E8 11161F FFFFFF B9C3CA",
        wide=WIDE,
        **lead("sky", BANDS, "0C1230", "3A4C72"),
        **_wash("736E68", 0.26),
        **lead("glow", RINGS, "303954", "F4CE80"),
        **lead("warm", WARM, "343C49", "857055"),
        haze="202C3E",
        sea="1F3E60",
        swell="183253",
        deep="122846",
        slab="736E68",
        worn="5C5654",
        hull="46708F",
        rust="A8573F",
        wood="87643F",
        plank="5A4230",
    ),
    chalk=_CHALK,
)
