"""Draw Docker: nine stacks of crates on the quay at noon.

The strip on top says whose turn it is; below it on the left is the die, beside the sides are the reserves. Each stack
shows its crates from the front, from two on its height on a sign on top, and its square's name at the foot; `plan`
explains why no stack hides another. The last move swoops over the lids, slimmer while a move is being chosen, with a
faded crate where it began and a ring where it ended. Squares to which a crate may go are lit. Behind the quay a ship is
loaded while the match lasts (`harbour`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from math import hypot
from typing import Final

from games.core import Seat
from games.docker import GAME
from games.docker.events import Moved, Won
from games.docker.moves import find_path
from games.docker.state import COLOURS, ENTRIES, SQUARES, Move, State
from games.text import Say, T
from rendering.docker import crates, quay, sentences
from rendering.docker.danger import draw_danger
from rendering.docker.harbour import FULL, draw_ship
from rendering.docker.plan import BAY, FACE, POLE, SIDE, Plan, fit
from rendering.docker.stone import find_tone
from rendering.drawing import frame
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.frame import Strip
from rendering.drawing.pen import Point
from rendering.drawing.picture import Picture
from rendering.drawing.sprites import draw_plate
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, Look, theme
from rendering.posters.festive import GOLD


def draw(
    view: State,
    *,
    say: Say,
    seat: Seat | None = None,
    moves: Sequence[Move] = (),
    ghost: Move | None = None,
    look: Look = Look(),  # noqa: B008 - frozen
    strip: Strip = Strip(),  # noqa: B008 - frozen
) -> Picture:
    """Draw the position, 1200 x 900; large and private pictures are 996 high. `rendering` explains the arguments."""
    rising = {move.target for move in (*moves, ghost) if move}
    stage = _set_stage(view, look, private=seat is not None, rising=rising)
    canvas = stage.canvas
    stage.draw_head(say, strip, seat)
    stage.draw_surroundings(moves)
    stage.draw_stacks(moves)
    last = next((event for event in view.events if isinstance(event, Moved)), None)
    if ghost:
        stage.draw_intention(ghost)
    elif last:
        stage.draw_last_move(last, thin=bool(moves) or view.over)
    stage.draw_victory()
    stage.draw_offers(moves)
    stage.draw_names(moves)
    stage.draw_heights(SQUARES.index(ghost.target) if ghost else None)
    frame.draw_last_line(canvas, lambda: sentences.say_last_ply(view, stage.teams, say))
    return canvas.finish(dense=canvas.large or view.over)  # the celebration has many small things


_FLIGHT: Final = (0.2, 0.5, 0.8)
"""How far a crate has flown in each of the pictures before the one in which it has landed."""


def draw_between(view: State, /, *, say: Say, look: Look = Look()) -> tuple[Picture, ...]:  # noqa: B008 - frozen
    """Draw the last move on its way, as `rendering` explains."""
    last = next((event for event in view.events if isinstance(event, Moved)), None)
    return () if last is None else tuple(_draw_flight(view, last, share, say, look) for share in _FLIGHT)


def _draw_flight(view: State, last: Moved, share: float, say: Say, look: Look) -> Picture:
    """Draw the position with the crate that moved last in the air."""
    stage = _set_stage(view, look)
    stage.draw_head(say, Strip(), None)
    stage.draw_surroundings(())
    stage.lift(last.target)
    stage.draw_stacks(())
    stage.draw_names(())
    stage.draw_heights(None)
    stage.draw_crate_in_flight(last, share)
    frame.draw_last_line(stage.canvas, tuple)
    return stage.canvas.finish(dense=stage.canvas.large)


def _set_stage(view: State, look: Look, *, private: bool = False, rising: Collection[str] = ()) -> _Stage:
    """Prepare a picture. `rising`: the squares on which a crate is to be added."""
    teams = GAME.colours(view.players, view.options)
    colours = tuple(sorted(colour for team in teams for colour in team))
    heights = [len(stack) + (name in rising) for name, stack in zip(SQUARES, view.squares, strict=True)]
    plan, unit = fit(heights, look.large or private)
    spare = tuple(set(range(len(COLOURS))) - set(colours)) if view.options.entry == "any" else ()
    base = quay.paint_scene(theme("docker", look), plan, colours, spare)
    return _Stage(Canvas(base, "docker", look, private=private), view, teams, plan, unit)


_SIGN: Final = 44
"""The size of the token that stands for a hidden glyph."""
_MOST_SHOWN: Final = 3
"""The most crates drawn in a reserve, beside its figure."""
_NEAR: Final = 26
"""Pixels from the middle of an arrow within which it hides a glyph."""
_REACH: Final = 90
"""More than that and the length of a piece of an arrow."""


class _Stage:
    """A picture being drawn, and where things stand in it."""

    def __init__(self, canvas: Canvas, view: State, teams: Sequence[tuple[int, ...]], plan: Plan, unit: int) -> None:
        self.canvas = canvas
        self.view = view
        self.teams = teams
        self.plan = plan
        self.unit = unit
        self.contrast, self.patterned = canvas.theme.contrast, canvas.theme.patterns
        self.squares = view.squares
        self.winners = next((teams[event.seat] for event in view.events if isinstance(event, Won)), ())
        self.out = frozenset(colour for seat in view.out for colour in teams[seat])

    @property
    def heights_now(self) -> tuple[int, ...]:
        """The number of crates on each square."""
        return tuple(map(len, self.squares))

    def lift(self, square: int) -> None:
        """Take the top crate off a square, before the stacks are drawn."""
        self.squares = tuple(stack[: len(stack) - (place == square)] for place, stack in enumerate(self.squares))

    def _find_foot(self, square: int, level: int) -> tuple[int, int]:
        """Return the place under the middle of the front of the crate at a level of a square (0: on the ground)."""
        x, y = self.plan.foot(square)
        return x, y - level * self.unit

    def _find_centre(self, square: int, level: int) -> Point:
        x, y = self._find_foot(square, level)
        return x + SIDE // 3, y - self.unit // 2

    def draw_head(self, say: Say, strip: Strip, seat: Seat | None) -> None:
        """Draw the strip on top; `seat` is the reader's."""
        view = self.view
        turn = say(sentences.say_turn(view, self.teams, reader=seat))
        progress = say(frame.say_turn(view.turns + (0 if view.over else 1)))
        you = say(frame.say_you(self.teams[seat])) if seat is not None else ""
        frame.draw_strip(self.canvas, say(T("Docker")), strip, turn=turn, progress=progress, you=you, over=view.over)

    def draw_surroundings(self, moves: Sequence[Move]) -> None:
        """Draw ship, die, seats in danger and reserves."""
        self.draw_ship()
        self.draw_roll()
        draw_danger(self.canvas, self.view, self.teams)
        for colour in sorted(colour for team in self.teams for colour in team):
            self.draw_reserve(colour, any(not move.source and move.colour == COLOURS[colour] for move in moves))

    def draw_ship(self) -> None:
        """Draw the ship, loaded by as many crates as have come in; once the match is over, it is under way, and
        fireworks burst in the winner's colour."""
        canvas, view, shore = self.canvas, self.view, self.plan.shore
        if canvas.theme.contrast:
            return
        there, waiting = sum(self.heights_now), sum(view.reserves)
        load = FULL if view.over else FULL * there // ((there + waiting) or 1)
        at = (700, shore - 44) if view.over else (330, shore)
        canvas.paste(draw_ship(canvas.theme, load, view.over), *at)
        if self.winners:
            top = frame.strip_height(canvas) + 6
            canvas.paste(crates.draw_bunting(canvas.width - 184, self.winners, canvas.theme.rim), 184, top)
            for x, down, size in ((580, 124, 80), (1090, 128, 92)):
                canvas.paste(crates.draw_firework(self.winners[0], size), x, top + down)

    def draw_roll(self) -> None:
        """Draw the die, the token of the seat that rolled it, and earlier rolls that could not be used."""
        canvas, view = self.canvas, self.view
        x, y, size = 32, frame.strip_height(canvas) + 24, 122
        canvas.paste(crates.draw_die(view.die, size), x, y)
        canvas.box("piece", x, y, size, size, f"die {view.die}")
        token, y, team = 66 if canvas.large else 56, y + size + 6, self.teams[view.to_move]
        left = x + (size - len(team) * (token + 6) + 6) // 2
        for index, colour in enumerate(team):
            canvas.token(colour, left + token // 2 + index * (token + 6), y + token // 2, token)
        small, y, failed = 66 if canvas.large else 48, y + token + 4, view.failed_rolls[-2:]
        left = x + (size - len(failed) * (small + 8) + 8) // 2
        for index, value in enumerate(failed):
            at = left + index * (small + 8), y
            canvas.paste(crates.draw_die(value, small), *at)
            canvas.box("piece", *at, small, small, f"failed {value}")
            canvas.cross(at[0] + small - 10, at[1] + small - 8, 34)

    def draw_reserve(self, colour: int, offered: bool) -> None:
        """Draw a colour's reserve in its bay, under the tokens of its owner. `offered`: one may come in."""
        canvas, count, large = self.canvas, self.view.reserves[colour], self.canvas.large
        (x, y), (width, height) = self.plan.bay(colour), BAY
        canvas.place(f"in/{COLOURS[colour]}", x, y, width, height)
        if offered:
            canvas.halo(x - 8, y - 8, width + 16, height + 16, fill=canvas.theme.line)
        owner = next(team for team in self.teams if colour in team)
        size, out = 66 if large else 52, colour in self.out
        for index, mate in enumerate((colour, *(mate for mate in owner if mate != colour))):
            across = size if index == 0 else size - 6
            if colour == 0:  # on the other side of its arrow, because there is no room above
                at = round(self.plan.outside(0)[0]) - 48 - size // 2 - (index and size - 2), y + height // 2
            elif colour == 3:  # below it, because its arrow is above
                at = x + size // 2 + (index and size - 2), y + height + 6 + size // 2
            else:
                at = x + size // 2 + (index and size - 2), y - size // 2 - (34 if large else 22)
            canvas.token(mate, *at, across, faint=out)
            if out and index == 0:
                reach = size * 3 // 8
                ends = [(at[0] - reach, at[1] + reach), (at[0] + reach, at[1] - reach)]
                canvas.stroke(ends, width=7, fill=canvas.theme.ink)
        (wide, tall), shown = ((60, 50), min(1, count)) if large else ((46, 42), min(_MOST_SHOWN, count))
        up, foot = wide * self.plan.up // FACE, y + height - 16
        sprite = crates.draw_crate(colour, wide, tall, up, patterned=self.patterned, lashed=out)
        for index in range(shown):
            canvas.paste(sprite, x + 8 + index * 24 + wide // 2, foot)
        if count:
            across = (shown - 1) * 24 + wide + wide * SIDE // FACE
            canvas.box("piece", x + 8, foot - tall - up, across, tall + up, f"reserve {COLOURS[colour]}")
            figure, plate = (66, (60, 68)) if large else (48, (44, 48))
            canvas.sign(x + (126 if large else 134), y + height // 2, str(count), size=figure, width=plate[0],
                        height=plate[1], fill=WHITE, ground=canvas.theme.rim, radius=plate[0] // 2,
                        edge=SEATS[colour].fill)  # fmt: skip

    def draw_stacks(self, moves: Sequence[Move]) -> None:
        """Draw the light on targets, all shadows, then the crates of the squares from back to front."""
        canvas, theme, unit, up = self.canvas, self.canvas.theme, self.unit, self.plan.up
        for square in sorted({SQUARES.index(move.target) for move in moves}):
            canvas.paste(crates.draw_target(self.plan, theme), *self.plan.foot(square))
        for square, height in enumerate(self.heights_now):
            if height and not self.contrast:
                if COLOURS.index(self.squares[square][-1]) in self.winners:
                    foot = self.plan.foot(square)
                    canvas.paste(crates.draw_beam(foot[1] - frame.strip_height(canvas) - 6, GOLD), *foot)
                canvas.paste(crates.draw_shadow(theme, up, height * unit), *self.plan.foot(square))
        for square, stack in enumerate(self.squares):
            canvas.place(SQUARES[square], *self.plan.place(square, len(stack), unit))
            for level, letter in enumerate(stack):
                colour = COLOURS.index(letter)
                at = self._find_foot(square, level)
                lashed = colour in self.out
                canvas.paste(crates.draw_crate(colour, FACE, unit, up, patterned=self.patterned, lashed=lashed), *at)
                canvas.box(
                    "piece", at[0] - 42, at[1] - unit - up, FACE + SIDE, unit + up, f"{letter} on {SQUARES[square]}"
                )

    def draw_offers(self, moves: Sequence[Move]) -> None:
        """Draw rings around crates that may move, and frames on the stacks where they may land."""
        canvas, theme = self.canvas, self.canvas.theme
        for square, (name, height) in enumerate(zip(SQUARES, self.heights_now, strict=True)):
            if any(move.source == name for move in moves):
                self._ring(square, height - 1, theme.line)
            if height and any(move.target == name for move in moves):
                canvas.paste(crates.draw_landing(self.plan.up, theme.line, theme.rim), *self._find_foot(square, height))

    def draw_names(self, moves: Sequence[Move]) -> None:
        """Write the name of each square at the foot of its stack, over arrows; targets are lit up."""
        canvas, theme, targets = self.canvas, self.canvas.theme, {move.target for move in moves}
        size, colours = canvas.letter_size(36), tuple(colour for team in self.teams for colour in team)
        for square, name in enumerate(SQUARES):
            x, y = self.plan.label(square)
            lit = name in targets
            wide = measure(name, size, "display") + (12 if lit else 2)
            plate = theme.line if lit else find_tone(theme, square, colours)
            fill = theme.ink if not lit else theme.ground if self.contrast else INK
            canvas.sign(x, y, name, size=size, width=wide, height=size - 2 if lit else size * 4 // 5, ground=plate,
                        fill=fill, radius=8 * lit)  # fmt: skip

    def _ring(self, square: int, level: int, fill: RGB) -> None:
        x, y = self._find_foot(square, level)
        self.canvas.halo(x - 51, y - self.unit - 6, FACE + 16, self.unit + 14, radius=16, fill=fill)

    def draw_last_move(self, event: Moved, *, thin: bool) -> None:
        """Draw a ring around the moved crate, a faded one where it began, and the arrow along its path.

        `thin`: a slimmer arrow, so that the marks of a choice stand out.
        """
        top = self.heights_now[event.target] - 1
        levels = [*(self.heights_now[square] for square in event.path[:-1]), top]
        if event.source is not None:
            faded = crates.draw_ghost_crate(event.colour, self.unit, self.plan.up, self.patterned, 0.35)
            self.canvas.paste(faded, *self._find_foot(event.source, levels[0]))
        side = ENTRIES.index(event.path[0]) if event.source is None else None
        self._draw_travel(event.path, levels, side, width=8 if thin else 14)
        self._ring(event.target, top, self.canvas.theme.chalk)

    def draw_victory(self) -> None:
        """Draw a golden ring around each of the winner's crates on top, and a flag on it."""
        for square, stack in enumerate(self.squares):
            if stack and (colour := COLOURS.index(stack[-1])) in self.winners:
                self._ring(square, len(stack) - 1, self.canvas.theme.line)
                x, y = self._find_foot(square, len(stack))
                flag = crates.draw_flag(colour, self.plan.above - self.plan.up)
                self.canvas.paste(flag, x + FACE // 2 + SIDE - 12, y - self.plan.up + 2)

    def draw_intention(self, move: Move) -> None:
        """Show a move before it is confirmed: the crate half transparent, and an arrow to it."""
        canvas, theme = self.canvas, self.canvas.theme
        colour, target = COLOURS.index(move.colour), SQUARES.index(move.target)
        top = self.heights_now[target]
        faded = crates.draw_ghost_crate(colour, self.unit, self.plan.up, self.patterned, 0.6)
        canvas.paste(faded, *self._find_foot(target, top))
        way = find_path(self.view, move)
        levels = [*(self.heights_now[square] for square in way[:-1]), top]
        if move.source:
            levels[0] -= 1
            self._ring(way[0], levels[0], theme.line)
        self._draw_travel(way, levels, None if move.source else ENTRIES.index(way[0]), fill=theme.line)
        self._ring(target, top, theme.line)

    def _draw_travel(
        self,
        way: Sequence[int],
        levels: Sequence[int],
        side: int | None = None,
        *,
        fill: RGB | None = None,
        width: int = 14,
    ) -> None:
        """Draw the flight of a crate along the squares of `way` to its level there, or in from a `side` (0..3): one arc
        over their lids, a dot on each square between, and the arrowhead beside the figure on the lid."""
        canvas = self.canvas
        corners, lids = self._find_arc(way, levels, side)
        points = [_find_on_curve(corners, step / _STEPS) for step in range(_STEPS + 1)]
        for x, y in lids[1:-1] if side is None else lids[:-1]:
            dot = draw_plate(20, 20, fill or canvas.theme.chalk, 10, canvas.theme.rim)
            canvas.paste(dot, x - 10 - FACE // 3, y - 10)
        canvas.swoop(points, fill=fill, width=width)
        self._draw_signs(points)

    def _find_arc(
        self, way: Sequence[int], levels: Sequence[int], side: int | None
    ) -> tuple[tuple[Point, Point, Point, Point], list[Point]]:
        """Find the control points of the arc of a flight, and the lids of the squares on the way."""
        up = self.plan.up
        lids: list[Point] = [(x + SIDE // 2, y - up // 2) for x, y in map(self._find_foot, way, levels)]
        x0, y0 = lids[0][0], lids[0][1] - self.unit
        if side is not None:
            x0, y0 = self.plan.doorstep(side, self._find_centre(way[0], 0))
        x1, y1 = self._find_foot(way[-1], levels[-1] + 1)
        from_right = x0 > x1  # it lands beside the figure on the lid
        x1, y1 = (x1 + FACE // 2 + SIDE - 6, y1 - up) if from_right else (x1 + 8 - FACE // 2, y1 - 2)
        peak = min(y0, y1, *(y for _, y in lids)) - self.plan.figure
        peak = max(peak, frame.strip_height(self.canvas) + 28)
        high, aside = peak - ((y0 + y1) / 2 - peak) / 3, 0.12 * (x1 - x0)
        # A steep arc swings out, so that it lands from its own side instead of turning on the spot.
        swing = max(0.0, _STEEP - abs(x1 - x0)) * (0.6 if from_right else -0.6)
        return ((x0, y0), (x0 + aside + swing, high), (x1 - aside + swing, high), (x1, y1)), lids

    def draw_crate_in_flight(self, event: Moved, share: float) -> None:
        """Draw the crate that moved, after `share` (0..1) of its flight."""
        levels = [self.heights_now[square] for square in event.path]
        side = ENTRIES.index(event.path[0]) if event.source is None else None
        corners, _ = self._find_arc(event.path, levels, side)
        x, y = _find_on_curve(corners, share)
        crate = crates.draw_crate(event.colour, FACE, self.unit, self.plan.up, patterned=self.patterned)
        self.canvas.paste(crate, x, max(y + self.unit, frame.strip_height(self.canvas) + self.unit + self.plan.up + 8))

    def _draw_signs(self, way: Sequence[Point]) -> None:
        """Draw the token of each crate whose glyph is hidden by the arrow along `way`."""
        left, right = (f(x for x, _ in way) for f in (min, max))
        left, right, lines = left - _NEAR, right + _NEAR, list(pairwise(way))
        for square, stack in enumerate(self.squares):
            for level, letter in enumerate(stack):
                x, y = self._find_foot(square, level)
                y -= self.unit // 2
                close = (line for line in lines if abs(line[0][0] - x) < _REACH and abs(line[0][1] - y) < _REACH)
                if left <= x <= right and any(_measure_distance((x, y), *line) < _NEAR for line in close):
                    self.canvas.token(COLOURS.index(letter), x, y, _SIGN)

    def draw_heights(self, rising: int | None) -> None:
        """Write the height of each stack of two or more on a sign on its lid; of a ghost's stack, the new one."""
        canvas, size = self.canvas, self.plan.figure
        disc = size + 4
        for square, now in enumerate(self.heights_now):
            if (height := now + (square == rising)) > 1:
                x, y = self._find_foot(square, height)
                x, y = x + SIDE // 2 + 2, y - self.plan.above + disc // 2
                wide = max(disc, measure(str(height), size, "display") + 20)
                canvas.paste(crates.draw_pole(disc, canvas.theme.rim), x, y + disc // 2 + POLE)
                canvas.sign(x, y, str(height), size=size, width=wide, height=disc, ground=canvas.theme.rim,
                            fill=WHITE, radius=disc // 2)  # fmt: skip


_STEEP: Final = 160
"""Pixels between the ends of an arc from which it is wide enough without swinging out."""
_STEPS: Final = 20
"""The steps in which an arc is drawn."""


def _find_on_curve(corners: Sequence[Point], t: float) -> Point:
    """Find the point of a cubic curve at `t` (0..1)."""
    (ax, ay), (bx, by), (cx, cy), (zx, zy) = corners
    first, second, third, fourth = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return ax * first + bx * second + cx * third + zx * fourth, ay * first + by * second + cy * third + zy * fourth


def _measure_distance(point: Point, start: Point, end: Point) -> float:
    """Measure how far a point is from the line between two others."""
    x, y, across, down = point[0] - start[0], point[1] - start[1], end[0] - start[0], end[1] - start[1]
    along = min(1, max(0, (x * across + y * down) / (across**2 + down**2 or 1)))
    return hypot(x - along * across, y - along * down)
