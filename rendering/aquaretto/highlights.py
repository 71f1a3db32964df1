"""Highlight the last ply, the choices and an unconfirmed move in Aquaretto's pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from games.aquaretto import events as e
from games.aquaretto.moves import (
    DEPOT,
    Buy,
    Discard,
    Draw,
    Expand,
    Hire,
    Load,
    Move,
    Place,
    Raise,
    Rear,
    Rest,
    Shift,
    Take,
)
from games.aquaretto.state import COWORKER, State
from games.aquaretto.zoo.geometry import LARGE, STAFF, board_cells, spaces
from games.aquaretto.zoo.layout import JOBS, MANAGER, TRAINER, cells_in
from games.aquaretto.zoo.tiles import BABY_OF
from games.core import Seat
from rendering.aquaretto import tiles, trucks
from rendering.aquaretto import zoo as zoos
from rendering.aquaretto.scenery.fields import Grid
from rendering.aquaretto.zoo import Spot
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Point
from rendering.drawing.theme import RGB

_SMALL: Final = 60
"""The size of a tile below which its neighbours in a depot are so near that a ring is drawn closer."""


class Site(Struct, frozen=True):
    """Where a zoo was drawn: its grid, the top tile of its depot, the place above that tile, the manager's place."""

    grid: Grid
    depot: Spot
    next_depot: Spot
    manager: Spot

    def spot(self, place: str) -> Spot:
        """Find a place by its name in moves: `K11`, `depot`, `cashier`, `trainer@K11`."""
        if place == DEPOT:
            return self.depot
        if place == MANAGER:
            return self.manager
        cell = zoos.POSTS.get(place) or place.rpartition("@")[2]
        return (*self.grid.at(cell), self.grid.cell)


