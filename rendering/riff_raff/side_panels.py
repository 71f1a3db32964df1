"""Draw the panels around Riff Raff's ship in public pictures: the seats with their supplies, the gauge, the view from
above."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import hypot, radians, sin
from typing import Final

from PIL import Image, ImageDraw

from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import KINDS, Kind, Piece
from games.riff_raff.state import TURN_PHASES, State
from games.riff_raff.words import names
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.stored.packed import pack
from rendering.drawing.theme import SEATS, Theme, mix
from rendering.posters.festive import draw_wreath
from rendering.riff_raff import sea
from rendering.riff_raff.ship.bodies import Letters, Thing, draw_thing, list_vessel
from rendering.riff_raff.ship.brushes import Fine, Window, trim
from rendering.riff_raff.ship.camera import Camera, compute_lean
from rendering.riff_raff.ship.scene import ABOVE, Edges, Moment, Scene, draw_icon

PANEL = 256
"""Width of the column with the seats."""
MOST_SEATS: Final = 4
GAUGE: Final = 72
"""Radius of the tilt gauge."""
_ON_HULL = {1: (3.0, 6.8, 2.0), 2: (4.8, -3.3, 1.4), 3: (-7.4, 1.9, 1.3), 4: (-4.4, -3.4, 1.3)}
_BESIDE = {1: (3.0, 7.0, 2.0), 2: (6.8, -3.8, 2.0), 3: (-6.2, 5.0, 2.0), 4: (-5.0, -4.8, 2.0)}
"""Where the numbers of the deck areas hang on the hull, or beside it where it is hidden or too small; centimetres."""
_ROOMY: Final = 2.5
"""The most centimetres that a number takes on the hull."""
_ICON, _FEW_ICON, _LARGE_ICON = (54, 46), (72, 60), (76, 64)
_CHART: Final = 84
"""Radius of the porthole with the view from above."""
_IN_A_ROW, _FEW = 4, 3
"""How many kinds of pieces stand beside each other, and how many are few enough for larger icons."""
_ROW, _ROW_OF_TWO, _LARGE_ROW = 180, 222, 182
"""Heights of a seat's row. With two seats there is room for figures below the icons, which are needed then."""


def draw_seats(canvas: Canvas, view: State, letters: Letters, top: int) -> None:
    """Draw the column of the seats, as high as they need: card, captain, order of turn, pieces left of each kind."""
    look, below = canvas.theme, find_foot(canvas, view.seats, top)
    canvas.fill(0, top - 14, PANEL, below - top + 14, look.shade)
    line, each = mix(look.shade, look.ink, 0.3), _find_row(canvas, view.seats)
    for edge in ((PANEL, top - 14, 4, below - top + 18), (0, below, PANEL, 4)):
        canvas.fill(*edge, line)
    for seat in range(1, view.seats):
        canvas.fill(20, top + seat * each - 4, PANEL - 40, 2, line)
    for seat in range(view.seats):
        if canvas.large:
            _draw_brief(canvas, view, seat, top + seat * _LARGE_ROW)
        else:
            _draw_row(canvas, view, seat, letters, top + seat * each)


def _find_row(canvas: Canvas, seats: int) -> int:
    return _LARGE_ROW if canvas.large else _ROW_OF_TWO if seats == 2 else _ROW


def find_foot(canvas: Canvas, seats: int, top: int) -> int:
    """Return the y at which the column of the seats ends that begins at `top`; if all play, below the picture."""
    return canvas.height if seats == MOST_SEATS else top + 8 + seats * _find_row(canvas, seats)


def is_active(view: State, seat: int) -> bool:
    """Whether the match waits for the seat, or for the piece it has let go; at the end, whether it has won."""
    if view.phase == "over":
        return seat in list_winners(view)
    if view.phase == "select":
        return view.chosen[seat] is None
    if view.phase in ("captain", "order"):
        return seat == view.captain
    return view.phase in TURN_PHASES and seat == view.seat


def list_winners(view: State) -> list[int]:
    """List the seats with the fewest pieces left."""
    left = [sum(supply) for supply in view.supplies]
    return [seat for seat, count in enumerate(left) if count == min(left)]


