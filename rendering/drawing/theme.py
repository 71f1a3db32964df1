"""Colours: the six seats, the hour of the day of each game, and the fixed 256-colour palette made of both.

Every colour a renderer uses comes from here, so that a picture can be reduced to its theme's palette without dither
and without surprises. Colours are (red, green, blue), 0..255.
"""

from __future__ import annotations

import importlib
from functools import cache
from itertools import combinations
from typing import Any, Final, Literal

from msgspec import Struct
from PIL import Image, ImageColor

import games

RGB = tuple[int, int, int]


def rgb(hexadecimal: str, /) -> RGB:
    """ "#B5281F" as numbers."""
    red, green, blue = ImageColor.getrgb(hexadecimal)[:3]
    return red, green, blue


@cache
def mix(one: RGB, other: RGB, share: float, /) -> RGB:
    """`one` with `share` (0..1) of `other` in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


WHITE: Final[RGB] = (255, 255, 255)
INK: Final[RGB] = rgb("#2B2B33")
BLACK: Final[RGB] = (0, 0, 0)


class SeatColour(Struct, frozen=True):
    """How a seat looks: `fill`, the colour `on` it, and the tones of a lit body (`top`, `side`, `edge`)."""

    name: str
    glyph: str
    fill: RGB
    on: RGB
    pattern: Literal["stripes", "dots", "rings", "checks", "crosses", "plain"]

    @property
    def top(self) -> RGB:
        return mix(self.fill, WHITE, 0.28)

    @property
    def side(self) -> RGB:
        return mix(self.fill, BLACK, 0.26)

    @property
    def edge(self) -> RGB:
        return mix(self.fill, BLACK, 0.55)


SEATS: Final = (
    SeatColour("red", "●", rgb("#B5281F"), WHITE, "stripes"),
    SeatColour("yellow", "▲", rgb("#F4D35E"), INK, "dots"),
    SeatColour("green", "◆", rgb("#1B998B"), WHITE, "rings"),
    SeatColour("blue", "■", rgb("#1D4E89"), WHITE, "checks"),
    SeatColour("sky", "★", rgb("#8FD3F4"), INK, "crosses"),
    SeatColour("ink", "⬢", INK, WHITE, "plain"),
)
"""Seat colours 0..5; the same in every theme. Chosen to differ under every common colour vision deficiency."""

GLYPHS: Final = "".join(seat.glyph for seat in SEATS)
"""The seats' glyphs as they stand in sentences; `Canvas.text` draws tokens in their place."""


class Look(Struct, frozen=True, cache_hash=True):
    """How a reader wants to see pictures (`/me view:`), and at what size.

    theme: for light or dark clients. contrast: black and white grounds, patterns inside pieces. large: letters and
    pieces of at least 66 px. half: for films, 600 px wide instead of 1200, without sentences and without counters that
    change more often than they tell; boxes stay those of the full size.
    """

    theme: Literal["light", "dark"] = "light"
    contrast: bool = False
    large: bool = False
    half: bool = False


class Theme(Struct, frozen=True, cache_hash=True):
    """The colours of one game in one look.

    ground: what most of the picture is. shade: the same further back, fields and shadows. line: painted lines and the
    mark of whose turn it is. ink: text and outlines on the ground. panel, on_panel, dim: the strips, their text and
    their lesser text. chalk, rim: the last move's arrow and its outline. extra: the game's own colours, by name.
    """

    ground: RGB
    shade: RGB
    line: RGB
    ink: RGB
    panel: RGB
    on_panel: RGB
    dim: RGB
    chalk: RGB = WHITE
    rim: RGB = INK
    contrast: bool = False
    extra: tuple[tuple[str, RGB], ...] = ()

    @property
    def dark(self) -> bool:
        """Whether the ground is dark, so that edges on it must be light."""
        return sum(self.ground) < 380

    def own(self, name: str, /) -> RGB:
        """One of the game's own colours. Raises KeyError."""
        return dict(self.extra)[name]


def make_theme(colours: str, *, contrast: bool = False, chalk: RGB = WHITE, rim: RGB = INK, **extra: str) -> Theme:
    """A theme from seven hexadecimal colours in the order of the fields, and the game's own."""
    ground, shade, line, ink, panel, on_panel, dim = (rgb(f"#{colour}") for colour in colours.split())
    own = tuple((name, rgb(f"#{colour}")) for name, colour in extra.items())
    return Theme(ground, shade, line, ink, panel, on_panel, dim, chalk, rim, contrast, own)


def _lit(**colours: str) -> dict[str, str]:
    """Each colour, and how it looks in the light (`_hi`) and in the shade (`_lo`)."""
    out = dict(colours)
    for name, colour in colours.items():
        for ending, other, share in (("_hi", WHITE, 0.26), ("_lo", BLACK, 0.3)):
            out[name + ending] = "{:02X}{:02X}{:02X}".format(*mix(rgb(f"#{colour}"), other, share))
    return out


_WARES: Final[dict[str, Any]] = {
    "brass": "D9A53A",
    "paper": "F4EEDD",
    "skin": "E3A97E",
    "lamp": "F8C977",
    **_lit(
        deck="C08F58", hull="6E4630", crate="4C8B3F", chest="8CC4E8", bottle="AE3B3F", boat="E9DDBE", barrel="EDA72F",
        sailor="3159A6", plank="46413F", rat="82868C",
    ),
}  # fmt: skip
"""Riff Raff's ship and her cargo, the same at every light."""


