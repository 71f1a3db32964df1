"""Pictures of every game, by their layout boxes, and the rules by which they can be read on a phone.

At a third of the size (400 px wide) a piece is then at least 12 px high, a letter 10; in large and private pictures 22.

A module `tests/<game>/pictures.py` may add what its game alone needs: `list_extremes()`, positions fuller than those of
the playouts; `is_large_enough(shown, box)` and `RIM` in place of the general ones; `GOLDEN`, how to draw the pictures
in `tests/rendering/golden`; `MOST_BYTES` of a file; `LEFT_TO_WORDS`, fields of the state that the public picture does
not show, or not in each look; `LEFT_OUT`, `RINGED`, `SCENERY`: how films differ from the board.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from games.core import Move, Seat
from matches.texts import LANGUAGES, Texts
from rendering import Box, Look, Picture, RendererMissing, Strip, renderer
from tests.support.boxes import list_meeting, list_outside, list_shortened, of_kind
from tests.support.laws.playouts import every_position, load, playout
from tests.support.numbers import SHARE, times

PIECE, LETTER, STRIP, LARGE = 36, 30, 36, 66
"""Least pixels of the full-size picture: pieces, letters, sentences; and all of them in a large one."""

RIM: Final = 6
"""Pixels by which the boxes of words may overlap, because letters do not fill theirs."""

LOOKS: Final = (
    Look(), Look(theme="dark"), Look(contrast=True), Look(theme="dark", contrast=True), Look(patterns=True)
)  # fmt: skip
SAYS: Final = {language: Texts().say(language) for language in LANGUAGES}

POSITIONS: Final = times(1000, usual=10)
"""The number of random positions of each game."""

Boxes = tuple[Box, ...]


class Shown(NamedTuple):
    """A picture without its pixels, so that thousands can be kept. `seat`: whose private picture it is."""

    boxes: Boxes
    size: tuple[int, int]
    view: Any
    look: Look
    seat: Seat | None

    @property
    def is_large(self) -> bool:
        return self.look.large or self.seat is not None


def find_rules(name: str, rule: str, usual: Any) -> Any:
    """Find what a game's `tests/<game>/pictures.py` defines under a name; `usual` if it does not."""
    module = f"tests.{name}.pictures"
    if importlib.util.find_spec(f"tests.{name}") and importlib.util.find_spec(module):
        return getattr(importlib.import_module(module), rule, usual)
    return usual


@cache
def list_positions(name: str) -> tuple[Any, ...]:
    """List random states, the ends of some matches, and the extreme states of the game."""
    random = [position.state for position in every_position(name, POSITIONS)]
    ends = [playout(name, number).states[-1] for number in range(times(40, usual=3))]
    return (*random, *ends, *find_rules(name, "list_extremes", tuple)())


class Drawn(NamedTuple):
    """The arguments of a picture."""

    view: Any
    look: Look
    language: str
    seat: Seat | None = None
    moves: Sequence[Move] = ()
    ghost: Move | None = None
    strip: Strip = Strip(clock="23 h 59 min")

    def draw(self, name: str) -> Picture:
        view, look, language, *_ = self
        how: dict[str, Any] = {"seat": self.seat, "moves": self.moves, "ghost": self.ghost, "strip": self.strip}
        return renderer(name).draw(view, say=SAYS[language], look=look, **how)


def list_pictures(name: str, number: int, state: Any) -> Iterator[Drawn]:
    """List the pictures of a position: the public one, a large one, and for a seat to act its private one with its
    moves, with a preview, and the public one with that preview. In long runs the first two are in all languages,
    otherwise in German, which has the longest words, and in one of the others."""
    game, look, tongue = load(name), LOOKS[number % 5], LANGUAGES[number // 5 % 4]
    public, tongues = game.view(state, None), LANGUAGES if SHARE else dict.fromkeys((tongue, "de"))
    yield from (Drawn(public, look, language) for language in tongues)
    yield Drawn(public, replace(look, large=True), tongue)
    for seat in [seat for seat in game.to_act(state) if seat >= 0][:1]:
        view = game.view(state, seat)
        if moves := tuple(game.legal_moves(view, seat)):
            yield from (Drawn(view, look, language, seat, moves) for language in tongues)
            ghost = moves[number % len(moves)]
            yield Drawn(view, look, tongue, seat, ghost=ghost)
            yield Drawn(public, look, tongue, ghost=ghost)


@cache
def show_all(name: str) -> tuple[Shown, ...]:
    """Draw all pictures of all positions of a game, and close-ups of one seat's things if it has them."""
    out, draw_closeup = [], getattr(renderer(name), "draw_closeup", None)
    for number, state in enumerate(list_positions(name)):
        for drawn in list_pictures(name, number, state):
            picture = drawn.draw(name)
            out.append(Shown(picture.boxes, picture.size, drawn.view, drawn.look, drawn.seat))
        if draw_closeup is not None:
            seat, view = number % len(load(name).to_act(state) or (0, 0)), load(name).view(state, None)
            picture = draw_closeup(view, seat, say=SAYS[LANGUAGES[number % 4]], look=LOOKS[number % 5])
            out.append(Shown(picture.boxes, picture.size, view, LOOKS[number % 5], seat))
    return tuple(out)


def list_faults(name: str, shown: Shown) -> Iterator[str]:
    """Name what cannot be read in a picture."""
    is_large_enough, rim = find_rules(name, "is_large_enough", is_as_large_as_usual), find_rules(name, "RIM", RIM)
    yield from (f"cut: {box}" for box in list_outside(shown.boxes, (0, 0, *shown.size)))
    yield from (f"shortened: {box}" for box in list_shortened(shown.boxes))
    yield from (f"meet: {pair}" for pair in list_meeting(of_kind(shown.boxes, "text", "letter"), rim))
    yield from (f"small: {box}" for box in shown.boxes if not is_large_enough(shown, box))


def is_as_large_as_usual(shown: Shown, box: Box) -> bool:
    least = {"piece": PIECE, "letter": LETTER, "text": STRIP}.get(box.kind, 0)
    return measure(box) >= (LARGE if least and shown.is_large else least)


def measure(box: Box) -> int:
    """Return the shorter side of a piece, the height of words."""
    return min(box.width, box.height) if box.kind == "piece" else box.height


def find_draw(name: str) -> Callable[..., Picture]:
    """Return the function that draws a game. Without one, skip the test and name the missing part.

    The toy game never can; `tests/rendering` draws all games of this repository.
    """
    try:
        return renderer(name).draw
    except RendererMissing as error:
        pytest.skip(str(error))
