"""Draw Riff Raff's private pictures: one decision each, in large letters.

For a spot, a pose and later steps: the area with its columns and rows, and two views of the piece where it would be let
go. For every other decision: the ship beside the choices, such as cards, pieces, players or sectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from games.candidates import Gauge
from games.core import Move, Seat
from games.riff_raff.loading import descent, ship
from games.riff_raff.loading.descent import Where
from games.riff_raff.loading.settled import Kind, Piece
from games.riff_raff.moves import Aim, Grip, Pose, Reach, Take
from games.riff_raff.state import Loading, State
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer, Sprite, draw_ring, paint_sprite
from rendering.drawing.theme import BLACK, Look, Theme, mix, theme
from rendering.riff_raff import sea, side_panels
from rendering.riff_raff.choices import STRIP_HEIGHT, draw_chances, draw_choices
from rendering.riff_raff.sea import HEIGHT, PRIVATE_HEIGHT
from rendering.riff_raff.ship.bodies import Letters
from rendering.riff_raff.ship.brushes import Window, trim
from rendering.riff_raff.ship.camera import Camera, Vector, compute_lean, dot, place_camera
from rendering.riff_raff.ship.rigging import draw_rigging
from rendering.riff_raff.ship.scene import ABEAM, ASTERN, OBLIQUE, Edges, Moment, draw_icon, meet, show_scene
from rendering.riff_raff.ship_at_sea import Hand, find_hand_place
from rendering.riff_raff.weather import WIDTH, judge_weather, paint_wave, paint_weather

_BESIDE: Final = OBLIQUE.at(23, 300, 720)
"""The view of the ship on the left, beside the choices."""
_ALONE: Final = OBLIQUE.at(28, 590, 740)
"""The view of the ship at the end, when there is nothing to choose."""
_ABOVE_STRIP: Final = OBLIQUE.at(23, 300, 632)
"""The view of the ship above a strip of chances."""
_TOP, _SPLIT = 116, 552
"""The tops of the map of the area and of the two views below it."""
_PANES: Final[tuple[Window, Window]] = ((12, _SPLIT + 12, 501, HEIGHT - 12), (699, _SPLIT + 12, 1188, HEIGHT - 12))
"""The places of the two views."""
_HELD: Final[Window] = (513, _SPLIT + 12, 687, _SPLIT + 96)
"""The place of the piece to be loaded, above the gauge between the views."""
_BETWEEN: Final = (600, HEIGHT - 162)
"""The middle of the gauge between the views."""
_GAUGE: Final = (1110, HEIGHT - 148)
"""The middle of the tilt gauge, in the corner below the choices."""
_SPREAD: Final = 61
"""How far apart, in pixels, the names of rows stand at least."""
_ALOFT, _AWAY = (512, 204), (86, 204)
"""The middle of the gauge in the sky beside two views, and where it makes room for the number of the uppermost yard."""
_YARD_SCALE, _DECK_SCALE = 104.0, 112.0
"""Pixels per centimetre on the map of a yard, and of a part of the deck."""
_MAST: Final = 102
"""How far the mast stands from the edge of the map, in pixels; the outermost column keeps clear of the other edge."""
_LEAST: Final = 20
"""The smallest visible part of a piece that is marked, in pixels."""
_LONGWAYS: Final = place_camera(90, 90)
"""The view from above with the bow on the right."""


class Aimed(NamedTuple):
    """The choices made so far in a loading, including the ghost of a move, and the piece where it would be let go."""

    loading: Loading
    piece: Piece | None
    reason: str
    """Why it may not be put there (`descent.Descent`); "" if it may."""


def preview_loading(view: State, ghost: Move | None) -> Aimed | None:
    """Apply the ghost of a move to the loading in progress; None outside a loading."""
    loading = view.loading
    if loading is None:
        return None
    match ghost:
        case Take(kind):
            loading = replace(loading, kind=kind)
        case Aim(spot):
            loading = replace(loading, spot=spot)
        case Pose(pose, turn):
            loading = replace(loading, pose=pose, turn=turn)
        case Grip(hands, sector):
            loading = replace(loading, hands=hands, sector=sector)
    return place_loading(view, loading)


def place_loading(view: State, loading: Loading) -> Aimed:
    """Place the piece of a loading where it would be let go, as far as it is decided."""
    if loading.kind is None or not loading.spot or not loading.pose:
        return Aimed(loading, None, "")
    where = Where(*ship.spot_point(view.area, loading.spot), loading.turn)
    down = descent.judge(view.cargo, view.yards, view.area, loading.kind, loading.pose, where)
    height = ship.LOWERING if down.reason else down.height
    q, at = descent.compute_posture(view.yards, view.area, loading.kind, loading.pose, where, height)
    return Aimed(loading, descent.round_pose(view.serial, loading.kind, view.area, at, q), down.reason)


def draw(
    view: State, seat: Seat, moves: Sequence[Move], ghost: Move | None, look: Look, letters: Letters,
    gauge: Gauge | None = None,
) -> Canvas:  # fmt: skip
    """Draw the picture without its strip. `gauge`: the chances of the loading that the ghost completes."""
    ours, goal = theme("riff_raff", look), preview_loading(view, ghost)
    piece = goal.piece if goal else None
    moment = Moment(view.cargo, view.roll, view.pitch, view.yards, view.area, -1, piece)
    weather = judge_weather(view.roll, view.pitch)
    if view.phase == "over":
        return _draw_end(view, moment, look, letters)
    if (
        goal
        and view.seat == seat
        and goal.loading.kind
        and (view.phase in ("spot", "pose") or (goal.loading.spot and not goal.loading.hands))
    ):
        outward = 0 if ship.is_deck(view.area) else -ship.side(view.area)
        runs = round(ship.YARDS[ship.level(view.area)][1] / 2 * _YARD_SCALE) if outward else 0
        canvas = Canvas(paint_lookout(ours, weather, _SPLIT, outward, runs), "riff_raff", look, private=True)
        _draw_map(canvas, moment, goal, {move.spot for move in moves if isinstance(move, Aim)}, letters)
        _draw_views(canvas, moment, letters, crossed=bool(goal.reason))
        _draw_held(canvas, goal.loading.kind, view.area, letters)
        side_panels.draw_gauge(canvas, view.roll, view.pitch, *_BETWEEN)
        return canvas
    camera = _ABOVE_STRIP if gauge else _BESIDE
    canvas = Canvas(sea.paint_water(ours, camera, 0, weather, PRIVATE_HEIGHT), "riff_raff", look, private=True)
    out = [Hand(seat, goal.loading.sector)] if goal and goal.loading.sector else []
    if isinstance(ghost, Reach):
        out = [Hand(seat, ghost.sector)]
    is_let_go = piece and view.seat == seat
    if not is_let_go:
        draw_choices(canvas, view, seat, moves, ghost, letters)
    gauge_at = _GAUGE if not is_let_go else _AWAY if view.area == 10 else _ALOFT
    tilt = side_panels.draw_gauge(canvas, view.roll, view.pitch, *gauge_at)
    _draw_ship(canvas, camera, moment, out, letters, 592, tilt)
    if is_let_go:
        end = HEIGHT - 12 - (STRIP_HEIGHT if gauge else 0)
        middle = (end + 114) // 2
        draw_close_view(canvas, moment, (600, 118, 1188, middle - 5), letters, pane=True)
        draw_close_view(canvas, moment, (600, middle + 7, 1188, end), letters, level=True, pane=True)
        if gauge:
            draw_chances(canvas, view.area, gauge, HEIGHT - STRIP_HEIGHT)
    return canvas


@cache
def paint_lookout(look: Theme, weather: int, split: int = 0, outward: int = 0, runs: int = 0) -> Layer:
    """Paint the ground of a picture that shows parts of the ship: sea and sky in the `weather`, below y `split`.

    Above it is the sea as seen from the masthead, and deep below a yard that points `outward` (1: to the right, -1: to
    the left) and `runs` so many pixels, the deck and the yard's shadow.
    """
    wave, trough, foam = (look.own(name) for name in ("wave", "trough", "foam"))

    def paint(pen: Pen) -> None:
        paint_weather(pen.lower(split * 3 // 5), look, PRIVATE_HEIGHT, 0, weather, plain=False)
        if not split:
            return
        pen.rounded_box((0, 0, WIDTH, split), 0, look.ground if look.contrast else mix(wave, trough, 0.6))
        if look.contrast:
            return
        for number in range(46):
            x, y = (number * 367) % 1270 - 60, 126 + (number * 29) % 47 / 47 * (split - 130)
            tone = foam if number % 3 < 1 + (weather > 1) else wave if number % 2 else look.ground
            paint_wave(pen, tone, x, y, 56 + 16 * weather, 7 + 3 * weather)
        if outward:
            mast, dark = _MAST if outward > 0 else WIDTH - _MAST, mix(trough, BLACK, 0.1)
            start, end = sorted((mast - outward * 130, mast + outward * (runs + 20)))
            pen.rounded_box((start, 262, end, 432), 24, dark)
            _paint_deck_below(pen, look, mast, split)
            pen.rounded_box((max(start, mast - 200), 262, min(end, mast + 200), 432), 0,
                            mix(mix(look.own("deck"), trough, 0.5), BLACK, 0.16))  # fmt: skip

    return Layer(WIDTH, PRIVATE_HEIGHT, look.shade, paint)


def _paint_deck_below(pen: Pen, look: Theme, mast: int, split: int) -> None:
    """Paint the deck in the depth below a yard, around the mast."""
    wood, water, half = look.own("deck"), look.own("trough"), 200
    pen.polygon([(mast - half - 26, 0), (mast + half + 26, 0), (mast + half + 26, split), (mast - half - 26, split)],
                mix(look.own("foam"), water, 0.45))  # fmt: skip
    pen.polygon([(mast - half, 0), (mast + half, 0), (mast + half, split), (mast - half, split)], mix(wood, water, 0.5))
    for at in range(-half, half + 1, 50):
        pen.line([(mast + at, 0), (mast + at, split)], look.own("hull_hi"), 3 if abs(at) < half else 10)


def _draw_end(view: State, moment: Moment, look: Look, letters: Letters) -> Canvas:
    """Draw the ship alone, with fireworks and the winner's flag."""
    water = sea.paint_water(theme("riff_raff", look), _ALONE, 0, 0, PRIVATE_HEIGHT)
    canvas, winners = Canvas(water, "riff_raff", look, private=True), tuple(side_panels.list_winners(view))
    if not canvas.theme.contrast:
        canvas.paste(sea.draw_fireworks(canvas.theme, winners), 180, 116)
    tilt = side_panels.draw_gauge(canvas, view.roll, view.pitch, *_GAUGE)
    _draw_ship(canvas, _ALONE, moment, (), letters, WIDTH, tilt, winners[0])
    return canvas


