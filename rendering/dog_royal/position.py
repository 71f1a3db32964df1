"""Draw the board of DOG Royal with everything on it: pieces, marks, the last move, deck, discard pile, seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist, hypot
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.core import Seat
from games.dog_royal.components.boards import ABSENT, GOAL, GOALS, HOME, Place
from games.dog_royal.events import Captured, Finished, FreeStarted, Jumped, Played, Swapped
from games.dog_royal.legality import name_spot
from games.dog_royal.moves import Jump, Move, Play, Start, place_name
from games.dog_royal.state import RANKS, State, find_acting_colour, is_protected, rank_name
from rendering.dog_royal import court as places
from rendering.dog_royal import empty_board, pieces, seat_plates, spaces
from rendering.dog_royal.court import Plan
from rendering.dog_royal.seat_plates import Seated
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Point
from rendering.drawing.theme import RGB

MOVABLE, LANDING = 1.46, 1.04
"""The size of the light under a piece that may move, and where a move may end, in units."""

_RING: Final = (1.34, 1.5, 1.0)
"""Width and height of the mark around a place, and how far it reaches above the middle of its space, in units."""

_HOP: Final = 0.35
"""How high a piece on its way hangs over the track, in units."""

_BURSTS: Final = ((150, 504, 20), (290, 496, 30), (400, 506, 20), (800, 506, 20), (910, 496, 30), (1050, 504, 20))
"""Fireworks over the palace: the x, the height above the middle of the board, and the size of each."""

Ends = tuple[int, Place, Place]
"""Colour, source and target of a move that moves a piece."""


def find_ends(view: State, seat: Seat | None, move: Move | None) -> Ends | None:
    """Find the start and the end of a move of `seat` (None: the seat to move); None if it moves nothing."""
    actor = view.turn if seat is None else seat
    match move:
        case Play():
            return find_acting_colour(view, actor), move.source, move.target
        case Start():
            colour = view.colours[actor]
            start = view.board.starts[colour]
            return colour, HOME, view.board.specials[colour] if start in view.pieces[colour] else start
        case Jump():
            colour = next(colour for colour, row in enumerate(view.pieces) if view.arrived in row)
            return colour, view.arrived, move.target
    return None


def list_covered(view: State, seat: Seat | None, moves: Sequence[Move]) -> set[Place]:
    """List the places whose numbers are hidden: a piece stands there, or a legal move leads there."""
    return empty_board.list_occupied(view) | {found[2] for move in moves if (found := find_ends(view, seat, move))}


def find_moved_slot(view: State, move: Move, colour: int, source: Place) -> int:
    """Find the slot of the piece a move moves."""
    if view.royal and isinstance(move, (Play, Start)):
        return RANKS.index(move.rank)
    return view.pieces[colour].index(source)


def find_effective(view: State, move: Move) -> str:
    """Return the card a move counts as, copies resolved; "" for a move without a card."""
    if not isinstance(move, Play):
        return ""
    return view.last if move.card == "=" else move.card


class Walk(Struct, frozen=True):
    """A piece on its way: its colour and rank, its slot at home, and the places it passes."""

    colour: int
    rank: str
    slot: int
    way: tuple[Place, ...]


def take_back(view: State) -> tuple[State, tuple[Walk, ...]]:
    """Take the pieces that the last turn moved off the board, and put captured ones back where they stood.

    Returns that position, which has no events, and the ways of the moved pieces. A citizen that walks to a special
    space and jumps from there has one way.
    """
    found = dict[tuple[int, Place], Walk]()  # by colour and last place
    for event in view.events:
        if isinstance(event, _MOVES):
            walk = _find_walk(view, event)
            begun = found.pop((walk.colour, walk.way[0]), None)
            way = begun.way + walk.way[1:] if begun else walk.way
            found[walk.colour, way[-1]] = replace(walk, way=way)
    walks = [walk for walk in found.values() if walk.way[0] != walk.way[-1]]
    rows = [list(row) for row in view.pieces]
    for walk in walks:
        row = rows[walk.colour]
        row[row.index(walk.way[-1])] = ABSENT
    for event in view.events:
        if isinstance(event, Captured):
            row = rows[event.colour]  # in the base game those at home stand first, the last of them returned last
            row[RANKS.index(event.rank) if event.rank in RANKS else row.count(HOME) - 1] = event.place
    return replace(view, pieces=tuple(map(tuple, rows)), events=()), tuple(walks)


_MOVES: Final = (Played, Swapped, Jumped, FreeStarted)
"""The events that move a piece."""


def _find_walk(view: State, event: Played | Swapped | Jumped | FreeStarted) -> Walk:
    """Find the way of a piece that an event moved."""
    match event:
        case Played(source=source, target=target, effective=kind):
            way = places.list_path(view.board, event.colour, source, target, kind)
        case FreeStarted(place=target):
            way = HOME, target
        case _:
            way = event.source, event.target
    rank = "C" if isinstance(event, Jumped) else event.rank
    return Walk(event.colour, rank, find_departed_slot(view, event.colour, rank), way)


def find_departed_slot(view: State, colour: int, rank: str) -> int:
    """Find the slot that a piece had at home before it left.

    In the base game a row is sorted, so a piece that left home freed the slot before those still there.
    """
    return RANKS.index(rank) if rank in RANKS else sum(place <= HOME for place in view.pieces[colour])


def find_on_path(points: Sequence[Point], share: float) -> Point:
    """Find the point after `share` (0..1) of a path of at least two points."""
    left = share * sum(dist(one, other) for one, other in pairwise(points))
    for one, other in pairwise(points):
        leg = dist(one, other)
        if 0 < leg >= left:
            return one[0] + (other[0] - one[0]) * left / leg, one[1] + (other[1] - one[1]) * left / leg
        left -= leg
    return points[-1]


@lru_cache(maxsize=256)
def list_places(plan: Plan, colours: tuple[int, ...]) -> tuple[tuple[str, tuple[float, float, float, float]], ...]:
    """List the spaces that a refusal may be about, on the track and in the goals: each with its left, top, width and
    height."""
    wide, tall = _RING[0] * plan.unit, _RING[1] * plan.unit
    spots = [(0, place) for place in range(plan.board.length)]
    spots += [(colour, GOAL + number) for colour in colours for number in range(1, GOALS + 1)]
    middles = ((name_spot(*spot), plan.at(*spot)) for spot in spots)
    return tuple((name, (x - wide / 2, y - _RING[2] * plan.unit, wide, tall)) for name, (x, y) in middles)


class BoardDrawing:
    """The board being drawn. `seat`: the viewer; `moves` and `ghost` as in `rendering`."""

    def __init__(
        self,
        canvas: Canvas,
        view: State,
        plan: Plan,
        *,
        seat: Seat | None = None,
        moves: Sequence[Move] = (),
        ghost: Move | None = None,
    ) -> None:
        self.canvas = canvas
        self.view = view
        self.plan = plan
        self.unit = plan.unit
        self.theme = canvas.theme
        self.ghost = ghost
        self.offered = [found for move in moves if (found := find_ends(view, seat, move))]
        self.intended = find_ends(view, seat, ghost)
        self.traced = not moves and not ghost
        """Whether the last move is shown with its whole path."""
        self.lit: RGB = canvas.theme.chalk if canvas.theme.contrast else canvas.theme.own("lamp")
        self.winners = [colour for event in view.events if isinstance(event, Finished) for colour in event.winners]
        self.occupied = empty_board.list_occupied(view)

    def draw(self, words: empty_board.Words) -> None:
        """Draw everything, from the ground up."""
        self._light_lanterns()
        self._draw_choices()
        if self.intended and self.ghost:
            colour, source, target = self.intended
            slot = find_moved_slot(self.view, self.ghost, colour, source)
            kind = "jump" if isinstance(self.ghost, Jump) else find_effective(self.view, self.ghost)
            self._draw_trace(colour, source, target, kind, slot=slot, intended=True)
        elif self.winners:
            self._celebrate()
        elif self.traced:
            self._draw_last_path()
        if self.winners:
            empty_board.draw_winners(self.canvas, self.view, self.plan, self.winners)
        else:
            empty_board.draw_middle(self.canvas, self.view, self.plan, words.copy)
            empty_board.explain_signs(self.canvas, self.view, self.plan, words)
        self._draw_pieces()
        if not self.canvas.look.half:
            for name, box in list_places(self.plan, self.view.colours):
                self.canvas.place(name, *box)
        empty_board.write_outside_numbers(self.canvas, self.plan, self.view.colours, self.view.royal)
        for seat in range(self.view.seats):
            self._draw_plate(seat)

    def _light_lanterns(self) -> None:
        """Light a lantern for each piece in the goal."""
        for colour in self.view.colours:
            x, y = self.plan.home(colour)
            arrived = sum(GOAL < place != ABSENT for place in self.view.pieces[colour])
            for dx, dy in spaces.place_lanterns(self.plan.arms, self.unit)[:arrived]:
                self.canvas.paste(spaces.draw_lantern(self.unit, self.theme), x + dx, y + dy)

    def _draw_choices(self) -> None:
        """Light up the pieces that may move and the spaces that legal moves lead to, and write the names of these
        spaces.

        A piece on such a space gets a diamond on its light.
        """
        light = spaces.draw_light(self.unit, MOVABLE, self.theme)
        for colour, source in sorted({(colour, source) for colour, source, _ in self.offered}):
            for slot, place in enumerate(self.view.pieces[colour]):
                if place == source:
                    self.canvas.paste(light, *self.plan.at(colour, place, slot))
        targets = {(target not in self.occupied, colour, target) for colour, _, target in self.offered}
        for free, colour, place in sorted(targets):  # occupied spaces first, so that no number lies under a diamond
            x, y = self.plan.at(colour, place)
            if not free:
                self.canvas.paste(spaces.draw_aim(self.unit, self.theme), x, y)
            else:
                mark = spaces.draw_light(self.unit, LANDING, self.theme)
                self.canvas.paste(mark, x, y)
                wide, tall = mark.size
                self.canvas.box("badge", x - wide / 2, y - tall / 2, wide, tall, f"to {place_name(place)}")
                empty_board.write_number(self.canvas, self.plan, place, (x, y), self.theme.rim)

    def _draw_trace(
        self, colour: int, source: Place, target: Place, kind: str, *, slot: int, intended: bool = False
    ) -> None:
        """Draw an arrow along the path of a piece; a swap has a short one to each piece. `kind`: the effective card, or
        "jump"."""
        way = (source, target) if kind == "jump" else places.list_path(self.view.board, colour, source, target, kind)
        points = [self.plan.at(colour, place, slot) for place in way]
        width = 11 if self.unit > 50 else 10
        fill = rim = None
        if intended:  # bright and dark, unlike the last move; the dark inside stands out from a pale track
            fill, rim = (self.lit, self.theme.rim) if self.theme.dark else (self.theme.rim, self.lit)
        if kind == "swap":
            for here, there in (points, points[::-1]):
                near = places.shorten([there, here], 3 * self.unit)[-1]
                if dist(here, there) > 3.4 * self.unit:
                    self.canvas.arrow(places.shorten([near, here], self.unit * 0.75), width=width, fill=fill, rim=rim)
        elif (
            sum(dist(one, other) for one, other in pairwise(points)) > 1.6 * self.unit
        ):  # an arrow from behind ends above the piece's head
            (x0, y0), (x1, y1) = points[-2:]
            before = self.unit * (0.56 + 0.6 * max(0.0, (y1 - y0) / max(1.0, hypot(x1 - x0, y1 - y0))))
            self.canvas.arrow(places.shorten(points, before), width=width, fill=fill, rim=rim)

    def _celebrate(self) -> None:
        """Let fireworks rise over the palace, and confetti fall around the goals of the winners."""
        for number, (across, above, size) in enumerate(_BURSTS):
            burst = spaces.draw_firework(self.view.colours[self.winners[number % len(self.winners)]], size)
            self.canvas.paste(burst, across, self.plan.middle - above)
        for seat in self.winners:
            colour = self.view.colours[seat]
            (x, y), *others = (self.plan.at(colour, GOAL + number) for number in range(2, GOALS + 1))
            goals = ((0, 0), *((round(across - x), round(down - y)) for across, down in others))
            self.canvas.paste(spaces.draw_confetti(colour, goals, self.unit), x, y)

    def _draw_last_path(self) -> None:
        """Draw the path of the last move, and the faded piece at its start."""
        for event in self.view.events:
            match event:
                case Played(source=source, target=target, effective=kind):
                    self._draw_departure(event.colour, event.rank, source, target, kind)
                case FreeStarted(place=place):
                    self._draw_departure(event.colour, event.rank, HOME, place, "")
                case Jumped(source=source, target=target):
                    self._draw_departure(event.colour, "C", source, target, "jump")

    def _draw_departure(self, colour: int, rank: str, source: Place, target: Place, kind: str) -> None:
        slot = find_departed_slot(self.view, colour, rank)
        if kind != "swap" and source != target and source not in self.occupied:
            self._draw_faded(colour, rank, source, slot, 0.4)
        self._draw_trace(colour, source, target, kind, slot=slot)

    def _draw_faded(self, colour: int, rank: str, place: Place, slot: int, share: float) -> None:
        ghost = pieces.draw_ghost(colour, rank, self.unit, share, patterned=self.theme.patterns)
        self.canvas.paste(ghost, *self.plan.at(colour, place, slot))

    def _draw_piece(self, colour: int, rank: str, x: float, y: float) -> None:
        self.canvas.paste(pieces.draw_piece(colour, rank, self.unit, patterned=self.theme.patterns), x, y)

    def draw_walking(self, walk: Walk, share: float) -> None:
        """Draw a piece after `share` (0..1) of its way, lifted as if it hopped."""
        points = [self.plan.at(walk.colour, place, walk.slot) for place in walk.way]
        x, y = find_on_path(points, share)
        self._draw_piece(walk.colour, walk.rank, x, y - _HOP * self.unit)

    def _draw_pieces(self) -> None:
        """Draw all pieces from back to front, with marks and locks; captured ones are crossed out."""
        view, unit = self.view, self.unit
        standing = sorted(
            (y, x, colour, slot, place)
            for colour in view.colours
            for slot, place in enumerate(view.pieces[colour])
            if place != ABSENT
            for x, y in [self.plan.at(colour, place, slot)]
        )
        leaving = None
        movable = {(colour, source) for colour, source, _ in self.offered}
        moved = self._find_moved()
        if self.intended and self.ghost:
            leaving = self.intended[0], find_moved_slot(view, self.ghost, *self.intended[:2])
        for y, x, colour, slot, place in standing:
            rank = rank_name(view, slot)
            if (colour, place) in moved - movable:
                self._light_up(rank, x, y, self.theme.chalk)
            if leaving == (colour, slot):
                self._draw_faded(colour, rank, place, slot, 0.6)
            else:
                self._draw_piece(colour, rank, x, y)
            wide, tall = pieces.BROAD * unit, (pieces.TOP + pieces.FOOT) * unit
            left, top, label = x - wide / 2, y - pieces.TOP * unit, f"{colour}{rank}@{place_name(place)}"
            self.canvas.box("piece", left, top, wide, tall, label)
            if is_protected(view, colour, place):
                size = 30 if unit > 50 else 26
                self.canvas.paste(pieces.draw_lock(size, self.canvas.theme.line), *self.plan.lock(colour))
        if leaving and self.intended and self.ghost:
            self._draw_arrival(self.ghost, leaving, self.intended[2])
        elif self.traced and not self.winners:
            for event in view.events:
                if isinstance(event, Captured):
                    self._draw_captured(event)

    def _draw_captured(self, event: Captured) -> None:
        """Cross out a captured piece where it stands now: at home."""
        row = self.view.pieces[event.colour]
        slot = RANKS.index(event.rank) if event.rank in RANKS else row.count(HOME) - 1
        x, y = self.plan.at(event.colour, HOME, slot)
        if row[slot] != HOME:  # it has come out again
            self._draw_faded(event.colour, event.rank, HOME, slot, 0.4)
        self.canvas.cross(x + 0.3 * self.unit, y - 0.5 * self.unit, round(0.8 * self.unit))

    def _find_moved(self) -> set[tuple[int, Place]]:
        """Return colour and place of the piece to ring: the one that has just moved, unless a ghost is shown."""
        return {
            (event.colour, event.place if isinstance(event, FreeStarted) else event.target)
            for event in self.view.events
            if not self.ghost and isinstance(event, (Played, Swapped, Jumped, FreeStarted))
        }

    def _light_up(self, rank: str, x: float, y: float, fill: RGB) -> None:
        self.canvas.paste(pieces.draw_aura(rank, self.unit, fill, self.theme.rim), x, y)

    def _draw_arrival(self, move: Move, who: tuple[int, int], target: Place) -> None:
        """Draw the end of a chosen move: the piece half transparent or, where one is captured, that one crossed out."""
        colour, slot = who
        x, y = self.plan.at(colour, target)
        if target not in self.occupied or target == self.view.pieces[colour][slot]:
            self._light_up(rank_name(self.view, slot), x, y, self.lit)
            self._draw_faded(colour, rank_name(self.view, slot), target, slot, 0.8)
            return
        other = next(c for c in self.view.colours if target in self.view.pieces[c])
        rank = rank_name(self.view, self.view.pieces[other].index(target))
        self._light_up(rank, x, y, self.lit)
        self._draw_piece(other, rank, x, y)
        if find_effective(self.view, move) != "swap":
            self.canvas.cross(x, y - self.unit * 0.06, round(self.unit * 1.3))

    def _draw_plate(self, seat: Seat) -> None:
        """Draw a seat's plate: its token, its cards (in films only whether it has any), whether it is to act."""
        canvas, view, colour = self.canvas, self.view, self.view.colours[seat]
        wide, tall = seat_plates.SIZE[self.plan.arms]
        x, top = (round(at - size / 2) for at, size in zip(self.plan.seat(colour), (wide, tall), strict=True))
        chosen = view.phase == "exchange" and bool(view.given[seat])
        holds = None if canvas.look.half and view.hands[seat] else len(view.hands[seat])
        who = Seated(colour, find_acting_colour(view, seat), holds, chosen, seat in view.dropped, seat in self.winners)
        shown, boxes = seat_plates.draw_plate(self.plan.arms, who, self.theme)
        canvas.paste(shown, x, top)
        canvas.box("area", x, top, wide, tall, f"seat {seat}")
        for box in boxes:
            canvas.box(box.kind, x + box.x0, top + box.y0, box.width, box.height, box.label)
        if view.turn == seat or (view.phase == "exchange" and not chosen):
            if canvas.look.half:  # a ring would cost a film more bytes than a move
                canvas.panel(x, top + tall - 8, wide, 18, self.lit, radius=9, edge=self.theme.rim)
            else:
                canvas.paste(spaces.draw_frame(wide + 12, tall + 12, 20, self.lit, self.theme.rim), x - 6, top - 6)