def _draw_head(canvas: Canvas, view: State, seat: int, x: int, y: int, size: int) -> int:
    """Draw token, card and office of a seat from x on; y is their middle. Returns where it ends."""
    look, left = canvas.theme, x
    canvas.token(seat, x + size // 2, y, size)
    x += size + 10
    wide, tall = (56, 66) if size < 66 else (80, 84)
    number = view.shown[seat]
    if view.phase == "select":
        if view.chosen[seat] is not None:
            canvas.paste(sea.draw_card(look, wide, tall, back=True), x, y - tall // 2)
            canvas.box("badge", x, y - tall // 2, wide, tall, f"card of {seat}")
    elif number is not None:
        canvas.paste(sea.draw_card(look, wide, tall), x, y - tall // 2)
        fill = look.rim if not look.contrast or not look.dark else look.ink
        canvas.text(
            x + wide // 2,
            y,
            str(number),
            size=66 if size >= 66 else 42,
            fill=fill,
            face="display",
            align="middle",
            kind="letter",
        )
    x += wide + 10
    if seat == view.captain:
        wheel, at = size * 2 // 3, (left + size - 8, y + size // 2 - 8)
        canvas.paste(sea.draw_wheel(look, wheel), *at)
        canvas.box("badge", at[0] - wheel // 2, at[1] - wheel // 2, wheel, wheel, "captain")
    return x


def _draw_row(canvas: Canvas, view: State, seat: int, letters: Letters, y: int) -> None:
    look, supply, row = canvas.theme, view.supplies[seat], _find_row(canvas, view.seats)
    canvas.box("area", 8, y, PANEL - 16, row - 4, f"seat {seat}")
    if is_active(view, seat):
        canvas.panel(8, y, PANEL - 16, row - 4, look.ground, radius=12, edge=look.line)
    x = _draw_head(canvas, view, seat, 20, y + 38, 52)
    if seat in view.order:
        canvas.text(
            x - 6, y + 40, f"{view.order.index(seat) + 1}.", size=34, fill=look.ink, face="display", kind="letter"
        )
    canvas.text(
        PANEL - 22, y + 40, str(sum(supply)), size=50, fill=look.ink, face="display", align="right", kind="letter"
    )
    left = [(kind, count) for kind, count in zip(KINDS, supply, strict=True) if count]
    if is_active(view, seat) and not left:
        wreath = draw_wreath(64, look.line, look.rim, SEATS[seat].fill)
        canvas.paste(wreath, PANEL // 2, y + row // 2 + 26)
        canvas.token(seat, PANEL // 2, y + row // 2 + 26, 48)
    is_few, down, lower = len(left) <= _FEW, *((50, 13) if row == _ROW else (66, 26))
    pitch, size = (74, _FEW_ICON) if is_few else (56, _ICON)
    for index, (kind, count) in enumerate(left):
        x = 18 + index % _IN_A_ROW * pitch + pitch // 2
        middle = y + 96 + (down // 2 if len(left) <= _IN_A_ROW else index // _IN_A_ROW * down)
        canvas.paste(draw_icon(kind, letters, look, *size, 0), x, middle)
        canvas.box("piece", x - size[0] // 2, middle - size[1] // 2, *size, f"{kind} of {seat}")
        if count > 1:
            canvas.sign(x + pitch // 2 - 9, middle + lower, str(count), size=32, width=26, height=28, ground=look.panel,
                        fill=look.on_panel, radius=9)  # fmt: skip


def _draw_brief(canvas: Canvas, view: State, seat: int, y: int) -> None:
    """Draw a seat in large letters, without the kinds."""
    look = canvas.theme
    canvas.box("area", 8, y, PANEL - 16, _LARGE_ROW - 8, f"seat {seat}")
    if is_active(view, seat):
        canvas.panel(8, y, PANEL - 16, _LARGE_ROW - 8, look.ground, radius=12, edge=look.line)
    _draw_head(canvas, view, seat, 18, y + 47, 68)
    canvas.text(
        PANEL - 22,
        y + 124,
        str(sum(view.supplies[seat])),
        size=66,
        fill=look.ink,
        face="display",
        align="right",
        kind="letter",
    )
    if seat in view.order:
        canvas.text(
            26, y + 124, f"{view.order.index(seat) + 1}.", size=66, fill=look.ink, face="display", kind="letter"
        )


def draw_supplies(canvas: Canvas, view: State, letters: Letters, top: int, seats: Sequence[int]) -> None:
    """Draw the pieces that these seats have left, by kind, a row for each seat, in large print."""
    look, wide = canvas.theme, (canvas.width - 104) // len(KINDS)
    canvas.fill(0, top, canvas.width, len(seats) * sea.SUPPLY_HEIGHT, look.shade)
    for row, seat in enumerate(seats):
        middle = top + row * sea.SUPPLY_HEIGHT + sea.SUPPLY_HEIGHT // 2
        canvas.token(seat, 57, middle, 66)
        left = [(kind, count) for kind, count in zip(KINDS, view.supplies[seat], strict=True)]
        if len(seats) == 1:  # without neighbours above and below, no gaps are needed
            left = [(kind, count) for kind, count in left if count]
        for index, (kind, count) in enumerate(left):
            if not count:
                continue
            x = 144 + index * wide
            canvas.paste(draw_icon(kind, letters, look, *_LARGE_ICON, 0), x, middle)
            canvas.box("piece", x - 38, middle - 32, *_LARGE_ICON, f"{kind} of {seat}")
            canvas.text(x + 42, middle, str(count), size=66, fill=look.ink, face="display", kind="letter")


def draw_foot(canvas: Canvas, view: State, letters: Letters, top: int) -> None:
    """Draw all seats in a row on a private picture: token, place in the order of turn, pieces left, captain."""
    look, wide, middle = canvas.theme, (canvas.width - 24) // view.seats, top + 54
    canvas.fill(0, top, canvas.width, canvas.height - top, look.panel)
    canvas.fill(0, top, canvas.width, 6, look.line)
    for seat in range(view.seats):
        x = 24 + seat * wide
        if is_active(view, seat):
            canvas.panel(x - 8, top + 12, wide - 12, 84, look.ground, radius=14, edge=look.line)
        fill = look.ink if is_active(view, seat) else look.on_panel
        canvas.token(seat, x + 33, middle, 66)
        if seat == view.captain:
            canvas.paste(sea.draw_wheel(look, 48), x + 56, middle + 22)
            canvas.box("badge", x + 32, middle - 2, 48, 48, "captain")
        if seat in view.order:
            canvas.text(x + 84, middle, f"{view.order.index(seat) + 1}.", size=66, fill=fill, kind="letter")
        canvas.paste(draw_icon("crate", letters, look, 58, 54, 0), x + 170, middle)
        left = str(sum(view.supplies[seat]))
        canvas.text(x + 204, middle, left, size=66, fill=fill, face="display", kind="letter")


def draw_gauge(canvas: Canvas, roll: float, pitch: float, x: int, y: int) -> Edges:
    """Draw the tilt gauge around x, y: a dish with the bow on top, in which a ball rolls to where the ship dips.

    The figure below is the ball's distance from the middle, in degrees. Returns the place of both.
    """
    look, radius, size = canvas.theme, GAUGE, canvas.letter_size(40)
    canvas.paste(sea.draw_dish(look, radius), x, y)
    # The mast tips to port where the roll is positive, and to the bow where the pitch is.
    across, along = -sin(radians(roll)), -sin(radians(pitch))
    length = hypot(across, along)
    reach = (radius - 18) * sea.find_reach(length) / (length or 1.0)
    dx, dy = round(reach * across), round(reach * along)
    if hypot(dx, dy) > 20:
        canvas.stroke([(x, y), (x + dx, y + dy)], width=8, fill=look.chalk if look.contrast else look.line)
    canvas.paste(sea.draw_ball(look), x + dx, y + dy)
    canvas.box("area", x - radius, y - radius, 2 * radius, 2 * radius, "gauge")
    words, below = f"{names.tilt(roll, pitch):.0f}°", y + radius + size // 2 - 4
    canvas.sign(x, below, words, size=size, width=size * 2 + 16, height=size + 8, ground=look.panel, fill=look.on_panel,
                edge=look.rim, radius=size // 2)  # fmt: skip
    return x - GAUGE, y - GAUGE, x + GAUGE, y + GAUGE + canvas.letter_size(40)


_FLOORS: Final = (*(height for height, _, _ in ship.YARDS), 1e9)
"""Pieces below these heights are drawn before the first, second and third yard; higher ones last."""


@cache
def _draw_storeys(area: int, look: Theme, scale: float) -> tuple[Sprite, ...]:
    """Draw the bare ship from above: the hull, then each yard with the mast through it. Their origin is the ship's
    middle.
    """
    hull, *rigging = list_vessel(area, (0.0, 0.0, 0.0))
    wide, tall = round(scale * 11), round(scale * 9)
    eye = ABOVE.at(scale, wide, tall)

    def draw_storey(*things: Thing) -> Sprite:
        def paint(pen: Pen) -> None:
            for thing in things:
                draw_thing(Fine(pen), thing, eye, look)

        return trim(paint_sprite(2 * wide, 2 * tall, paint, origin=(wide, tall)))

    return draw_storey(hull), draw_storey(*rigging[:2]), draw_storey(*rigging[2:4]), draw_storey(*rigging[4:])


_TURNS: Final = 24
"""Parts of a unit to which a quaternion is rounded for the view from above: 5 degrees, half a pixel there."""


@lru_cache(maxsize=1024)
def _draw_from_above(
    kind: Kind, turned: tuple[int, ...], look: Theme, scale: float, *, halo: bool, ghost: bool
) -> Sprite:
    """Draw a piece from above; its origin is its middle."""
    length = sum(v * v for v in turned) ** 0.5
    w, i, j, k = (v / length for v in turned)
    piece = Piece(0, kind, 0.0, 0.0, 0.0, w, i, j, k, 1)
    moment = Moment((), ghost=piece) if ghost else Moment((piece,), halo=0 if halo else -1)
    reach = round(scale * 4) + 12
    sheet = Image.new("RGBa", (4 * reach, 4 * reach))  # premultiplied, so that it can be reduced as it is
    Scene(moment, ABOVE.at(scale, reach, reach), bare=True).paint(Fine(Pen(ImageDraw.Draw(sheet), 0, 2)), look)
    return trim(Sprite(pack(sheet.reduce(2)), (reach, reach)))


def draw_from_above(canvas: Canvas, moment: Moment, x: int, y: int, scale: float) -> None:
    """Draw the ship from above with the bow on top, as if it and its yards were level; x, y is its middle."""
    wide, tall, eye = round(scale * 11), round(scale * 9), ABOVE.at(scale, x, y)
    canvas.box("area", x - wide, y - tall, 2 * wide, 2 * tall, "from above")
    canvas.paste(sea.draw_porthole(canvas.theme, _CHART), x, y)
    pieces = sorted((*moment.cargo, moment.ghost) if moment.ghost else moment.cargo, key=lambda piece: piece.z)
    for storey, height in zip(_draw_storeys(moment.area, canvas.theme, scale), _FLOORS, strict=True):
        canvas.paste(storey, x, y)
        while pieces and pieces[0].z < height:
            piece = pieces.pop(0)
            turned = tuple(round(_TURNS * v) for v in (piece.qw, piece.qx, piece.qy, piece.qz))
            seen = _draw_from_above(piece.kind, turned, canvas.theme, scale,
                               halo=piece.id == moment.halo, ghost=piece is moment.ghost)  # fmt: skip
            canvas.paste(seen, *eye.point((piece.x, piece.y, piece.z)))


def place_numbers(moment: Moment, view: Camera, size: int, *, alone: bool = False) -> dict[int, Window]:
    """Place the numbers of the areas: at the ends of yards, beside the deck; `alone`: only the highlighted one."""
    eye, out = view.aboard(compute_lean(moment.roll, moment.pitch)), {}
    for area in (moment.area,) if alone else ship.AREAS:
        side = ship.side(area)
        if ship.is_deck(area):
            at = (_ON_HULL if size <= _ROOMY * view.scale else _BESIDE)[area]
        else:
            height, length, _ = ship.YARDS[ship.level(area)]
            at = (0.0, side * (length / 2 + (size + 14) / 2 / view.scale / 0.86), height - 0.8)
        x, y = (round(v) for v in eye.point(at))
        x = max(x, size // 2 + 4)  # the lowest yard of a ship that leans may reach the edge of a close-up
        out[area] = (x - size // 2, y - size // 2, x + size // 2, y + size // 2)
    return out


def write_numbers(canvas: Canvas, where: dict[int, Window], lit: int) -> None:
    """Write the numbers of the areas; `lit`: the one to highlight."""
    for area, (x0, y0, x1, y1) in where.items():
        x, y, size, words = (x0 + x1) // 2, (y0 + y1) // 2, canvas.letter_size(44 if area < 10 else 38), str(area)
        canvas.paste(_draw_number(canvas.theme, words, x1 - x0, size, lit=area == lit), x, y)
        runs = measure(words, size, "display")
        canvas.box("letter", x - runs // 2, y - size // 2, runs, size, words)


@cache
def _draw_number(look: Theme, words: str, wide: int, size: int, *, lit: bool) -> Sprite:
    """Draw the number of an area on a wooden disc, or a golden one if `lit`; its origin is its middle."""
    disc, ring, fill = look.own("hull"), look.own("deck_hi"), look.own("paper")
    if look.contrast:
        disc, ring, fill = (look.line, look.panel, look.ground) if lit else (look.panel, look.line, look.on_panel)
    elif lit:
        disc, ring, fill = look.line, look.own("paper"), look.rim

    def paint(pen: Pen) -> None:
        m = wide / 2
        pen.disc(m, m, m, look.rim)
        pen.disc(m, m, m - 2, ring)
        pen.disc(m, m, m - 5, disc)
        pen.words(m, m, words, fill, size=size)

    return paint_sprite(wide, wide, paint, origin=(wide // 2, wide // 2))
