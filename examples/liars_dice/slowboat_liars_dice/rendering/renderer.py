"""Draw Liar's Dice: the bid, and everybody's cup and dice, up to three in a row. `rendering` explains the arguments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from games.core import HIDDEN, Seat
from games.text import N, Say
from rendering.drawing import frame
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.frame import Strip
from rendering.drawing.pen import Pen
from rendering.drawing.picture import Picture
from rendering.drawing.sprites import Layer, Sprite, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, Look, Theme, mix, theme
from slowboat_liars_dice.state import WILD, Bid, Doubt, Face, Lifted, Move, State

WIDTH: Final = 1200
HEIGHT: Final = 900

DIE: Final = 68
"""The edge of a die under a cup: large enough to be read in the smallest picture and in a private one."""
BID: Final = 200
"""The height at which the bid is written."""


class Plan(Struct, frozen=True, cache_hash=True):
    """The places of the mats. `foot`: pixels at the bottom that are kept free."""

    seats: int
    foot: int

    @property
    def rows(self) -> int:
        return 1 if self.seats <= 3 else 2

    @property
    def columns(self) -> int:
        return -(-self.seats // self.rows)

    @property
    def cup(self) -> tuple[int, int]:
        """The width and the height of a cup: larger where there is only one row."""
        return (124, 104) if self.rows == 2 else (210, 180)

    @property
    def width(self) -> int:
        """The width of a mat: five dice and their margins."""
        return min(WIDTH // self.columns - 16, 5 * DIE + 40)

    @property
    def height(self) -> int:
        """The height of a mat: a cup with dice below it."""
        return self.cup[1] + DIE + 60

    def middle(self, seat: int) -> tuple[int, int]:
        """Return the middle of a seat's mat; seats go round the table, so the second row runs from right to left."""
        row, column = divmod(seat, self.columns)
        in_row = self.columns if row == 0 else self.seats - self.columns
        column = column if row == 0 else in_row - 1 - column
        top, room = BID + 78, HEIGHT - self.foot - BID - 78
        return round(WIDTH * (column + 0.5) / in_row), round(top + room * (row + 0.5) / self.rows)


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
    """Draw the position, 1200 x 900."""
    colours, large = theme("liars_dice", look), look.large or seat is not None
    plan = Plan(len(view.dice), 0 if large else 66)
    canvas = Canvas(_paint_table(colours, plan), "liars_dice", look, private=seat is not None)
    frame.draw_frame(canvas, "liars_dice", view, say, strip)
    lifted = next((event for event in view.events if isinstance(event, Lifted)), None)
    _draw_bid(canvas, view, lifted, say, ghost)
    for player, dice in enumerate(view.dice):
        shown = lifted.dice[player] if lifted and player != seat else dice
        _draw_mat(canvas, plan, view, player, shown, lifted)
    if not view.is_over:
        _draw_ring(canvas, plan, view.turn)
    if isinstance(ghost, Doubt):
        x, y = plan.middle(view.bidder)
        canvas.cross(x, y - DIE // 2 - 8, 96, fill=colours.line)
    return canvas.finish()


def _draw_bid(canvas: Canvas, view: State, lifted: Lifted | None, say: Say, ghost: Move | None) -> None:
    """Draw the current bid, the one being considered, or the one just doubted, on a plate in the middle."""
    bid, bidder = view.bid, view.bidder
    if isinstance(ghost, Bid):
        bid, bidder = ghost, view.turn
    elif lifted:
        bid, bidder = Bid(lifted.count, lifted.face), lifted.bidder
    middle, colours = BID, canvas.theme
    if bid is None:
        words = say(N("{count} die on the table", "{count} dice on the table", view.total))
        size = canvas.letter_size(48)
        canvas.text(WIDTH // 2, middle, words, size=size, face="display", align="middle", width=WIDTH - 80, least=size)
        return
    number = f"{bid.count} ×"
    wide = measure(number, 72, "display")
    width = 84 + 20 + wide + 20 + 80 + 48
    left = (WIDTH - width) // 2
    canvas.panel(left, middle - 54, width, 108, colours.panel, radius=24, edge=WHITE if colours.dark else INK)
    if isinstance(ghost, Bid):
        canvas.halo(left - 8, middle - 62, width + 16, 124, radius=30, fill=colours.line)
    canvas.token(bidder, left + 24 + 42, middle, 84)
    canvas.text(left + 24 + 84 + 20, middle, number, size=72, face="display", fill=colours.on_panel, kind="letter")
    x = left + width - 24 - 40
    canvas.paste(_paint_die(colours, bid.face, 80), x, middle)
    canvas.box("piece", x - 40, middle - 40, 80, 80, f"bid {bid.face}")
    if lifted and not isinstance(ghost, Bid):
        words = f"= {lifted.found}"
        canvas.text(left + width + 24, middle, words, size=72, face="display", kind="letter")


def _draw_mat(
    canvas: Canvas, plan: Plan, view: State, player: Seat, dice: Sequence[Face], lifted: Lifted | None
) -> None:
    """Draw a player's cup with the seat's token, and below it the dice; those that fit the doubted bid are
    highlighted."""
    x, y = plan.middle(player)
    width, height = plan.cup
    out, rim = player in view.out, y + height // 2 - DIE // 2 - 4
    up = 18 if lifted and not out else 0
    if not out:
        canvas.paste(_paint_cup(player, width, height), x, rim - up)
        canvas.box("area", x - width // 2, rim - up - height + 18, width, height, f"cup {player}")
    canvas.token(player, x, rim - up - height // 2 + 12, 66, faint=out)
    if out:
        canvas.cross(x, rim - height // 2 + 12, 72)
    step = DIE + 4
    for number, face in enumerate(dice):
        at = round(x + (number - (len(dice) - 1) / 2) * step), y + plan.height // 2 - DIE // 2 - 16
        counts = lifted is not None and dice is lifted.dice[player] and _fits_bid(view, lifted, face)
        canvas.paste(_paint_die(canvas.theme, face, DIE, counts=counts), *at)
        canvas.box("piece", at[0] - DIE // 2, at[1] - DIE // 2, DIE, DIE, f"die {face}")


def _fits_bid(view: State, lifted: Lifted, face: Face) -> bool:
    return face == lifted.face or (view.wild and face == WILD)


def _draw_ring(canvas: Canvas, plan: Plan, player: Seat) -> None:
    """Mark the mat of the player who is to act."""
    x, y = plan.middle(player)
    width, height = plan.width + 12, plan.height + 12
    canvas.halo(x - width // 2, y - height // 2, width, height, radius=32, fill=canvas.theme.line)


@cache
def _paint_die(colours: Theme, face: str, size: int, /, *, counts: bool = False) -> Sprite:
    """Draw a die; the origin is its middle. `counts`: it fits the doubted bid."""
    hidden = face == HIDDEN
    bone = WHITE if colours.contrast else colours.own("bone")
    if hidden:
        bone = mix(colours.shade, colours.ground, 0.35)
    edge = colours.own("seam") if hidden else INK

    def paint(pen: Pen) -> None:
        pen.rounded_box((1, 1, size - 1, size - 1), size * 0.22, colours.line if counts else bone, edge=edge, width=3)
        if not hidden:
            pen.pips(size / 2, size / 2, size, int(face), INK)

    return paint_sprite(size, size, paint, origin=(size // 2, size // 2))


@cache
def _paint_cup(colour: int, width: int, height: int, /) -> Sprite:
    """Draw a leather cup upside down, in a seat's colour; the origin is the middle of its rim."""
    seat = SEATS[colour]

    def wall(pen: Pen, fill: RGB, left: float, right: float) -> None:
        """Paint a part of the wall, from 0 to 1 across; the cup tapers towards its top."""
        top, low = width * 0.16, height - 18
        pen.polygon(
            [
                (top + (width - 2 * top) * left, 16),
                (top + (width - 2 * top) * right, 16),
                (8 + (width - 16) * right, low),
                (8 + (width - 16) * left, low),
            ],
            fill,
        )

    def paint(pen: Pen) -> None:
        pen.oval((2, height - 34, width - 2, height - 2), seat.edge)
        wall(pen, seat.fill, 0, 1)
        wall(pen, seat.side, 0.72, 1)
        wall(pen, seat.top, 0.1, 0.22)
        pen.oval((width * 0.16, 4, width * 0.84, 30), seat.top, edge=seat.edge, width=3)
        pen.rounded_box((4, height - 34, width - 4, height - 12), 10, seat.side, edge=seat.edge, width=3)
        pen.line([(16, height - 23), (width - 16, height - 23)], seat.top, 3)

    return paint_sprite(width, height, paint, origin=(width // 2, height - 18))


@cache
def _paint_table(colours: Theme, plan: Plan, /) -> Layer:
    """Paint the planks of the table with a mat for each player."""

    def paint(pen: Pen) -> None:
        for number, y in enumerate(range(0, HEIGHT + 100, 100)):
            pen.line([(0, y), (WIDTH, y)], colours.shade, 4)
            joint = (number * 467 + 210) % WIDTH
            pen.line([(joint, y), (joint, y + 100)], colours.shade, 4)
        for seat in range(plan.seats):
            x, y = plan.middle(seat)
            box = (x - plan.width / 2, y - plan.height / 2, x + plan.width / 2, y + plan.height / 2)
            pen.rounded_box(box, 28, colours.own("mat"), edge=colours.own("seam"), width=4)

    return Layer(WIDTH, HEIGHT, colours.ground, paint)
