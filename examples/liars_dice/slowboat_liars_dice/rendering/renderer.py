"""Draw Liar's Dice: the bid, and everybody's cup and dice. `rendering` explains the arguments."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Seat
from games.text import Colour, N, Say, T, Text
from rendering.drawing import frame
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.frame import Strip
from rendering.drawing.picture import Picture
from rendering.drawing.theme import Look, theme
from slowboat_liars_dice.events import AnyEvent, Lifted, Lost, Made
from slowboat_liars_dice.play import outcome
from slowboat_liars_dice.rendering import sprites
from slowboat_liars_dice.rendering.plan import BID, DIE, WIDTH, Plan
from slowboat_liars_dice.state import WILD, Bid, Doubt, Face, Move, State


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
    canvas = Canvas(sprites.table(colours, plan), "liars_dice", look, private=seat is not None)
    ended = outcome(view)
    turn = frame.say_to_move([view.turn]) if ended is None else frame.say_won(ended.winners)
    frame.draw_strip(canvas, say(T("Liar’s Dice")), strip, turn=say(turn), over=ended is not None)
    lifted = next((event for event in view.events if isinstance(event, Lifted)), None)
    _draw_bid(canvas, view, lifted, say, ghost)
    for player, dice in enumerate(view.dice):
        shown = lifted.dice[player] if lifted and player != seat else dice
        _draw_mat(canvas, plan, view, player, shown, lifted)
    if ended is None:
        _draw_ring(canvas, plan, view.turn)
    if isinstance(ghost, Doubt):
        x, y = plan.middle(view.bidder)
        canvas.cross(x, y - DIE // 2 - 8, 96, fill=colours.line)
    if not canvas.large:
        frame.draw_last_line(canvas, lambda: tuple(say(_describe_last_event(event)) for event in view.events[-1:]))
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
    canvas.panel(left, middle - 54, width, 108, colours.panel, radius=24, edge=sprites.rim(colours))
    if isinstance(ghost, Bid):
        canvas.halo(left - 8, middle - 62, width + 16, 124, radius=30, fill=colours.line)
    canvas.token(bidder, left + 24 + 42, middle, 84)
    canvas.text(left + 24 + 84 + 20, middle, number, size=72, face="display", fill=colours.on_panel, kind="letter")
    x = left + width - 24 - 40
    canvas.paste(sprites.die(colours, bid.face, 80), x, middle)
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
        canvas.paste(sprites.cup(player, width, height), x, rim - up)
        canvas.box("area", x - width // 2, rim - up - height + 18, width, height, f"cup {player}")
    canvas.token(player, x, rim - up - height // 2 + 12, 66, faint=out)
    if out:
        canvas.cross(x, rim - height // 2 + 12, 72)
    step = DIE + 4
    for number, face in enumerate(dice):
        at = round(x + (number - (len(dice) - 1) / 2) * step), y + plan.height // 2 - DIE // 2 - 16
        counts = lifted is not None and dice is lifted.dice[player] and _fits_bid(view, lifted, face)
        canvas.paste(sprites.die(canvas.theme, face, DIE, counts=counts), *at)
        canvas.box("piece", at[0] - DIE // 2, at[1] - DIE // 2, DIE, DIE, f"die {face}")


def _fits_bid(view: State, lifted: Lifted, face: Face) -> bool:
    return face == lifted.face or (view.wild and face == WILD)


def _draw_ring(canvas: Canvas, plan: Plan, player: Seat) -> None:
    """Mark the mat of the player who is to act."""
    x, y = plan.middle(player)
    width, height = plan.width + 12, plan.height + 12
    canvas.halo(x - width // 2, y - height // 2, width, height, radius=32, fill=canvas.theme.line)


def _describe_last_event(event: AnyEvent) -> Text:
    """Describe the last event in a short line, with the seat's glyph instead of a name."""
    player = Colour(event.seat)
    match event:
        case Made(_, count, face):
            return T("{player} bids {number} × {face}", player=player, number=count, face=face)
        case Lost(_, 0):
            return T("{player} loses the last die and is out", player=player)
        case _:
            return T("{player} loses a die", player=player)
