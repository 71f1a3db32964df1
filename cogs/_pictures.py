"""Pictures for messages, drawn in worker threads so that nobody's click waits for somebody else's board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from msgspec import Struct, structs

from data import LogRow
from games.core import Move, Seat
from games.text import Player, Say, T, Text
from matches.match import Match, turn_events
from matches.texts import Texts
from rendering import Look, Strip, renderer
from rendering.frame import won

_PLAIN = Look()

_PAINTERS = ThreadPoolExecutor(2, thread_name_prefix="painter")
"""Few, and apart from the threads that look at rules: much of drawing needs the interpreter for itself, so that more at
once would only make each picture later, and the event loop with them."""


class Drawn(Struct, frozen=True):
    """A picture with the name and the alt text it is posted with."""

    png: bytes
    name: str
    alt: str


async def public_board(
    match: Match, texts: Texts, *, seq: int, log: Sequence[LogRow] = (), clock: Text | None = None
) -> Drawn:
    """The board as everybody may see it. Its name carries match and position, so that a posted board is recognised.

    `log`: what has happened since the last board, so that the whole last turn is marked and not only its last ply.
    `clock`: the time that is left.
    """
    view = match.view(None)
    if events := turn_events(match.game, log):
        view = structs.replace(view, events=events)
    name, language = board_name(match, seq), match.row.language
    ended = verdict(match)
    return await _draw(match, texts, language, view=view, seat=None, name=name, clock=clock, ended=ended)


async def position(match: Match, texts: Texts, language: str, *, state: Any, look: Look = _PLAIN) -> Drawn:
    """Another position of the match as everybody may see it: one that is to stand again."""
    view = match.game.view(state, None)
    return await _draw(match, texts, language, view=view, seat=None, name=f"{match.row.game}-back.png", look=look)


async def private_board(
    match: Match,
    texts: Texts,
    language: str,
    *,
    seat: Seat | None,
    view: Any = None,
    moves: Sequence[Move] = (),
    ghost: Move | None = None,
    look: Look = _PLAIN,
) -> Drawn:
    """The board for one person: what their seat may know, their moves, or the one they are about to make."""
    view = match.view(seat) if view is None else view
    name = f"{match.row.game}-mine.png"
    return await _draw(match, texts, language, view=view, seat=seat, moves=moves, ghost=ghost, name=name, look=look)


async def closeup(
    match: Match, texts: Texts, language: str, *, seat: Seat | None, player: Seat, look: Look = _PLAIN
) -> Drawn:
    """What the viewer in `seat` may see of another player, large; the board itself in games that have no close-up."""
    view = match.view(seat)
    say = texts.say(language, match.cast(names=False))
    draw = getattr(renderer(match.row.game), "closeup", None)
    if draw is None:
        return await private_board(match, texts, language, seat=seat, look=look)
    png = await _painted(lambda: draw(view, player, say=say, look=look).png())
    title, status = match.words.TITLE, match.words.status(view)
    alt = say(T("{game}, {player}. {status}", game=title, player=Player(player), status=status))
    return Drawn(png, f"{match.row.game}-{player + 1}.png", alt)


def verdict(match: Match) -> Text | None:
    """How the match ended where the position does not tell: it was called off, or all but one have given up."""
    if match.row.phase == "cancelled":
        return T("The match was called off")
    outcome = match.outcome
    if outcome is None or match.game.outcome(match.state) is not None:
        return None
    cast = match.cast(names=False)
    return won([colour for seat in outcome.winners for colour in cast[seat].colours])


def alt(match: Match, view: Any, ended: Text | None, say: Say) -> str:
    """The alt text of a board that shows `view`; `ended`: the match's verdict, where it stands in the picture."""
    title, status = match.words.TITLE, match.words.status(view)
    if ended is None:
        return say(T("{game}. {status}", game=title, status=status))
    return say(T("{game}. {verdict}. {status}", game=title, verdict=ended, status=status))


def board_name(match: Match, seq: int) -> str:
    return f"{match.row.game}-{match.row.id}-{seq}.png"


async def _draw(
    match: Match,
    texts: Texts,
    language: str,
    *,
    view: Any,
    seat: Seat | None,
    name: str,
    moves: Sequence[Move] = (),
    ghost: Move | None = None,
    look: Look = _PLAIN,
    clock: Text | None = None,
    ended: Text | None = None,
) -> Drawn:
    say = texts.say(language, match.cast(names=False))
    draw = renderer(match.row.game).draw

    strip = Strip(*("" if words is None else say(words) for words in (clock, ended)))

    def work() -> bytes:
        return draw(view, say=say, seat=seat, moves=moves, ghost=ghost, look=look, strip=strip).png()

    png = await _painted(work)
    return Drawn(png, name, alt(match, view, ended, say))


async def _painted(work: Callable[[], bytes]) -> bytes:
    return await asyncio.get_running_loop().run_in_executor(_PAINTERS, work)
