"""Draw Aquaretto's large pictures: one zoo with the things to be placed and the trucks, or with its points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from games.aquaretto.moves import Buy, Move
from games.aquaretto.state import COWORKER, State, Zoo
from games.aquaretto.zoo.layout import MANAGER, TRAINER, lines
from games.aquaretto.zoo.tiles import BABY_OF
from games.core import Seat
from rendering.aquaretto import highlights, layout, tiles, trucks
from rendering.aquaretto import zoo as zoos
from rendering.aquaretto.scenery import sea
from rendering.aquaretto.scenery.fields import Grid
from rendering.aquaretto.sentences import list_winners
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.pen import Pen
from rendering.drawing.picture import Box
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.stored.packed import Packed
from rendering.drawing.theme import INK, SEATS, WHITE, Look, Theme

_TOP: Final = 120
"""The y of the panels, below the strip."""
_CELL: Final = 66
"""The least size of a cell."""
_TILE: Final = 72
"""The size of a tile in the depot."""
_SLOT: Final = 66
"""The size of a tile on a truck."""
_APART: Final = trucks.height(_SLOT) + 8
"""The distance from one truck to the next below it."""
_COIN: Final = 92
_SHORE: Final = 22
"""Free pixels around an island."""
_SCALE: Final = 84
"""Room for row numbers on each side."""
_UNDER: Final = (114, 210)
"""How far below the top of their panel depot and trucks begin.

