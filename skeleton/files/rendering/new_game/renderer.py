"""Draw New Game: the trick in the middle, the hands below. `rendering` explains the arguments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.core import Seat
from games.new_game.state import Card, Play, State
from games.text import N, Say
from rendering.drawing import frame
from rendering.drawing.canvas import Canvas
from rendering.drawing.frame import Strip
from rendering.drawing.pen import Pen
from rendering.drawing.picture import Picture
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import INK, WHITE, Look, Theme, theme

WIDTH, HEIGHT = 1200, 900
CARD = 132, 180
"""Width and height of a card, and of the place for one."""
BACK = 70, 96
"""Width and height of a card whose face nobody sees."""
TRICK, HAND = 350, 650
"""The y coordinates of the middle of the trick, and of the hands."""


def draw(
    view: State, *, say: Say, seat: Seat | None, moves: Sequence[Play], ghost: Play | None, look: Look, strip: Strip
) -> Picture:
    """Draw the position, 1200 x 900."""
    canvas = Canvas(_paint_ground(theme("new_game", look), len(view.hands)), "new_game", look, private=seat is not None)
    bare = canvas.large or len(view.hands) > 4  # there is only room for the number
    scores = [str(count) if bare else say(N("{count} trick", "{count} tricks", count)) for count in view.tricks]
    frame.draw_frame(canvas, "new_game", view, say, strip, counters=scores)
    for player, card in view.trick.items():
        _draw_card(canvas, card, _find_column(view, player), TRICK)
    if view.trick and not view.table:
        _mark(canvas, _find_column(view, view.turn), TRICK)
    if seat is None:
        for player, hand in enumerate(view.hands):
            _draw_backs(canvas, len(hand), _find_column(view, player))
    else:
        _draw_hand(canvas, view, seat, moves, ghost)
    return canvas.finish()


def _find_column(view: State, player: int) -> int:
    """Return the x of a player's place in the trick."""
    return round(WIDTH * (player + 0.5) / len(view.hands))


@cache
def _paint_ground(colours: Theme, seats: int) -> Layer:
    """Paint the table with a place for the card of each player."""

    def paint(pen: Pen) -> None:
        for player in range(seats):
            x, (width, height) = WIDTH * (player + 0.5) / seats, CARD
            place = (x - width / 2 - 8, TRICK - height / 2 - 8, x + width / 2 + 8, TRICK + height / 2 + 8)
            pen.rounded_box(place, 20, colours.shade)

    return Layer(WIDTH, HEIGHT, colours.ground, paint)


def _draw_card(canvas: Canvas, card: Card, x: int, y: int) -> None:
    """Draw a card around x, y with its number."""
    words = str(card)
    width, height = CARD
    canvas.sign(x, y, words, size=72, width=width, height=height, ground=WHITE, fill=INK, radius=16, edge=INK)
    canvas.box("piece", x - width // 2, y - height // 2, width, height, f"card {card}")


def _mark(canvas: Canvas, x: int, y: int) -> None:
    """Mark the card around x, y."""
    width, height = CARD
    canvas.halo(x - width // 2 - 10, y - height // 2 - 10, width + 20, height + 20, fill=canvas.theme.line)


def _draw_backs(canvas: Canvas, count: int, x: int) -> None:
    """Draw the cards in a hand, as others see them: one back over the other."""
    (width, height), step = BACK, 22
    left = x - (width + (count - 1) * step) // 2
    for number in range(count):
        canvas.panel(left + number * step, HAND - height // 2, width, height, canvas.theme.panel, edge=WHITE)


def _draw_hand(canvas: Canvas, view: State, seat: Seat, moves: Sequence[Play], ghost: Play | None) -> None:
    """Draw the viewer's own cards; playable ones are marked, a chosen one points to its place in the trick."""
    hand, (width, height) = view.hands[seat], CARD
    playable = {move.card for move in moves}
    for number, card in enumerate(hand):
        x = WIDTH // 2 + round((number - (len(hand) - 1) / 2) * (width + 28))
        _draw_card(canvas, card, x, HAND)
        if card in playable or (ghost and card == ghost.card):
            _mark(canvas, x, HAND)
        if ghost and card == ghost.card:
            start, end = HAND - height // 2 - 14, TRICK + height // 2 + 22
            canvas.arrow([(x, start), (_find_column(view, seat), end)], fill=canvas.theme.line)
