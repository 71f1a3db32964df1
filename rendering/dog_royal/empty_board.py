"""Draw the board of DOG Royal without pieces: the court with the steps, gates and homes of the colours in play, the
special spaces, the numbers on the track, and the cards in the middle. The numbers outside the track are drawn later,
over the pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from games.core import Seat
from games.dog_royal.components.boards import GOAL, Place
from games.dog_royal.moves import place_name
from games.dog_royal.state import State, is_protected, rank_name
from rendering.dog_royal import cards, pieces, seat_plates, spaces
from rendering.dog_royal import court as places
from rendering.dog_royal.court import Plan
from rendering.drawing.canvas import Canvas, fit_words, measure
from rendering.drawing.pen import Point
from rendering.drawing.picture import Box
from rendering.drawing.stored.packed import Packed
from rendering.drawing.theme import INK, RGB, Look, mix, theme

NUMBERED: Final = 5
"""Every fifth space shows its number."""
_RAISED: Final = 0.07
"""How far above the middle of its space a number stands, in units."""


@lru_cache(maxsize=256)
def draw_board(
    look: Look, plan: Plan, height: int, colours: tuple[int, ...], royal: bool
) -> tuple[Packed, tuple[Box, ...]]:
    """Draw the numbered court with everything that does not change during a match. Cached, also for many matches: each
    number of seats, each viewer's arm and each look has a board of its own."""
    ours, unit = theme("dog_royal", look), plan.unit
    canvas = Canvas(places.paint_court(ours, plan.arms, height, plan.middle), "dog_royal", look)
    tiles = list(plan.tiles())
    for colour in colours:
        start, (x0, y0, x1, y1) = plan.board.starts[colour], map(round, tiles[(colour + plan.turn) % plan.arms])
        if not ours.contrast:
            _draw_ground(canvas, plan, colour)
            canvas.paste(spaces.draw_tile(colour, x1 - x0, y1 - y0, ours), x0, y0)
        for step in range(1, 5):
            canvas.paste(spaces.draw_step(colour, step, unit, ours), *plan.at(colour, GOAL + step))
        canvas.paste(spaces.draw_gate(colour, unit, ours), *plan.at(colour, start))
        canvas.paste(spaces.draw_home(colour, plan.arms, unit, ours), *plan.home(colour))
    for space in plan.board.specials if royal else ():
        canvas.paste(spaces.draw_special(unit, ours), *plan.at(0, space))
    inside = ours.ink if ours.contrast else ours.panel if ours.dark else mix(ours.ink, ours.own("space"), 0.25)
    for space in list_numbered(plan, colours, royal):
        write_number(canvas, plan, space, plan.at(0, space), inside)
    for left, top, wide, tall in plan.piles():
        bare = mix(ours.ground, ours.shade, 0.5) if ours.contrast else mix(ours.own("rug"), INK, 0.4)
        canvas.panel(left, top, wide, tall, bare, edge=ours.shade if ours.contrast else ours.own("brass"))
    return canvas.layer()


