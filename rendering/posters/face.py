"""Draw faces: a sailor or a landlubber for everybody who has no picture of their own.

A face follows from a seed, such as a person's name: the same seed always gives the same face. Faces are white with ink
strokes, as in a linocut, so that every theme has their colours.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from rendering.drawing.pen import FINE, Pen, Point
from rendering.drawing.sprites import Sprite, cut_out, soften
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, SeatColour, mix


class Face(NamedTuple):
    """What a face is made of, each as a number below that in `KINDS`."""

    head: int = 0
    hair: int = 0
    eyes: int = 0
    brows: int = 0
    nose: int = 0
    mouth: int = 0
    beard: int = 0
    hat: int = 0
    extra: int = 0


KINDS: Final = Face(head=3, hair=6, eyes=5, brows=3, nose=3, mouth=4, beard=8, hat=7, extra=5)
"""How many kinds of each part there are. The last kinds of beards and extras are none."""

_LAUGH, _ARCS, _GLASSES = KINDS.mouth, 3, 4
"""The mouth of a winner, which no seed chooses, and the eyes it goes with."""

CHARACTERS: Final[Mapping[str, Face]] = {
    "Pip": Face(0, 2, 0, 1, 0, 0, 7, 0, 0),
    "Dot": Face(1, 1, 3, 0, 2, 0, 7, 6, 4),
    "Otto": Face(2, 5, 0, 0, 1, 3, 1, 0, 3),
    "Fay": Face(0, 3, 2, 0, 2, 3, 7, 6, 1),
    "Juno": Face(1, 4, 2, 1, 0, 2, 7, 6, 0),
    "Bram": Face(1, 0, 1, 0, 1, 1, 2, 4, 1),
    "Vera": Face(0, 4, 4, 0, 0, 1, 7, 6, 4),
    "Kito": Face(2, 3, 0, 0, 2, 3, 7, 2, 0),
    "Gale": Face(0, 1, 1, 0, 0, 0, 7, 1, 2),
    "Rook": Face(2, 5, 1, 0, 1, 2, 0, 4, 2),
    "Sable": Face(1, 2, 1, 2, 0, 1, 7, 3, 1),
    "Ines": Face(1, 1, 4, 0, 2, 2, 7, 1, 3),
}
"""The faces of the computer players, by name."""

_GREY: Final = mix(WHITE, INK, 0.5)


def choose_face(seed: str, /) -> Face:
    """Choose the parts of a face by a seed. The name of a computer player gives the face that was drawn for it."""
    if (known := CHARACTERS.get(seed)) is not None:
        return known
    digits = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()
    return Face(*(digit % count for digit, count in zip(digits, KINDS, strict=False)))


def cheer(face: Face, /) -> Face:
    """Let a face laugh: glasses stay, other eyes narrow to arcs."""
    return face._replace(mouth=_LAUGH, brows=2, eyes=face.eyes if face.eyes == _GLASSES else _ARCS)


@lru_cache(maxsize=64)
def draw_face(face: str | Face, colour: int, size: int, /) -> Sprite:
    """Draw a face, or that of a seed, on a disc of `size` pixels in a seat's colour; its origin is in the middle."""
    parts = choose_face(face) if isinstance(face, str) else face
    sheet = Image.new("RGB", (size * FINE, size * FINE))
    _Portrait(Pen(ImageDraw.Draw(sheet)), size / 100, SEATS[colour]).paint(parts)
    mask = Image.new("L", sheet.size)
    ImageDraw.Draw(mask).ellipse((0, 0, sheet.width - 1, sheet.height - 1), 255)
    return cut_out(sheet.reduce(FINE), soften(mask.reduce(FINE)), (size // 2, size // 2))


class _Portrait:
    """Paints in hundredths of the disc. `unit`: the pixels of one."""

    def __init__(self, pen: Pen, unit: float, seat: SeatColour) -> None:
        self._pen = pen
        self._unit = unit
        self._seat = seat
        self._coat = seat.side if seat.fill != INK else _GREY

    def paint(self, face: Face) -> None:
        wide = (19, 21.5, 23)[face.head]
        tone = (INK, mix(INK, WHITE, 0.3), self._seat.edge if self._seat.fill != INK else _GREY)[face.hair % 3]
        self._oval(50, 50, 72, 72, self._seat.fill)
        self._oval(36, 40, 46, 46, self._seat.top if self._seat.fill != INK else mix(INK, WHITE, 0.12))
        self._paint_back_of_hair(face.hair, wide, tone)
        self._paint_coat(face.extra)
        self._oval(50 - wide, 53, 4.5, 6, WHITE, edge=INK)
        self._oval(50 + wide, 53, 4.5, 6, WHITE, edge=INK)
        self._oval(50, 52, wide, (25, 24, 23)[face.head], WHITE, edge=INK)
        self._paint_beard(face.beard, wide, tone)
        self._paint_hair(face.hair, wide, tone)
        self._paint_features(face)
        self._paint_hat(face.hat, wide)
        if face.extra == 1:
            self._line([(50 + wide + 1, 60), (50 + wide + 1, 62)], self._seat.on if self._seat.on != INK else INK, 3.4)
        elif face.extra == 2:
            self._line([(57, 67), (72, 71)], INK, 3)
            self._oval(74, 68, 4.5, 5, INK)

    def _paint_coat(self, extra: int) -> None:
        self._oval(50, 112, 40, 36, self._coat, edge=INK)
        self._shape([(40, 72), (60, 72), (58, 86), (42, 86)], WHITE)
        if extra == 0:
            for y in (84, 90, 96):
                self._line([(38, y), (62, y)], self._seat.fill if self._seat.fill != WHITE else INK, 2.6)
        elif extra == 3:
            self._shape([(32, 78), (50, 86), (68, 78), (70, 85), (50, 94), (30, 85)], self._seat.on, edge=INK)
        else:
            self._shape(
                [(36, 77), (50, 96), (64, 77), (74, 84), (52, 106), (48, 106), (26, 84)], self._seat.on, edge=INK
            )

    def _paint_back_of_hair(self, hair: int, wide: float, tone: RGB) -> None:
        if hair == 1:
            self._oval(50, 56, wide + 8, 29, tone)
            self._shape([(50 - wide - 8, 56), (50 + wide + 8, 56), (50 + wide + 5, 88), (50 - wide - 5, 88)], tone)
        elif hair == 3:
            for angle in range(9):
                self._oval(
                    50 + (angle - 4) * (wide + 6) / 4, 50 - 24 * (1 - ((angle - 4) / 4.4) ** 2) ** 0.5, 9, 9, tone
                )
        elif hair == 4:
            self._oval(50, 22, 10, 10, tone)
            self._oval(50, 47, wide + 4, 25, tone)

    def _paint_hair(self, hair: int, wide: float, tone: RGB) -> None:
        left, right = 50 - wide, 50 + wide
        if hair in (0, 4):
            self._shape(
                [
                    (left - 1, 48),
                    (left, 34),
                    (50, 24),
                    (right, 34),
                    (right + 1, 48),
                    (right - 6, 38),
                    (50, 34),
                    (left + 6, 38),
                ],
                tone,
            )
        elif hair in (1, 3):
            self._shape(
                [
                    (left - 2, 54),
                    (left, 33),
                    (50, 23),
                    (right, 33),
                    (right + 2, 54),
                    (right - 4, 41),
                    (56, 33),
                    (46, 39),
                    (left + 4, 42),
                ],
                tone,
            )
        elif hair == 2:
            self._shape(
                [
                    (left - 1, 46),
                    (left + 2, 32),
                    (46, 24),
                    (60, 25),
                    (right, 34),
                    (right + 1, 44),
                    (right - 8, 36),
                    (60, 41),
                    (52, 34),
                    (44, 41),
                    (38, 36),
                ],
                tone,
            )

    def _paint_features(self, face: Face) -> None:
        for side in (-1, 1):
            x = 50 + side * 8.5
            if face.eyes == _GLASSES:
                self._oval(x, 52, 6.4, 6.4, None, edge=INK)
                self._oval(x, 52, 2.2, 2.6, INK)
            elif face.eyes == _ARCS:
                self._line([(x - 3.6, 52.5), (x, 50), (x + 3.6, 52.5)], INK, 2.8)
            elif face.eyes == 2:
                self._oval(x, 52, 2.8, 3.6, INK)
                self._line([(x + side * 2, 49.5), (x + side * 5.6, 47.5)], INK, 2)
            else:
                self._oval(x, 52, 2.6, (3.4, 2.6)[face.eyes], INK)
            lift = (0, 1.6, -1)[face.brows]
            self._line([(x - 4.4, 45 + side * lift * 0.6), (x + 4.4, 45 - side * lift * 0.6)], INK, 2.6)
        if face.eyes == _GLASSES:
            self._line([(48, 51), (52, 51)], INK, 2)
        nose: tuple[list[Point], ...] = (
            [(51, 53), (54, 59), (50, 60)],
            [(49, 54), (46.5, 60), (52, 60)],
            [(48, 59.5), (52, 59.5)],
        )
        self._line(nose[face.nose], INK, 2.4)
        mouth: tuple[list[Point], ...] = (
            [(43, 65), (47, 68), (53, 68), (57, 65)],
            [(44, 67), (51, 67.5), (57, 64)],
            [(44, 66.5), (56, 66.5)],
            [(42, 65), (58, 65), (54.5, 70), (45.5, 70), (42, 65)],
        )
        if face.mouth == _LAUGH:
            self._shape([(40.5, 63.5), (59.5, 63.5), (58, 69.5), (54, 73.5), (46, 73.5), (42, 69.5)], INK)
            self._shape([(42.5, 64.2), (57.5, 64.2), (56.6, 67), (43.4, 67)], WHITE)
            self._oval(50, 71.4, 3.4, 1.8, self._seat.fill if self._seat.fill != INK else _GREY)
        elif face.mouth == 3:
            self._shape(mouth[3], INK)
            self._line([(45, 66.2), (55, 66.2)], WHITE, 1.6)
        else:
            self._line(mouth[face.mouth], INK, 2.8)

    def _paint_beard(self, beard: int, wide: float, tone: RGB) -> None:
        left, right = 50 - wide, 50 + wide
        if beard == 0:
            self._shape(
                [
                    (left, 52),
                    (left + 5, 62),
                    (50, 61),
                    (right - 5, 62),
                    (right, 52),
                    (right - 2, 70),
                    (58, 82),
                    (42, 82),
                    (left + 2, 70),
                ],
                tone,
            )
            self._oval(50, 66.5, 8, 4.6, WHITE)
        elif beard == 1:
            self._shape(
                [(50, 61.5), (60, 64.5), (64, 61.5), (60, 67), (50, 64.8), (40, 67), (36, 61.5), (40, 64.5)],
                tone,
                edge=tone,
            )
        elif beard == 2:
            self._shape([(44, 71), (56, 71), (53, 81), (47, 81)], tone, edge=tone)

    def _paint_hat(self, hat: int, wide: float) -> None:
        left, right = 50 - wide, 50 + wide
        band, on = self._coat, self._seat.on
        if hat == 0:  # a sailor's white cap
            self._oval(50, 27, wide + 3, 9, WHITE, edge=INK)
            self._box(left - 1, 29, right + 1, 38, band, edge=INK)
        elif hat == 1:  # a captain's cap with a peak
            self._oval(50, 25, wide + 7, 11, band, edge=INK)
            self._box(left - 1, 29, right + 1, 37, on, edge=INK)
            self._shape([(left - 1, 37), (right + 1, 37), (right - 4, 43), (left + 4, 43)], INK)
            self._oval(50, 29, 4, 4, WHITE, edge=INK)
        elif hat == 2:  # a woollen cap
            self._shape([(left - 2, 38), (left + 1, 24), (50, 15), (right - 1, 24), (right + 2, 38)], band, edge=INK)
            self._box(left - 3, 33, right + 3, 41, on, edge=INK)
            self._oval(50, 14, 5, 5, on, edge=INK)
        elif hat == 3:  # a scarf around the head
            self._shape(
                [(left - 1, 40), (left + 3, 27), (50, 21), (right - 3, 27), (right + 1, 40), (50, 33)], band, edge=INK
            )
            self._shape([(right, 37), (right + 13, 34), (right + 11, 44)], band, edge=INK)
        elif hat == 4:  # a hat against the rain
            self._shape([(left + 2, 34), (left + 5, 20), (50, 15), (right - 5, 20), (right - 2, 34)], band, edge=INK)
            self._shape([(left - 10, 43), (left, 33), (right, 33), (right + 10, 43), (50, 38)], band, edge=INK)

    def _oval(
        self, x: float, y: float, across: float, down: float, fill: RGB | None, *, edge: RGB | None = None
    ) -> None:
        u = self._unit
        self._pen.oval(
            ((x - across) * u, (y - down) * u, (x + across) * u, (y + down) * u), fill, edge=edge, width=2.4 * u
        )

    def _box(self, x0: float, y0: float, x1: float, y1: float, fill: RGB, *, edge: RGB) -> None:
        u = self._unit
        self._pen.rounded_box((x0 * u, y0 * u, x1 * u, y1 * u), 3 * u, fill, edge=edge, width=2.4 * u)

    def _shape(self, points: list[Point], fill: RGB, *, edge: RGB | None = None) -> None:
        u = self._unit
        self._pen.polygon([(x * u, y * u) for x, y in points], fill, edge=edge, width=2.4 * u)

    def _line(self, points: list[Point], fill: RGB, width: float) -> None:
        u = self._unit
        self._pen.line([(x * u, y * u) for x, y in points], fill, width * u)