def _draw_ship(
    canvas: Canvas,
    camera: Camera,
    moment: Moment,
    out: Sequence[Hand],
    letters: Letters,
    right: int,
    tilt: Edges,
    flag: int | None = None,
) -> None:
    """Draw the ship left of the x `right`, its numbers clear of the gauge at `tilt`; `flag`: the seat whose flag flies
    from the mast."""
    numbers = side_panels.place_numbers(moment, camera, 80, alone=moment.area > 0)
    for area, (left, top, end, below) in numbers.items():
        if meet((left, top, end, below), tilt):
            numbers[area] = left, round(tilt[3]), end, round(tilt[3]) + below - top
    # Letters of the size of a close-up would hide the pieces of so small a ship.
    if not canvas.theme.contrast:
        rigging, head = draw_rigging(canvas.theme, camera, moment.roll, moment.pitch, flag)
        canvas.paste(rigging, *head)
    show_scene(canvas, moment, camera, (0, 114, right, HEIGHT), letters, letter=0)
    for strip in sea.cut_collar(canvas.theme, camera):
        canvas.paste(strip, 0, 0)
    for hand in out:
        x, y = sea.find_pixel(camera, find_hand_place(hand.sector))
        canvas.paste(sea.draw_hand(hand.seat, 104, canvas.theme), x, y)
    side_panels.write_numbers(canvas, numbers, moment.area)


