"""The colours of cards: a bay on a bright morning (`LIGHT`) and at night (`DARK`)."""

from typing import Final

from rendering.drawing.theme import lead, make_theme

BANDS: Final = 8
"""The bands of the sky, from the top down to the horizon: `sky0` and so on."""

LIGHT: Final = make_theme(
    "E9E4DA C9C2B4 F2C14E 2B2B33 27343F FFFFFF C9D3DA",
    wide=("paper", "sea", "swell", "hill"),
    **lead("sky", BANDS, "B4D8E4", "FBE7C4"),
    paper="F8F4EA",
    hill="B9C6B8",
    sea="8FC0CD",
    swell="6FA9BB",
    bronze="C98A5B",
    deep="1D4E89",
)
DARK: Final = make_theme(
    "212A47 10172F F2C14E F4F0E8 11151F FFFFFF B9C3CA",
    wide=("paper", "sea", "swell", "hill"),
    **lead("sky", BANDS, "10172F", "4A5A84"),
    paper="313D60",
    hill="1A2A38",
    sea="27506C",
    swell="1C3F5A",
    bronze="C98A5B",
    deep="8FD3F4",
)
