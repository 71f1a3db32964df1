"""Draw a person's record: matches and wins, their rating and its curve, and how they play.

The card names only that person, and only if the fonts can write the name. The message beside the card always names
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import pi, sin
from typing import Final

from msgspec import Struct

from games.colours import GLYPHS
from games.text import Join, N, Say, T, Text
from rendering.cards.badges import NAMES, draw_badges, list_names, measure_badges
from rendering.cards.bay import paint_sky
from rendering.drawing.canvas import Canvas, fit_words, measure
from rendering.drawing.frame import MARGIN, strip_height
from rendering.drawing.pen import Pen
from rendering.drawing.picture import Picture
from rendering.drawing.sprites import Layer, Sprite, draw_plate, paint_sprite
from rendering.drawing.theme import INK, RGB, WHITE, Look, Theme, mix, theme
from rendering.drawing.writing.names import make_writable
from rendering.posters.avatar import draw_avatar
from rendering.posters.festive import GOLD, draw_wreath

WIDTH: Final = 1200
HEIGHT: Final = 900

_GAP: Final = 20
_UPPER: Final = 260
"""The height of the part with the person and the three figures."""

_HORIZON: Final = HEIGHT - 150
"""The y of the horizon, and of the water on a card without a curve."""

_FACE: Final = 156
_SPACE: Final = 230
"""The size of the person's picture, and the width that it takes with its wreath."""

_FACTS: Final = 420
"""The width of the smaller facts."""