def _draw_views(canvas: Canvas, moment: Moment, letters: Letters, *, crossed: bool) -> None:
    """Draw two views of the area on a mat, with room for the gauge between them."""
    for level, pane in enumerate(_PANES):
        draw_close_view(canvas, moment, pane, letters, level=level == 1, pane=True)
    top, mat = _SPLIT, canvas.theme.shade
    canvas.fill(0, top, WIDTH, 12, mat)
    canvas.fill(0, HEIGHT - 12, WIDTH, 12, mat)
    for left, right in ((0, _PANES[0][0]), (_PANES[0][2], _PANES[1][0]), (_PANES[1][2], WIDTH)):
        canvas.fill(left, top + 12, right - left, HEIGHT - top - 24, mat)
    if crossed:
        canvas.cross(1120, _SPLIT + 80, 96)


def _draw_held(canvas: Canvas, kind: Kind, area: int, letters: Letters) -> None:
    """Draw the piece to be loaded, and the number of its area."""
    look, (x, y, right, below) = canvas.theme, _HELD
    canvas.panel(x, y, right - x, below - y, look.ground, radius=12, edge=look.line)
    canvas.sign(x + 42, y + 42, str(area), size=66, width=74, height=74, ground=look.line,
                fill=look.ground if look.contrast else look.rim, radius=37)  # fmt: skip
    canvas.paste(draw_icon(kind, letters, look, 84, 74, 0), x + 128, y + 42)
    canvas.box("badge", x + 86, y + 5, 84, 74, f"{kind} held")


