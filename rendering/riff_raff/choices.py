"""Draw the choices beside the ship in Riff Raff's private pictures: cards, players, numbers or pieces.

Below the ship stand the chances of a loading along its row: a bar for each place of the yard or the deck, the higher
the safer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.candidates import Gauge
from games.core import Move, Seat
from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import KINDS
from games.riff_raff.moves import Announce, NameCaptain, Order, PlayCard, Take
from games.riff_raff.state import State
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, join_sprites, paint_sprite
from rendering.drawing.theme import RGB, Theme
from rendering.riff_raff import sea
from rendering.riff_raff.ship.bodies import Letters
from rendering.riff_raff.ship.scene import show_icon
from rendering.riff_raff.weather import WIDTH

STRIP_HEIGHT: Final = 148
"""Height of the strip of chances."""
_MAST, _EDGE = 40, 8
"""Width of the mast, and of the free space at both ends."""
_BAR, _LEAST = 56, 12
"""Heights of the longest bar and of the shortest one."""
_BEAM: Final = 78
"""Height of the wood below the bars, on which the places are lettered."""
_TALL: Final = 230
"""Height of a card."""
_SAFE, _FAIR = 0.8, 0.5
"""Chances from which a bar is green, and from which it is yellow; below it is red."""


def draw_choices(
    canvas: Canvas, view: State, seat: Seat, moves: Sequence[Move], ghost: Move | None, letters: Letters
) -> None:
    """Draw the possible choices on the right."""
    offered = {move.code for move in moves}
    if view.phase == "select":
        _draw_hand(canvas, view, seat, ghost)
    elif view.phase == "captain":
        candidates = [move for move in moves if isinstance(move, NameCaptain)]
        for index, move in enumerate(candidates):
            _draw_seats(canvas, index, (move.seat,), chosen=move == ghost)
    elif view.phase == "order":
        for index, order in enumerate(move for move in moves if isinstance(move, Order)):
            _draw_seats(canvas, index, order.seats, chosen=order == ghost)
    elif view.phase == "announce":
        for index, count in enumerate((1, 2)):
            _draw_card(canvas, index, 2, f"{count}", lit=f"load/{count}" in offered, chosen=ghost == Announce(count))
    else:
        _draw_supply(canvas, view, seat, offered, ghost, letters)


def _draw_seats(canvas: Canvas, index: int, seats: Sequence[Seat], *, chosen: bool) -> None:
    """Draw seats in a row, as one choice."""
    y = 190 + index * 124
    canvas.panel(620, y - 56, 560, 112, canvas.theme.ground, edge=canvas.theme.line if chosen else canvas.theme.ink)
    for place, seat in enumerate(seats):
        canvas.token(seat, 690 + place * 120, y, 88)


def _draw_card(canvas: Canvas, index: int, columns: int, words: str, *, lit: bool, chosen: bool) -> None:
    """Draw a card with a number, as one choice."""
    look, wide = canvas.theme, 560 // columns - 12
    x, y = 626 + index % columns * (wide + 12), 150 + index // columns * (_TALL + 16)
    if chosen:
        canvas.halo(x - 12, y - 12, wide + 24, _TALL + 24, radius=20, fill=look.line)
    canvas.paste(_make_card(look, wide, int(words) if columns == 5 else 0, lit=lit), x, y)
    canvas.box("badge", x, y, wide, _TALL, f"tile {words}")
    canvas.place(f"card/{words}", x, y, wide, _TALL)
    fill = look.ink if look.contrast else look.rim if lit else look.dim
    middle = y + (70 if columns == 5 else _TALL // 2)
    size = 66 if len(words) > 1 else 84
    canvas.text(x + wide // 2, middle, words, size=size, fill=fill, face="display", align="middle", kind="letter")


@cache
def _make_card(look: Theme, wide: int, area: int, *, lit: bool) -> Sprite:
    """Draw a card without its number, with a small ship that shows the `area` unless it is 0; faint unless `lit`."""
    edge, mark = look.rim, look.ink if look.contrast else look.own("bottle")
    wood, hull = (look.shade, look.shade) if look.contrast else (look.own("deck"), look.own("hull"))

    def paint(pen: Pen) -> None:
        pen.rounded_box((7, 7, wide - 7, _TALL - 7), 6, None, edge=wood, width=2.5)
        if not area:
            return
        m, side = wide / 2, 1 if area % 2 == 0 else -1
        pen.line([(m, 122), (m, 190)], edge, 6)
        for level, (y, half) in enumerate(((186, 28), (201, 24), (167, 38), (149, 31), (131, 24))):
            for way in (-1, 1):
                here = level == (area - 1) // 2 and way == side
                pen.line([(m + way * 4, y), (m + way * half, y)], mark if here else wood if level > 1 else hull, 12)

    face = sea.draw_card(look, wide, _TALL)
    return (
        join_sprites(wide, _TALL, [(face, 0, 0), (paint_sprite(wide, _TALL, paint), 0, 0)]) if lit else face.fade(0.12)
    )


def _draw_shelf(canvas: Canvas, top: int, tall: int) -> None:
    """Draw a dark shelf behind choices. A plate of this size would cost more than its two ends and a rectangle."""
    for y in (top, top + tall - 40):
        canvas.panel(610, y, 580, 40, canvas.theme.panel, radius=18)
    canvas.fill(610, top + 20, 580, tall - 40, canvas.theme.panel)


def _draw_hand(canvas: Canvas, view: State, seat: Seat, ghost: Move | None) -> None:
    """Draw the cards in hand on a shelf; played ones are faint."""
    wanted = ghost.card if isinstance(ghost, PlayCard) else view.chosen[seat]
    _draw_shelf(canvas, 132, 2 * _TALL + 52)
    for index in range(10):
        number = index + 1
        _draw_card(canvas, index, 5, str(number), lit=number in view.hands[seat], chosen=number == wanted)


def _draw_supply(
    canvas: Canvas, view: State, seat: Seat, offered: set[str], ghost: Move | None, letters: Letters
) -> None:
    """Draw the supply; pieces that cannot be taken now are faint."""
    look = canvas.theme
    _draw_shelf(canvas, 120, 772)
    for index, (kind, count) in enumerate(zip(KINDS, view.supplies[seat], strict=True)):
        x, y = 622 + index % 3 * 188, 132 + index // 3 * 254
        possible = count and (not offered or kind in offered)
        canvas.panel(x, y, 180, 240, look.ground if possible else look.shade)
        if ghost == Take(kind):
            canvas.halo(x - 6, y - 6, 192, 252, fill=look.line)
        show_icon(canvas, kind, letters, x + 90, y + 88, size=(164, 156), letter=66, share=1.0 if possible else 0.25)
        canvas.box("piece", x + 8, y + 10, 164, 156, f"{kind} in hand")
        canvas.place(f"kind/{kind}", x, y, 180, 240)
        canvas.text(x + 90, y + 202, str(count), size=66, face="display", align="middle", kind="letter")


def draw_chances(canvas: Canvas, area: int, gauge: Gauge, top: int) -> None:
    """Draw the strip across the picture. It begins at the mast and runs outwards as on the map of the area. A place
    where the piece cannot lie has a cross instead of a bar; the chosen place is highlighted."""
    look, outward = canvas.theme, ship.end(area) if ship.is_deck(area) else -ship.side(area)
    wood, edge = (look.ground, look.ink) if look.contrast else (look.own("deck_hi"), look.rim)
    floor, line = top + STRIP_HEIGHT - _BEAM, top + STRIP_HEIGHT - _BEAM // 2
    canvas.fill(0, top, WIDTH, STRIP_HEIGHT - _BEAM, look.shade)
    canvas.fill(0, floor, WIDTH, _BEAM, wood)
    canvas.fill(0, floor, WIDTH, 4, edge)
    canvas.panel(_EDGE if outward > 0 else WIDTH - _EDGE - _MAST, top, _MAST, STRIP_HEIGHT,
                 look.panel if look.contrast else look.own("deck_lo"), radius=4, edge=edge)  # fmt: skip
    canvas.box("area", 0, top, WIDTH, STRIP_HEIGHT, "chances")
    pitch = (WIDTH - 2 * _EDGE - _MAST) / len(gauge.strip)
    wide = int(pitch) - 8
    for index, (name, holds) in enumerate(gauge.strip):
        along = _EDGE + _MAST + (index + 0.5) * pitch
        x = round(along if outward > 0 else WIDTH - along)
        if holds is None:
            canvas.cross(x, floor - _BAR // 2, 30, fill=look.ink)
        else:
            tall = _LEAST + 2 * round((_BAR - _LEAST) * holds / 2)
            canvas.panel(x - wide // 2, floor - tall, wide, tall, _choose_colour(look, holds), radius=4, edge=edge)
            canvas.box("area", x - wide // 2, floor - tall, wide, tall, f"chance {name}")
        is_chosen = name == gauge.chosen
        if is_chosen:
            canvas.panel(x - wide // 2 - 2, line - 36, wide + 4, 72, look.line, radius=14)
        fill = look.ground if look.contrast and is_chosen else look.ink if look.contrast else look.rim
        canvas.text(x, line, name, size=66, fill=fill, face="display", align="middle", kind="letter")


def _choose_colour(look: Theme, holds: float) -> RGB:
    """Choose the colour of a chance, which the height of its bar shows as well."""
    if look.contrast:
        return look.ink
    return look.own("crate") if holds >= _SAFE else look.line if holds >= _FAIR else look.own("bottle")
