"""Draw the cards of DOG Royal as sprites: faces with their kind in colour and their figure, and the common back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from games.colours import GLYPHS
from games.core import HIDDEN
from games.dog_royal.components.cards import KING_WALKS, START, STEPS
from rendering.drawing.canvas import fit_words, measure, write_words
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, draw_plate, join_sprites, paint_sprite, turn_sprite
from rendering.drawing.theme import BLACK, INK, RGB, WHITE, Theme, mix

COUNT: Final = 66
"""The font size of the number of cards held."""

APART: Final = 5
"""How far the cards of the deck lie apart, in pixels."""

MEDALLION: Final = 0.78
"""The width of the medallion on the back of a card, as a share of the card's."""

_RED: Final = frozenset(("1-7", "1/11", "13", "magnet", "swap", "="))
_GREEN: Final = frozenset(("10",))
_SHADOW: Final = 6
"""How far the shadow of a held card reaches below it, in pixels."""

_SPLIT: Final = "4"


def _find_tones(name: str, theme: Theme) -> tuple[RGB, RGB]:
    """Return the colours of a card's left and right half (rules, section 1)."""
    red, green, blue = theme.own("hot"), theme.own("leaf"), theme.own("cold")
    if name == _SPLIT:
        return red, green
    tone = red if name in _RED else green if name in _GREEN else blue
    return tone, tone


def figure_size(name: str, width: int, /) -> int:
    """Return the font size of a face's figure: as large as fits the card's width."""
    size = width * 9 // 10
    while size > 20 and measure(name, size, "display") > width * 0.76:
        size -= 2
    return size


class Face(Struct, frozen=True):
    """The content of a card in a hand: its name, the signs of `draw_card`, and `title`, its name in words at its
    foot."""

    name: str
    title: str = ""
    royal: bool = False
    faded: bool = False