def draw_close_view(
    canvas: Canvas, moment: Moment, window: Window, letters: Letters, *, level: bool = False, scale: int = 44,
    letter: int = 66, signs: tuple[Edges, ...] = (), pane: bool = False,
) -> None:  # fmt: skip
    """Draw a close view of the highlighted area into a window, behind a `pane` or as it is: oblique, or `level` from
    astern or abeam; `scale` in pixels a cm."""
    area, (x0, y0, x1, y1) = moment.area, window
    middle = _find_middle(area)
    if moment.ghost:
        middle = (moment.ghost.x, moment.ghost.y, moment.ghost.z)
    rows = compute_lean(moment.roll, moment.pitch)
    there = (dot(rows[0], middle), dot(rows[1], middle), dot(rows[2], middle))
    base = (ABEAM if ship.is_deck(area) else ASTERN) if level else OBLIQUE
    at = base.at(scale, 0.0, 0.0).point(there)
    view = base.at(scale, (x0 + x1) / 2 - at[0], (y0 + y1) / 2 - at[1])
    inside = (x0 + 6, y0 + 6, x1 - 6, y1 - 6) if pane else window
    pieces = show_scene(canvas, moment, view, inside, letters, letter=letter, signs=signs)
    for edge in _draw_pane(x1 - x0, y1 - y0, canvas.theme) if pane else ():
        canvas.paste(edge, x0, y0)
    _note_pieces(canvas, pieces, inside)
    canvas.box("area", x0, y0, x1 - x0, y1 - y0, "level" if level else "oblique")


@cache
def _draw_pane(width: int, height: int, look: Theme) -> tuple[Sprite, ...]:
    """Draw the edges of a window through which the ship is seen close up, as four strips: its middle is empty."""
    tone = look.ink if look.contrast else look.own("deck_hi")

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, width, height), 0, look.shade)
        pen.rounded_box((0, 0, width, height), 16, look.rim)
        pen.rounded_box((2, 2, width - 2, height - 2), 14, tone)
        pen.rounded_box((6, 6, width - 6, height - 6), 10, (0, 0, 0, 0))

    whole, deep = paint_sprite(width, height, paint), 16
    corners = ((0, 0, width, deep), (0, height - deep, width, height), (0, deep, deep, height - deep),
               (width - deep, deep, width, height - deep))  # fmt: skip
    return tuple(trim(whole, corner) for corner in corners)


def _note_pieces(canvas: Canvas, pieces: Sequence[tuple[Piece, Edges]], window: Window) -> None:
    """Note the pieces in a window as places that a refusal may mark."""
    for piece, (x0, y0, x1, y1) in pieces:
        left, top, right, below = max(x0, window[0]), max(y0, window[1]), min(x1, window[2]), min(y1, window[3])
        if left + _LEAST < right and top + _LEAST < below:
            canvas.place(f"piece/{piece.id}", left, top, right - left, below - top)


