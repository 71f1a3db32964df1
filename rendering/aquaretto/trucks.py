"""Draw the shared parts of Aquaretto: the trucks and the pile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from games.aquaretto.state import NOBODY, State, Truck
from rendering.aquaretto import tiles
from rendering.aquaretto.scenery.sea import WIDTH
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, SEATS, WHITE, Theme, mix

_ROOMY: Final = 64
"""The size of a slot from which a cab has room for its driver and a number."""
_CAB: Final = 0.62
"""Width of a truck's cab, in slots."""
_GAP: Final = 5
TOP: Final = 98
"""The y at which the trucks stand, below the strip."""
_LARGE_TOP: Final = 122
"""The same y in a large picture."""
_APART: Final = 9
"""Free pixels at the picture's edges and between trucks."""


@cache
def _draw_truck(slots: int, slot: int, cab: int, theme: Theme, driver: bool) -> Sprite:
    """Draw a truck with empty slots, its cab on the left; origin at the top left corner of its first slot."""
    gap = _GAP
    wide, wheel = slots * (slot + gap) + gap, max(9, slot // 7)
    body, dark = theme.own("deep") if not theme.dark else theme.panel, mix(theme.own("deep"), INK, 0.6)
    hollow = mix(body, WHITE, 0.55) if not theme.contrast else WHITE
    height = slot + 2 * gap

    def paint(pen: Pen) -> None:
        pen.rounded_box((2, 0, cab + 10, height), 12, WHITE if theme.contrast else theme.line, edge=INK)
        if driver:
            _draw_driver(pen, 8, 6, cab - 4, height * 0.42, theme)
        pen.rounded_box((cab, 0, cab + wide, height), 8, body, edge=dark if not theme.dark else WHITE, width=3)
        for index in range(slots):
            x = cab + gap + index * (slot + gap)
            pen.rounded_box((x, gap, x + slot, gap + slot), max(6, slot // 8), hollow)
        for axle in (cab * 0.5, cab + wide * 0.3, cab + wide * 0.8):
            pen.disc(axle, height, wheel, INK, edge=WHITE if theme.dark else INK, width=2)
            pen.disc(axle, height, wheel * 0.4, WHITE)

    return paint_sprite(cab + wide + 2, height + wheel + 2, paint, origin=(cab + gap, gap))


def _draw_driver(pen: Pen, x0: float, y0: float, x1: float, y1: float, theme: Theme) -> None:
    """Draw the window of a cab with the driver, who looks ahead."""
    pen.rounded_box((x0, y0, x1, y1), 5, mix(theme.own("pool"), WHITE, 0.4) if not theme.contrast else WHITE)
    x, y, head = (x0 + x1) / 2, y0 + (y1 - y0) * 0.62, (y1 - y0) * 0.34
    pen.disc(x, y, head, _SKIN, edge=INK, width=1.5)
    pen.disc(x - head * 0.5, y + head * 0.05, max(1.5, head * 0.14), INK)
    cap = [(x - head * 1.6, y - head * 0.3), (x - head * 0.95, y - head * 0.9), (x + head * 0.2, y - head * 1.35),
           (x + head, y - head * 0.8), (x + head, y - head * 0.3)]  # fmt: skip
    pen.polygon(cap, SEATS[0].fill, edge=INK, width=1.5)
    pen.rounded_box((x0, y0, x1, y1), 5, None, edge=INK, width=3)


_SKIN: Final = (235, 200, 160)


def cab_width(slot: int) -> int:
    """Return the width of a truck's cab in proportion to its slots; it has room for the truck's number."""
    return max(28, round(slot * _CAB))


def width(slots: int, slot: int, cab: int) -> int:
    """Return the width of a truck."""
    return cab + slots * (slot + _GAP) + _GAP + 2


def height(slot: int) -> int:
    """Return the height of a truck, wheels included."""
    return slot + 2 * _GAP + max(9, slot // 7) + 2


class Stand(Struct, frozen=True):
    """Where a truck stands: its top left corner, the size of a slot, the width of its cab.

    driver: whether the driver is drawn; in large pictures and in small cabs the number needs the whole cab.
    """

    x: int
    y: int
    size: int
    cab: int
    driver: bool = True

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
        out.append(Stand(x, TOP, size, cab_width(size), driver=size >= _ROOMY))
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
        out.append(Stand(x, y, _LARGE_SLOT, _LARGE_CAB, driver=False))
        x += wide + 2 * _APART
    return tuple(out)


def draw_empty_truck(canvas: Canvas, stand: Stand, index: int, slots: int) -> None:
    """Draw a truck without its load."""
    wide = width(slots, stand.size, stand.cab)
    canvas.paste(_draw_truck(slots, stand.size, stand.cab, canvas.theme, stand.driver), *stand.slot(0))
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
        letter = canvas.letter_size(max(30, stand.size // 2 if stand.driver else stand.size * 3 // 4))
        y = stand.y + (stand.size + 2 * _GAP) * (0.69 if stand.driver else 0.5)
        canvas.text(stand.x + stand.cab // 2, y, str(index + 1), size=letter,
                    fill=INK, face="display", align="middle", kind="letter")  # fmt: skip


def draw_pile(canvas: Canvas, view: State, x: int, y: int, size: int) -> None:
    """Draw the pile, face down, with the number of tiles left; red once it is the reserve."""
    theme = canvas.theme
    left, reserve = len(view.pile) or len(view.reserve), not view.pile
    canvas.box("piece", x, y, size + 8, size + 8, "reserve" if reserve else "pile")
    if not left:
        return
    for lift in (8, 4, 0)[: left + 1]:
        canvas.paste(tiles.draw_back(size, tiles.ALARM if reserve else theme.panel), x + lift, y + 8 - lift)
    letter = max(30, size * 79 // 100)
    canvas.text(x + size // 2, y + 8 + size // 2, str(left), size=letter,
                width=size - 4 if not canvas.large else size + 8,
                least=canvas.letter_size(30), fill=WHITE,
                face="display", align="middle", kind="letter")  # fmt: skip
