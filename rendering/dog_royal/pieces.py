"""Draw the pieces of DOG Royal as sprites: king, knight, citizen and jester by silhouette, letter and glyph.

A piece's origin is the middle of the space it stands on; `unit` is the distance from space to space, in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.dog_royal.state import BASE_RANK
from rendering.drawing.pen import Paint, Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, SeatColour, mix, rgb

TOP: Final = 0.8
"""How far a piece reaches above the middle of its space, in units."""
FOOT: Final = 0.34
"""How far a piece reaches below the middle of its space, in units."""
BROAD: Final = 1.06
"""How wide a piece is, in units."""
MARK: Final = (-0.45, -0.31, 0.45, 0.17)
"""Where its letter and glyph are (left, top, right, bottom, in units): so high that the head of a piece on the next
space does not cover them."""

_ROBES: Final = {
    "K": ((-0.26, -0.31), (-0.42, -0.25), (-0.46, -0.02), (-0.53, 0.2), (-0.48, 0.29)),
    "N": ((-0.36, -0.33), (-0.49, -0.28), (-0.5, -0.06), (-0.45, 0.08), (-0.45, 0.29)),
    "C": ((-0.27, -0.31), (-0.42, -0.24), (-0.46, 0.0), (-0.42, 0.12), (-0.46, 0.29)),
    "J": ((-0.27, -0.31), (-0.42, -0.24), (-0.47, 0.0), (-0.45, 0.31), (-0.3, 0.22), (-0.15, 0.31), (0.0, 0.22)),
}
"""The left half of each rank's robe, from the neck down: ermine that spreads, square armour, a coat with a waist, and
points at the hem."""
_STOUT: Final = 1.1
"""How much wider the robe of a small piece is, for its letter and glyph."""
_WAIST: Final = -0.1
"""What lies above the waist is raised in a tall figure."""
_HEAD: Final = (0.0, -0.49)
_FACE: Final = 0.24
_EYES: Final = ((-0.09, -0.485), (0.09, -0.485))
_CROWN: Final = (
    (-0.27, -0.57), (-0.37, -0.78), (-0.17, -0.68), (0, -0.8), (0.17, -0.68), (0.37, -0.78), (0.27, -0.57),
)  # fmt: skip
_BAND: Final = ((-0.26, -0.585), (0.26, -0.585))
_HEM: Final = ((-0.44, 0.24), (0.44, 0.24))
_TAILS: Final = (-0.28, 0.0, 0.28)
_BEARD: Final = ((-0.2, -0.42), (0, -0.385), (0.2, -0.42), (0.15, -0.32), (0, -0.285), (-0.15, -0.32))
_HELM: Final = (
    (-0.28, -0.28), (-0.3, -0.59), (-0.21, -0.71), (0, -0.75), (0.21, -0.71), (0.3, -0.59), (0.28, -0.28),
)  # fmt: skip
_PLUME: Final = ((0, -0.73), (0.18, -0.79), (0.4, -0.73), (0.49, -0.53), (0.35, -0.61), (0.18, -0.68))
_SLIT: Final = ((-0.18, -0.52), (0.18, -0.52))
_NOSE: Final = ((0, -0.52), (0, -0.37))
_HAT: Final = ((-0.22, -0.61), (-0.24, -0.79), (0.24, -0.79), (0.22, -0.61))
_BRIM: Final = ((-0.38, -0.6), (0.38, -0.6))
_RIBBON: Final = ((-0.22, -0.67), (0.22, -0.67))
_MOUSTACHE: Final = ((-0.13, -0.39), (0, -0.42), (0.13, -0.39))
_CAP: Final = (
    (-0.24, -0.51), (-0.43, -0.44), (-0.47, -0.68), (-0.29, -0.77), (-0.12, -0.67), (0, -0.75), (0.12, -0.67),
    (0.29, -0.77), (0.47, -0.68), (0.43, -0.44), (0.24, -0.51), (0.12, -0.6), (-0.12, -0.6),
)  # fmt: skip
_BELLS: Final = ((-0.44, -0.41), (0, -0.72), (0.44, -0.41))
_GRIN: Final = ((-0.12, -0.41), (0, -0.35), (0.12, -0.41))
_HAIR: Final = ((-0.22, -0.55), (-0.16, -0.66), (0, -0.695), (0.16, -0.66), (0.22, -0.55), (0, -0.6))
_SKIN, _GOLD, _STEEL = rgb("#F4DBB8"), rgb("#F6D58A"), rgb("#CDC8CD")
"""The same in every theme, as the seats' colours are."""


