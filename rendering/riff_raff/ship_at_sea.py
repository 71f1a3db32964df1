"""Draw the middle of Riff Raff's picture: ship, water, and the effects of the last loading; for boards and clips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.riff_raff.loading import descent
from games.riff_raff.loading.settled import SECTORS, Kind, Sector
from games.riff_raff.state import State
from rendering.drawing import frame
from rendering.drawing.canvas import Canvas
from rendering.riff_raff import sea, side_panels
from rendering.riff_raff.sea import HEIGHT
from rendering.riff_raff.ship.bodies import Letters
from rendering.riff_raff.ship.camera import Camera
from rendering.riff_raff.ship.rigging import draw_rigging
from rendering.riff_raff.ship.scene import OBLIQUE, Edges, Moment, meet, place_letter, show_icon, show_scene
from rendering.riff_raff.side_panels import PANEL
from rendering.riff_raff.weather import WIDTH

_VIEW: Final[Camera] = OBLIQUE.at(26.5, 722, 692)
_LARGE_VIEW: Final[Camera] = OBLIQUE.at(26.5, 722, 718)
"""The same view in large pictures, whose strip is higher."""
LARGE_HEIGHT: Final = HEIGHT + 66
"""Height of large pictures without the rows of supplies."""
_FLOAT: Final = 96
"""The size of pieces in the water, in pixels."""
_SHOWN: Final = 5
"""The most pieces drawn in one sector; a figure counts the others."""
_GRASPED: Final = 2
"""The most caught pieces drawn in a hand; a figure on its palm counts the others."""
_PALM: Final = 2
"""How far, in pixels, that figure lies above the water."""
_LIFT: Final = 46
"""How far, in pixels, one caught piece lies above the other."""
_ELSEWHERE: Final = ((0, 0), (84, 0), (-84, 0), (0, 56), (84, 56), (-84, 56), (0, 112), (124, 20), (-124, 20))
"""How far to the right and up, in pixels, there may be room for a figure, the best place first."""
_ASIDE: Final[dict[Sector, tuple[float, float]]] = {"bow": (16.0, -3.0), "port-bow": (8.0, 13.0)}
"""Where hands wait, in centimetres from the mast, that would otherwise be behind the ship."""


def place_camera(*, large: bool) -> Camera:
    """Return the camera of a public picture."""
    return _LARGE_VIEW if large else _VIEW


def find_floor(canvas: Canvas) -> int:
    """Return the y at which the sea of a public picture ends."""
    return (LARGE_HEIGHT if canvas.large else HEIGHT) - frame.line_height(canvas)


class Afloat(NamedTuple):
    """A piece that left the ship: in the water, or in a hand. `stage`: 0 at rest, 1 to 3 while it strikes."""

    piece: int
    kind: Kind
    sector: Sector
    caught: bool
    stage: int = 0
    at: tuple[float, float] | None = None
    """Its place in centimetres, if it is not in its place in the foam."""


class Hand(NamedTuple):
    """A hand stretched out by a seat."""

    seat: int
    sector: Sector


def find_moment(view: State) -> Moment:
    """Return the ship as it is now; while a loading waits for nature, with the piece where it is held."""
    held = None
    if view.phase == "settle":
        held = descent.preview_piece(view)
    stayed = view.last.piece if view.last and not held else -1
    return Moment(view.cargo, view.roll, view.pitch, view.yards, view.area, stayed, held)


def list_overboard(view: State) -> tuple[Afloat, ...]:
    """List the pieces that the last loading threw off."""
    if view.last is None or view.phase == "settle":
        return ()
    return tuple(Afloat(f.piece, f.kind, f.sector, f.caught) for f in view.last.falls)


def list_hands(view: State) -> tuple[Hand, ...]:
    """List the hands that wait, or waited during the last loading, and those that caught something."""
    if view.phase == "settle":
        seat, loading = view.seat, view.loading
        return (Hand(seat, loading.sector),) if loading and loading.sector and seat is not None else ()
    if view.last is None:
        return ()
    waited = (view.last.loading.sector,) if view.last.loading.sector else ()
    caught = (fell.sector for fell in view.last.falls if fell.caught)
    return tuple(Hand(view.last.seat, sector) for sector in dict.fromkeys((*waited, *caught)))


def paint_board(
    canvas: Canvas,
    moment: Moment,
    letters: Letters,
    *,
    gone: Sequence[Afloat],
    out: Sequence[Hand],
    moving: bool = False,
    flag: int | None = None,
    is_free: bool = False,
) -> None:
    """Paint the ship and the water around it. `gone`: the fallen pieces; `out`: hands. `flag`: the seat whose flag
    flies from the mast. `is_free`: there is room below the column of the seats.

    `moving`: the ship is moving, so the view from above is left out, and all numbers but that of the loaded area.
    """
    view = place_camera(large=canvas.large)
    strip, floor = frame.strip_height(canvas), find_floor(canvas)
    tilt = side_panels.draw_gauge(canvas, moment.roll, moment.pitch, 1108, strip + 102)
    if not moving:
        side_panels.draw_from_above(canvas, moment, PANEL // 2 if is_free else PANEL + 104, floor - 98, 7.2)
    size = 80 if canvas.large else 56
    numbers = side_panels.place_numbers(moment, view, size, alone=moving)
    for area, (left, top, right, below) in numbers.items():
        # the top yard of a ship that leans may reach strip and gauge
        lower = round(tilt[3]) if meet((left, top, right, below), tilt) else max(top, strip + 8)
        numbers[area] = left, lower, right, lower + below - top
    taken: list[Edges] = [tilt, *numbers.values()]
    before, behind = (_place_figures(canvas, things, taken) for things in _list_around(gone, out))
    spelt = _choose_lettered(canvas, (*behind, *before), letters, taken)
    for thing in behind:
        _lay(canvas, thing, letters, spelt)
    if not canvas.theme.contrast and not canvas.look.half:  # in a film it would cost bytes in every frame
        rigging, head = draw_rigging(canvas.theme, view, moment.roll, moment.pitch, flag)
        canvas.paste(rigging, *head)
    limits = (PANEL + 4, strip + 6, WIDTH, floor)
    pieces = show_scene(canvas, moment, view, limits, letters, letter=_letter_size(canvas), signs=tuple(taken))
    for piece, (x0, y0, x1, y1) in pieces:
        canvas.box("piece", x0, y0, x1 - x0, y1 - y0, f"{piece.kind} on {piece.area}")
    for foam in sea.cut_collar(canvas.theme, view):
        canvas.paste(foam, 0, 0)
    for thing in before:
        _lay(canvas, thing, letters, spelt)
    side_panels.write_numbers(canvas, numbers, moment.area)


def _letter_size(canvas: Canvas) -> int:
    """Return the size of letters on pieces; large pictures have none, because they would hide the pieces."""
    return 0 if canvas.large else 30


class _Place(NamedTuple):
    """Something on the water, `at` centimetres from the mast."""

    at: tuple[float, float]
    what: Afloat | Hand | int
    """An integer: the number of further pieces there."""
    raised: int = 0
    """Pixels above the water, if it lies in a hand or has no room there."""
    aside: int = 0
    """Pixels to the right of its place, if it has no room there."""


def find_hand_place(sector: Sector) -> tuple[float, float]:
    """Find the place of a waiting hand in a sector; centimetres."""
    return _ASIDE.get(sector) or find_place(sector)


def find_place(sector: Sector, index: int = 0) -> tuple[float, float]:
    """Find the place of a fallen piece in a sector; centimetres. `index`: its number among several pieces."""
    return sea.place_afloat(45.0 * SECTORS.index(sector), index)


def _list_around(gone: Sequence[Afloat], out: Sequence[Hand]) -> tuple[list[_Place], list[_Place]]:
    """List the things in front of the ship and those behind it, each from the horizon forward. Hands are in front."""
    places = [_Place(find_hand_place(hand.sector), hand) for hand in out]
    taken: dict[Sector, int] = {hand.sector: 1 for hand in out}
    held: dict[Sector, int] = {}
    for one in gone:
        if one.caught:
            count = held[one.sector] = held.get(one.sector, 0) + 1
            if count <= _GRASPED:
                places.append(_Place(find_hand_place(one.sector), one, 18 + _LIFT * count))
            continue
        index = taken[one.sector] = taken.get(one.sector, 0) + 1
        if index <= _SHOWN:
            places.append(_Place(one.at or find_place(one.sector, index - 1), one))
    places += [_Place(find_place(s, 5), n - _SHOWN) for s, n in taken.items() if n > _SHOWN]
    places += [_Place(find_hand_place(s), n - _GRASPED, _PALM) for s, n in held.items() if n > _GRASPED]
    far: list[_Place] = []
    near: list[_Place] = []
    for place in sorted(places, key=_rank_nearness):
        x, y = place.at
        is_near = _is_grasped(place) or OBLIQUE.toward[0] * x + OBLIQUE.toward[1] * y > 0
        (near if is_near else far).append(place)
    return near, far


def _is_grasped(place: _Place) -> bool:
    return isinstance(place.what, Hand) or place.raised > 0


def _rank_nearness(place: _Place) -> tuple[bool, bool, float, int]:
    """Return a sort key: figures last, before them hands with their pieces, everything else by nearness."""
    down = sea.find_pixel(OBLIQUE, place.at)[1]
    return isinstance(place.what, int), _is_grasped(place), down, place.raised


def _locate(canvas: Canvas, place: _Place) -> tuple[float, float]:
    x, y = sea.find_pixel(place_camera(large=canvas.large), place.at)
    return x, min(y, find_floor(canvas) - 56)


def _place_figures(canvas: Canvas, places: Sequence[_Place], taken: list[Edges]) -> list[_Place]:
    """Move figures that would meet a number of an area aside. Adds their places to `taken`."""
    out = []
    for place in places:
        if isinstance(place.what, int):
            x, y = _locate(canvas, place)
            for aside, higher in _ELSEWHERE:
                moved = place._replace(aside=aside, raised=place.raised + higher)
                edges = (x + aside - 40, y - moved.raised - 26, x + aside + 40, y - moved.raised + 26)
                if not any(meet(edges, other) for other in taken):
                    break
            taken.append(edges)
            place = moved
        out.append(place)
    return out


def _choose_lettered(canvas: Canvas, places: Sequence[_Place], letters: Letters, taken: list[Edges]) -> set[_Place]:
    """Choose the pieces that show their letter, the nearest first. Adds their places to `taken`."""
    out = set()
    for place in reversed(places if _letter_size(canvas) else ()):
        x, y = _locate(canvas, place)
        if isinstance(what := place.what, Afloat) and not what.stage:
            _, *edges = place_letter(what.kind, letters, (_FLOAT, 80), _letter_size(canvas), afloat=not what.caught)
            up = y - 6 - place.raised
            here = (x + edges[0], up + edges[1], x + edges[2], up + edges[3])
            if not any(meet(here, other) for other in taken):
                taken.append(here)
                out.add(place)
    return out


def _lay(canvas: Canvas, place: _Place, letters: Letters, spelt: set[_Place]) -> None:
    look, what = canvas.theme, place.what
    x, y = _locate(canvas, place)
    if isinstance(what, Hand):
        canvas.paste(sea.draw_hand(what.seat, 104, look), x, y)
        canvas.box("badge", x - 52, y - 70, 104, 120, f"hand {what.sector}")
    elif isinstance(what, int):
        x, y = x + place.aside, y - place.raised
        canvas.panel(round(x) - 40, round(y) - 26, 80, 52, look.panel, radius=20)
        canvas.text(
            x,
            y,
            f"+{what}",
            size=canvas.letter_size(40),
            fill=look.on_panel,
            face="display",
            align="middle",
            kind="letter",
        )
    elif what.stage:
        canvas.paste(sea.draw_splash(look, 120, what.stage), x, y)
    else:
        if not what.caught:
            canvas.paste(sea.draw_splash(look, 120, 0), x, y + 8)
        show_icon(canvas, what.kind, letters, x, y - 6 - place.raised, size=(_FLOAT, 80),
                  letter=_letter_size(canvas) if place in spelt else 0,
                  afloat=not what.caught)  # fmt: skip
        if not what.caught:
            canvas.paste(sea.draw_lap(look, 104), x, y + 16)
        canvas.box("piece", x - _FLOAT / 2, y - 46 - place.raised, _FLOAT, 80, f"{what.kind} {what.sector}")