def _find_middle(area: int) -> Vector:
    if ship.is_deck(area):
        return (ship.end(area) * 3.5, ship.side(area) * 1.5, ship.DECK + 1.0)
    height, length, _ = ship.YARDS[ship.level(area)]
    return (0.0, ship.side(area) * length / 4, height + 0.6)


def _draw_map(canvas: Canvas, moment: Moment, goal: Aimed, legal: set[str], letters: Letters) -> None:
    """Draw the area from above with the legal spots; until a piece is in place, with columns, rows, the chosen spot."""
    look, area = canvas.theme, moment.area
    deck, middle = ship.is_deck(area), (_TOP + _SPLIT) // 2
    labels = ship.spots(area)
    columns, rows = list(dict.fromkeys(s[0] for s in labels)), list(dict.fromkeys(s[1] for s in labels))
    outward = ship.end(area) if deck else -ship.side(area)  # 1: the columns run to the right
    scale = _DECK_SCALE if deck else _YARD_SCALE
    left = _MAST if outward > 0 else WIDTH - _MAST
    if deck:
        below = ship.side(area) < 0
        eye = _LONGWAYS.at(scale, left, _TOP + 2 if below else _SPLIT - 2)
        low, high, line = -9.0, 8.0, _SPLIT - 36 if below else _TOP + 34
        if not look.contrast:
            _draw_foam(canvas, eye, area)
    else:
        eye = place_camera(0, 90).at(scale, left, middle - 36)
        low, high, line = ship.surface(area) - 1.0, ship.surface(area) + 4.4, _SPLIT - 40
    chosen = goal.loading.spot
    xs = [eye.point((*ship.spot_point(area, letter + rows[0]), 0.0))[0] for letter in columns]
    ys = [eye.point((*ship.spot_point(area, columns[0] + digit), 0.0))[1] for digit in rows]
    level, inside = moment._replace(roll=0.0, pitch=0.0), (0, _TOP, WIDTH, _SPLIT - 4)
    _note_pieces(canvas, show_scene(canvas, level, eye, inside, letters, letter=0, between=(low, high)), inside)
    lines: dict[int, list[tuple[int, bool]]] = {}
    for spot in labels:
        x, y = (round(v) for v in eye.point((*ship.spot_point(area, spot), 0.0)))
        canvas.place(f"spot/{spot}", x - 25, y - 25, 50, 50)
        if not moment.ghost or (spot in legal and spot != chosen):
            lines.setdefault(y, []).append((x, spot in legal))
    for y, dots in lines.items():
        left = dots[0][0]
        canvas.paste(_draw_dots(tuple((x - left, lit) for x, lit in dots), look), left, y)
    if chosen and not moment.ghost:
        across, down = eye.point((*ship.spot_point(area, chosen), 0.0))
        canvas.paste(draw_ring(50, 50, 25, look.chalk, look.rim), across - 25, down - 25)
    if not moment.ghost:  # the strip names the spot of a piece that is in place
        pitch = round(abs(xs[1] - xs[0]))
        canvas.paste(_draw_ruler(len(xs), pitch, look), min(xs), line)
        for letter, across in zip(columns, xs, strict=True):
            _draw_label(canvas, across, line, letter, pitch, lit=letter == chosen[:1])
        _draw_rows(canvas, dict(zip(rows, ys, strict=True)), round(xs[0]), outward, chosen[1:])
    canvas.box("area", 0, _TOP, WIDTH, _SPLIT - _TOP, "map")


@lru_cache(maxsize=256)
def _draw_dots(dots: tuple[tuple[int, bool], ...], look: Theme) -> Sprite:
    """Draw a line of spots: how far each lies to the right of the first, and whether it may be chosen."""
    peg, ring = (look.line, look.ground) if look.contrast else (look.own("paper"), look.own("hull_lo"))
    low, high = min(x for x, _ in dots) - 11, max(x for x, _ in dots) + 11

    def paint(pen: Pen) -> None:
        for x, lit in dots:
            if lit:
                pen.disc(x - low, 11, 11, ring)
                pen.disc(x - low, 11, 7, peg)
            else:
                pen.disc(x - low, 11, 3.5, look.ink if look.contrast else ring)

    return paint_sprite(high - low, 22, paint, origin=(-low, 11))