class Figure:
    """Draws one piece: first the rims of all parts, then all fills, so that the parts merge into one silhouette.

    `taller`: how much longer its body is than that of a piece on the board, in units.
    """

    def __init__(self, pen: Pen, unit: int, origin: Point, *, taller: float = 0.0) -> None:
        self.pen, self.unit, self.origin, self.taller = pen, unit, origin, taller

    def _outline_robe(self, rank: str) -> list[Point]:
        """Return the outline of a rank's robe, the right half from the top down, then the left half."""
        wide = 1 if self.unit > 50 else _STOUT
        half = [(x * wide, y) for x, y in _ROBES.get(rank, _ROBES["C"])]
        return [*((-x, y) for x, y in half), *reversed(half)]

    def _fine(self, points: Sequence[Point]) -> list[Point]:
        (left, top), unit = self.origin, self.unit
        return [(left + x * unit, top + (y - self.taller * (y < _WAIST)) * unit) for x, y in points]

    def shape(self, points: Sequence[Point], tone: Paint, grow: float = 0) -> None:
        self.pen.polygon(self._fine(points), tone, edge=tone, width=2 * grow + self.unit * 0.05)

    def line(self, points: Sequence[Point], tone: Paint, width: float, grow: float = 0) -> None:
        self.pen.line(self._fine(points), tone, width * self.unit + 2 * grow)

    def disc(self, point: Point, radius: float, tone: Paint, grow: float = 0) -> None:
        ((x, y),) = self._fine([point])
        self.pen.disc(x, y, radius * self.unit + grow, tone)

    def oval(self, point: Point, across: float, down: float, tone: Paint) -> None:
        ((x, y),) = self._fine([point])
        across, down = across * self.unit, down * self.unit
        self.pen.oval((x - across, y - down, x + across, y + down), tone)

    def silhouette(self, rank: str, tone: Paint, grow: float) -> None:
        """Draw the whole piece in one tone, `grow` pixels larger on each side."""
        self.shape(self._outline_robe(rank), tone, grow)
        self.disc(_HEAD, _FACE, tone, grow)
        if rank == "C":
            self.line(_BRIM, tone, 0.09, grow)
        if rank == "N":
            self.shape(_PLUME, tone, grow)
        self.shape({"K": _CROWN, "N": _HELM, "C": _HAT, "J": _CAP}.get(rank, _HAIR), tone, grow)
        for bell in _BELLS if rank == "J" else ():
            self.disc(bell, 0.07, tone, grow)

    def robe(self, rank: str, seat: SeatColour) -> None:
        """Draw the body: lit from the left, its right side in shade."""
        robed = self._outline_robe(rank)
        side = robed[1:5]
        self.shape(robed, seat.fill)
        self.shape([*side, *((x * 0.74, y) for x, y in reversed(side))], seat.side)
        self.line([(-x * 0.92, y) for x, y in side[1:3]], seat.top, 0.06)

    def pattern(self, colour: int) -> None:
        """Draw the pattern of a seat on the robe around its letter, in place of the trim."""
        (x0, y0), (x1, y1) = self._fine(((-0.5, -0.3), (0.5, 0.32)))
        seat = SEATS[colour]
        self.pen.pattern(colour, (x0, y0, x1, y1), self.unit * 0.2, seat.on)

    def hem(self, rank: str, seat: SeatColour) -> None:
        """Draw the trim of a rank's robe below its letter: ermine, steel, a seam or gold points."""
        if rank == "K":
            self.line(_HEM, WHITE, 0.13)
            for x in _TAILS:
                self.line(((x, 0.22), (x, 0.26)), INK, 0.06)
        elif rank == "N":
            self.line(_HEM, _STEEL, 0.11)
        elif rank == "J":
            for x in (-0.3, 0.0, 0.3):
                self.shape(((x - 0.06, 0.23), (x, 0.15), (x + 0.06, 0.23)), _GOLD)
        elif rank == "C":
            self.line(_HEM, seat.edge if seat.on == WHITE else seat.side, 0.07)

    def head(self, rank: str, seat: SeatColour) -> None:
        """Draw the face and the headgear."""
        if rank == "N":
            self.shape(_PLUME, seat.top)
            self.shape(_HELM, seat.edge, 1.5)
            self.shape(_HELM, _STEEL)
            self.line(((-0.2, -0.36), (-0.21, -0.58), (-0.12, -0.68)), WHITE, 0.06)
            self.line(_SLIT, INK, 0.085)
            self.line(_NOSE, INK, 0.06)
            return
        self.disc(_HEAD, _FACE, seat.edge, 1.5)
        self.disc(_HEAD, _FACE, _SKIN)
        if rank == "K":
            self.shape(_BEARD, WHITE)
        elif rank == "C":
            self.line(_MOUSTACHE, INK, 0.06)
        elif rank == "J":
            self.line(_GRIN, INK, 0.05)
        else:
            self.line(((-0.07, -0.4), (0.07, -0.4)), INK, 0.04)
        for eye in _EYES:
            self.disc(eye, 0.038, INK)
        worn = {"K": _CROWN, "C": _HAT, "J": _CAP}.get(rank, _HAIR)
        self.shape(worn, seat.edge, 1.5)
        self.shape(worn, _GOLD if rank == "K" else seat.fill)
        if rank == "K":
            self.line(_BAND, seat.fill, 0.07)
        elif rank == "C":
            self.line(_BRIM, seat.edge, 0.09, 1.5)
            self.line(_BRIM, seat.fill, 0.09)
            self.line(_RIBBON, seat.on, 0.06)
        elif rank == "J":
            self.shape(((0.0, -0.61), *_CAP[5:11]), _GOLD)
            for bell in _BELLS:
                self.disc(bell, 0.075, seat.edge, 1)
                self.disc(bell, 0.065, _GOLD)


