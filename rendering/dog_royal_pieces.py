"""The people of DOG Royal's court as sprites: king, knight, citizen and jester by their silhouette, letter and glyph.

A piece's origin is the middle of the space it stands on; `unit` is the distance from space to space, in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.dog_royal.state import BASE_RANK
from rendering.sprites import Paint, Pen, Point, Sprite, sprite
from rendering.theme import BLACK, INK, RGB, SEATS, WHITE, Theme, mix

TOP: Final = 0.82
"""How far a piece reaches above the middle of its space, in units."""
FOOT: Final = 0.5
"""How far it reaches below it."""
BROAD: Final = 0.96
"""How wide it is."""

_BODY: Final = ((-0.3, -0.2), (0.3, -0.2), (0.43, 0.0), (0.43, 0.4), (-0.43, 0.4), (-0.43, 0.0))
_CROWN: Final = (
    (-0.36, -0.14), (-0.44, -0.66), (-0.21, -0.47), (0.0, -0.76), (0.21, -0.47), (0.44, -0.66), (0.36, -0.14),
)  # fmt: skip
_HELM: Final = (
    (-0.36, -0.12), (-0.36, -0.36), (-0.28, -0.54), (-0.1, -0.64), (0.1, -0.64), (0.28, -0.54), (0.36, -0.36),
    (0.36, -0.12),
)  # fmt: skip
_PLUME: Final = ((0.0, -0.62), (-0.02, -0.78), (0.22, -0.8), (0.44, -0.66), (0.46, -0.44), (0.3, -0.56))
_HAT: Final = ((-0.26, -0.2), (-0.22, -0.72), (0.22, -0.72), (0.26, -0.2))
_BRIM: Final = ((-0.46, -0.2), (0.46, -0.2))
_CAP: Final = (
    (-0.3, -0.12), (-0.3, -0.3), (-0.44, -0.36), (-0.36, -0.62), (-0.12, -0.54), (0.0, -0.74), (0.12, -0.54),
    (0.36, -0.62), (0.44, -0.36), (0.3, -0.3), (0.3, -0.12),
)  # fmt: skip
_BELLS: Final = ((-0.43, -0.3), (0.0, -0.73), (0.43, -0.3))
_SKIRT: Final = ((-0.14, -0.2), (0.14, -0.2), (0.24, 0.06), (0.43, 0.22), (0.43, 0.4), (-0.43, 0.4), (-0.43, 0.22),
                 (-0.24, 0.06))  # fmt: skip


class _Figure:
    """Draws one piece: every part first with its rims, then filled, so that the parts melt into one silhouette."""

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

    def all(self, rank: str, tone: Paint, grow: float, plume: Paint, bells: Paint) -> None:
        """The whole piece, `grow` pixels larger on every side."""
        if rank == BASE_RANK:
            self.shape(_SKIRT, tone, grow)
            self.disc((0, -0.42), 0.27, tone, grow)
            return
        self.shape(_BODY, tone, grow)
        if rank == "K":
            self.shape(_CROWN, tone, grow)
        elif rank == "N":
            self.shape(_PLUME, plume, grow)
            self.shape(_HELM, tone, grow)
        elif rank == "C":
            self.shape(_HAT, tone, grow)
            self.line(_BRIM, tone, 0.13, grow)
        else:
            self.shape(_CAP, tone, grow)
            for bell in _BELLS:
                self.disc(bell, 0.1, bells, grow)


@cache
def piece(colour: int, rank: str, unit: int, theme: Theme) -> Sprite:
    """A piece of the base game (`p`) or of a rank (K N C J). Its letter is the rank's, its glyph the seat's."""
    seat = SEATS[colour]
    wide, tall, origin = round(unit * 1.16), round(unit * 1.46), (round(unit * 0.58), round(unit * 0.92))
    edge = WHITE if colour == len(SEATS) - 1 else seat.edge
    gold = mix(seat.fill, WHITE, 0.45) if seat.on == WHITE else mix(seat.fill, BLACK, 0.26)

    def paint(pen: Pen) -> None:
        figure = _Figure(pen, unit, origin)
        figure.all(rank, WHITE, 3.6, WHITE, WHITE)
        figure.all(rank, seat.edge, 2.1, seat.edge, seat.edge)
        figure.all(rank, seat.fill, 0, gold, gold)
        if rank == BASE_RANK:
            pen.glyph(colour, origin[0], origin[1] + unit * 0.15, unit * 0.23, seat.on)
            return
        figure.line(((-0.33, -0.13), (0.33, -0.13)), edge, 0.03, 0)
        pen.glyph(colour, origin[0], origin[1] - unit * 0.34, unit * 0.17, seat.on)
        pen.words(origin[0], origin[1] + unit * 0.15, rank, seat.on, size=letter(unit))

    return sprite(wide, tall, paint, origin=origin)


def letter(unit: int, /) -> int:
    """The font size of a piece's letter."""
    return max(32, round(unit * 0.74))


@cache
def ghost(colour: int, rank: str, unit: int, theme: Theme, share: float) -> Sprite:
    """A piece that is not there: where it was, or where it may go."""
    return piece(colour, rank, unit, theme).faded(share)


@cache
def lock(size: int, fill: RGB) -> Sprite:
    """A padlock: the piece on this space is protected."""

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
