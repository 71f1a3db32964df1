"""Draw the poster of a game, with the seats of a lobby as persons or things in its scene.

The scene is that of the module `poster` of the game's pictures, see `rendering.posters.scene`. A game without one shows
its opening, painted by its renderer, over a strip of seats.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from PIL import Image, ImageDraw

import games
from games.core import AnyGame
from games.rng import Rng
from games.text import Say
from rendering import Look, Picture, renderer
from rendering.drawing.canvas import Canvas, fit_words, measure, write_words
from rendering.drawing.fonts import rise
from rendering.drawing.frame import MARGIN, Chip
from rendering.drawing.pen import Pen
from rendering.drawing.picture import Box
from rendering.drawing.sprites import Layer, Sprite, join_sprites
from rendering.drawing.stored.folder import recall
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, Theme, mix, theme
from rendering.posters.scene import HEIGHT, WIDTH, Placed, Title

SCENE: Final = 640
"""The height of an opening."""
STRIP: Final = 144
"""The height of the strip of seats below it."""

_ABOVE, _BELOW = 90, 66
"""The heights of the strip above a board's scene and of the line below it.

Cropped away here: a lobby has no turn and no last move.
"""

_ROOM: Final = 760
"""The most pixels that a title takes: Discord cuts the sides off in a gallery of pictures."""
_RIM: Final = 6
"""The width of the rim around the letters of a title."""

_TOKEN: Final = 108
_GAP: Final = 14
_SECRET: Final = bytes(32)
_PLAIN: Final = Look()


def draw_hero(name: str, seats: Sequence[Chip], /, *, title: str, say: Say) -> Picture:
    """Draw the poster of a game. A seat that is still free is `out`: it is faint. Raises RendererMissing."""
    scene = _load_scene(name)
    if scene is None:
        return _draw_opening(name, seats, title, say)
    image, boxes = _paint_scene(name).copy(), list[Box]()
    for number, seat in enumerate(seats):
        placed: Placed = scene.draw_seat(seat.colours, number, len(seats), free=seat.out)
        boxes += _paste(image, placed, seat.colours)
    boxes.append(_write_title(image, title, scene.TITLE))
    return Picture(image.quantize(palette=_choose_palette(name), dither=Image.Dither.NONE), tuple(boxes), True)


@cache
def _load_scene(name: str) -> Any:
    """Load the module `poster` of a game's pictures; None if it has none."""
    module = f"{games.module(name, 'rendering')}.poster"
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise
        return None


@lru_cache(maxsize=2)
def _paint_scene(name: str) -> Image.Image:
    """Paint the scene of a game in colours, twice as fine as it is shown."""
    paint = _load_scene(name).paint

    def make() -> Image.Image:
        sheet = Image.new("RGB", (WIDTH * 2, HEIGHT * 2))
        paint(Pen(ImageDraw.Draw(sheet), fine=2, glaze=ImageDraw.Draw(sheet, "RGBA")))
        return sheet.reduce(2)

    return recall(make, "scene", paint)


