"""The six seat colours: names, glyphs, hues and patterns. This is the only list of them; texts and pictures read it.

A further colour is a line here and an outline of its glyph in `rendering.drawing.pen`.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from games.text import T, Text


class SeatColour(NamedTuple):
    """How a seat is named and shown: never by colour alone.

    `fill`: the hue as "#B5281F". `on`: what is drawn on it, such as the glyph. `pattern`: what areas of it show to
    those who ask for patterns.
    """

    name: Text
    glyph: str
    fill: str
    on: Literal["white", "ink"]
    pattern: Literal["stripes", "dots", "rings", "checks", "crosses", "plain"]


COLOURS: Final = (
    SeatColour(T("Red"), "●", "#B5281F", "white", "stripes"),
    SeatColour(T("Yellow"), "▲", "#F4D35E", "ink", "dots"),
    SeatColour(T("Green"), "◆", "#1B998B", "white", "rings"),
    SeatColour(T("Blue"), "■", "#1D4E89", "white", "checks"),
    SeatColour(T("Sky blue"), "★", "#8FD3F4", "ink", "crosses"),
    SeatColour(T("Ink"), "⬢", "#2B2B33", "white", "plain"),
)
"""The seat colours 0 to 5. They differ under each common colour vision deficiency."""

GLYPHS: Final = "".join(colour.glyph for colour in COLOURS)
"""The glyphs as they stand in sentences; pictures draw tokens in their place."""