The first value is used if the things to be placed are beside the pile, the second if they are below it.
"""
_FOOT: Final = 190
"""The height of the counters of all seats and the line with the last move, at the bottom of a private picture."""
_STEP: Final = 150
"""Heights of pictures are multiples of this, so that they share a few static layers."""


class Stage(Struct, frozen=True):
    """How a large picture is divided: the zoo's panel, `split` wide and `deep` high, and another panel, `beside` it or,
    if the zoo is too wide, below it."""

    height: int
    split: int
    deep: int
    beside: bool
    foot: int
    under: int

    @property
    def corner(self) -> tuple[int, int]:
        """Return the corner of the other panel's content."""
        return (self.split + 12, _TOP + 12) if self.beside else (18, _TOP + self.deep + 18)

    @property
    def inside(self) -> tuple[int, int, int, int]:
        """Return x, y, width and height of the sea around the zoo."""
        return 0, _TOP - 6, self.corner[0] - 12 if self.beside else layout.WIDTH, self.deep // 2 * 2 + 12

    def stands(self, count: int) -> tuple[trucks.Stand, ...]:
        """Place a number of trucks: in a column beside the depot, or in two columns below the zoo."""
        left, top = self.corner
        if self.beside:
            places = [(left + 88, top + self.under + index * _APART) for index in range(count)]
        else:
            places = [(left + 580 + index % 2 * 300, top + index // 2 * _APART) for index in range(count)]
        return tuple(trucks.Stand(x, y, _SLOT, 60) for x, y in places)


def _divide(
    area: layout.Area, split: int, below: int, *, labelled: bool, foot: int = 0, tall: int = 0, under: int = 0
) -> tuple[Stage, Grid]:
    """Divide the picture of a zoo with this area. Returns the stage and the zoo's grid.

    `split`: the x of the panel beside the zoo; `tall`: its height; `below`: its height if it lies below; `labelled`:
    with room for a scale; `foot`: the height kept free below both; `under`: as in `_UNDER`.
    """
    columns, rows = area[1] - area[0] + 1, area[3] - area[2] + 1
    across = 2 * _SCALE if labelled else 0
    beside = columns * _CELL + across <= split - 2 * _SHORE
    needed = _TOP + foot + 6 + max(rows * _CELL + 2 * _SHORE + (0 if beside else below + 6), tall if beside else 0)
    height = max(layout.HEIGHT, -(-needed // _STEP) * _STEP)
    width = (split if beside else layout.WIDTH) - 2 * _SHORE
    deep = height - foot - _TOP - 6 - (0 if beside else below + 6)
    cell = min((width - across) // columns, (deep - 2 * _SHORE) // rows, 124)
    left, top = _SHORE + (width - columns * cell) // 2, _TOP + (deep - rows * cell) // 2
    return Stage(height, split, deep, beside, foot, under), Grid(area, left, top, cell)


@lru_cache(maxsize=8)
def draw_ground(look: Look, stage: Stage, slots: tuple[int, ...] = ()) -> tuple[Packed, tuple[Box, ...]]:
    """Draw the sea and the quay around it, with empty trucks that have these numbers of slots. They stay for a whole
    match."""
    canvas = Canvas(sea.paint_sea(look, stage.height), "aquaretto", look)
    x, y = (stage.inside[2], _TOP - 6) if stage.beside else (0, stage.corner[1] - 12)
    low = canvas.height - stage.foot
    sea.draw_quay(canvas, x, y, canvas.width - x, low - y + bool(stage.foot) * sea.WALL)
    if stage.foot:
        sea.draw_quay(canvas, 0, low, canvas.width, _ROW)
        sea.draw_edge(canvas, x, low)
    for index, (stand, count) in enumerate(zip(stage.stands(len(slots)), slots, strict=True)):
        trucks.draw_empty_truck(canvas, stand, index, count)
    return canvas.layer()


def _list_waiting(view: State, seat: Seat, moves: Sequence[Move], ghost: Move | None) -> list[str]:
    """List the things to place now: offspring, coworkers, the tile drawn, the truck's animals, purchases."""
    if seat != view.active:
        return []
    due = [thing if thing == COWORKER else BABY_OF[thing] for thing in view.pending]
    sellers = {
        move.seller for move in (*(() if highlights.is_first_choice(moves) else moves), ghost) if isinstance(move, Buy)
    }
    bought = [view.zoos[seller].depot[-1] for seller in sorted(sellers)]
    return [*due, *([view.drawn] if view.drawn else []), *view.hand, *bought]


def divide_private(view: State, seat: Seat, moves: Sequence[Move], ghost: Move | None) -> tuple[Stage, Grid]:
    """Divide the picture of a seat's zoo. Returns the stage and the zoo's grid."""
    area = zoos.find_area(view.zoos[seat], highlights.list_cells_needed(moves, ghost))
    parked, under = len(view.trucks) * _APART, _UNDER[len(_list_waiting(view, seat, moves, ghost)) > _FEW]
    below = max(under + _TILE + 40, 14 + -(-len(view.trucks) // 2) * _APART)
    loaded = 16 + _TILE + layout.find_depot_length(len(view.zoos[seat].depot))
    labelled, tall = bool(highlights.list_targets(moves)), 24 + under + max(parked, loaded)
    return _divide(area, 800, below, labelled=labelled, foot=_FOOT, tall=tall, under=under)


def draw_private(
    canvas: Canvas,
    stage: Stage,
    grid: Grid,
    view: State,
    seat: Seat,
    moves: Sequence[Move],
    ghost: Move | None,
) -> None:
    """Draw a seat's zoo as large as possible; beside it the things to be placed, its depot, and the trucks."""
    zoo, (left, top) = view.zoos[seat], stage.corner
    won = view.over and seat in list_winners(view)
    zoos.draw_land(canvas, grid, zoo, seat, stage.inside, stage.inside, highlights.list_targets(moves), won=won)
    if highlights.list_targets(moves):
        zoos.draw_scale(canvas, grid, highlights.list_targets(moves))
    _draw_counters(canvas, view, seat)
    pile = (left + 268, top + 6, 84)
    trucks.draw_pile(canvas, view, *pile)
    waiting = []
    things = _list_waiting(view, seat, moves, ghost)
    few = len(things) <= _FEW
    size = min(96, (264 if few else 364) // max(1, len(things)) - 6)
    if not things and not canvas.theme.contrast:
        canvas.paste(_draw_flag(seat, canvas.theme), left + 26, top + stage.under - 10)
    for index, thing in enumerate(things):
        x, y = left + index * (size + 6), top if few else top + 96
        if thing == COWORKER:
            canvas.paste(tiles.draw_coworker(TRAINER, size), x, y)
            canvas.box("piece", x, y, size, size, thing)
        else:
            tiles.put(canvas, thing, x, y, size, thing)
        waiting.append((thing, (x, y, size)))
    below, shade = top + stage.under, sea.find_shade(canvas.theme)
    if stage.beside:
        manager = (left + 6, canvas.height - stage.foot - 16 - _TILE, _TILE)
        room = manager[1] - 10 - below
        depot = zoos.draw_depot(canvas, zoo, left, below, _TILE, room, shade=shade)
    else:
        manager = (left + 6, below + 6, _TILE)
        depot = zoos.draw_depot(canvas, zoo, left + _COIN, below, _TILE, 480, upright=False, shade=shade)
    zoos.draw_post(canvas, *manager, MANAGER, zoo.managers)
    stands = stage.stands(len(view.trucks))
    for index, (stand, truck) in enumerate(zip(stands, view.trucks, strict=True)):
        trucks.draw_load(canvas, stand, index, truck)
    site = highlights.Site(grid, *depot, manager)
    marked = highlights.Highlights(canvas, view, {seat: site}, stands, pile, tuple(waiting))
    marked.note_places(seat)
    if moves and seat == view.active:
        marked.mark_choices(seat, moves)
    if ghost:
        marked.mark_last_ply()  # things placed earlier in this turn
        marked.draw_ghost(seat, ghost)
    elif not moves:
        marked.mark_last_ply()
    trucks.write_numbers(canvas, stands)


@lru_cache(maxsize=16)
def _draw_flag(seat: Seat, theme: Theme) -> Sprite:
    """Draw a pennant of a seat's colour on its pole, where things lie while some are to be placed; origin at its
    foot."""
    ours = SEATS[seat]

    def paint(pen: Pen) -> None:
        pen.oval((4, 92, 44, 104), sea.find_shade(theme))
        pen.line([(20, 96), (20, 8)], theme.own("trunk"), 7)
        cloth = [(26, 8), (86, 20), (164, 42), (92, 56), (26, 72)]
        pen.polygon(cloth, ours.fill, edge=WHITE if ours.fill == INK else ours.edge, width=4)
        pen.polygon([(30, 14), (84, 24), (30, 22)], ours.top)
        pen.glyph(seat, 58, 40, 20, ours.on)

    return paint_sprite(172, 106, paint, origin=(20, 100))


_FEW: Final = 3
"""The number of things to be placed that fit beside the pile."""
_ROW: Final = 94
"""The height of the row with the counters of all seats."""


def _draw_counters(canvas: Canvas, view: State, seat: Seat) -> None:
    """Draw a row with the points and coins of all seats, starting with the viewer's own; if there is no room, without
    coins."""
    top, count = canvas.height - _FOOT, len(view.zoos)
    if canvas.theme.contrast:
        canvas.fill(0, top, canvas.width, _ROW + 4, canvas.theme.panel)
    fill = canvas.theme.on_panel if canvas.theme.contrast else canvas.theme.ink
    order = [(seat + step) % count for step in range(count)]
    points = [str(lines(view.zoos[each]).total).replace("-", "\N{MINUS SIGN}") for each in order]
    wide = [66 + 8 + measure(words, 66, "display") + 10 for words in points]
    purse = _PURSE if all(zoo.coins < 10 for zoo in view.zoos) else _COIN
    coins = sum(wide) + count * purse <= canvas.width
    spare = (canvas.width - sum(wide) - count * coins * purse) // count
    x, middle = spare // 2, top + _ROW // 2 - 2
    canvas.place("coins", x, top, wide[0] + coins * purse, _ROW)
    for each, words, runs in zip(order, points, wide, strict=True):
        canvas.token(each, x + 33, middle, 66)
        canvas.text(x + 74, middle, words, size=66, fill=fill, face="display", kind="letter")
        x += runs
        if coins:
            zoos.draw_money(canvas, x + purse // 2, middle, purse, view.zoos[each].coins)
            x += purse
        x += spare


_PURSE: Final = 84
"""The size of a coin in the row of counters if all figures have one digit."""


def divide_scored(zoo: Zoo) -> tuple[Stage, Grid]:
    """Divide the picture of a zoo with its points. Returns the stage and the zoo's grid."""
    return _divide(zoos.find_area(zoo), 590, 780, labelled=False)


def draw_scored(
    canvas: Canvas, stage: Stage, grid: Grid, view: State, seat: Seat, counted: Sequence[tuple[str, int]]
) -> None:
    """Draw a seat's zoo with its points, line by line, and their sum."""
    zoo, (left, top) = view.zoos[seat], stage.corner
    zoos.draw_land(canvas, grid, zoo, seat, stage.inside, stage.inside)
    manager = canvas.height - 10 - _TILE
    zoos.draw_depot(canvas, zoo, left, top, _TILE, manager - 10 - top, shade=sea.find_shade(canvas.theme))
    zoos.draw_post(canvas, left + 6, manager, _TILE, MANAGER, zoo.managers)
    right, x = layout.WIDTH - 26 if stage.beside else left + 880, left + _TILE + 36
    board = x - 16, top - 8, right - x + 32, 140 + 104 * len(counted) - 30
    canvas.panel(*board, canvas.theme.ground, radius=16, edge=canvas.theme.own("dune"))
    canvas.token(seat, x + 36, top + 50, _TILE)
    zoos.draw_money(canvas, right - 46, top + 50, _COIN, zoo.coins)
    y = top + 140
    for index, (name, points) in enumerate(counted):
        if index == len(counted) - 1:
            canvas.panel(x, y - 52, right - x, 6, canvas.theme.ink, radius=3)
        number = str(points).replace("-", "\N{MINUS SIGN}")
        canvas.text(right, y, number, size=66, face="display", align="right")
        canvas.text(x, y, name, size=66, face="display", width=right - 86 - x)
        y += 104
