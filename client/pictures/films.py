"""Draw films in the process that draws boards. A film takes a break after each frame, so that no board waits for it."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec import Struct

from client.messages.alt_text import describe_ending
from client.messages.custom_ids import Id
from client.messages.parts import attach_file, button
from client.pictures import render_worker
from games.core import NATURE, AnyGame
from games.nature import require_nature
from games.text import Say, T
from matches.archive import history
from matches.archive.elsewhere import Rebuilt, Refused, rebuild
from matches.errors import UserError
from matches.machines.worker import Worker, WorkerFailed
from matches.match import Match, unpack
from matches.referee import Referee
from matches.rows import ClipRow, LogRow
from rendering import Look
from rendering.drawing.film import DECISIVE, choose_steps
from rendering.drawing.film import MOST as MOST_FRAMES
from rendering.drawing.picture import name_file
from rendering.drawing.slides import Slide

log = logging.getLogger(__name__)

TIME_LIMIT = 15.0
"""Seconds in which a record from elsewhere must be replayed."""

MOST = 3
"""Most clips posted with one board; older ones are left out."""

_PLAIN = Look()

_REMEMBERED = 8
"""Films of whole matches kept in memory."""


Films = Sequence[tuple[ClipRow, Any]]
"""Clips, each with the view it ends in."""


class Film(Struct, frozen=True):
    """A film with its file name. `whole`: it shows the whole match. `seq`: the ply that a clip shows."""

    gif: bytes
    name: str
    whole: bool = False
    seq: int = -1


class FilmWorker:
    """Draw clips, and films of whole matches. Records from elsewhere are replayed in a process of their own."""

    def __init__(self, referee: Referee, worker: Worker) -> None:
        """`worker`: draws boards as well."""
        self._referee, self._worker = referee, worker
        self._replaying = Worker(time_limit=TIME_LIMIT, low_priority=True)
        self._whole: OrderedDict[tuple[int, int, str, Look], asyncio.Task[Film]] = OrderedDict()

    async def stop(self) -> None:
        await self._replaying.stop()

    async def draw(self, match: Match, view: Any, film: ClipRow, *, still: bool = False, look: Look = _PLAIN) -> Film:
        """Draw the clip that led to `view`, in the channel's language; if `still`, as a strip of stills.

        Raises WorkerFailed or WorkerStopped.
        """
        cast = match.cast(names=False)
        made = await self._worker.call_long(
            render_worker.draw_clip, match.game_name, view, film.keyframes, match.language, cast, still=still, look=look
        )
        stem = f"{match.game_name}-{match.id}-{film.seq}"
        return Film(made, name_file(stem, "stills") if still else f"{stem}.gif", seq=film.seq)

    async def draw_all(
        self, match: Match, showing: Films, log_rows: Sequence[LogRow], *, seq: int, look: Look
    ) -> Film | None:
        """Draw the newest of these clips as one film that ends with the board of `seq`, to be shown in place of its
        picture. `log_rows`: see `select_films`.

        None if there is no clip, or the position follows from another one. Raises WorkerFailed or WorkerStopped.
        """
        clips = [(view, film.keyframes) for film, view in showing[-MOST:]]
        if not clips or match.seq != seq:
            return None
        now = match.view(None)
        newest = max((row.seq for row in log_rows if row.seat == NATURE), default=-1)
        if newest > showing[-1][0].seq or not require_nature(match.game.nature).may_show_clip(now):
            return None
        clips[-1] = (now, clips[-1][1])
        cast = match.cast(names=False)
        made = await self._worker.call_long(
            render_worker.draw_clips, match.game_name, clips, match.language, cast, look=look
        )
        return Film(made, f"{match.game_name}-{match.id}-{seq}.gif", seq=showing[-1][0].seq)

    async def draw_match_film(self, match: Match, *, language: str = "", look: Look = _PLAIN) -> Film:
        """Draw the film of a match so far, as the public saw it.

        `language` "": the channel's. Each film is drawn once for each position, language and look, however many people
        ask. Raises WorkerFailed or WorkerStopped.
        """
        language = language or match.language
        key = match.id, match.seq, language, look
        drawing = self._whole.get(key)
        if drawing is None:
            drawing = self._whole[key] = asyncio.create_task(self._draw_film(match, language, look))
            drawing.add_done_callback(lambda done: self._forget_failure(key, done))
            while len(self._whole) > _REMEMBERED:
                self._whole.popitem(last=False)
        self._whole.move_to_end(key)
        try:
            return await asyncio.shield(drawing)  # other requests may await the same task
        except asyncio.CancelledError as error:
            if drawing.cancelled():  # the drawing was cancelled, not the caller
                raise WorkerFailed(f"the film of match {match.id} was cut short") from error
            raise

    async def draw_last_film(self, match: Match, *, look: Look = _PLAIN) -> list[Film]:
        """Draw the film for the last board of a match; none before its end, or if it was played with older rules.

        Raises WorkerFailed or WorkerStopped.
        """
        if match.phase != "finished":
            return []
        try:
            return [await self.draw_match_film(match, look=look)]
        except (msgspec.ValidationError, zlib.error):
            log.exception("match %s: its positions can no longer be shown", match.id)
            return []

    async def read_turns(self, match: Match) -> tuple[history.Step, ...]:
        """Read the turns of a match; none if it was played with older rules."""
        try:
            return await history.read(self._referee, match)
        except (msgspec.ValidationError, zlib.error):
            log.exception("match %s: its turns can no longer be read", match.id)
            return ()

    async def attach_film(
        self, match: Match, say: Say, *, language: str, look: Look, still: bool = False, since: int = -1
    ) -> discord.File:
        """Draw the film of a match with its caption, or a strip of stills if `still`. `since`: see `draw_recap`;
        negative: from the start.

        Raises WorkerFailed or WorkerStopped, and UserError for a match that was played with older rules.
        """
        title = match.words.TITLE
        try:
            if still:
                film = await self.draw_stills(match, language=language, look=look, since=since)
            elif since >= 0:
                film = await self.draw_recap(match, language=language, look=look, since=since)
            else:
                film = await self.draw_match_film(match, language=language, look=look)
        except (msgspec.ValidationError, zlib.error) as error:
            raise make_old_rules_error() from error
        if since >= 0:
            moving = T("{game}: the moves since your last turn, as a film.", game=title)
            stills = T("{game}: the moves since your last turn, in stills.", game=title)
        else:
            moving = T("{game}: the whole match as a film.", game=title)
            stills = T("{game}: the match in stills.", game=title)
        return attach_file(film.gif, film.name, say(stills if still else moving))

    async def draw_stills(self, match: Match, *, language: str, look: Look = _PLAIN, since: int = -1) -> Film:
        """Draw a strip of stills from a match so far, for people who want no motion. `since`: see `draw_recap`.

        Raises WorkerFailed or WorkerStopped.
        """
        stills = await self._draw_turns(render_worker.draw_stills, match, language, look, since)
        return Film(stills, name_file(match.game_name, match.id, match.seq, "stills"), whole=True)

    async def draw_recap(self, match: Match, *, language: str, look: Look = _PLAIN, since: int) -> Film:
        """Draw the film of the turns from the ply `since` on, after the position before them, each with a caption.

        Raises WorkerFailed or WorkerStopped.
        """
        return await self._draw_film(match, language, look, since)

    async def _draw_film(self, match: Match, language: str, look: Look, since: int = -1) -> Film:
        gif = await self._draw_turns(render_worker.draw_film, match, language, look, since)
        return Film(gif, f"{match.game_name}-{match.id}-{match.seq}-film.gif", whole=True)

    async def _draw_turns(
        self, draw: Callable[..., bytes], match: Match, language: str, look: Look, since: int
    ) -> bytes:
        """Call `draw` of the worker with the turns of a match. `since`: see `draw_recap`; negative: from the start."""
        turns = await history.read(self._referee, match)
        views, turning = await asyncio.to_thread(_choose_views, match, turns, since)
        cast, ended = match.cast(names=False), describe_ending(match)
        return await self._worker.call_long(draw, match.game_name, views, turning, language, cast, ended, look=look)

    async def draw_slides(
        self, match: Match, views: Sequence[bytes], language: str, *, half: bool
    ) -> tuple[Slide, ...]:
        """Draw the slides of these public views, each as msgpack, for a page. Raises WorkerFailed or WorkerStopped."""
        cast, ended = match.cast(names=False), describe_ending(match)
        return await self._worker.call_long(
            render_worker.draw_slides, match.game_name, views, language, cast, ended, half=half
        )

    async def rebuild(self, data: bytes, *, most_turns: int) -> Rebuilt | Refused:
        """Replay a record from elsewhere, in a process that draws nothing. Raises WorkerFailed or WorkerStopped."""
        return await self._replaying.call(rebuild, data, most_turns=most_turns)

    def _forget_failure(self, key: tuple[int, int, str, Look], done: asyncio.Task[Film]) -> None:
        """Drop a failed drawing, so that the next request tries again."""
        if done.cancelled() or done.exception() is not None:
            self._whole.pop(key, None)


def make_old_rules_error() -> UserError:
    """Make the error for a match of which positions were written by other rules."""
    return UserError(T("This match was played with earlier rules; its positions can no longer be shown."))


def make_film_button(match: Match, say: Say) -> ui.Button[ui.LayoutView]:
    """Build the button that shows the film of the match."""
    return button(say(T("Film")), Id("film", match.id), style=discord.ButtonStyle.secondary)


def make_share_button(match: Match, say: Say) -> ui.Button[ui.LayoutView]:
    """Build the button that sends the match as a page for browsers."""
    return button(say(T("Share")), Id("share_page", match.id), style=discord.ButtonStyle.secondary)


def select_films(game: AnyGame, films: tuple[ClipRow, ...], log_rows: tuple[LogRow, ...]) -> Films:
    """Select the clips that may be shown by now, each with the public view it ends in.

    That is the position after nature's ply, or the first later one that hides nothing the clip shows. `log_rows`:
    from the oldest clip's ply to the board's.
    """
    found = []
    for film in films:
        for row in log_rows:
            if row.seq < film.seq or row.snapshot is None:
                continue
            view = game.view(unpack(game, row.snapshot), None)
            if require_nature(game.nature).may_show_clip(view):
                found.append((film, view))
                break
    return found


def _choose_views(match: Match, turns: Sequence[history.Step], since: int = -1) -> tuple[list[bytes], list[int]]:
    """Select the public views of a film, each as msgpack, and mark those it shows longer. `since`: see
    `FilmWorker.draw_recap`; negative: from the start."""
    if since < 0:
        decisive = history.find_decisive_turn(match.game, turns, match.outcome)
        points = history.find_turning_points(match.game, turns)
        turning = [DECISIVE if step == decisive else int(is_one) for step, is_one in enumerate(points)]
    else:
        turns = turns[max(0, history.find_turn(turns, since) - 1) :]
        turning = [1] * len(turns)
    steps = choose_steps(turning, MOST_FRAMES)
    views = [msgspec.msgpack.encode(history.show_step(match, turns[step]).view(None)) for step in steps]
    return views, [turning[step] for step in steps]
