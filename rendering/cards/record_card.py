"""Draw a person's record: matches and wins, their rating and its curve, and how they play.

The card names only that person, and only if the fonts can write the name. The message beside the card always names
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from games.colours import GLYPHS
from games.text import Join, N, Say, T, Text
from rendering.cards.badges import draw_badges, list_names, measure_badges
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.frame import MARGIN, strip_height
from rendering.drawing.pen import Pen
from rendering.drawing.picture import Picture
from rendering.drawing.sprites import Layer, Sprite, paint_sprite
from rendering.drawing.theme import RGB, Look, Theme, mix, theme
from rendering.drawing.writing.names import make_writable
from rendering.posters.avatar import draw_avatar

WIDTH: Final = 1200
HEIGHT: Final = 900

_GAP: Final = 20
_MOST_POINTS: Final = 60
"""The most points of a curve; of a longer one only every n-th point is drawn."""


class RecordCard(Struct, frozen=True):
    """The content of a card. `title`: the game, or all games. `curve`: the rating after each match, oldest first.

    `rating`: number and margin, None without rated matches. `streak`, `longest`: matches won in a row, at present and
    at most. `seat`: the colour of the seat played most. `partner`: matches with the most frequent partner. `reply`: the
    median. `finished`: percent of matches played to the end. `badges`: their keys. `name`, `picture`: the person's name
    and the file of their avatar, b"" for one of ours. None and 0: not known, or not for this reader.
    """

    title: Text
    matches: int
    won: int
    rating: tuple[int, int] | None = None
    provisional: bool = False
    curve: tuple[int, ...] = ()
    streak: int = 0
    longest: int = 0
    seat: int | None = None
    partner: int = 0
    reply: Text | None = None
    finished: int | None = None
    badges: tuple[str, ...] = ()
    name: str = ""
    picture: bytes = b""


def draw(card: RecordCard, /, *, say: Say, look: Look) -> Picture:
    """Draw the card."""
    more = measure_badges(card.badges)
    canvas = Canvas(_make_ground(theme("cards", look), HEIGHT + more), "cards", look)
    _draw_title(canvas, card, say)
    top = strip_height(canvas) + 6 + _GAP
    wide = (WIDTH - 2 * MARGIN - 2 * _GAP) // 3
    rating = "–" if card.rating is None else str(card.rating[0])
    margin = "" if card.rating is None else f"± {card.rating[1]}"
    share = say(T("{percent}%", percent=round(100 * card.won / card.matches))) if card.matches else ""
    tiles = (
        (str(card.matches), say(N("match", "matches", card.matches)), ""),
        (str(card.won), say(T("won")), share),
        (rating, say(T("rating, provisional") if card.provisional else T("rating")), margin),
    )
    for number, (big, under, beside) in enumerate(tiles):
        _draw_tile(canvas, MARGIN + number * (wide + _GAP), top, wide, 190, big, under, beside)
    below = top + 190 + _GAP
    facts = list_facts(card)
    height = HEIGHT - MARGIN - below
    right = WIDTH - MARGIN - (520 if facts else 0)
    _draw_curve(canvas, card.curve, MARGIN, below, right - MARGIN - (_GAP if facts else 0), height, say)
    _draw_facts(canvas, card, facts, right, below, WIDTH - MARGIN - right, height, say)
    draw_badges(canvas, card.badges, MARGIN, HEIGHT - MARGIN // 2, WIDTH - 2 * MARGIN, say)
    return canvas.finish()


@cache
def _make_ground(ours: Theme, height: int) -> Layer:
    """Draw the empty page, once for each look and height."""
    return Layer(WIDTH, height, ours.ground, lambda _: None)


def list_facts(card: RecordCard) -> tuple[tuple[Text, str | Text], ...]:
    """List the smaller facts of a card as names and values, those that are known."""
    found: list[tuple[Text, str | Text]] = []
    if card.matches:
        found.append((T("Won in a row"), T("{now}, best {most}", now=card.streak, most=card.longest)))
    if card.seat is not None:
        found.append((T("Favourite seat"), GLYPHS[card.seat]))
    if card.partner:
        found.append((T("With one partner"), N("{count} match", "{count} matches", card.partner)))
    if card.reply is not None:
        found.append((T("Usual reply time"), card.reply))
    if card.finished is not None:
        found.append((T("Played to the end"), T("{percent}%", percent=card.finished)))
    return tuple(found)


def describe(card: RecordCard, say: Say) -> str:
    """Describe the card for people who cannot see it."""
    title, won = card.title, card.won
    text = N(
        "{title}: {count} match, {won} won.",
        "{title}: {count} matches, {won} won.",
        card.matches,
        title=title,
        won=won,
    )
    parts = [f"{card.name}.", say(text)] if card.name else [say(text)]
    if card.rating is not None:
        number, margin = card.rating
        parts.append(say(T("Rating {rating}", rating=f"{number} ± {margin}")) + ".")
    if names := list_names(card.badges):
        parts.append(say(T("Badges: {badges}.", badges=Join(names))))
    parts += [say(T("{name}: {value}.", name=name, value=value)) for name, value in list_facts(card)]
    return " ".join(parts)


def _find_figure_colour(ours: Theme) -> RGB:
    """Return the colour of figures and of the curve. In high contrast it is that of all words, because greys are not
    allowed."""
    return ours.ink if ours.contrast else ours.own("deep")


def _draw_title(canvas: Canvas, card: RecordCard, say: Say) -> None:
    ours, height = canvas.theme, strip_height(canvas)
    canvas.fill(0, 0, WIDTH, height, ours.panel)
    canvas.fill(0, height, WIDTH, 6, ours.line)
    room, size = WIDTH - 2 * MARGIN, canvas.letter_size(50)
    name, title = make_writable(card.name), say(T("Stats: {title}", title=card.title))
    if name:
        title, room, left, edge = say(card.title), room * 2 // 5, MARGIN, height - 12
        draw_avatar(
            canvas,
            left + edge // 2,
            height // 2,
            edge,
            colour=card.seat or 0,
            data=card.picture,
            machine=False,
            seed=card.name,
        )
        left += edge + 16
        rest = WIDTH - 2 * MARGIN - room - left
        canvas.text(left, height // 2, name, size=size, fill=ours.on_panel, width=rest, least=36)
    x = WIDTH - MARGIN if name else MARGIN
    canvas.text(
        x,
        height // 2,
        title,
        size=size,
        face="display",
        align="right" if name else "left",
        fill=ours.on_panel,
        width=room,
        least=36,
    )


def _draw_tile(canvas: Canvas, x: int, y: int, width: int, height: int, big: str, under: str, beside: str) -> None:
    ours = canvas.theme
    canvas.panel(x, y, width, height, ours.own("paper"), edge=ours.shade)
    canvas.box("area", x, y, width, height, "tile")
    aside = measure(beside, 40) if beside else 0
    room = width - 44 - (aside + 16 if beside else 0)
    canvas.text(x + 24, y + 74, big, size=104, face="display", fill=_find_figure_colour(ours), width=room, least=60)
    if beside:
        canvas.text(x + width - 20, y + 92, beside, size=40, align="right")
    canvas.text(x + 24, y + height - 36, under, size=40, width=width - 44, least=36)


def _draw_curve(canvas: Canvas, numbers: Sequence[int], x: int, y: int, width: int, height: int, say: Say) -> None:
    """Draw the curve as the line of the water, with a boat where it ends."""
    ours = canvas.theme
    canvas.panel(x, y, width, height, ours.own("paper"), edge=ours.shade)
    canvas.box("area", x, y, width, height, "curve")
    room = width - 48
    if len(numbers) < 2:
        canvas.fill(x + 4, y + height * 2 // 3, width - 8, height // 3 - 12, ours.own("sea"))
        _draw_boat(canvas, x + width // 2, y + height * 2 // 3)
        words = say(T("No rating curve yet"))
        canvas.text(x + width // 2, y + 48, words, size=42, align="middle", width=room, least=36)
        return
    step = max(1, -(-len(numbers) // _MOST_POINTS))
    kept = [*numbers[:-1:step], numbers[-1]]
    low, high = min(kept), max(kept)
    left, right, top, floor = x + 24, x + width - 70, y + 150, y + height - 70
    points = [
        (left + (right - left) * place / (len(kept) - 1), floor - (floor - top) * (number - low) / max(1, high - low))
        for place, number in enumerate(kept)
    ]
    bottom = y + height - 12
    for (x0, y0), (x1, y1) in pairwise(points):
        for column in range(round(x0), round(x1), 4):
            level = round(y0 + (y1 - y0) * (column - x0) / (x1 - x0))
            canvas.fill(column, level, min(4, round(x1) - column), bottom - level, ours.own("sea"))
    canvas.fill(
        round(right),
        round(points[-1][1]),
        x + width - 12 - round(right),
        bottom - round(points[-1][1]),
        ours.own("sea"),
    )
    canvas.stroke(points, width=8, fill=_find_figure_colour(ours))
    words = say(T("Rating: from {low} to {high}", low=low, high=high))
    canvas.text(x + 24, y + 46, words, size=42, width=room, least=36)
    _draw_boat(canvas, points[-1][0], points[-1][1])


def _draw_boat(canvas: Canvas, x: float, y: float) -> None:
    """Draw a small sailing boat that floats at x, y."""
    ours = canvas.theme
    canvas.paste(_paint_boat(ours.ink, ours.line, ours.chalk), x, y)


@cache
def _paint_boat(hull: RGB, sail: RGB, jib: RGB) -> Sprite:
    """Paint a boat with two sails, 100 pixels wide; its origin is on the water in its middle."""

    def paint(pen: Pen) -> None:
        pen.polygon([(56, 10), (56, 66), (92, 66)], sail, edge=hull, width=3)
        pen.polygon([(46, 18), (46, 66), (20, 66)], jib, edge=hull, width=3)
        pen.line([(51, 6), (51, 76)], hull, 5)
        pen.polygon([(10, 73), (92, 73), (78, 92), (24, 92)], hull, edge=hull, width=3)
        pen.line([(20, 79), (82, 79)], mix(hull, jib, 0.5), 3)

    return paint_sprite(100, 100, paint, origin=(51, 84))


def _draw_facts(
    canvas: Canvas,
    card: RecordCard,
    facts: Sequence[tuple[Text, str | Text]],
    x: int,
    y: int,
    width: int,
    height: int,
    say: Say,
) -> None:
    """Draw the smaller facts, each as a name over its value."""
    if not facts:
        return
    ours = canvas.theme
    canvas.panel(x, y, width, height, ours.own("paper"), edge=ours.shade)
    canvas.box("area", x, y, width, height, "facts")
    each = min(130, (height - 16) // len(facts))
    for number, (name, value) in enumerate(facts):
        middle = y + 8 + number * each + each // 2
        said = value if isinstance(value, str) else say(value)
        room, deep = width - 44, _find_figure_colour(ours)
        canvas.text(x + 24, middle - 24, say(name), size=36, width=room, least=36)
        canvas.text(x + 24, middle + 22, said, size=46, face="display", fill=deep, width=room, least=36)
