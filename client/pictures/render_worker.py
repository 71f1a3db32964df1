"""Functions that run in render workers: they draw from views and words, without Discord."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

import games
from games.candidates import Candidate, Gauge
from games.colours import GLYPHS
from games.core import Move, Seat
from games.story import tell_decisive, tell_turn
from games.text import Text
from matches.machines.serving import take_break
from matches.texts import Persona, Texts
from rendering import Look, Picture, Strip, renderer
from rendering.cards import chances, record_card, standings
from rendering.cards.chances import Chances
from rendering.cards.record_card import RecordCard
from rendering.cards.standings import Standings
from rendering.cards.streak import LEAST, add_streak
from rendering.drawing.film import DECISIVE, join_gifs, make_film, make_stills, split_gif
from rendering.drawing.frame import Chip, add_caption
from rendering.drawing.marks import mark_places
from rendering.drawing.slides import Slide, make_slides
from rendering.drawing.stored.folder import use_folder
from rendering.memory import keep_bounded, limit_memory
from rendering.posters.hero import draw_hero
from rendering.posters.result import Placed, draw_result

_TEXTS: Final = Texts()

_CARDS: Final = "rendering.cards"

_PLAIN: Final = Look()


Drawn = TypeVar("Drawn")

_BOARDS: Final = 24
"""Boards in the cache, 2 MB in all. Reopening a panel or taking back a choice shows the same board again."""

_LOBBIES: Final = 128
"""Pictures of lobbies in the cache, 4 MB in all. Lobbies of a game look alike in every channel."""


class Order(Struct, frozen=True):
    """A picture to draw, and for whom; the docstring of `rendering` explains the fields.

    `cast`: who plays, without names. `player`: draw that player's part, large. `candidates`: draw these turns instead
    of `moves`. `gauge`: draw the chances of the turn that `ghost` completes. `marks`: the places that a refusal is
    about. `streak`: the days in a row on which the reader has solved the puzzle.
    """

    game: str
    view: Any
    language: str
    cast: tuple[Persona, ...]
    seat: Seat | None = None
    moves: tuple[Move, ...] = ()
    ghost: Move | None = None
    look: Look = Look()
    strip: Strip = Strip()
    player: Seat | None = None
    candidates: tuple[Candidate, ...] = ()
    gauge: Gauge | None = None
    marks: tuple[str, ...] = ()
    streak: int = 0


def begin(art: Path | None, most: int) -> None:
    """Prepare a new process that draws: keep painted art in a folder, and bound its memory to `most` resident bytes."""
    use_folder(art)
    limit_memory(most)


def load() -> None:
    """Load the catalogues."""
    _TEXTS.load()


def _finish(drawn: Drawn, package: str) -> Drawn:
    """Drop cached sprites after a game has drawn something, so that the memory of this process stays bounded."""
    keep_bounded(package)
    return drawn


def draw_picture(order: Order) -> bytes:
    """Draw a picture as a PNG, or return the one that was drawn for the same order lately."""
    return _finish(draw_pickled(pickle.dumps(order)), games.module(order.game, "rendering"))


@lru_cache(_BOARDS)
def draw_pickled(pickled: bytes) -> bytes:
    """Draw a pickled `Order` as a PNG. It is pickled because the cache needs a hashable argument, and not every view
    is."""
    order: Order = pickle.loads(pickled)  # noqa: S301 - our own order
    renders, say = renderer(order.game), _TEXTS.say(order.language, order.cast)
    if order.player is not None and renders.draw_closeup is not None:
        drawn: Picture = renders.draw_closeup(order.view, order.player, say=say, look=order.look)
    elif order.candidates and order.seat is not None:
        drawn = renders.draw_candidates(
            order.view, order.seat, order.candidates, say=say, look=order.look, strip=order.strip
        )
    elif order.gauge is not None and order.seat is not None and order.ghost is not None:
        drawn = renders.draw_gauged(
            order.view, order.seat, order.ghost, order.gauge, say=say, look=order.look, strip=order.strip
        )
    else:
        drawn = renders.draw(
            order.view,
            say=say,
            seat=order.seat,
            moves=order.moves,
            ghost=order.ghost,
            look=order.look,
            strip=order.strip,
        )
    drawn = mark_places(drawn, order.marks, order.game, order.look)
    if order.streak >= LEAST:
        drawn = add_streak(drawn, order.streak, order.game, order.look)
    return drawn.encode()


def draw_card(card: RecordCard, language: str, look: Look) -> bytes:
    """Draw a person's record as a PNG."""
    return _finish(record_card.draw(card, say=_TEXTS.say(language), look=look).encode(), _CARDS)


def draw_standings(table: Standings, language: str, look: Look) -> bytes:
    """Draw a table of people as a PNG."""
    return _finish(standings.draw(table, say=_TEXTS.say(language), look=look).encode(), _CARDS)


def draw_chances(shown: Chances, language: str, look: Look) -> bytes:
    """Draw how everybody's chances changed during a match, as a PNG."""
    return _finish(chances.draw(shown, say=_TEXTS.say(language), look=look).encode(), _CARDS)


@lru_cache(_LOBBIES)
def draw_lobby(name: str, language: str, cast: tuple[Persona, ...], taken: tuple[Seat, ...]) -> bytes:
    """Draw the picture of a lobby with these seats taken, as a PNG. Cached: drawing takes 10 ms."""
    say = _TEXTS.say(language, cast)
    seats = [Chip(persona.colours, out=seat not in taken) for seat, persona in enumerate(cast)]
    drawn = draw_hero(name, seats, title=say(games.words(name).TITLE), say=say).encode()
    return _finish(drawn, games.module(name, "rendering"))