@cache
def _choose_palette(name: str) -> Image.Image:
    """Choose the colours of a poster: those of the seats and the title, and those that the scene needs most."""
    scene = _load_scene(name)

    def make() -> Image.Image:
        title = scene.TITLE
        own = [title.fill, title.rim, mix(title.fill, title.rim, 0.5), WHITE, INK]
        for seat in SEATS:
            own += [
                seat.fill,
                seat.top,
                seat.side,
                seat.edge,
                mix(seat.fill, seat.on, 0.5),
                mix(seat.fill, seat.edge, 0.5),
            ]
        own = list(dict.fromkeys(own))
        small = _paint_scene(name).reduce(2)
        for colour in range(len(SEATS)):
            for free in (False, True):
                placed = scene.draw_seat((colour,), colour, len(SEATS), free=free)
                half = placed.sprite.pixels.reduce(2)
                small.paste(half, (placed.x // 2 - half.width // 2, colour * 30 + 200 * free), half)
        rest = (
            small.quantize(255 - len(own), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
        )
        found = Image.new("P", (1, 1))
        found.putpalette([channel for colour in own for channel in colour] + rest[: 3 * (255 - len(own))])
        return found

    return recall(make, "poster", scene.paint)


def _paste(image: Image.Image, placed: Placed, colours: Sequence[int]) -> list[Box]:
    """Paste a seat into a scene. Returns a box for each of its colours."""
    left, top = placed.x - placed.sprite.origin[0], placed.y - placed.sprite.origin[1]
    placed.sprite.paste_on(image, left, top)
    (width, height), count = placed.sprite.size, max(1, len(colours))
    return [
        Box(
            "badge",
            left,
            top + height * row // count,
            left + width,
            top + height * (row + 1) // count,
            SEATS[colour].name,
        )
        for row, colour in enumerate(colours)
    ]


def _write_title(image: Image.Image, title: str, style: Title) -> Box:
    """Write the title into the scene, with a rim around its letters."""
    words, size = fit_words(title, _ROOM, 132, 48, "display")
    runs = measure(words, size, "display")
    x, baseline = (WIDTH - runs) // 2, round(style.y + rise("display", size))
    for letters in (_draw_rim(words, size, style.rim), write_words(words, size, style.fill, "display")):
        letters.paste_on(image, x - letters.origin[0], baseline - letters.origin[1])
    return Box("text", x, style.y - size // 2, x + runs, style.y + size // 2, words)


@lru_cache(maxsize=32)
def _draw_rim(words: str, size: int, tone: RGB) -> Sprite:
    """Draw the round rim of words, thicker below them; its origin is their start on the baseline."""
    letters, turns = write_words(words, size, tone, "display"), [math.pi * step / 12 for step in range(24)]
    ring = [(_RIM * math.cos(turn), _RIM * math.sin(turn) + down) for turn in turns for down in (0, _RIM)]
    (left, top), (width, height) = (edge + _RIM for edge in letters.origin), letters.size
    parts = [(letters, left + dx, top + dy) for dx, dy in ring]
    return join_sprites(width + 2 * _RIM, height + 3 * _RIM, parts, origin=(left, top))


def _draw_opening(name: str, seats: Sequence[Chip], title: str, say: Say) -> Picture:
    """Draw the opening of a game over a strip of seats. Without seats the title stands in the middle."""
    game, colours = games.load(name), theme(name, _PLAIN)
    board = renderer(name).draw(game.view(find_opening(game), None), say=say).image
    scene = min(SCENE, board.height - _ABOVE - _BELOW)
    top = _ABOVE + (board.height - _ABOVE - _BELOW - scene) // 2
    canvas = Canvas(_make_panel(colours, scene + STRIP), name, _PLAIN)
    canvas.put_back(board.crop((0, top, WIDTH, top + scene)), 0, 0)
    canvas.fill(0, scene, WIDTH, 6, colours.line)
    middle = scene + 3 + STRIP // 2
    tokens = [(colour, seat.out) for seat in seats for colour in seat.colours]
    size = min(_TOKEN, WIDTH * 3 // 5 // max(1, len(tokens)) - _GAP)
    x = WIDTH - MARGIN - len(tokens) * (size + _GAP) + _GAP
    if tokens:
        words, letters = fit_words(title, x - 3 * MARGIN, 84, 40, "display")
        canvas.text(MARGIN + 12, middle, words, size=letters, face="display", fill=colours.on_panel)
    else:
        words, letters = fit_words(title, scene + STRIP - 2 * MARGIN, 96, 40, "display")
        canvas.text(WIDTH / 2, middle, words, size=letters, face="display", fill=colours.on_panel, align="middle")
    for colour, free in tokens:
        canvas.token(colour, x + size // 2, middle, size, faint=free)
        x += size + _GAP
    return canvas.finish(dense=True)


@cache
def find_opening(game: AnyGame, /) -> Any:
    """Find the position that a game without a poster shows in its lobbies."""
    return game.setup(game.seats[-1], game.options_type(), Rng(_SECRET, "setup", 0))


@cache
def _make_panel(colours: Theme, height: int) -> Layer:
    return Layer(WIDTH, height, colours.panel, lambda _: None)
