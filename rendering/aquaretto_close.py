"""Aquaretto's large pictures: one zoo with what its owner has to place and the trucks, or with its points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.aquaretto.moves import Buy, Move
from games.aquaretto.state import COWORKER, State, Zoo
from games.aquaretto.tiles import BABY_OF
from games.aquaretto.zoo import MANAGER, TRAINER, lines
from games.core import Seat
from rendering import aquaretto_marks as marks
from rendering import aquaretto_plan as plan
from rendering import aquaretto_tiles as tiles
from rendering import aquaretto_trucks as trucks
from rendering import aquaretto_zoo as zoos
from rendering import frame
from rendering.canvas import Canvas
from rendering.theme import SEATS

_TILE: Final = 72
"""Size of a tile in the depot and on trucks; of tokens, coins and the like."""
_SCALE: Final = (84, 80)
"""Room for row numbers and column letters on each side."""


def _grid(area: plan.Area, x: int, y: int, width: int, height: int, *, labelled: bool) -> zoos.Grid:
    """The largest grid in a rectangle, in its middle; `labelled` with room for letters and numbers around it."""
    columns, rows = area[1] - area[0] + 1, area[3] - area[2] + 1
    across, down = (width - 2 * _SCALE[0], height - 2 * _SCALE[1]) if labelled else (width, height)
    cell = min(across // columns, down // rows, 124)
    return zoos.Grid(area, x + (width - columns * cell) // 2, y + (height - rows * cell) // 2, cell)


def _ground(canvas: Canvas, seat: Seat, split: int) -> None:
    """The panel of the zoo, and the one on the right of `split`."""
    top, fill = frame.strip_height(canvas) + 12, zoos.shore(canvas.theme)
    for x, end in ((6, split - 6), (split, canvas.width - 6)):
        canvas.panel(x, top, end - x, canvas.height - top - 6, fill, radius=16, edge=SEATS[seat].fill)


def _owner(canvas: Canvas, zoo: Zoo, seat: Seat, x: int, y: int, step: int) -> None:
    """The seat's token, its coins and its points."""
    canvas.token(seat, x + _TILE // 2, y + _TILE // 2, _TILE)
    zoos.money(canvas, x + _TILE // 2 + step, y + _TILE // 2, 84, zoo.coins)
    zoos.score(canvas, x + _TILE // 2 + 2 * step, y + _TILE // 2, 84, lines(zoo).total)


def _waiting(view: State, seat: Seat, moves: Sequence[Move], ghost: Move | None) -> list[str]:
    """What is to be placed now: offspring and coworkers, the tile drawn, the truck's animals, what is to be bought."""
    if seat != view.active:
        return []
    due = [thing if thing == COWORKER else BABY_OF[thing] for thing in view.pending]
    sellers = {move.seller for move in (*(() if marks.begins(moves) else moves), ghost) if isinstance(move, Buy)}
    bought = [view.zoos[seller].depot[-1] for seller in sorted(sellers)]
    return [*due, *([view.drawn] if view.drawn else []), *view.hand, *bought]


def private(canvas: Canvas, view: State, seat: Seat, moves: Sequence[Move], ghost: Move | None) -> None:
    """A seat's zoo as large as can be; on the right what it has to place, its depot, the trucks."""
    zoo, top, left = view.zoos[seat], frame.strip_height(canvas) + 24, 824
    choice = bool(marks.targets(moves))
    area = zoos.used(zoo, marks.reach(moves, ghost))
    grid = _grid(area, 16, top - 2, left - 44, canvas.height - top - 12, labelled=choice)
    _ground(canvas, seat, left - 12)
    zoos.land(canvas, grid, zoo)
    if choice:
        zoos.scale(canvas, grid)
    _owner(canvas, zoo, seat, left, top, 90)
    things = _waiting(view, seat, moves, ghost)
    size = min(96, (canvas.width - left - 12) // max(1, len(things)) - 6)
    waiting = []
    for index, thing in enumerate(things):
        x, y = left + index * (size + 6), top + _TILE + 24
        sprite = tiles.coworker(TRAINER, size) if thing == COWORKER else tiles.loose(thing, size, canvas.theme)
        canvas.paste(sprite, x, y)
        canvas.box("piece", x, y, size, size, thing)
        waiting.append((thing, (x, y, size)))
    below = top + _TILE + 24 + 96 + 18
    room = canvas.height - 12 - below - _TILE - 8
    top_tile, next_tile = zoos.depot(canvas, zoo, left, below, _TILE, room)
    manager = (left + 6, canvas.height - 10 - _TILE, _TILE)
    zoos.post(canvas, *manager, MANAGER, zoo.managers)
    slot = 68
    stands = tuple(
        trucks.Stand(left + 92, below + index * (trucks.height(slot) + 8), slot, 48)
        for index in range(len(view.trucks))
    )
    for index, (stand, truck) in enumerate(zip(stands, view.trucks, strict=True)):
        trucks.truck(canvas, stand, index, truck)
    pile = (canvas.width - 12 - 92, top - 12, 84)
    trucks.pile(canvas, view, *pile)
    site = marks.Site(grid, (*top_tile, _TILE), (*next_tile, _TILE), manager)
    table = marks.Table(canvas, view, {seat: site}, stands, pile, tuple(waiting))
    if moves and seat == view.active:
        table.offer(seat, moves)
    if ghost:
        table.intend(seat, ghost)
    elif not moves:
        table.last()


def scored(canvas: Canvas, view: State, seat: Seat, counted: Sequence[tuple[str, int]]) -> None:
    """A seat's zoo with its points, line by line, the last being their sum."""
    zoo, top, left = view.zoos[seat], frame.strip_height(canvas) + 24, 690
    grid = _grid(zoos.used(zoo), 16, top - 2, left - 44, canvas.height - top - 12, labelled=False)
    _ground(canvas, seat, left - 12)
    zoos.land(canvas, grid, zoo)
    room = canvas.height - 12 - top - _TILE - 8
    zoos.depot(canvas, zoo, left, top, _TILE, room)
    zoos.post(canvas, left + 6, canvas.height - 10 - _TILE, _TILE, MANAGER, zoo.managers)
    right, x = canvas.width - 20, left + _TILE + 32
    canvas.token(seat, x + 36, top + 36, _TILE)
    zoos.money(canvas, right - 42, top + 36, 84, zoo.coins)
    y = top + 140
    for index, (name, points) in enumerate(counted):
        if index == len(counted) - 1:
            canvas.panel(x, y - 52, right - x, 6, canvas.theme.ink, radius=3)
        number = str(points).replace("-", "\N{MINUS SIGN}")
        canvas.text(right, y, number, size=66, face="display", align="right")
        canvas.text(x, y, name, size=66, face="display", width=right - 110 - x, least=48)
        y += 104
