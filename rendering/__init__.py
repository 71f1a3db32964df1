"""Draw games: a view goes in, a picture in palette colours comes out, with boxes that give the place of each thing.

The pictures of a game are a folder `rendering/<game>/` (in a game pack: `<package>/rendering/`). `renderer(name)` finds
its module `renderer`; there is no list of games to edit. The module has one function, and others where the game needs
them:

    def draw(view, *, say, seat, moves, ghost, look, strip) -> Picture
    def draw_closeup(view, player, *, say, look=Look()) -> Picture
    def draw_clip(view, keyframes, *, say, look=Look()) -> bytes
    def draw_candidates(view, seat, candidates, *, say, look=Look(), strip=Strip()) -> Picture
    def draw_gauged(view, seat, ghost, gauge, *, say, look=Look(), strip=Strip()) -> Picture
    def draw_between(view, *, say, look=Look()) -> Sequence[Picture]
    def draw_signs() -> Mapping[str, Sprite]

`draw` draws the board. `draw_closeup` draws one player's part of the board large, in games whose board has no room for
details. `draw_clip` draws recorded physics as a GIF. `draw_between` draws what a film shows before a view: three or so
pictures of its last move on the way. `draw_signs` draws cards and pieces by the names that `signs` of the game's words
gives them: small pictures in buttons and menus.

`renderer` completes `draw` by defaults: callers name only what a picture needs beside `say`.

* `view`: the state as the reader may know it, never a full state, so that a picture cannot reveal a secret.
* `say`: translates our own texts into the reader's language. Only cards contain names of people.
* `seat`: whose private picture this is, with letters and pieces of at least 66 px; None: the public picture.
* `moves`: legal moves, to be marked in the picture with their labels.
* `ghost`: a move that is chosen but not confirmed, drawn half transparent, with an arrow.
* `look`: theme, contrast and size the reader wants.
* `strip`: the caller's words for the strip on top, such as the time left.
* `player`: the seat whose part of the board is drawn.
* `keyframes`: the recording of the physics, of the type `clip_type` of the game's nature.
* `candidates`, `gauge`: proposed turns, and the estimated chance of one; see `games.candidates`.

Each function is pure: equal arguments give equal bytes. It knows no rules and no Discord.

How to draw a new game
----------------------

`uv run just new-game hive` writes a renderer that works. Keep it working while you change it: `uv run python -m
rendering OUT hive` draws sample pictures in every look, and prints their cost and the missing parts. The shortest
complete example is that of `examples/liars_dice`.

1. **Choose colours** in `rendering/hive/colours.py`: `LIGHT` and `DARK`, both made with `make_theme` of
   `rendering.drawing.theme`. The first seven have a meaning in every game, see `Theme`: ground, shade, line, ink,
   panel, on_panel, dim. Ink needs a contrast of 4.5 with the ground; line, on_panel and dim need it with the panel.
   Add those of your game by name, `make_theme("…", honey="F0A63C")`; a picture asks for `canvas.theme.own("honey")`.
   Use no other colours: a picture is reduced to the palette of its theme. Never tell seats apart by colour alone;
   `canvas.token` draws the colour with its glyph, `SEATS[i]` has its hues. If `canvas.theme.patterns`, areas in the
   colour of a seat also show its pattern (`Pen.pattern`); tokens do so by themselves.

2. **Paint what never moves** (board, water, lines) in one function that returns a `Layer`. Cache it by theme and size.
   `rendering.drawing.board` has one for a board of cells:

       @cache
       def paint_ground(colours: Theme) -> Layer:
           def paint(pen: Pen) -> None:
               pen.rounded_box((100, 200, 1100, 800), 20, colours.shade)

           return Layer(1200, 900, colours.ground, paint)

3. **Paint what recurs** (pieces, cards, dice) in cached functions that call `paint_sprite`. Layers and sprites are
   painted finer than shown and reduced once. Drawing a picture then only means copying a layer and pasting sprites.

4. **Put a picture together** in `rendering/hive/renderer.py`, from back to front:

       canvas = Canvas(paint_ground(theme("hive", look)), "hive", look, private=seat is not None)
       frame.draw_frame(canvas, "hive", view, say, strip)
       for piece in view.pieces:
           canvas.paste(draw_bee(piece.seat, canvas.theme), piece.x, piece.y)
           canvas.box("piece", piece.x - 40, piece.y - 40, 80, 80, f"bee of {piece.seat}")
       canvas.arrow([start, end])
       return canvas.finish()

   `frame.draw_frame` draws the parts that all games show: the strip with whose turn it is, the row of seats, the line
   with the last move. `frame.draw_strip`, `frame.draw_seats` and `frame.draw_last_line` draw one of them, in words of
   your own. `canvas.arrow`, `halo` and `cross` mark the last move. Call `finish(dense=True)` if the file would
   otherwise exceed 75 kB.

5. **Note every piece and area** with `canvas.box`; the canvas notes words itself. From the boxes tests measure that
   pieces are at least 36 px, letters 30 px and the words of strips 36 px (66 px in large and private pictures), that
   nothing is cut off, and that nothing covers anything else. `tests/rendering/test_docker.py` shows how.

6. **Write words** as `T(…)` or `N(…)`; their translations stand in `locales/*/hive.po`. For a seat write
   `Colour(seat)`: it becomes a word with the seat's glyph, and the canvas draws a token in the place of the glyph.

7. **Draw fast**: a picture takes a few milliseconds. At run time nothing is resized, blurred or drawn with `ImageDraw`.
   Words on a plate are one sprite (`canvas.sign`); sprites that always appear together are one (`join_sprites`); parts
   that stay for a whole match are drawn on a separate canvas, whose `layer` is cached.

8. **Think of films** (GIFs of a whole match, `look.half`): the canvas halves layers and sprites by itself and draws
   strokes with hard edges. Let areas that touch sprites end at multiples of `canvas.step`. Leave out what changes in
   every frame and cannot be read in time; `frame` does so with its sentences.

9. **Join the gallery** (optional): `uv run just gallery` plays a match and draws it. See `rendering.gallery`.

Check each picture at 400 px and in grey.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any, Final, Protocol

import games
from games.candidates import Candidate, Gauge
from games.core import Move, Seat
from games.parts import assemble
from games.text import Say
from rendering.drawing.film import encode_gif
from rendering.drawing.frame import Strip
from rendering.drawing.picture import Box, Picture
from rendering.drawing.sprites import Sprite
from rendering.drawing.theme import Look

__all__ = ["Box", "Look", "Picture", "Renderer", "RendererMissing", "Strip", "encode_gif", "renderer"]

_PLAIN: Final = Look()
_NO_WORDS: Final = Strip()


class DrawCloseup(Protocol):
    """Draw one player's part of the board large."""

    def __call__(self, view: Any, player: Seat, /, *, say: Say, look: Look = ...) -> Picture: ...


