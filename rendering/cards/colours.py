"""The colours of cards: a ship's log on the quay, by day (`LIGHT`) and by night (`DARK`)."""

from typing import Final

from rendering.drawing.theme import make_theme

LIGHT: Final = make_theme(
    "E9E4DA C9C2B4 F2C14E 2B2B33 27343F FFFFFF C9D3DA",
    wide=("paper", "sea"),
    paper="F8F4EA",
    sea="A9C9D3",
    deep="1D4E89",
)
DARK: Final = make_theme(
    "2B333C 20272E F2C14E F4F0E8 15191E FFFFFF B9C3CA",
    wide=("paper", "sea"),
    paper="38424D",
    sea="3F6373",
    deep="8FD3F4",
)
