"""Draw the shared parts of Aquaretto: the trucks and the pile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from games.aquaretto.state import NOBODY, State, Truck
from rendering.aquaretto import tiles
from rendering.aquaretto.scenery.sea import WIDTH, find_shade
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, SEATS, WHITE, Theme, mix

_CAB: Final = 0.62
"""Width of a truck's cab, in slots."""
_GAP: Final = 5
TOP: Final = 94
"""The y at which the trucks stand, below the strip."""
_LARGE_TOP: Final = 122
"""The same y in a large picture."""
_APART: Final = 9
"""Free pixels at the picture's edges and between trucks."""


@cache
def _draw_truck(slots: int, slot: int, cab: int, theme: Theme, plain: bool) -> Sprite:
    """Draw a truck with a crate of empty slots, its cab on the left; origin at the top left corner of its first
    slot. `plain`: without slats, for large pictures."""
    gap, wide, wheel = _GAP, slots * (slot + _GAP) + _GAP, max(10, slot // 6)
    crate, height = theme.own("plank") if not theme.contrast else theme.own("deep"), slot + 2 * _GAP
    hollow, slat = (theme.own("dug"), theme.own("soil")) if not theme.contrast else (WHITE, WHITE)

    def paint(pen: Pen) -> None:
        if not theme.contrast:
            shade = find_shade(theme)
            pen.oval((2, height + wheel - 9, cab + wide, height + wheel + 1), shade)
        for axle in (cab * 0.55, cab + wide * 0.3, cab + wide * 0.82):
            tyre = mix(theme.own("stone"), INK, 0.5) if theme.dark and not theme.contrast else INK
            pen.disc(axle, height - 2, wheel, tyre, edge=WHITE if theme.contrast and theme.dark else INK, width=2)
            pen.disc(axle, height - 2, wheel * 0.42, theme.own("stone") if not theme.contrast else WHITE)
        pen.rounded_box((cab, 0, cab + wide, height), 8, crate, edge=INK if not theme.contrast else theme.ink, width=3)
        for index in range(slots):
            x = cab + gap + index * (slot + gap)
            pen.rounded_box((x, gap, x + slot, gap + slot), max(6, slot // 8), hollow)
            for share in () if plain else (0.3, 0.55, 0.8):
                pen.rounded_box((x, gap + slot * share - 2, x + slot, gap + slot * share + 2), 0, slat)
        _draw_cab(pen, cab, height, theme)

    return paint_sprite(cab + wide + 2, height + wheel + 2, paint, origin=(cab + gap, gap))


def _draw_cab(pen: Pen, cab: int, height: int, theme: Theme) -> None:
    """Draw a cab with a sloping front, a lamp, and its window, through which the driver looks ahead."""
    paintwork = WHITE if theme.contrast else theme.line
    front = [(cab * 0.42, 3), (cab + 6, 3), (cab + 6, height - 3), (4, height - 3), (4, height * 0.42)]
    pen.polygon(front, paintwork, edge=INK, width=4)
    top, low = height * 0.1, height * 0.31
    glass = [(cab * 0.5, top), (cab, top), (cab, low), (cab * 0.27, low)]
    pen.polygon(glass, mix(theme.own("pool"), WHITE, 0.4) if not theme.contrast else WHITE)
    x, head = cab * 0.7, (low - top) * 0.4
    pen.disc(x, low - head * 0.9, head, _SKIN)
    pen.polygon(
        [(x - head * 1.7, low - head * 1.2), (x - head * 0.6, top + 1), (x + head, top + 1), (x + head, low - head)],
        SEATS[0].fill,
    )
    pen.polygon(glass, None, edge=INK, width=2)
    pen.disc(6, height * 0.56, 4, WHITE, edge=INK, width=2)
    if not theme.contrast:
        pen.line([(cab * 0.46, 6), (cab + 3, 6)], mix(paintwork, WHITE, 0.6), 2)
        pen.line([(6, height - 7), (cab + 3, height - 7)], mix(paintwork, INK, 0.3), 4)


_SKIN: Final = (235, 200, 160)


def cab_width(slot: int) -> int:
    """Return the width of a truck's cab in proportion to its slots; it has room for the truck's number."""
    return max(28, round(slot * _CAB))


def width(slots: int, slot: int, cab: int) -> int:
    """Return the width of a truck."""
    return cab + slots * (slot + _GAP) + _GAP + 2


def height(slot: int) -> int:
    """Return the height of a truck, wheels included."""
    return slot + 2 * _GAP + max(10, slot // 6)


class Stand(Struct, frozen=True):
    """Where a truck stands: its top left corner, the size of a slot, the width of its cab."""

    x: int
    y: int
    size: int
    cab: int

    def slot(self, index: int) -> tuple[int, int]:
        """Return the top left corner of a slot."""
        return self.x + self.cab + _GAP + index * (self.size + _GAP), self.y + _GAP


@lru_cache(maxsize=64)
def park(slots: tuple[int, ...], *, large: bool = False) -> tuple[tuple[Stand, ...], int]:
    """Place the trucks in a row under the strip, right of the pile; in a `large` picture in as many rows as necessary.

    Also returns the size of a slot.
    """
    if large:
        return _park_large_trucks(slots), _LARGE_SLOT
    for size in range(84, 35, -1):
        wide = sum(width(count, size, cab_width(size)) + _APART for count in slots)
        if wide + 2 * (size + _APART) + 8 + _APART <= WIDTH:
            break
    spare = (WIDTH - wide - 2 * (size + _APART) - 8 - _APART) // len(slots)
    out, x = [], 2 * (size + _APART) + 8 + _APART + spare // 2
    for count in slots:
        out.append(Stand(x, TOP, size, cab_width(size)))
        x += width(count, size, cab_width(size)) + _APART + spare
    return tuple(out), size


_LARGE_SLOT: Final = 72
_LARGE_CAB: Final = 52
"""The size of a slot and the width of a cab in a large picture."""


def _park_large_trucks(slots: tuple[int, ...]) -> tuple[Stand, ...]:
    start = x = 2 * (_LARGE_SLOT + 12 + _APART) + 8 + 3 * _APART
    out, y = list[Stand](), _LARGE_TOP
    for count in slots:
        wide = width(count, _LARGE_SLOT, _LARGE_CAB)
        if x + wide + _APART > WIDTH:
            x, y = start, y + height(_LARGE_SLOT) + 8
        out.append(Stand(x, y, _LARGE_SLOT, _LARGE_CAB))
        x += wide + 2 * _APART
    return tuple(out)


def draw_empty_truck(canvas: Canvas, stand: Stand, index: int, slots: int) -> None:
    """Draw a truck without its load."""
    wide = width(slots, stand.size, stand.cab)
    canvas.paste(_draw_truck(slots, stand.size, stand.cab, canvas.theme, canvas.look.large), *stand.slot(0))
    canvas.box("area", stand.x, stand.y, wide, height(stand.size), f"truck {index + 1}")


def draw_load(canvas: Canvas, stand: Stand, index: int, truck: Truck) -> None:
    """Draw the load of a truck, or the token of the seat that took it."""
    slot = stand.size
    if truck.taker != NOBODY:
        middle = (stand.slot(0)[0] + stand.slot(truck.slots - 1)[0] + slot) // 2
        canvas.token(truck.taker, middle, stand.y + _GAP + slot // 2, slot - 6)
        return
    for place, tile in enumerate(truck.tiles):
        tiles.put(canvas, tile, *stand.slot(place), slot, f"{tile} on truck {index + 1}")


def write_numbers(canvas: Canvas, stands: Sequence[Stand]) -> None:
    """Write the trucks' numbers on their cabs, after the arrows, which pass over other trucks."""
    for index, stand in enumerate(stands):
        letter = canvas.letter_size(max(38, stand.size * 9 // 16))
        y = stand.y + (stand.size + 2 * _GAP) * 0.645
        canvas.text(stand.x + stand.cab // 2 + 3, y, str(index + 1), size=letter,
                    fill=INK, face="display", align="middle", kind="letter")  # fmt: skip


def draw_pile(canvas: Canvas, view: State, x: int, y: int, size: int) -> None:
    """Draw the pile, face down, with the number of tiles left; red once it is the reserve."""
    theme = canvas.theme
    left, reserve = len(view.pile) or len(view.reserve), not view.pile
    canvas.box("piece", x, y - 6, size + 6, size + 6, "reserve" if reserve else "pile")
    if not left:
        return
    fill = tiles.ALARM if reserve else theme.panel
    for lift in (6, 3)[-left:]:
        canvas.paste(tiles.draw_back(size, mix(fill, WHITE, 0.75), mix(fill, INK, 0.3)), x + lift, y - lift)
    canvas.paste(tiles.draw_back(size, fill, mix(fill, INK, 0.3)), x, y)
    letter = max(30, size * 79 // 100)
    canvas.text(x + size // 2, y + size // 2, str(left), size=letter,
                width=size - 4 if not canvas.large else size + 8,
                least=canvas.letter_size(30), fill=WHITE,
                face="display", align="middle", kind="letter")  # fmt: skip
