"""Pictures of games: a view goes in, palette pixels and layout boxes come out.

A renderer is a module named like its game's folder, `rendering/<game>.py`, with the public function

    def draw(view, *, say, seat=None, moves=(), ghost=None, look=Look(), strip=Strip()) -> Picture

and two more where a game wants them: `closeup(view, player, *, say, look=Look()) -> Picture`, one player's part of the
table, for those whose board cannot show everything large enough; and `film(view, keyframes, *, say, look=Look()) ->
bytes`, a GIF of what nature did, for those with physics (`keyframes`: `clip_type` of the game's nature).

* `view`: the state as the viewer may know it. Never a full state; nothing else decides what is drawn.
* `say`: turns our own texts into the reader's language. Names of people never enter a picture.
* `seat`: the viewer, whose private picture this is (a large one: letters and pieces of at least 66 px); None: public.
* `moves`: legal moves to be marked as targets with their labels ("what can I do?").
* `ghost`: a move that is chosen but not confirmed: shown as a ghost with an arrow.
* `look`: the reader's theme, contrast and size. `strip`: words of the caller for the strip, such as the clock.

It is a pure function: equal arguments give equal bytes. It reads a state but knows no rule, and no Discord.

How to write one
1. Colours: give the game its hour in `theme._HOURS`, light and dark; take every colour from `canvas.theme`, so that it
   is in the palette. Seats are drawn with `SEATS[i]` and `canvas.token`, never by colour alone.
2. Static things (board, water, lines): one function that paints with a `sprites.Pen`, made into a cached `Layer` by
   (theme, large) and nothing else. Things that recur (pieces, cards, crates): cached functions that return a `sprite`.
   Both are drawn four times finer and reduced once; pasting them is all that happens per picture.
   For films the canvas takes them at half their size by itself (`halves`), and draws strokes and arrows with hard
   edges; fills that meet sprites should then end at multiples of `canvas.step`.
3. `canvas = Canvas(base, game, look, private=seat is not None)`, then `frame.strip(…)` on top, `frame.seats(…)` if the
   seats have no better place, the board from back to front, the last move (`canvas.arrow`, `halo`, faded sprites), and
   `frame.last_line(…)` at the bottom. Return `canvas.finish()`, `dense=True` if its file would leave 75 kB otherwise.
4. Call `canvas.box` for every piece and area; letters and texts note themselves. Tests hold the boxes against the
   minimum sizes (pieces 36 px, letters 30, strips 36; large: 66), the canvas's edges and each other; see
   `tests/rendering/test_docker.py`.
5. Words that are drawn: `T(…)` with entries in `locales/*/rendering.po`. Write "●" or another seat glyph into a line,
   as `Colour` does in a sentence, and the canvas draws a token in its place.
6. Speed: no `ImageDraw` on the full picture but in films, no resizing, no blurring at run time. What recurs together
   is pasted as one sprite: words on a plate with `canvas.sign`, several sprites as a `sprites.group`; what lies still
   for a whole match is drawn on a canvas of its own, whose `layer` is kept. `python -m rendering OUT` draws samples of
   every game and prints what they cost; `rendering.warm` makes ahead what first pictures need.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, cast

import games
from games.core import Move, Seat
from games.text import Say
from rendering.drawing.frame import Strip
from rendering.drawing.picture import Box, Picture, gif
from rendering.drawing.theme import Look

__all__ = ["Box", "Look", "Picture", "Renderer", "Strip", "gif", "renderer"]


class Closeup(Protocol):
    """One player's part of the table, large."""

    def __call__(self, view: Any, player: Seat, /, *, say: Say, look: Look = ...) -> Picture: ...


class Renderer(Protocol):
    """What a module `rendering/<game>.py` offers."""

    def draw(
        self,
        view: Any,
        *,
        say: Say,
        seat: Seat | None = None,
        moves: Sequence[Move] = (),
        ghost: Move | None = None,
        look: Look = ...,
        strip: Strip = ...,
    ) -> Picture: ...

    closeup: Closeup
    """Missing where the whole board shows everything large enough."""


@cache
def renderer(name: str, /) -> Renderer:
    """The renderer of a game. Raises KeyError for a game without one."""
    module = games.module(name, "rendering")
    try:
        return cast("Renderer", importlib.import_module(module))
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        raise KeyError(name) from missing