def draw_winners(
    name: str,
    view: Any,
    language: str,
    cast: Sequence[Persona],
    headline: str,
    table: Sequence[Placed],
    notes: Sequence[str],
    *,
    look: Look,
) -> bytes:
    """Draw the card of the winners, as a PNG."""
    say = _TEXTS.say(language, cast)
    drawn = draw_result(name, view, headline=headline, table=table, notes=notes, say=say, look=look).encode()
    return _finish(drawn, games.module(name, "rendering"))


def draw_clip(
    name: str,
    view: Any,
    keyframes: bytes,
    language: str,
    cast: Sequence[Persona],
    *,
    still: bool = False,
    look: Look = _PLAIN,
) -> bytes:
    """Draw the clip that leads to `view`, as a GIF; if `still`, as a strip of stills, a PNG. `keyframes`: as stored."""
    game, draw = games.load(name), renderer(name).draw_clip
    clip_type = None if game.nature is None else game.nature.clip_type
    if draw is None or clip_type is None:
        raise LookupError(f"no clips of {name}")
    read = msgspec.json.decode(zlib.decompress(keyframes), type=clip_type)
    made: bytes = draw(view, read, say=_TEXTS.say(language, cast), look=look)
    if still:
        frames = split_gif(made)
        made = make_stills(frames.__getitem__, [False] * len(frames)).encode()
    return _finish(made, games.module(name, "rendering"))


def draw_clips(
    name: str, clips: Sequence[tuple[Any, bytes]], language: str, cast: Sequence[Persona], *, look: Look = _PLAIN
) -> bytes:
    """Draw clips one after the other as one GIF. `clips`: each with the view it leads to, and its keyframes."""
    return join_gifs([draw_clip(name, view, keyframes, language, cast, look=look) for view, keyframes in clips])


def draw_film(
    name: str,
    views: Sequence[bytes],
    turning: Sequence[int],
    language: str,
    cast: Sequence[Persona],
    ended: Text | None = None,
    *,
    look: Look = _PLAIN,
) -> bytes:
    """Draw a film of these views, each as msgpack, as a GIF.

    `turning`: the views that the film shows longer, with a caption that says what happened (see `choose_steps`). The
    first frame names the game and who plays. `ended`: how the match ended, if its last position does not show it.
    """
    half = replace(look, half=True)
    draw = _prepare_steps(name, views, language, cast, ended, look=half)

    def draw_frame(step: int) -> Picture:
        is_spoken = 0 < len(views) - 1 > step and (step == 0 or turning[step])
        words = _say_step(name, views[step], turning[step], step, language, cast) if is_spoken else ""
        return add_caption(draw(step), words, name, half) if words else draw(step)

    renders, say = renderer(name), _TEXTS.say(language, cast)

    def draw_between(step: int) -> Sequence[Picture]:
        return renders.draw_between(_decode(name, views[step]), say=say, look=half)

    return _finish(make_film(draw_frame, turning, between=draw_between), games.module(name, "rendering"))


def draw_stills(
    name: str,
    views: Sequence[bytes],
    turning: Sequence[int],
    language: str,
    cast: Sequence[Persona],
    ended: Text | None = None,
    *,
    look: Look = _PLAIN,
) -> bytes:
    """Draw a strip of stills from these views, as a PNG: a film without motion, each picture with its caption."""
    half = replace(look, half=True)
    draw = _prepare_steps(name, views, language, cast, ended, look=half)

    def draw_still(step: int) -> Picture:
        words = _say_step(name, views[step], turning[step], step, language, cast)
        return add_caption(draw(step), words, name, half) if words else draw(step)

    return _finish(make_stills(draw_still, turning).encode(), games.module(name, "rendering"))


def _say_step(name: str, view: bytes, turning: int, step: int, language: str, cast: Sequence[Persona]) -> str:
    """Tell the turn that led to a view, "" if it has no words; for the first view, name the game and its players."""
    say, words = _TEXTS.say(language, cast), games.words(name)
    if step == 0:
        players = " ".join("".join(GLYPHS[colour] for colour in persona.colours) for persona in cast)
        return f"{say(words.TITLE)} · {players}"
    told = tell_turn(words, _decode(name, view))
    if told is None:
        return ""
    return say(tell_decisive(told) if turning == DECISIVE else told)


def _decode(name: str, view: bytes) -> Any:
    return msgspec.msgpack.decode(view, type=games.load(name).state_type)


def draw_slides(
    name: str,
    views: Sequence[bytes],
    language: str,
    cast: Sequence[Persona],
    ended: Text | None = None,
    *,
    half: bool = False,
) -> tuple[Slide, ...]:
    """Draw the slides of these views, each as msgpack, in full size or `half` of it."""
    made = make_slides(_prepare_steps(name, views, language, cast, ended, look=Look(half=half)), len(views))
    return _finish(made, games.module(name, "rendering"))


def _prepare_steps(
    name: str, views: Sequence[bytes], language: str, cast: Sequence[Persona], ended: Text | None, *, look: Look
) -> Callable[[int], Picture]:
    """Decode the views of a match. Returns the function that draws one of them by its index. The last view shows how
    the match `ended`."""
    seen = [_decode(name, view) for view in views]
    draw, say = renderer(name).draw, _TEXTS.say(language, cast)
    strips = [Strip()] * (len(seen) - 1) + [Strip(verdict=say(ended) if ended else "")]

    def draw_step(step: int) -> Picture:
        take_break()  # boards do not wait for a film
        return draw(seen[step], say=say, look=look, strip=strips[step])

    return draw_step
