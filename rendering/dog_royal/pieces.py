"""Draw the pieces of DOG Royal as sprites: king, knight, citizen and jester by silhouette, letter and glyph.

A piece's origin is the middle of the space it stands on; `unit` is the distance from space to space, in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.dog_royal.state import BASE_RANK
from rendering.drawing.pen import Paint, Pen, Point
from rendering.drawing.sprites import Sprite, sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE

TOP: Final = 0.62
"""How far a piece reaches above the middle of its space, in units."""
FOOT: Final = 0.5
"""How far it reaches below it: together little more than one, so that no neighbour's letter is ever hidden."""
BROAD: Final = 0.96
"""How wide it is."""

_BODY: Final = ((-0.36, -0.08), (0.36, -0.08), (0.44, 0.02), (0.44, 0.42), (-0.44, 0.42), (-0.44, 0.02))
_CROWN: Final = (
    (-0.34, -0.12), (-0.42, -0.5), (-0.18, -0.3), (0.0, -0.56), (0.18, -0.3), (0.42, -0.5), (0.34, -0.12),
)  # fmt: skip
_HELM: Final = (
    (-0.31, -0.1), (-0.31, -0.3), (-0.24, -0.45), (-0.1, -0.53), (0.1, -0.53), (0.24, -0.45), (0.31, -0.3),
    (0.31, -0.1),
)  # fmt: skip
_SLIT: Final = ((-0.22, -0.29), (0.22, -0.29))
_NOSE: Final = ((0.0, -0.29), (0.0, -0.15))
_HAT: Final = ((-0.22, -0.16), (-0.19, -0.54), (0.19, -0.54), (0.22, -0.16))
_RIBBON: Final = ((-0.19, -0.24), (0.19, -0.24))
_BRIM: Final = ((-0.42, -0.14), (0.42, -0.14))
_CAP: Final = (
    (-0.24, -0.1), (-0.3, -0.2), (-0.46, -0.18), (-0.4, -0.42), (-0.24, -0.46), (-0.11, -0.28), (0.0, -0.5),
    (0.11, -0.28), (0.24, -0.46), (0.4, -0.42), (0.46, -0.18), (0.3, -0.2), (0.24, -0.1),
)  # fmt: skip
_BELLS: Final = ((-0.44, -0.16), (0.0, -0.5), (0.44, -0.16))
_SKIRT: Final = (
    (-0.12, -0.16), (0.12, -0.16), (0.26, 0.0), (0.42, 0.24), (0.42, 0.42), (-0.42, 0.42), (-0.42, 0.24), (-0.26, 0.0),
)  # fmt: skip


class _Figure:
    """Draws one piece: each part first with its rims, then filled, so that the parts merge into one silhouette."""

    def __init__(self, pen: Pen, unit: int, origin: Point) -> None:
        self.pen, self.unit, self.origin = pen, unit, origin

    def _fine(self, points: Sequence[Point]) -> list[Point]:
        return [(self.origin[0] + x * self.unit, self.origin[1] + y * self.unit) for x, y in points]

    def shape(self, points: Sequence[Point], tone: Paint, grow: float) -> None:
        self.pen.polygon(self._fine(points), tone, edge=tone, width=2 * grow + self.unit * 0.06)

    def line(self, points: Sequence[Point], tone: Paint, width: float, grow: float) -> None:
        self.pen.line(self._fine(points), tone, width * self.unit + 2 * grow)

    def disc(self, point: Point, radius: float, tone: Paint, grow: float) -> None:
        ((x, y),) = self._fine([point])
        self.pen.disc(x, y, radius * self.unit + grow, tone)

    def all(self, rank: str, tone: Paint, grow: float) -> None:
        """Draw the whole piece, `grow` pixels larger on each side."""
        if rank == BASE_RANK:
            self.shape(_SKIRT, tone, grow)
            self.disc((0, -0.3), 0.25, tone, grow)
            return
        self.shape(_BODY, tone, grow)
        if rank == "C":
            self.line(_BRIM, tone, 0.11, grow)
        self.shape({"K": _CROWN, "N": _HELM, "C": _HAT, "J": _CAP}[rank], tone, grow)
        for bell in _BELLS if rank == "J" else ():
            self.disc(bell, 0.1, tone, grow)


@cache
def piece(colour: int, rank: str, unit: int) -> Sprite:
    """Draw a piece of the base game (`p`) or of a rank (K N C J), with the letter of the rank and the seat's glyph."""
    seat = SEATS[colour]
    wide, tall, origin = round(unit * 1.2), round(unit * 1.28), (round(unit * 0.6), round(unit * 0.7))
    x, y = origin

    def paint(pen: Pen) -> None:
        figure = _Figure(pen, unit, origin)
        figure.all(rank, WHITE, 3.4)
        figure.all(rank, seat.edge, 2)
        figure.all(rank, seat.fill, 0)
        if rank == BASE_RANK:
            pen.glyph(colour, x, y + unit * 0.18, unit * 0.2, seat.on)
            return
        figure.line(((-0.42, -0.09), (0.42, -0.09)), seat.edge if seat.edge != INK else seat.on, 0.035, 0)
        if rank == "N":
            figure.line(_SLIT, seat.on, 0.08, 0)
            figure.line(_NOSE, seat.on, 0.07, 0)
        elif rank == "C":
            figure.line(_RIBBON, seat.on, 0.07, 0)
        elif rank == "J":
            for bell in _BELLS:
                figure.disc(bell, 0.085, seat.on, 0)
        pen.words(x - unit * 0.17, y + unit * 0.18, rank, seat.on, size=letter(unit))
        pen.glyph(colour, x + unit * 0.25, y + unit * 0.18, unit * 0.16, seat.on)

    return sprite(wide, tall, paint, origin=origin)


def letter(unit: int, /) -> int:
    """Return the font size of a piece's letter."""
    return max(30, round(unit * 0.7))


@cache
def ghost(colour: int, rank: str, unit: int, share: float) -> Sprite:
    """Draw a piece where it was, or where it may go."""
    return piece(colour, rank, unit).faded(share)


@cache
def lock(size: int, fill: RGB) -> Sprite:
    """Draw a padlock: the piece on this space is protected."""

    def paint(pen: Pen) -> None:
        for grow, tone in ((3.0, WHITE), (1.5, INK), (0.0, fill)):
            pen.oval(
                (size * 0.27 - grow, size * 0.1 - grow, size * 0.73 + grow, size * 0.7),
                None,
                edge=INK if not grow else tone,
                width=size * 0.12 + 2 * grow,
            )
            pen.rounded((size * 0.14 - grow, size * 0.42 - grow, size * 0.86 + grow, size * 0.92 + grow), 4, tone)
        pen.disc(size / 2, size * 0.67, size * 0.1, INK)

    return sprite(size, size, paint, origin=(size // 2, size // 2))