@cache
def _draw_ruler(count: int, pitch: int, look: Theme) -> Sprite:
    """Draw a wooden ruler with a field for each column; its origin is the middle of the leftmost field."""
    wood, edge = (look.ground, look.ink) if look.contrast else (look.own("deck_top"), look.rim)
    other, half, runs = look.own("deck_hi"), pitch // 2, count * pitch

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, runs + 8, 66), 12, edge)
        pen.rounded_box((4, 4, runs + 4, 62), 8, wood)
        for x in () if look.contrast else range(4 + pitch, runs, 2 * pitch):
            pen.rounded_box((x, 4, min(runs + 4, x + pitch), 62), 0, other)

    return paint_sprite(runs + 8, 66, paint, origin=(half + 4, 33))


def _draw_rows(canvas: Canvas, rows: dict[str, float], first: int, outward: int, chosen: str) -> None:
    """Name the rows on a plate beside the first column, which is at x `first`.

    Where rows are closer than their names are high, the names spread out, and lines lead to the rows."""
    look, ys = canvas.theme, list(rows.values())
    wood, edge = (look.ground, look.ink) if look.contrast else (look.own("deck_top"), look.rim)
    middle, each = (ys[0] + ys[-1]) / 2, (ys[-1] - ys[0]) / (len(ys) - 1)
    apart = max(_SPREAD, abs(each)) * (1 if each > 0 else -1)
    x, tall = first - outward * 110, round(abs(apart) * len(ys))
    spread = {digit: round(middle + (k - (len(ys) - 1) / 2) * apart) for k, digit in enumerate(rows)}
    for digit, y in rows.items() if apart != each else ():
        canvas.stroke([(x + outward * 30, spread[digit]), (first - outward * 24, round(y))], width=5, fill=edge)
    canvas.panel(x - 32, round(middle) - tall // 2 - 4, 64, tall + 8, wood, edge=edge)
    for digit, y in spread.items():
        _draw_label(canvas, x, y, digit, 52, lit=digit == chosen)


def _draw_foam(canvas: Canvas, eye: Camera, area: int) -> None:
    """Draw the hull's shadow on the water along an area of the deck, and foam in it."""
    end, side = ship.end(area), ship.side(area)
    bow, stern = (
        ((0.0, 3.05), (5.05, 3.05), (5.05, 1.85), (8.1, 1.85), (8.1, 0.0)),
        ((0.0, 3.05), (-7.1, 3.05), (-7.1, 0.0)),
    )
    corners = [eye.point((x, side * y, 0.0)) for x, y in (bow if end > 0 else stern)]
    for (x0, y0), (x1, y1) in pairwise(corners):
        wide, tall = round(abs(x1 - x0)), round(abs(y1 - y0))
        canvas.paste(_paint_foam(wide, tall, canvas.theme), min(x0, x1), min(y0, y1))


@cache
def _paint_foam(wide: int, tall: int, look: Theme) -> Sprite:
    """Paint foam along a line to the right and down; the origin is where the line begins."""
    reach, count = 46, max(1, (wide + tall) // 30)

    def paint(pen: Pen) -> None:
        for base, tone in ((32, look.own("trough")), (18, look.own("foam"))):
            for step in range(count + 1):
                x, y = reach + wide * step / count, reach + tall * step / count
                pen.disc(x, y, base + (step * 7) % 4 * 3, tone)

    return paint_sprite(wide + 2 * reach, tall + 2 * reach, paint, origin=(reach, reach))


def _draw_label(canvas: Canvas, x: float, y: float, words: str, width: int, *, lit: bool) -> None:
    """Write the name of a column or a row; `lit`: it is chosen, so its field of this `width` is highlighted."""
    look = canvas.theme
    if lit:
        canvas.panel(round(x) - width // 2, round(y) - 30, width, 60, look.line, radius=12)
    fill = look.ground if look.contrast and lit else look.ink if look.contrast else look.rim
    canvas.text(x, y, words, size=66, fill=fill, face="display", align="middle", kind="letter")