@lru_cache(maxsize=128)
def draw_held_card(face: Face, width: int, height: int, theme: Theme, lean: int) -> Sprite:
    """Draw a card of a fan, leaning to the left by `lean` degrees; its origin is the middle."""
    shown = draw_card(face.name, width, height, theme, royal=face.royal)
    parts: list[tuple[Sprite, float, float]] = [(shown, 0, 0)]
    if face.title:
        words, size = fit_words(face.title, width - 2 * max(8, width // 12), 38, 32)
        fill = INK if theme.contrast else _find_tones(face.name, theme)[0]
        parts.append((write_words(words, size, fill), (width - measure(words, size)) // 2, height * 0.85))
    shade = mix(theme.panel, INK, 0.5) if not theme.contrast else theme.panel
    parts.insert(0, (draw_plate(width, height, shade, max(6, width // 12)), 0, _SHADOW))
    whole = join_sprites(width, height + _SHADOW, parts)
    made = Sprite(whole.kept, (width // 2, height // 2))
    if lean:
        paper = WHITE if theme.contrast else theme.own("card")
        left, right = _find_tones(face.name, theme)
        back = (theme.line, theme.panel)
        tones = (
            paper,
            left,
            right,
            INK,
            shade,
            mix(INK, paper, 0.3),
            mix(left, paper, 0.5),
            *(back if face.name == HIDDEN else ()),
        )
        made = turn_sprite(whole, lean, tuple(dict.fromkeys((*tones, BLACK, WHITE) if theme.contrast else tones)))
    return made.fade(0.42) if face.faded else made


@lru_cache(maxsize=96)
def draw_card(name: str, width: int, height: int, theme: Theme, *, royal: bool = False, faded: bool = False) -> Sprite:
    """Draw a card, its origin at the top left corner; a hidden one shows its back.

    `royal`: with the sign of cards that the king may not use. `faded`: it cannot be played now.
    """
    if faded:
        return draw_card(name, width, height, theme, royal=royal).fade(0.42)
    if name == HIDDEN:
        return draw_back(width, height, theme)
    paper, (left, right) = theme.own("card"), _find_tones(name, theme)
    if theme.contrast:
        paper, left, right = (255, 255, 255), INK, INK
    band, radius, middle = max(5, width // 18), max(6, width // 12), width / 2

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, width, height), radius, INK)
        pen.rounded_box((2, 2, width - 2, height - 2), radius - 1, left)
        if left != right:
            pen.rounded_box((middle, 2, width - 2, height - 2), radius - 1, right)
            pen.polygon([(middle, 2), (middle + radius, 2), (middle + radius, height - 2), (middle, height - 2)], right)
        pen.rounded_box((band, band, width - band, height - band), radius - 2, paper)
        signs = _list_signs(name, royal=royal) if width > 90 else []
        if width > 90 and not theme.contrast:
            line = band + 6
            pen.rounded_box(
                (line, line, width - line, height - line), radius - 3, None, edge=mix(left, paper, 0.5), width=2
            )
        y = height * (0.42 if signs else 0.48 if width > 90 else 0.43)
        if name == "magnet":
            _draw_magnet(pen, middle, y, width * 0.3, left, paper)
        elif name == "swap":
            _draw_swap(pen, middle, y, width * 0.3, left)
        elif name == "=":
            for dy in (-0.11, 0.11):
                pen.line(
                    [(middle - width * 0.22, y + dy * width), (middle + width * 0.22, y + dy * width)],
                    left,
                    0.12 * width,
                )
        else:
            pen.words(middle, y, name, left, size=figure_size(name, width))
        _draw_signs(pen, signs, width, height, tones=(left, right), paper=paper)

    return paint_sprite(width, height, paint)


def _draw_magnet(pen: Pen, x: float, y: float, reach: float, tone: RGB, paper: RGB) -> None:
    """Draw a horseshoe with bright ends."""
    thick = reach * 0.62
    pen.oval((x - reach, y - reach * 1.1, x + reach, y + reach * 0.9), tone)
    pen.polygon(
        [(x - reach, y - 0.1 * reach), (x + reach, y - 0.1 * reach), (x + reach, y + reach), (x - reach, y + reach)],
        tone,
    )
    inner = reach - thick
    pen.oval((x - inner, y - reach * 1.1 + thick, x + inner, y - reach * 1.1 + thick + 2 * inner), paper)
    pen.polygon(
        [
            (x - inner, y - 0.2 * reach),
            (x + inner, y - 0.2 * reach),
            (x + inner, y + reach * 1.05),
            (x - inner, y + reach * 1.05),
        ],
        paper,
    )
    for side in (-1, 1):
        a, b = x + side * inner, x + side * reach
        pen.polygon([(a, y + reach * 0.62), (b, y + reach * 0.62), (b, y + reach), (a, y + reach)], INK)


def _draw_swap(pen: Pen, x: float, y: float, reach: float, tone: RGB) -> None:
    """Draw two arrows that pass each other."""
    for side in (-1, 1):
        level, tip = y + side * reach * 0.5, x + side * reach * 1.1
        pen.line([(x - side * reach, level), (tip - side * reach * 0.5, level)], tone, reach * 0.3)
        pen.polygon(
            [
                (tip, level),
                (tip - side * reach * 0.62, level - reach * 0.46),
                (tip - side * reach * 0.62, level + reach * 0.46),
            ],
            tone,
        )


def _list_signs(name: str, *, royal: bool) -> list[str]:
    """List the small signs at a card's foot: starts a piece, goes both ways, not for the king."""
    found = {
        "gate": name in START,
        "ways": name == _SPLIT,
        "crown": royal and name in STEPS and max(STEPS[name]) > KING_WALKS,
    }
    return [sign for sign, is_shown in found.items() if is_shown]


def _draw_signs(pen: Pen, signs: Sequence[str], width: int, height: int, *, tones: tuple[RGB, RGB], paper: RGB) -> None:
    """Draw small signs at a card's foot."""
    y, size, middle = height * 0.815, width * 0.18, width / 2
    for index, sign in enumerate(signs):
        x = middle + (index - (len(signs) - 1) / 2) * size * 2.1
        if sign == "gate":
            pen.disc(x, y - size * 0.1, size * 0.62, tones[0])
            pen.polygon(
                [
                    (x - size * 0.62, y),
                    (x + size * 0.62, y),
                    (x + size * 0.62, y + size * 0.7),
                    (x - size * 0.62, y + size * 0.7),
                ],
                tones[0],
            )
            pen.polygon(
                [(x, y - size * 0.4), (x + size * 0.36, y + size * 0.1), (x - size * 0.36, y + size * 0.1)], paper
            )
            pen.line([(x, y), (x, y + size * 0.48)], paper, size * 0.24)
        elif sign == "ways":
            for side, tone in zip((-1, 1), tones, strict=True):
                tip = x + side * size * 1.3
                pen.line([(x + side * size * 0.2, y), (tip - side * size * 0.5, y)], tone, size * 0.34)
                pen.polygon(
                    [(tip, y), (tip - side * size * 0.66, y - size * 0.5), (tip - side * size * 0.66, y + size * 0.5)],
                    tone,
                )
        else:
            crown = ((-0.75, 0.6), (-0.95, -0.4), (-0.42, 0.0), (0, -0.75), (0.42, 0.0), (0.95, -0.4), (0.75, 0.6))
            solid = mix(INK, paper, 0.3)
            pen.polygon([(x + dx * size, y + dy * size) for dx, dy in crown], solid, edge=solid, width=size * 0.14)
            bar = [(x - size * 1.05, y + size * 0.8), (x + size * 1.05, y - size * 0.8)]
            pen.line(bar, paper, size * 0.46)
            pen.line(bar, tones[0], size * 0.25)


@cache
def draw_back(width: int, height: int, theme: Theme, *, count: int | None = None, bare: bool = False) -> Sprite:
    """Draw the back of a card: brass with a plum medallion, or with the number of cards held in its place.

    With no cards, only the outline of a card is drawn. `bare`: nothing is in the medallion, so that a number fits.
    """
    brass, cloth = ((255, 255, 255), (0, 0, 0)) if theme.contrast else (theme.line, theme.panel)
    radius, middle, y = width // 12, width / 2, height / 2

    def paint(pen: Pen) -> None:
        if count == 0:
            edge = theme.ink if theme.contrast else brass
            pen.rounded_box((0, 0, width, height), radius, None, edge=edge, width=3)
            pen.words(middle, y, "0", edge, size=COUNT)
            return
        pen.rounded_box((0, 0, width, height), radius, cloth)
        pen.rounded_box((2, 2, width - 2, height - 2), radius - 1, brass)
        if count is not None:
            pen.words(middle, y, str(count), cloth, size=COUNT)
            return
        inset = max(4, width // 16)
        pen.rounded_box(
            (inset, inset, width - inset, height - inset), radius // 2, None, edge=mix(brass, cloth, 0.5), width=2
        )
        reach = width * MEDALLION / 2
        pen.disc(middle, y, reach, cloth)
        pen.disc(middle, y, reach * 0.88, None, edge=mix(brass, cloth, 0.5), width=2)
        if not bare:
            pen.glyph(GLYPHS.index("◆"), middle, y, reach * 0.55, brass)

    return paint_sprite(width, height, paint)


@cache
def draw_deck(count: int, width: int, height: int, theme: Theme) -> Sprite:
    """Draw a number of cards face down, slightly apart; the origin is level with the highest, left of the lowest."""
    apart = APART * (count - 1)
    back = draw_back(width, height, theme, bare=True)
    parts = [(back, apart - APART * index, apart - APART * index) for index in range(count)]
    return join_sprites(width + apart, height + apart, parts, origin=(apart, 0))
