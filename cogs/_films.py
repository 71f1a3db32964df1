"""Films of what nature did, drawn in a process of their own: dozens of frames would hold up everybody's clicks."""

from __future__ import annotations

import logging
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

import games
from data import FilmRow, LogRow
from games.core import AnyGame
from matches.match import Match, unpack
from matches.texts import Persona, Texts
from matches.worker import Json, Worker, WorkerFailed, serve
from rendering import renderer

log = logging.getLogger(__name__)

TIME_LIMIT = 15.0
"""Seconds for one film; a board does not wait longer."""

MOST = 3
"""Films that come with one board, the newest ones."""


Films = Sequence[tuple[FilmRow, Any]]
"""Films, each with the view it ends in."""


class Film(Struct, frozen=True):
    """A film with the name it is posted under."""

    gif: bytes
    name: str


class FilmWorker(Worker):
    """Draws films."""

    def __init__(self) -> None:
        super().__init__(__name__, time_limit=TIME_LIMIT)

    async def draw(self, match: Match, view: Any, film: FilmRow) -> Film:
        """The film that led to `view`, in the language of the channel. Raises WorkerFailed or WorkerStopped."""
        row = match.row
        question = {
            "game": row.game,
            "view": msgspec.to_builtins(view),
            "keyframes": b64encode(film.keyframes).decode(),
            "language": row.language,
            "cast": msgspec.to_builtins(match.cast(names=False)),
        }
        answer = await self.ask(question)
        return Film(b64decode(answer["gif"]), f"{row.game}-{row.id}-{film.seq}.gif")

    async def draw_all(self, match: Match, showing: Films) -> list[Film]:
        """The newest of these films; those that can be drawn in time, for a board is better than none."""
        drawn: list[Film] = []
        for film, view in showing[-MOST:]:
            try:
                drawn.append(await self.draw(match, view, film))
            except WorkerFailed:
                log.exception("match %s: the film of %s was not drawn", match.row.id, film.seq)
                break
        return drawn


def showing(game: AnyGame, films: tuple[FilmRow, ...], log_rows: tuple[LogRow, ...]) -> Films:
    """The films that may be shown by now, each with the public view it ends in.

    That is the position after nature's ply, or the first after it that no longer hides what the film tells.
    `log_rows`: from the oldest film's ply to the board's.
    """
    found = []
    for film in films:
        for row in log_rows:
            if row.seq < film.seq or row.snapshot is None:
                continue
            view = game.view(unpack(game, row.snapshot), None)
            if game.shows_film(view):
                found.append((film, view))
                break
    return found


_TEXTS = Texts()


def answer(question: Json) -> Json:
    """In the worker: `{"game", "view", "keyframes": base64, "language", "cast"}` is answered by `{"gif": base64}`."""
    game = games.load(question["game"])
    draw = getattr(renderer(game.name), "film", None)
    if draw is None or game.film_type is None:
        raise LookupError(f"no films of {game.name}")
    keyframes = msgspec.json.decode(zlib.decompress(b64decode(question["keyframes"])), type=game.film_type)
    view = msgspec.convert(question["view"], game.state_type)
    say = _TEXTS.say(question["language"], msgspec.convert(question["cast"], list[Persona]))
    return {"gif": b64encode(draw(view, keyframes, say=say)).decode()}


if __name__ == "__main__":
    serve(answer)