def _draw_ground(canvas: Canvas, plan: Plan, colour: int) -> None:
    """Draw the ground of a plate that lies outside the tile of its home, from there to the plate."""
    (wide, tall), (x, y), beside = seat_plates.SIZE[plan.arms], plan.seat(colour), plan.home(colour)[0]
    left, right = (round(edge) for edge in (min(x - wide / 2 - 8, beside), max(x + wide / 2 + 8, beside)))
    if plan.arms > 4:
        ground = spaces.draw_tile(colour, right - left, tall + 12, canvas.theme)
        canvas.paste(ground, left, round(y) - tall // 2 - 6)


def write_outside_numbers(canvas: Canvas, plan: Plan, colours: tuple[int, ...], royal: bool) -> None:
    """Write the numbers of start and special spaces: outside the track, and over the heads of pieces.

    Each has a small dark plate, so that it can be read over hedges and pieces.
    """
    theme, size = canvas.theme, number_size(plan)
    ground, fill = (theme.shade, theme.ink) if theme.contrast else (theme.panel, theme.on_panel)
    starts = ((plan.board.starts[colour], plan.start_label(colour)) for colour in colours)
    specials = ((space, plan.special_label(space)) for space in (plan.board.specials if royal else ()))
    for place, (x, y) in (*starts, *specials):
        words = place_name(place)
        wide = measure(words, size, "display") + 4
        canvas.sign(
            round(x), round(y), words, size=size, width=wide, height=size - 6, ground=ground, fill=fill, radius=6
        )


@lru_cache(maxsize=256)
def list_numbered(plan: Plan, colours: tuple[int, ...], royal: bool) -> tuple[Place, ...]:
    """List the spaces with a number in them: every fifth, and the starts of colours that do not play."""
    board = plan.board
    marked = {board.starts[colour] for colour in colours} | {*(board.specials if royal else ())}
    return tuple(
        space
        for space in range(board.length)
        if (space % NUMBERED == 0 or space in board.starts) and space not in marked
    )


def number_size(plan: Plan) -> int:
    """Return the font size of the numbers of spaces."""
    return 30 if plan.arms == 6 else 34


def write_number(canvas: Canvas, plan: Plan, place: Place, at: Point, fill: RGB) -> None:
    """Write a place's name in its space: so high that the head of a piece in front does not cover it."""
    (x, y), size = at, number_size(plan)
    y -= _RAISED * plan.unit
    canvas.text(x, y, place_name(place), size=size, face="display", align="middle", kind="letter", fill=fill)


def list_occupied(view: State) -> set[Place]:
    """List the spaces of the track with a piece on them."""
    return {place for row in view.pieces for place in row if 0 <= place < GOAL}


class Words(Struct, frozen=True):
    """Words on the board: the card that a copy repeats, the effect of a hat, and the meaning of a lock."""

    copy: str
    hat: str
    lock: str


def draw_middle(canvas: Canvas, view: State, plan: Plan, copy: str) -> None:
    """Draw deck and discard pile; outside films also how many cards are left and which card a copy repeats."""
    theme = canvas.theme
    (deck, top, wide, tall), (pile, *_) = plan.piles()
    piled = min(3, (len(view.deck) + 19) // 20)
    if piled:
        canvas.paste(cards.draw_deck(piled, wide, tall, theme), deck, top)
    if view.discard:
        canvas.paste(cards.draw_card(view.discard[0], wide, tall, theme), pile, top)
        canvas.box("piece", pile, top, wide, tall, f"discard {view.discard[0]}")
    if canvas.look.half:
        return
    count, size = fit_words(
        str(len(view.deck)), round(wide * 0.66), 66 if canvas.look.large else max(46, wide // 3), 40, "display"
    )
    middle = deck + wide // 2 - cards.APART * max(0, piled - 1)
    fill = theme.ink if theme.contrast and not piled else theme.on_panel
    canvas.text(middle, top + tall // 2, count, size=size, face="display", align="middle", kind="letter", fill=fill)
    words, size = fit_words(copy, max(round(plan.unit * (7 if plan.arms == 4 else 10)), measure(copy, 36)), 40, 36)
    fill = theme.ink if theme.contrast else theme.on_panel
    canvas.text(places.WIDTH // 2, plan.words()[1], words, size=size, align="middle", fill=fill)


def draw_winners(canvas: Canvas, view: State, plan: Plan, winners: Sequence[Seat]) -> None:
    """Draw the moment of victory: a king of each winner in the light, beside the last card, in place of the piles."""
    (_, _, wide, tall), radius = plan.piles()[0], round(plan.rug()[3] - plan.middle) - 22
    canvas.paste(spaces.draw_rays(radius, canvas.theme), places.WIDTH // 2, plan.middle)
    card = wide * 3 // 4 if view.discard else 0
    unit = min(radius * 4 // 5, round((1.84 * radius - card) / (1.16 * len(winners))))
    apart = round(1.16 * unit)
    left = (places.WIDTH - len(winners) * apart - card) // 2
    foot = plan.middle + round(0.42 * unit)
    for number, seat in enumerate(winners):
        colour, x = view.colours[seat], left + apart * number + apart // 2
        rank = rank_name(view, 0)
        canvas.paste(pieces.draw_aura(rank, unit, canvas.theme.chalk, canvas.theme.rim), x, foot)
        canvas.paste(pieces.draw_piece(colour, rank, unit, patterned=canvas.theme.patterns), x, foot)
    if view.discard:
        x, y = left + apart * len(winners), plan.middle - tall * 3 // 8
        canvas.paste(cards.draw_card(view.discard[0], card, tall * 3 // 4, canvas.theme), x, y)
        canvas.box("piece", x, y, card, tall * 3 // 4, f"discard {view.discard[0]}")


def explain_signs(canvas: Canvas, view: State, plan: Plan, words: Words) -> None:
    """Explain the hats in words, and the locks if there are any."""
    theme = canvas.theme
    if canvas.look.half:
        return
    locked = any(is_protected(view, colour, place) for colour in view.colours for place in view.pieces[colour])
    lock, _, hat = plan.words()
    signs = (
        (lock, pieces.draw_lock(34, theme.line), words.lock) if locked else None,
        (hat, spaces.draw_special(34, theme), words.hat) if view.royal and plan.board.specials else None,
    )
    fill = theme.ink if theme.contrast else theme.dim
    for sign in signs:
        if sign:
            y, drawn, meaning = sign
            left = round(places.WIDTH / 2 - (measure(meaning, 36) + 46) / 2)
            canvas.paste(drawn, left + 18, y)
            canvas.text(left + 46, y, meaning, size=36, fill=fill)
