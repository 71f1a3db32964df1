"""Colours: the seats, the themes of a game, and the fixed 256-colour palette made of both.

A game's own colours stand in the module `colours` of its folder, as `LIGHT` and `DARK`, made with `make_theme`. Draw
with colours of the theme only: a picture is reduced to the theme's palette without dithering, so any other colour
becomes the nearest one in it. Colours are (red, green, blue), 0..255.
"""

from __future__ import annotations

import importlib
from functools import cache
from itertools import combinations
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageColor

import games
from games.colours import COLOURS
from rendering.drawing.stored.folder import recall

RGB = tuple[int, int, int]


def rgb(hexadecimal: str, /) -> RGB:
    """Convert "#B5281F" to numbers."""
    red, green, blue = ImageColor.getrgb(hexadecimal)[:3]
    return red, green, blue


def mix(one: RGB, other: RGB, share: float, /) -> RGB:
    """Mix `share` (0..1) of `other` into `one`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


WHITE: Final[RGB] = (255, 255, 255)
INK: Final[RGB] = rgb("#2B2B33")
BLACK: Final[RGB] = (0, 0, 0)


class SeatColour(Struct, frozen=True):
    """How a seat looks: `fill`, the colour `on` it, and the tones of a lit body (`top`, `side`, `edge`)."""

    name: str
    fill: RGB
    on: RGB
    pattern: str

    @property
    def top(self) -> RGB:
        return mix(self.fill, WHITE, 0.28)

    @property
    def side(self) -> RGB:
        return mix(self.fill, BLACK, 0.26)

    @property
    def edge(self) -> RGB:
        return mix(self.fill, BLACK, 0.55)


SEATS: Final = tuple(
    SeatColour(each.name.id, rgb(each.fill), WHITE if each.on == "white" else INK, each.pattern) for each in COLOURS
)
"""The seat colours (`games.colours`) as pictures need them, the same in each theme."""


class Look(Struct, frozen=True, cache_hash=True):
    """How a reader wants to see pictures (`/me view:`), and their size.

    theme: for light or dark clients. contrast: black and white grounds, with patterns. patterns: seats are told apart
    by patterns in their colours too. large: letters and pieces of at least 66 px. half: for films, 600 px wide instead
    of 1200, without sentences and without counters that change too often to be read; boxes are those of the full size.
    """

    theme: Literal["light", "dark"] = "light"
    contrast: bool = False
    patterns: bool = False
    large: bool = False
    half: bool = False


class Theme(Struct, frozen=True, cache_hash=True):
    """The colours of one game in one look.

    ground: most of the picture. shade: a second tone of it, for shadows and empty places. line: painted lines, and the
    mark of the seat to move. ink: text and outlines on the ground. panel, on_panel, dim: the strips, their text and
    their less important text. chalk, rim: the arrow of the last move and its outline. extra: the game's own colours,
    by name. wide: the names of those that cover large areas. patterns: seats' colours carry their patterns.
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
    wide: tuple[str, ...] = ()
    patterns: bool = False

    @property
    def dark(self) -> bool:
        """Whether the ground is dark, so that edges on it must be light."""
        return sum(self.ground) < 380

    def own(self, name: str, /) -> RGB:
        """Return one of the game's own colours. Raises KeyError."""
        return dict(self.extra)[name]


def make_theme(colours: str, *, wide: tuple[str, ...] = (), **extra: str) -> Theme:
    """Make a theme from hexadecimal colours: ground, shade, line, ink, panel, on_panel, dim; and the game's own.

    Any two of them, of the tones of seats, white, INK and black are the same or differ by 9 or more in red, green or
    blue. 6 is enough for two that Pillow tells apart: it rounds red, green and blue down to multiples of four, and each
    must still be nearer to itself than to the other. The palette drops one that is nearer. `wide` names the game's own
    colours that cover large areas. With high contrast they are close to the colour of the ground, and the others are
    all one grey.
    """
    ground, shade, line, ink, panel, on_panel, dim = (rgb(f"#{colour}") for colour in colours.split())
    own = tuple((name, rgb(f"#{colour}")) for name, colour in extra.items())
    return Theme(ground, shade, line, ink, panel, on_panel, dim, extra=own, wide=wide)