@cache
def draw_piece(colour: int, rank: str, unit: int, *, patterned: bool = False) -> Sprite:
    """Draw a piece of the base game (`p`) or of a rank (K N C J), with the letter of the rank and the seat's glyph.

    `patterned`: its robe shows the seat's pattern instead of the trim of its rank.
    """
    seat = SEATS[colour]
    wide, tall, origin = round(unit * 1.36), round(unit * 1.44), (round(unit * 0.62), round(unit * 0.92))
    x, y = origin

    def paint(pen: Pen) -> None:
        figure = Figure(pen, unit, origin)
        figure.oval((0.13, 0.29), 0.58, 0.17, (*INK, 85))
        if sum(seat.fill) < 250:  # it would vanish by night
            figure.silhouette(rank, mix(seat.fill, WHITE, 0.75), 3)
        figure.silhouette(rank, seat.edge, 1.8)
        figure.robe(rank, seat)
        if patterned:
            figure.pattern(colour)
        else:
            figure.hem(rank, seat)
        figure.head(rank, seat)
        middle = y - unit * 0.07
        if rank == BASE_RANK:
            for grow, tone in ((5, seat.fill), (0, seat.on)):
                pen.glyph(colour, x, middle, unit * 0.26 + grow, tone)
            return
        aside, beside = (0.25, 0.22) if unit > 50 else (0.29, 0.235)
        for grow, tone in ((3, seat.fill), (0, seat.on)):  # the letter touches neither the glyph nor a pattern
            for dx, dy in ((-1, -1), (1, 1), (-1, 1), (1, -1)) if patterned else ((0, 0),):
                pen.words(x - unit * aside + grow * dx, middle + grow * dy, rank, tone, size=letter(unit))
            pen.glyph(colour, x + unit * beside, middle, max(_GLYPH, unit // 2) / 2 + grow, tone)

    return paint_sprite(wide, tall, paint, origin=origin, tones=_list_tones(seat))


def _list_tones(seat: SeatColour) -> tuple[RGB, ...]:
    """List the tones of a piece: its colours, and one between each two that touch often."""
    between = ((seat.fill, seat.on), (seat.fill, seat.edge), (WHITE, seat.edge), (_SKIN, seat.edge))
    pure = (seat.fill, seat.top, seat.side, seat.edge, seat.on, WHITE, INK, _SKIN, _GOLD, _STEEL)
    return tuple(dict.fromkeys((*pure, *(mix(one, other, 0.5) for one, other in between))))


def letter(unit: int, /) -> int:
    """Return the font size of a piece's letter."""
    return max(30, round(unit * 0.6))


_GLYPH: Final = 27
"""The size of the glyph on a piece with a rank, in pixels: it tells seats apart without colour on a phone."""


@cache
def draw_aura(rank: str, unit: int, fill: RGB, rim: RGB) -> Sprite:
    """Draw light around the outline of a piece that stands out, and a slim dark line around the light."""
    wide, tall, origin = round(unit * 1.6), round(unit * 1.7), (round(unit * 0.8), round(unit * 1.06))

    def paint(pen: Pen) -> None:
        figure = Figure(pen, unit, origin)
        for grow, tone in ((8.5, rim), (6, fill)):
            figure.silhouette(rank, tone, grow)

    return paint_sprite(wide, tall, paint, origin=origin)


@cache
def draw_ghost(colour: int, rank: str, unit: int, share: float, *, patterned: bool = False) -> Sprite:
    """Draw a piece where it was, or where it may go."""
    return draw_piece(colour, rank, unit, patterned=patterned).fade(share)


@cache
def draw_lock(size: int, fill: RGB) -> Sprite:
    """Draw a padlock: the piece on this space is protected."""

    def paint(pen: Pen) -> None:
        for grow, tone in ((3.0, WHITE), (1.5, INK), (0.0, fill)):
            pen.oval(
                (size * 0.27 - grow, size * 0.1 - grow, size * 0.73 + grow, size * 0.7),
                None,
                edge=INK if not grow else tone,
                width=size * 0.12 + 2 * grow,
            )
            pen.rounded_box((size * 0.14 - grow, size * 0.42 - grow, size * 0.86 + grow, size * 0.92 + grow), 4, tone)
        pen.disc(size / 2, size * 0.67, size * 0.1, INK)

    return paint_sprite(size, size, paint, origin=(size // 2, size // 2))