_HOURS: Final[dict[str, tuple[Theme, Theme]]] = {
    # noon on a pale quay
    "docker": (
        make_theme("E9E4DA C9C2B4 F2C14E 2B2B33 27343F FFFFFF C9D3DA", sea="BFD9DE", deep="9CC3CB", slab="F4F0E8"),
        make_theme("45443F 34332F F2C14E F4F0E8 15191E FFFFFF B9C3CA", sea="2C4148", deep="22353C", slab="55534D"),
    ),
    # evening in a lamp-lit court
    "dog_royal": (
        make_theme(
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
        ),
        make_theme(
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
        ),
    ),
    # morning over clear water
    "aquaretto": (
        make_theme(
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
        ),
        make_theme(
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
        ),
    ),
    # squall at dusk
    "riff_raff": (
        make_theme("C3CED3 9FB0B8 F0A63C 1E2B34 2E3F4C FFFFFF C9D5DB", foam="E8EEF0", slate="4F6675", **_WARES),
        make_theme("2E3F4C 243340 F0A63C E8EEF0 141D24 FFFFFF AEBEC8", foam="C9D5DB", slate="4A6070", **_WARES),
    ),
}


_CALM: Final = frozenset(("sea", "slab", "lamp", "water", "foam"))
"""The games' own colours that are wide fields: in high contrast they stay near the ground."""


@cache
def _hour(game: str) -> tuple[Theme, Theme]:
    """Return the light and the dark theme of a game: `LIGHT` and `DARK` in the `colours` of its pictures."""
    name = f"{games.module(game, 'rendering')}.colours"
    try:
        colours = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not name.startswith(missing.name):
            raise
        return _HOURS.get(game, _HOURS["docker"])
    return colours.LIGHT, colours.DARK


@cache
def theme(game: str, look: Look, /) -> Theme:
    """The colours of a game in a look. A game without an hour of its own borrows Docker's noon."""
    light, dark = _hour(game)
    if not look.contrast:
        return light if look.theme == "light" else dark
    if look.theme == "light":
        stark = tuple((name, mix(WHITE, BLACK, 0.12 if name in _CALM else 0.3)) for name, _ in light.extra)
        return Theme(WHITE, rgb("#D0D0D0"), BLACK, BLACK, BLACK, WHITE, WHITE, WHITE, BLACK, True, stark)
    stark = tuple((name, mix(BLACK, WHITE, 0.12 if name in _CALM else 0.3)) for name, _ in dark.extra)
    return Theme(BLACK, rgb("#404040"), WHITE, WHITE, BLACK, WHITE, WHITE, WHITE, BLACK, True, stark)


_APART: Final = 6
"""Least difference, in one channel at least, of two colours of a palette."""


def palette(game: str, look: Look, /) -> Image.Image:
    """The fixed palette of a game's theme, as a 1x1 image in mode "P" to quantise to. It leaves entry 255 free."""
    return table(theme(game, look))


@cache
def table(ours: Theme, /) -> Image.Image:
    """The palette of a theme.

    It holds every pure colour, and the blends that anti-aliasing makes of colours that touch: seats with their own
    edge, ground and figure, the theme's colours with each other.
    """
    own = [ours.ground, ours.shade, ours.line, ours.ink, ours.panel, ours.on_panel, ours.dim, ours.chalk, ours.rim]
    own += [colour for _, colour in ours.extra]
    wanted: dict[RGB, None] = dict.fromkeys([*own, WHITE, INK, BLACK])
    for seat in SEATS:
        wanted |= dict.fromkeys((seat.fill, seat.top, seat.side, seat.edge))
    for share in (0.5, 0.25, 0.75):  # the most useful first: the table is cut at 255
        for seat in SEATS:
            touching = ((seat.fill, seat.on), (seat.fill, seat.edge), (seat.top, seat.edge), (seat.side, seat.edge))
            for one, other in (*touching, (seat.edge, ours.ground), (seat.fill, ours.ground), (seat.fill, ours.panel)):
                wanted[mix(one, other, share)] = None
        touching = (
            (ours.ink, ours.ground),
            (ours.on_panel, ours.panel),
            (ours.dim, ours.panel),
            (ours.rim, ours.chalk),
        )
        for one, other in (*touching, (ours.rim, ours.ground), (ours.ground, ours.shade)):
            wanted[mix(one, other, share)] = None
    for share in (0.5, 0.65, 0.4):  # and what is left for faded pieces and for lines on lines
        for seat in SEATS:
            for tone in (seat.fill, seat.top, seat.side):
                wanted[mix(tone, ours.ground, share)] = None
        for one, other in combinations(dict.fromkeys(own), 2):
            wanted[mix(one, other, share)] = None
    entries: list[RGB] = []
    for colour in wanted:  # neighbours would only compete: Pillow looks colours up in steps of four
        if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= _APART for other in entries):
            entries.append(colour)
        if len(entries) == 255:
            break
    while True:
        channels = bytes(channel for entry in entries for channel in entry)
        image, shown = Image.new("P", (1, 1)), Image.frombytes("RGB", (len(entries), 1), channels)
        image.putpalette(channels)
        found = shown.quantize(palette=image, dither=Image.Dither.NONE).tobytes()
        # Two may compete all the same. What is looked up must be found again, however often it is drawn over.
        worse = {max(pair) for pair in enumerate(found) if pair[0] != pair[1]}
        if not worse:
            return image
        entries = [entry for place, entry in enumerate(entries) if place not in worse]