class Highlights(Struct, frozen=True):
    """Draws rings, arrows and marks over a picture. `sites`: the places of the zoos shown, by seat. `waiting`: the
    things to be placed, as (tile, spot).
    """

    canvas: Canvas
    view: State
    sites: dict[Seat, Site]
    stands: tuple[trucks.Stand, ...]
    pile: Spot
    waiting: tuple[tuple[str, Spot], ...] = ()

    def _ring(self, spot: Spot, fill: RGB | None = None) -> None:
        x, y, size = spot
        grow = 11 if size >= _SMALL else 9  # not over the signs of a small tile beside it
        self.canvas.halo(x - grow, y - grow, size + 2 * grow, size + 2 * grow, radius=size // 5 + grow, fill=fill)

    def _ring_truck(self, truck: int, fill: RGB | None = None) -> None:
        stand, slots = self.stands[truck], self.view.trucks[truck].slots
        first, wide = stand.slot(0), slots * (stand.size + 5) + 5
        self.canvas.halo(first[0] - 12, first[1] - 12, wide + 16, stand.size + 24, radius=18, fill=fill)

    def _draw_arrow(self, source: Spot, target: Spot, fill: RGB | None = None) -> None:
        """Draw an arrow from place to place that stops at the edge of the target, so that its content stays visible."""
        (x0, y0), (x1, y1) = _find_middle(source), _find_middle(target)
        length = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
        if length < target[2] * 1.5:
            return
        share = 1 - (target[2] * 0.55 + 6) / length
        self.canvas.arrow([(x0, y0), (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)], width=10, fill=fill)

    def _find_spot(self, seat: Seat, place: str) -> Spot | None:
        site = self.sites.get(seat)
        return site.spot(place) if site else None

    def note_places(self, seat: Seat) -> None:
        """Note the places that a refusal may mark: those of a zoo, the trucks, the pile."""
        canvas, site, zoo = self.canvas, self.sites[seat], self.view.zoos[seat]
        workplaces = [*JOBS, *(f"{TRAINER}@{cell}" for cell in zoo.trainers)]
        for name in (*cells_in(zoo, spaces(zoo.boards)), *STAFF, DEPOT, *workplaces):
            x, y, size = site.spot(name)
            canvas.place(name, x, y, size, size)
        for index, (stand, truck) in enumerate(zip(self.stands, self.view.trucks, strict=True)):
            x, y = stand.slot(0)
            canvas.place(f"truck/{index + 1}", x, y, truck.slots * (stand.size + 5) - 5, stand.size)
        x, y, size = self.pile
        canvas.place("pile", x, y, size, size)
        if self.waiting:
            x, y, size = self.waiting[0][1]
            right = self.waiting[-1][1][0] + size
            canvas.place("waiting", x, y, right - x, size)

    def mark_last_ply(self) -> None:
        """Draw a halo around everything the last ply changed, and an arrow where something moved."""
        for event in self.view.events:
            match event:
                case e.Drew():
                    for _, drawn in self.waiting[:1]:
                        self._ring(drawn)
                case e.Loaded(_, _, truck) if self.view.trucks[truck].tiles:
                    stand = self.stands[truck]
                    self._ring((*stand.slot(len(self.view.trucks[truck].tiles) - 1), stand.size))
                case e.Took(seat, truck, _, _) if self.view.trucks[truck].taker == seat:
                    self._ring_truck(truck)
                case e.Placed(seat, _, cell):
                    self._ring_changes(seat, cell)
                case e.Depot(seat, _):
                    self._ring_changes(seat, DEPOT)
                case e.Hired(seat, job, cell):
                    self._ring_changes(seat, cell or job)
                case e.Moved(seat, _, cell):
                    self._ring_changes(seat, cell, (seat, DEPOT))
                case e.Bought(seat, seller, _, cell):
                    self._ring_changes(seat, cell, (seller, DEPOT))
                case e.Shifted(seat, source, target):
                    self._ring_changes(seat, target, (seat, source))
                case e.Discarded(seat, _):
                    if spot := self._find_spot(seat, DEPOT):
                        self.canvas.cross(*_find_middle(spot), spot[2])
                case e.Expanded(seat, board):
                    if seat in self.sites:
                        self._outline(self.sites[seat].grid, board)
                case _:
                    pass

    def _ring_changes(self, seat: Seat, place: str, source: tuple[Seat, str] | None = None) -> None:
        target, start = self._find_spot(seat, place), self._find_spot(*source) if source else None
        if source and source[1] == DEPOT and source[0] in self.sites:
            start = self.sites[source[0]].next_depot  # the tile is gone, and the one below it stays visible
        if target:
            if start:
                self._draw_arrow(start, target)
            self._ring(target)

    def _outline(self, grid: Grid, board: str, fill: RGB | None = None) -> None:
        """Draw a ring around the square of an expansion board."""
        corners = [grid.at(cell) for cell in board_cells(board)]
        x, y = min(x for x, _ in corners), min(y for _, y in corners)
        self._ring((x, y, 2 * grid.cell), fill)

    def mark_choices(self, seat: Seat, moves: Sequence[Move]) -> None:
        """Mark the choices: the pile and trucks at the start of a turn, otherwise cells and places."""
        line, site = self.canvas.theme.line, self.sites[seat]
        for move in moves:
            if isinstance(move, Load | Take):
                self._ring_truck(move.truck, line)
            elif isinstance(move, Draw):
                self._ring(self.pile, line)
        zoos.mark(self.canvas, site.grid, list_targets(moves))
        for place in dict.fromkeys(list_places(moves)):
            self._ring(site.next_depot if place == DEPOT else site.spot(place), line)
        if any(isinstance(move, Discard) for move in moves) and not is_first_choice(moves):
            self._ring(site.depot, line)

    def draw_ghost(self, seat: Seat, move: Move) -> None:
        """Show a move before it is confirmed: the piece half transparent, a ring around it, an arrow to it."""
        canvas, line, site, zoo = self.canvas, self.canvas.theme.line, self.sites[seat], self.view.zoos[seat]
        match move:
            case Draw():
                self._ring(self.pile, line)
            case Take(truck):
                self._ring_truck(truck, line)
            case Load(truck):
                stand = self.stands[truck]
                at = (*stand.slot(len(self.view.trucks[truck].tiles)), stand.size)
                self._draw_tile_ghost(self.view.drawn, at, self._find_held(self.view.drawn))
            case Place(tile, cell):
                self._draw_tile_ghost(
                    tile, site.next_depot if cell == DEPOT else site.spot(cell), self._find_held(tile)
                )
            case Rear(cell):
                tile = BABY_OF[next(thing for thing in self.view.pending if thing != COWORKER)]
                self._draw_tile_ghost(
                    tile, site.next_depot if cell == DEPOT else site.spot(cell), self._find_held(tile)
                )
            case Rest():
                self._draw_tile_ghost(self.view.hand[0], site.next_depot, self._find_held(self.view.hand[0]))
            case Raise(cell):
                self._draw_tile_ghost(zoo.depot[-1], site.spot(cell), site.depot)
            case Buy(seller, cell):
                tile = self.view.zoos[seller].depot[-1]
                self._draw_tile_ghost(tile, site.spot(cell), self._find_spot(seller, DEPOT) or self._find_held(tile))
            case Hire(job, cell):
                self._draw_coworker_ghost(job, site.spot(cell or job), self._find_held(COWORKER))
            case Shift(source, target):
                self._draw_coworker_ghost(target.partition("@")[0], site.spot(target), site.spot(source))
            case Discard():
                canvas.cross(*_find_middle(site.depot), site.depot[2], fill=line)
            case Expand(board):
                zoos.draw_planned(canvas, site.grid, board_cells(board))
                self._outline(site.grid, board, line)

    def _find_held(self, thing: str) -> Spot | None:
        return next((spot for held, spot in self.waiting if held == thing), None)

    def _draw_tile_ghost(self, tile: str, target: Spot, source: Spot | None) -> None:
        x, y, size = target
        self.canvas.paste(tiles.draw_faint_tile(tile, size, self.canvas.theme, 0.75), x, y)
        self._mark_target(target, source)

    def _draw_coworker_ghost(self, job: str, target: Spot, source: Spot | None) -> None:
        self.canvas.paste(tiles.draw_coworker(job, target[2]), *target[:2])
        self._mark_target(target, source)

    def _mark_target(self, target: Spot, source: Spot | None) -> None:
        if source:
            self._draw_arrow(source, target, self.canvas.theme.line)
        self._ring(target, self.canvas.theme.line)


def _find_middle(spot: Spot) -> Point:
    x, y, size = spot
    return x + size / 2, y + size / 2


def is_first_choice(moves: Iterable[Move]) -> bool:
    """Whether the choice is the first of a turn. Then only pile and trucks are marked, to keep the picture calm."""
    return any(isinstance(move, Draw | Take) for move in moves)


def list_targets(moves: Sequence[Move]) -> tuple[str, ...]:
    """List the target cells of moves: the lower left cell of a large expansion board, all cells of a small one."""
    if is_first_choice(moves):
        return ()
    cells: dict[str, None] = {}
    for move in moves:
        match move:
            case Place(_, cell) | Rear(cell) | Raise(cell) | Buy(_, cell) | Hire(_, cell) if cell not in ("", DEPOT):
                cells[cell] = None
            case Shift(_, target) if target.startswith(TRAINER):
                cells[target.partition("@")[2]] = None
            case Expand(board):
                cells |= dict.fromkeys(board_cells(board)[: 1 if board.startswith(LARGE) else None])
            case _:
                pass
    return tuple(cells)


def list_places(moves: Sequence[Move]) -> list[str]:
    """List the depot and the jobs that moves lead to."""
    if is_first_choice(moves):
        return []
    found = []
    for move in moves:
        match move:
            case Place(_, "depot") | Rear("depot") | Rest():
                found.append(DEPOT)
            case Hire(job, ""):
                found.append(job)
            case Shift(_, target) if not target.startswith(TRAINER):
                found.append(target)
            case _:
                pass
    return found


def list_cells_needed(moves: Sequence[Move], ghost: Move | None) -> tuple[str, ...]:
    """List the cells that must be visible while a move is being chosen."""
    built = [move.board for move in (*(() if is_first_choice(moves) else moves), ghost) if isinstance(move, Expand)]
    return (*list_targets(moves), *(cell for board in built for cell in board_cells(board)))