def lead(name: str, count: int, first: str, last: str, /) -> dict[str, str]:
    """Name hexadecimal colours that lead from one to another, for `make_theme`: "sky0", "sky1", …"""
    steps = (mix(rgb(f"#{first}"), rgb(f"#{last}"), number / (count - 1)) for number in range(count))
    return {f"{name}{number}": bytes(tone).hex() for number, tone in enumerate(steps)}


PLAIN_LIGHT: Final = make_theme("E9E4DA C9C2B4 F2C14E 2B2B33 27343F FFFFFF C9D3DA")
PLAIN_DARK: Final = make_theme("45443F 34332F F2C14E F4F0E8 15191E FFFFFF B9C3CA")
"""The colours of a game without a colour module."""


@cache
def _load_themes(game: str) -> tuple[Theme, Theme]:
    """Return the light and the dark theme of a game: `LIGHT` and `DARK` in the module `colours` of its pictures.

    A game without that module, or without pictures, gets plain colours.
    """
    name = f"{games.module(game, 'rendering')}.colours"
    try:
        colours = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{name}.".startswith(f"{missing.name}."):
            raise
        return PLAIN_LIGHT, PLAIN_DARK
    return colours.LIGHT, colours.DARK


def has_colours(game: str, /) -> bool:
    """Whether a game has a colour module."""
    return _load_themes(game) != (PLAIN_LIGHT, PLAIN_DARK)


@cache
def theme(game: str, look: Look, /) -> Theme:
    """Return the colours of a game in a look."""
    light, dark = _load_themes(game)
    chosen = light if look.theme == "light" else dark
    if not look.contrast:
        return replace(chosen, patterns=look.patterns)
    ground, shade, ink = (WHITE, rgb("#D0D0D0"), BLACK) if look.theme == "light" else (BLACK, rgb("#404040"), WHITE)
    greys = _grey_out(chosen, ground, ink)
    return Theme(ground, shade, ink, ink, BLACK, WHITE, WHITE, WHITE, BLACK, True, greys, patterns=True)


def _grey_out(colours: Theme, ground: RGB, figure: RGB) -> tuple[tuple[str, RGB], ...]:
    """Replace a game's own colours by greys for high contrast; large areas get tones close to the ground's."""
    return tuple((name, mix(ground, figure, 0.12 if name in colours.wide else 0.3)) for name, _ in colours.extra)


_APART: Final = 6
"""The least difference between two colours of a palette, in at least one channel."""


@cache
def palette(ours: Theme, /) -> Image.Image:
    """Return the fixed palette of a theme, as a 1x1 image in mode "P" to quantise to. Entry 255 stays free.

    It holds every pure colour, and the blends that anti-aliasing makes of colours that touch: seats with their own
    edge, ground and figure, the theme's colours with each other.
    """
    return recall(lambda: _choose_palette(ours), ours)


def _choose_palette(ours: Theme) -> Image.Image:
    own = [ours.ground, ours.shade, ours.line, ours.ink, ours.panel, ours.on_panel, ours.dim, ours.chalk, ours.rim]
    own += [colour for _, colour in ours.extra]
    wanted: dict[RGB, None] = dict.fromkeys([*own, WHITE, INK, BLACK])
    for seat in SEATS:
        wanted |= dict.fromkeys((seat.fill, seat.top, seat.side, seat.edge))
    for share in (0.5, 0.25, 0.75):  # the most useful first, because the palette is cut at 255
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
    for share in (0.5, 0.65, 0.4):  # the rest is for faded pieces and for lines on lines
        for seat in SEATS:
            for tone in (seat.fill, seat.top, seat.side):
                wanted[mix(tone, ours.ground, share)] = None
        for one, other in combinations(dict.fromkeys(own), 2):
            wanted[mix(one, other, share)] = None
    entries: list[RGB] = []
    for colour in wanted:  # drop near duplicates: Pillow looks colours up in steps of four
        if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= _APART for other in entries):
            entries.append(colour)
        if len(entries) == 255:
            break
    while True:
        channels = bytes(channel for entry in entries for channel in entry)
        image, shown = Image.new("P", (1, 1)), Image.frombytes("RGB", (len(entries), 1), channels)
        image.putpalette(channels)
        found = shown.quantize(palette=image, dither=Image.Dither.NONE).tobytes()
        # Two may still share a step. Each entry must be its own nearest, or colours drift each time they are redrawn.
        worse = {max(pair) for pair in enumerate(found) if pair[0] != pair[1]}
        if not worse:
            return image
        entries = [entry for place, entry in enumerate(entries) if place not in worse]
