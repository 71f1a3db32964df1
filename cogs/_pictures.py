"""Pictures for messages, drawn in worker threads so that nobody's click waits for somebody else's board."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from data import LogRow
from games.core import Move, Seat
from games.text import Player, T, Text
from matches.match import Match, turn_events
from matches.texts import Texts
from rendering import Look, Strip, renderer

_PLAIN = Look()


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
    return await _draw(match, texts, language, view=view, seat=None, name=name, clock=clock)


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
    png = await asyncio.to_thread(lambda: draw(view, player, say=say, look=look).png())
    title, status = match.words.TITLE, match.words.status(view)
    alt = say(T("{game}, {player}. {status}", game=title, player=Player(player), status=status))
    return Drawn(png, f"{match.row.game}-{player + 1}.png", alt)


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
) -> Drawn:
    say = texts.say(language, match.cast(names=False))
    draw = renderer(match.row.game).draw

    strip = Strip(clock=say(clock) if clock is not None else "")

    def work() -> bytes:
        return draw(view, say=say, seat=seat, moves=moves, ghost=ghost, look=look, strip=strip).png()

    png = await asyncio.to_thread(work)
    alt = say(T("{game}. {status}", game=match.words.TITLE, status=match.words.status(view)))
    return Drawn(png, name, alt)