_DOTS: Final = 14
"""The dots of the course on a card without a curve."""

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
    """Draw the card. Before the first match it shows what will stand there."""
    badges = card.badges if card.matches else tuple(NAMES)
    more = measure_badges(badges)
    canvas = Canvas(_make_ground(theme("cards", look), HEIGHT + more), "cards", look)
    _draw_title(canvas, card, say)
    top = strip_height(canvas) + 6
    left = MARGIN
    if card.name:
        _draw_portrait(canvas, card, MARGIN + _SPACE // 2, top + _UPPER // 2)
        left += _SPACE + _GAP
    room = WIDTH - MARGIN - left
    rating = "–" if card.rating is None else str(card.rating[0])
    margin = "" if card.rating is None else f"± {card.rating[1]}"
    share = say(T("{percent}%", percent=round(100 * card.won / card.matches))) if card.matches else ""
    tiles = (
        (str(card.matches), say(N("match", "matches", card.matches)), ""),
        (str(card.won), say(T("won")), share),
        (rating, say(T("rating, provisional") if card.provisional else T("rating")), margin),
    )
    for share_of_room, (big, under, beside) in zip((0.27, 0.33, 0.4), tiles, strict=True):
        _draw_tile(canvas, left, top, round(room * share_of_room), big, under, beside)
        left += round(room * share_of_room)
    below = top + _UPPER
    facts = list_facts(card) or _TO_COME
    right = WIDTH - MARGIN - (_FACTS if facts else 0)
    _draw_curve(canvas, card, below, right - (_GAP if facts else 0), HEIGHT - below, say)
    _draw_facts(canvas, facts, right, below + 4, _FACTS, HEIGHT - below - _GAP - 4, say)
    draw_badges(canvas, badges, MARGIN, HEIGHT, WIDTH - 2 * MARGIN, say, won=bool(card.matches))
    return canvas.finish()


@lru_cache(maxsize=16)
def _make_ground(ours: Theme, height: int) -> Layer:
    """Draw the empty page, once for each look and height: the sky over a bay."""

    def paint(pen: Pen) -> None:
        paint_sky(pen, ours, 0, _HORIZON, sun=330)
        if not ours.contrast:
            pen.rounded_box((0, _HORIZON, WIDTH, HEIGHT), 0, ours.own("hill"))

    return Layer(WIDTH, height, ours.ground, paint)


_TO_COME: Final = tuple((name, "–") for name in (T("Won in a row"), T("Usual reply time"), T("Played to the end")))
"""What a card without a match shows in the place of facts."""


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
    room, size, middle = WIDTH - 2 * MARGIN, canvas.letter_size(50), height // 2
    name, title = make_writable(card.name), say(T("Stats: {title}", title=card.title))
    if name:
        title, aside = say(card.title), room * 2 // 5
        rest = room - aside - _GAP
        canvas.text(MARGIN, middle, name, size=size, fill=ours.on_panel, width=rest, least=36)
        canvas.text(
            WIDTH - MARGIN,
            middle,
            title,
            size=size,
            face="display",
            align="right",
            fill=ours.on_panel,
            width=aside,
            least=36,
        )
    else:
        canvas.text(MARGIN, middle, title, size=size, face="display", fill=ours.on_panel, width=room, least=36)


def _draw_portrait(canvas: Canvas, card: RecordCard, x: int, y: int) -> None:
    """Draw the person, in a wreath once they have won."""
    if card.won:
        canvas.paste(draw_wreath(_FACE, GOLD, INK, WHITE), x, y)
    draw_avatar(canvas, x, y, _FACE, colour=card.seat or 0, data=card.picture, machine=False, seed=card.name)


def _draw_tile(canvas: Canvas, x: int, y: int, width: int, big: str, under: str, beside: str) -> None:
    canvas.box("area", x, y, width, _UPPER, "tile")
    aside = measure(beside, 38) if beside else 0
    room = width - 20 - (aside + 12 if beside else 0)
    deep, middle = _find_figure_colour(canvas.theme), y + _UPPER // 2
    words, size = fit_words(big, room, 104, 60, "display")
    end = canvas.text(x, middle - 18, words, size=size, face="display", fill=deep)
    if beside:
        canvas.text(end + 12, middle - 4, beside, size=38)
    canvas.text(x, middle + 66, under, size=40, width=width - 20, least=36)


def _draw_curve(canvas: Canvas, card: RecordCard, y: int, right: int, height: int, say: Say) -> None:
    """Draw the curve as the line of the water, which fills the bay, with a boat where the curve ends."""
    ours, numbers, room = canvas.theme, card.curve, right - MARGIN
    canvas.box("area", 0, y, WIDTH, height, "curve")
    step = max(1, -(-len(numbers) // _MOST_POINTS))
    kept = [*numbers[:-1:step], *numbers[-1:]]
    begin, end, top, bottom = MARGIN + 10, right - 76, y + 150, y + height
    low, high = (min(kept), max(kept)) if len(kept) > 1 else (0, 1)
    if len(kept) < 2:
        kept = [0, 0]
    points = [
        (
            begin + (end - begin) * place / (len(kept) - 1),
            bottom - 70 - (bottom - 70 - top) * (number - low) / max(1, high - low),
        )
        for place, number in enumerate(kept)
    ]
    if not card.curve[1:]:
        points = [(begin, float(_HORIZON)), (end, float(_HORIZON))]
    shown = [(0.0, points[0][1]), *points, (float(WIDTH), points[-1][1])]
    for down, tone in ((0, "sea"), (64, "swell")):
        line = [(x, min(y + down + (bottom - y) * down / 400, bottom)) for x, y in shown]
        canvas.shape([*line, (WIDTH, bottom), (0, bottom)], ours.own(tone))
    for number in range(9):
        x, level = 40 + number * 137, bottom - 24 - number * 13 % 26
        canvas.fill(x, level, 46, 3, mix(ours.own("sea"), ours.chalk, 0.5))
    if card.curve[1:]:
        canvas.stroke(points, width=8, fill=_find_figure_colour(ours))
        words = say(T("Rating: from {low} to {high}", low=low, high=high))
    else:
        words = say(T("No rating curve yet") if card.matches else T("Your first match will stand here"))
        _draw_course(canvas, begin + 110, points[0][1], end)
    canvas.text(MARGIN, y + 46, words, size=42, width=room, least=36)
    _draw_boat(canvas, *(points[-1] if card.curve[1:] else (begin + 40, points[0][1])))


def _draw_course(canvas: Canvas, x: float, y: float, end: float) -> None:
    """Draw the course that a curve may take: dots that rise from the boat to a pennant at `end`."""
    ours = canvas.theme
    for number in range(_DOTS):
        share = number / (_DOTS - 1)
        across, level = x + (end - x) * share, y - 40 - 110 * share - 26 * sin(3 * pi * share)
        size = 10 + number % 3 * 3
        canvas.paste(draw_plate(size, size, _find_figure_colour(ours), size // 2), across - size / 2, level - size / 2)
    canvas.paste(_paint_pennant(ours.ink, ours.line), end + 22, y - 150)


@cache
def _paint_pennant(pole: RGB, cloth: RGB) -> Sprite:
    """Paint a pennant on a pole, 96 pixels high; its origin is the foot of the pole."""

    def paint(pen: Pen) -> None:
        pen.line([(8, 4), (8, 94)], pole, 6)
        pen.polygon([(10, 8), (70, 24), (10, 44)], cloth, edge=pole, width=3)

    return paint_sprite(76, 96, paint, origin=(8, 94))


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
    each = min(112, (height - 16) // len(facts))
    height = each * len(facts) + 16
    canvas.panel(x, y, width, height, ours.own("paper"))
    canvas.box("area", x, y, width, height, "facts")
    for number, (name, value) in enumerate(facts):
        middle = y + 8 + number * each + each // 2
        said = value if isinstance(value, str) else say(value)
        room, deep = width - 44, _find_figure_colour(ours)
        canvas.text(x + 24, middle - 24, say(name), size=36, width=room, least=36)
        canvas.text(x + 24, middle + 22, said, size=46, face="display", fill=deep, width=room, least=36)