class DrawClip(Protocol):
    """Draw recorded physics as a GIF."""

    def __call__(self, view: Any, keyframes: Any, /, *, say: Say, look: Look = ...) -> bytes: ...


class Renderer(ABC):
    """The pictures of a game: functions of these names in `rendering/<game>/renderer.py`, without `self`.

    `draw_signs` may stand in `signs.py` beside it. A function that a game does not have is replaced by this one.
    """

    @abstractmethod
    def draw(
        self,
        view: Any,
        *,
        say: Say,
        seat: Seat | None = None,
        moves: Sequence[Move] = (),
        ghost: Move | None = None,
        look: Look = _PLAIN,
        strip: Strip = _NO_WORDS,
    ) -> Picture:
        """Draw the board."""

    draw_closeup: DrawCloseup | None = None
    draw_clip: DrawClip | None = None

    def draw_candidates(
        self,
        view: Any,
        seat: Seat,
        candidates: Sequence[Candidate],
        /,
        *,
        say: Say,
        look: Look = _PLAIN,
        strip: Strip = _NO_WORDS,
    ) -> Picture:
        """Draw the turns that a game proposes to a seat, under the letters A to F; by default only the board."""
        return self.draw(view, say=say, seat=seat, look=look, strip=strip)

    def draw_gauged(
        self,
        view: Any,
        seat: Seat,
        ghost: Move,
        gauge: Gauge,
        /,
        *,
        say: Say,
        look: Look = _PLAIN,
        strip: Strip = _NO_WORDS,
    ) -> Picture:
        """Draw the preview of a turn, with the estimated chances at each place of its row; by default without them."""
        return self.draw(view, say=say, seat=seat, ghost=ghost, look=look, strip=strip)

    def draw_between(self, view: Any, /, *, say: Say, look: Look = _PLAIN) -> Sequence[Picture]:
        """Draw the last move of a public view on its way, for a film: a few pictures; by default none."""
        return ()

    def draw_signs(self) -> Mapping[str, Sprite]:
        """Draw the signs that `Words.signs` names; by default there are none."""
        return {}


class RendererMissing(KeyError):
    """A game cannot be drawn yet. The message names the missing parts and their places."""

    def __str__(self) -> str:
        return str(self.args[0])


_USUAL: Final[Mapping[str, Any]] = {"seat": None, "moves": (), "ghost": None, "look": _PLAIN, "strip": _NO_WORDS}
"""The keyword arguments of `draw`, beside `say`, with the values that they have by default."""


@cache
def renderer(name: str, /) -> Renderer:
    """Find the renderer of a game. Raises RendererMissing."""
    package = games.module(name, "rendering")
    try:
        found = importlib.import_module(package)
    except ModuleNotFoundError as missing:
        if missing.name != package:
            raise
        raise RendererMissing(
            f"{name} cannot be drawn yet: there is no folder {package} with a module `renderer`. "
            "The docstring of `rendering` explains how to write one."
        ) from missing
    inside = [each.name for each in pkgutil.iter_modules(vars(found).get("__path__", ()))]
    modules = [importlib.import_module(f"{package}.{each}") for each in ("renderer", "signs") if each in inside]
    try:
        made = assemble(Renderer, (found, *modules))  # type: ignore[type-abstract]
    except TypeError as missing:
        raise RendererMissing(f"{name} cannot be drawn yet: {package}.renderer has no function `draw`.") from missing
    parameters = inspect.signature(made.draw).parameters
    if not any(one.kind is one.VAR_KEYWORD for one in parameters.values()):
        lacking = [f"`{one}`" for one in ("say", *_USUAL) if one not in parameters]
        if lacking:
            raise RendererMissing(
                f"{name} cannot be drawn yet: `draw` of {package} must take {', '.join(lacking)} by name. "
                "The docstring of `rendering` explains what they are."
            )
    if any(one.default is one.empty for name, one in parameters.items() if name in _USUAL):
        made.draw = partial(made.draw, **_USUAL)  # type: ignore[method-assign]
    return made
