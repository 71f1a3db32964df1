"""Put a picture together: paste sprites, write words, draw arrows, and note the place of each thing.

A canvas pastes sprites and masks that were drawn before. Words are rendered once and cached as masks. It draws strokes
itself only in films. It notes each thing it draws as a `Box`; tests measure pictures by their boxes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from PIL import Image, ImageDraw

from games.colours import GLYPHS
from rendering.drawing import half_size
from rendering.drawing.fonts import Face, choose_face, font, rise
from rendering.drawing.palette_sheet import Sheet
from rendering.drawing.pen import Point
from rendering.drawing.picture import Box, Kind, Picture, Rectangle
from rendering.drawing.sprites import (
    Layer,
    Sprite,
    draw_arrowhead,
    draw_capsule,
    draw_cross,
    draw_plate,
    draw_ring,
    join_sprites,
    list_arrow_corners,
    list_swoop_corners,
    soften,
    stain,
    token,
)
from rendering.drawing.stored.packed import Packed, pack
from rendering.drawing.theme import RGB, SEATS, WHITE, Look, theme
from rendering.drawing.writing import scripts
from rendering.drawing.writing.direction import PLAIN, arrange


@lru_cache(maxsize=1024)
def _render_word(face: Face, size: int, words: str, fill: RGB, half: bool) -> Sprite:
    """Render words in a colour; the origin is their start on the baseline. `half`: at half their size, for a film."""
    chosen = choose_face(face, words)
    if chosen is None:
        mask, origin = scripts.draw_mask(words, size)
    else:
        drawn = font(chosen, size)
        x0, y0, x1, y1 = (round(edge) for edge in drawn.getbbox(words, anchor="ls"))
        mask, origin = Image.new("L", (max(1, x1 - x0), max(1, y1 - y0))), (-x0, -y0)
        ImageDraw.Draw(mask).text(origin, words, 255, drawn, anchor="ls")
    mask = soften(mask)
    return stain(half_size.halve_mask(mask) if half else mask, fill, origin)


def write_words(words: str, size: int, fill: RGB, face: Face = "text", /) -> Sprite:
    """Write words, without glyphs of seats, as a sprite; its origin is their start on the baseline."""
    return _render_word(face, size, words.translate(PLAIN), fill, False)


@lru_cache(maxsize=8192)
def _measure_advance(face: Face, size: int, word: str) -> float:
    """Measure the width of a word, which is far cheaper than rendering its mask."""
    chosen = choose_face(face, word)
    return scripts.measure_advance(word, size) if chosen is None else font(chosen, size).getlength(word)


@lru_cache(maxsize=256)
def _draw_sign(
    words: str, size: int, face: Face, fill: RGB, width: int, height: int, ground: RGB, radius: int, edge: RGB | None
) -> Sprite:
    """Write words in the middle of a plate."""
    middle = width // 2, height // 2
    start = middle[0] - measure(words, size, face) // 2, round(middle[1] + rise(face, size))
    under, over = draw_plate(width, height, ground, radius, edge), _render_word(face, size, words, fill, False)
    return join_sprites(width, height, [(under, 0, 0), (over, *start)], origin=middle)


@lru_cache(maxsize=4096)
def measure(words: str, size: int, face: Face = "text", /) -> int:
    """Measure the width of words drawn by `Canvas.text`, in pixels; glyphs of seats count as the tokens drawn for
    them."""
    parts = arrange(words)
    return round(sum(size * 1.16 if part in GLYPHS else _measure_advance(face, size, part) for part in parts))


def fit_words(words: str, width: int, size: int, least: int, face: Face = "text", /) -> tuple[str, int]:
    """Choose the largest font size, down to `least`, at which the words fit `width`; shorten them if none does.

    Returns the words and their size.
    """
    for smaller in range(size, least - 1, -2):
        if measure(words, smaller, face) <= width:
            return words, smaller
    kept = words
    while kept and measure(f"{kept}…", least, face) > width:
        kept = kept[:-1].rstrip()
    return f"{kept}…", least


_PIECE: Final = 100
"""The longest piece of a slanting line, in pixels."""


class Canvas:
    """A picture being drawn: its size, the theme of its game in a look, and the boxes drawn so far.

    `base` is a cached static layer; it is copied, and `boxes` are its boxes. `large` is set where letters and pieces
    must be at least 66 px: in private pictures, and for readers who ask for it. All measures are in pixels of the full
    size; `step` of them become one pixel of the picture.
    """

    def __init__(
        self,
        base: Layer | Image.Image | Packed,
        game: str,
        look: Look,
        *,
        private: bool = False,
        boxes: Sequence[Box] = (),
    ) -> None:
        self.step = 2 if look.half else 1
        self.look = look
        self.theme = theme(game, look)
        self._sheet = Sheet(base, self.theme, self.step)
        self.width, self.height = (self.step * edge for edge in self._sheet.image.size)
        self.large = look.large or private
        self._boxes = list(boxes)
        self._places: dict[str, Rectangle] = {}

    def layer(self) -> tuple[Packed, tuple[Box, ...]]:
        """Return the drawing so far as a static layer for other canvases, and its boxes. Callers cache it."""
        return pack(self._sheet.image), tuple(self._boxes)

    def letter_size(self, size: int = 40, /) -> int:
        """Return the font size for letters and strips: `size`, or at least 66 on a large canvas."""
        return max(size, 66) if self.large else size

    def box(self, kind: Kind, x: float, y: float, width: float, height: float, label: str = "") -> None:
        """Note a thing and its rectangle."""
        self._boxes.append(Box(kind, round(x), round(y), round(x + width), round(y + height), label))

    def place(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """Note a place that a refusal may mark, for `mark_places`. The first note of a name counts."""
        self._places.setdefault(name, (round(x), round(y), round(width), round(height)))

    def paste(self, sprite: Sprite, x: float, y: float) -> None:
        """Paste a sprite with its origin at x, y."""
        left, top = round(x) - sprite.origin[0], round(y) - sprite.origin[1]
        if self.look.half:
            sprite, left, top = half_size.halve_sprite(sprite, self.theme), left // 2, top // 2
        self._sheet.put(sprite, left, top)

    def part(self, x: int, y: int, width: int, height: int) -> Image.Image:
        """Copy a part of the sheet, at the resolution of the picture, to paint on it and `put_back`."""
        edges = (x, y, x + width, y + height)
        left, top, right, below = (edge // self.step for edge in edges)
        return self._sheet.image.crop((left, top, right, below))

    def read(self, x0: int, y0: int, x1: int, y1: int) -> bytes:
        """List the palette indices of a part of a picture in full size."""
        return self._sheet.read((x0, y0, x1, y1))

    def put_back(self, part: Image.Image, x: int, y: int, boxes: Sequence[Box] = ()) -> None:
        """Replace a part of the sheet; `boxes` are those of the part."""
        self._sheet.replace(part, x // self.step, y // self.step)
        self._boxes.extend(boxes)

    def fill(self, x: int, y: int, width: int, height: int, fill: RGB) -> None:
        """Fill a rectangle."""
        step = self.step
        self._sheet.fill((x // step, y // step, (x + width) // step, (y + height) // step), fill)

    def shape(self, points: Sequence[Point], fill: RGB) -> None:
        """Fill a polygon with hard edges, which a stroke may cover."""
        self._sheet.polygon([(x / self.step, y / self.step) for x, y in points], fill)

    def token(self, colour: int, x: float, y: float, size: int, *, faint: bool = False) -> None:
        """Draw the token of a seat colour around x, y."""
        self.paste(self._draw_token(colour, size, faint=faint), x, y)
        self.box("badge", x - size // 2, y - size // 2, size, size, SEATS[colour].name)

    def _draw_token(self, colour: int, size: int, *, faint: bool = False) -> Sprite:
        return token(colour, size, WHITE, faint=faint, patterned=self.theme.patterns)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: int,
        fill: RGB | None = None,
        face: Face = "text",
        align: Literal["left", "middle", "right"] = "left",
        width: int | None = None,
        least: int | None = None,
        kind: Kind = "text",
    ) -> int:
        """Write one line with the middle of its capitals at `y`. Returns the x at which it ends.

        `align` says which part of the line lies at `x`. With `width` the line is made smaller, down to `least` (default
        `size`), and then shortened. Glyphs of seats become tokens.
        """
        if width is not None:
            words, size = fit_words(words, width, size, least or size, face)
        runs = measure(words, size, face)
        here: float = round(x) - {"left": 0, "middle": runs // 2, "right": runs}[align]
        self.box(kind, here, y - size // 2, runs, size, words.translate(PLAIN))
        baseline = round(y + rise(face, size))
        for part in arrange(words):
            if part in GLYPHS:
                across = round(size * 1.06)
                self.paste(self._draw_token(GLYPHS.index(part), across), here + size * 0.55, y)
                here += size * 1.16
            elif part == " ":
                here += _measure_advance(face, size, part)
            else:
                run = _render_word(face, size, part, fill or self.theme.ink, self.look.half)
                left, top = round(here) - run.origin[0], baseline - run.origin[1]
                self._sheet.put(run, left // self.step, top // self.step)
                here += _measure_advance(face, size, part)
        return round(here)

    def stroke(self, points: Sequence[Point], *, width: int, fill: RGB) -> None:
        """Draw a line through the points.

        Its pieces are cached by direction, so that recurring ones cost nothing. In a film the line is drawn directly.
        """
        if self.look.half:
            self._sheet.stroke([(x / 2, y / 2) for x, y in points], width / 2, fill)
            return
        for (x0, y0), (x1, y1) in pairwise(points):
            across, down = round(x1) - round(x0), round(y1) - round(y0)
            # A long slanting line would be a large sprite that hardly ever recurs, so it is cut into short pieces.
            count = 1 + min(abs(across), abs(down)) // _PIECE
            marks = [(round(across * i / count), round(down * i / count)) for i in range(count + 1)]
            for (left, top), (right, bottom) in pairwise(marks):
                self.paste(draw_capsule(right - left, bottom - top, width, fill), round(x0) + left, round(y0) + top)

    def arrow(
        self, points: Sequence[Point], *, width: int = 14, fill: RGB | None = None, rim: RGB | None = None
    ) -> None:
        """Draw an arrow through the points, its head at the last one; by default like that of the last move."""
        fill, rim = fill or self.theme.chalk, rim or self.theme.rim
        size = round(width * 1.7)
        while len(points) > 2 and math.dist(points[-2], points[-1]) < size * 1.25:  # the last leg would be all head
            points = [*points[:-2], points[-1]]
        (x0, y0), (x1, y1) = points[-2:]
        angle = round(math.degrees(math.atan2(y1 - y0, x1 - x0)) / 3) * 3
        turn = math.radians(angle)
        neck = (x1 - size * math.cos(turn), y1 - size * math.sin(turn))
        for colour, around in ((rim, 4), (fill, 0)):
            self.stroke([*points[:-1], neck], width=width + 2 * around, fill=colour)
            self._draw_head(x1, y1, angle, size, 4 + 2 * around, colour)

    def swoop(
        self, points: Sequence[Point], *, width: int = 14, fill: RGB | None = None, rim: RGB | None = None
    ) -> None:
        """Draw an arrow along a curve, listed in short steps, from a slender tail to its head at the last point."""
        fill, rim, scale = fill or self.theme.chalk, rim or self.theme.rim, 0.5 if self.look.half else 1
        line = [(x * scale, y * scale) for x, y in points]
        outlines = [
            (list_swoop_corners(line, width * scale, grow * scale), tone) for tone, grow in ((rim, 4), (fill, 0))
        ]
        if self.look.half:
            for outline, tone in outlines:
                self._sheet.polygon(outline, tone)
        else:
            self._sheet.cover(outlines)

    def _draw_head(self, x: float, y: float, angle: int, size: int, width: int, fill: RGB) -> None:
        """Draw an arrowhead with its point at x, y, and an outline of `width`."""
        if self.look.half:
            corners = list_arrow_corners(x / 2, y / 2, angle, size / 2)
            self._sheet.polygon(corners, fill)
            self._sheet.stroke([*corners, corners[0]], width / 2, fill)
        else:
            self.paste(draw_arrowhead(angle, size, width, fill), x, y)

    def halo(self, x: float, y: float, width: int, height: int, *, radius: int = 20, fill: RGB | None = None) -> None:
        """Draw a bright ring around a piece that has just moved; the rectangle is its outer edge."""
        self.paste(draw_ring(width, height, radius, fill or self.theme.chalk, self.theme.rim), x, y)

    def cross(self, x: float, y: float, size: int, *, fill: RGB | None = None) -> None:
        """Draw a cross around x, y over a piece that is captured, has fallen or is out."""
        self.paste(draw_cross(size, fill or self.theme.chalk, self.theme.rim), x, y)

    def panel(
        self, x: int, y: int, width: int, height: int, fill: RGB, *, radius: int = 12, edge: RGB | None = None
    ) -> None:
        """Draw a plate with round corners."""
        self.paste(draw_plate(width, height, fill, radius, edge), x, y)

    def sign(
        self,
        x: int,
        y: int,
        words: str,
        *,
        size: int,
        width: int,
        height: int,
        ground: RGB,
        fill: RGB,
        face: Face = "display",
        radius: int = 12,
        edge: RGB | None = None,
        kind: Kind = "letter",
    ) -> None:
        """Write words, without glyphs of seats, in the middle of a plate around x, y: one cached sprite."""
        runs = measure(words, size, face)
        self.box(kind, x - runs // 2, y - size // 2, runs, size, words)
        self.paste(_draw_sign(words.translate(PLAIN), size, face, fill, width, height, ground, radius, edge), x, y)

    def finish(self, *, dense: bool = False, hard: bool = False) -> Picture:
        """Return the picture in the fixed palette of its theme; `dense` and `hard` as in `Picture`."""
        return Picture(self._sheet.image, tuple(self._boxes), dense, hard, self._places)
