"""Films, drawn in processes of their own: dozens of frames would hold up everybody's clicks."""

from __future__ import annotations

import asyncio
import logging
import zlib
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec import Struct

import games
from cogs._ids import Id
from cogs._parts import button
from data import FilmRow, LogRow, Store
from games.core import AnyGame
from games.text import Say, T
from matches import history
from matches.match import Match, unpack
from matches.texts import Persona, Texts
from matches.worker import Json, Worker, WorkerFailed, serve
from rendering import Look, renderer
from rendering.film import MOST as MOST_FRAMES
from rendering.film import film as film_of
from rendering.film import kept

log = logging.getLogger(__name__)

TIME_LIMIT = 15.0
"""Seconds for one film; a board does not wait longer."""

MOST = 3
"""Films that come with one board, the newest ones."""

_REMEMBERED = 8
"""Films of whole matches kept in memory."""


Films = Sequence[tuple[FilmRow, Any]]
"""Films, each with the view it ends in."""


class Film(Struct, frozen=True):
    """A film with the name it is posted under; `whole`: of the whole match."""

    gif: bytes
    name: str
    whole: bool = False


class FilmWorker(Worker):
    """Draws films: of what nature did, and of whole matches in a second process, for they take longer and can wait."""

    def __init__(self) -> None:
        super().__init__(__name__, time_limit=TIME_LIMIT)
        self._long = Worker(__name__, time_limit=TIME_LIMIT, stands_back=True)
        self._whole: OrderedDict[tuple[int, int], asyncio.Task[Film]] = OrderedDict()

    async def stop(self) -> None:
        await self._long.stop()
        await super().stop()

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

    async def of_match(self, match: Match, store: Store) -> Film:
        """The whole match up to now, as everybody could see it, in the language of the channel.

        Drawn once for each position, however many ask. Raises WorkerFailed or WorkerStopped.
        """
        key = match.row.id, match.row.seq
        drawing = self._whole.get(key)
        if drawing is None:
            drawing = self._whole[key] = asyncio.create_task(self._draw_match(match, store))
            drawing.add_done_callback(lambda done: self._forget_failure(key, done))
            while len(self._whole) > _REMEMBERED:
                self._whole.popitem(last=False)
        self._whole.move_to_end(key)
        return await asyncio.shield(drawing)  # others may be waiting for it, too

    async def of_ended(self, match: Match, store: Store) -> list[Film]:
        """The film that joins a match's last board; none where it has not ended, or was played with older rules.

        Raises WorkerFailed or WorkerStopped.
        """
        if match.row.phase != "finished":
            return []
        try:
            return [await self.of_match(match, store)]
        except (msgspec.ValidationError, zlib.error):
            log.exception("match %s: its positions can no longer be shown", match.row.id)
            return []

    async def _draw_match(self, match: Match, store: Store) -> Film:
        turns = await history.read(store, match)
        answer = await self._long.ask(await asyncio.to_thread(_question, match, turns))
        return Film(b64decode(answer["gif"]), f"{match.row.game}-{match.row.id}-{match.row.seq}-film.gif", whole=True)

    def _forget_failure(self, key: tuple[int, int], done: asyncio.Task[Film]) -> None:
        """Whoever asks next tries again."""
        if done.cancelled() or done.exception() is not None:
            self._whole.pop(key, None)


def film_button(match: Match, say: Say) -> ui.Button[ui.LayoutView]:
    """Shows the presser the film of the match."""
    return button(say(T("Film")), Id("film", match.row.id), style=discord.ButtonStyle.secondary)


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


def _question(match: Match, turns: Sequence[history.Step]) -> Json:
    """What the worker is asked for a whole match: public views of the steps that fit into it, and which to dwell on.

    The views are packed, so that the event loop has little to write.
    """
    turning = history.turning_points(match.game, turns)
    steps = kept(turning, MOST_FRAMES)
    views = [history.after(match, turns[step]).view(None) for step in steps]
    return {
        "game": match.row.game,
        "views": b64encode(zlib.compress(msgspec.json.encode(views), 1)).decode(),
        "turning": [turning[step] for step in steps],
        "language": match.row.language,
        "cast": msgspec.to_builtins(match.cast(names=False)),
    }


_TEXTS = Texts()


def answer(question: Json) -> Json:
    """In the worker: what `draw` and `of_match` ask is answered by `{"gif": base64}`."""
    game = games.load(question["game"])
    say = _TEXTS.say(question["language"], msgspec.convert(question["cast"], list[Persona]))
    made = _whole_match(game, question, say) if "views" in question else _of_nature(game, question, say)
    return {"gif": b64encode(made).decode()}


def _of_nature(game: AnyGame, question: Json, say: Say) -> bytes:
    draw = getattr(renderer(game.name), "film", None)
    if draw is None or game.film_type is None:
        raise LookupError(f"no films of {game.name}")
    keyframes = msgspec.json.decode(zlib.decompress(b64decode(question["keyframes"])), type=game.film_type)
    made: bytes = draw(msgspec.convert(question["view"], game.state_type), keyframes, say=say)
    return made


def _whole_match(game: AnyGame, question: Json, say: Say) -> bytes:
    packed = zlib.decompress(b64decode(question["views"]))
    views = msgspec.json.decode(packed, type=tuple[game.state_type, ...])  # type: ignore[name-defined]
    draw = renderer(game.name).draw
    return film_of(lambda step: draw(views[step], say=say, look=Look(half=True)), question["turning"])


if __name__ == "__main__":
    serve(answer)
