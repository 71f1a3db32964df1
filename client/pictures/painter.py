"""Draw pictures for messages in a worker process, so that drawing never delays a click."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct, structs

import games
from client.messages.alt_text import describe_ending, describe_picture, describe_wait
from client.messages.result_text import list_notes, list_places, write_headline
from client.pictures import render_worker
from client.pictures.render_worker import Order
from games.candidates import Candidate, Gauge
from games.core import Move, Seat
from games.text import Join, Player, T, Text
from matches.archive.history import Step
from matches.machines.offload import run_rules
from matches.machines.worker import Worker, WorkerFailed, WorkerStopped
from matches.match import Held, Match, turn_events
from matches.play import fold_draft
from matches.results.records import Broken
from matches.rows import LogRow
from matches.texts import Persona, Texts
from rendering import Look, Strip, renderer
from rendering.cards import chances, standings
from rendering.cards.chances import Chances
from rendering.cards.record_card import RecordCard, describe
from rendering.cards.standings import Standings
from rendering.drawing.frame import name_seat
from rendering.drawing.picture import FORMAT, name_file
from rendering.memory import MOST
from rendering.signs import draw_signs
from rendering.warm_up import warm_up

log = logging.getLogger(__name__)

TIME_LIMIT = 15.0
"""Seconds for one picture or one film. A film that takes longer is left out."""

MOST_WAITING = 1000
"""Most pictures that may wait; more fail at once."""

_PLAIN = Look()

_NOBODY: Mapping[int, bytes] = MappingProxyType({})


class Drawn(Struct, frozen=True):
    """A picture with its file name and alt text."""

    data: bytes
    name: str
    alt: str

    @property
    def ratio(self) -> float:
        """The height of a PNG in widths; 0.0 where its header has no size."""
        width, height = (int.from_bytes(self.data[first : first + 4]) for first in (16, 20))
        return height / width if width else 0.0


class Painter:
    """Draw pictures in a worker. Every method may raise WorkerFailed or WorkerStopped."""

    def __init__(self, texts: Texts, art: Path | None = None, *, most: int = MOST) -> None:
        """`art`: the folder in which painted art is kept for the next start. `most`: the most resident bytes
        of its process."""
        self.texts = texts
        first = partial(render_worker.begin, art, most)
        self.worker = Worker(time_limit=TIME_LIMIT, most_waiting=MOST_WAITING, stays=True, first=first)
        self._warming: asyncio.Task[None] | None = None

    def warm_up(self) -> None:
        """Start preparing the sprites of pictures, which takes some seconds. Does not wait."""
        self._warming = self._warming or asyncio.create_task(self._warm_up())

    async def _warm_up(self) -> None:
        """Prepare in small parts, so that pictures asked for meanwhile are not delayed."""
        parts = [(name, seats) for name in games.names() for seats in games.load(name).seats]
        try:
            await self.worker.call(render_worker.load)
            for name, seats in parts:
                await self.worker.call(warm_up, name, seats)
        except WorkerFailed:
            log.exception("could not warm up the image caches; the first pictures will be slow")
        except WorkerStopped:
            log.debug("stopped while the image caches were warming up")

    async def draw_signs(self, name: str) -> Mapping[str, bytes]:
        """Draw the signs of a game as PNG files, by name."""
        return await self.worker.call(draw_signs, name)

    async def stop(self) -> None:
        """Stop the worker for good."""
        await self.worker.stop()
        if self._warming is not None:
            await asyncio.wait((self._warming,))

    async def draw_public_board(
        self, match: Match, *, seq: int, news: Sequence[LogRow] = (), clock: Text | None = None, look: Look = _PLAIN
    ) -> Drawn:
        """Draw the public board. Its file name contains match and position, by which a posted board is found.

        `news`: what has happened since the last board, so that the whole last turn is marked. `clock`: the time left.
        """
        if match.held is not None and match.phase == "running":
            return await self._draw_held(match, match.held, seq=seq, clock=clock, look=look)
        view = match.view(None)
        if events := turn_events(match.game, news):
            view = structs.replace(view, events=events)
        name, ended = make_board_name(match, seq), describe_ending(match)
        return await self._draw(match, match.language, view, name, clock=clock, ended=ended, look=look)

    async def _draw_held(self, match: Match, held: Held, *, seq: int, clock: Text | None, look: Look) -> Drawn:
        """Draw the public board with the turn that is held, its last ply as a ghost."""
        ghost = (await run_rules(match.game, lambda: fold_draft(match, held.seat, held.codes))).last
        begun = (await run_rules(match.game, lambda: fold_draft(match, held.seat, held.codes[:-1]))).state
        view, name = match.game.view(begun, None), make_board_name(match, seq)
        waits = describe_wait(match, held)
        return await self._draw(match, match.language, view, name, clock=clock, ended=waits, ghost=ghost, look=look)

    async def draw_position(self, match: Match, language: str, *, state: Any, look: Look = _PLAIN) -> Drawn:
        """Draw the public view of another position of the match, such as the one that an undo restores."""
        view = match.game.view(state, None)
        return await self._draw(match, language, view, name_file(match.game_name, "back"), look=look)

    async def draw_private_board(
        self,
        match: Match,
        language: str,
        *,
        seat: Seat | None,
        view: Any = None,
        moves: Sequence[Move] = (),
        ghost: Move | None = None,
        candidates: Sequence[Candidate] = (),
        gauge: Gauge | None = None,
        ended: Text | None = None,
        look: Look = _PLAIN,
        marks: Sequence[str] = (),
        speaks: bool = True,
    ) -> Drawn:
        """Draw the board for one person: what their seat may know, their moves, or the move they are about to make.

        `candidates`: draw these turns instead. `gauge`: draw the chances of `ghost`. `ended`: a heading, instead of
        whose turn it is. `marks`: the places that a refusal is about. `speaks`: see `Strip`.
        """
        view = match.view(seat) if view is None else view
        name = name_file(match.game_name, "mine")
        chosen: dict[str, Any] = {"moves": tuple(moves), "ghost": ghost, "candidates": tuple(candidates)}
        chosen |= {"marks": tuple(marks), "gauge": gauge, "speaks": speaks}
        drawn = await self._draw(match, language, view, name, ended=ended, seat=seat, look=look, **chosen)
        if gauge is None:
            return drawn
        return structs.replace(drawn, alt=f"{drawn.alt} {self.texts.say(language)(_describe_chances(gauge))}")

    async def draw_closeup(
        self, match: Match, language: str, *, seat: Seat | None, player: Seat, look: Look = _PLAIN
    ) -> Drawn:
        """Draw another player's part as seen from `seat`, large; the board itself in games without close-ups."""
        if renderer(match.game_name).draw_closeup is None:
            return await self.draw_private_board(match, language, seat=seat, ended=describe_ending(match), look=look)
        order = Order(match.game_name, match.view(seat), language, match.cast(names=False), player=player, look=look)
        say = self.texts.say(language, order.cast)
        title, status = match.words.TITLE, match.words.status(order.view)
        alt = say(T("{game}, {player}. {status}", game=title, player=Player(player), status=status))
        return Drawn(await self._paint(order), name_file(match.game_name, player + 1), alt)

    async def draw_lobby(self, match: Match, language: str) -> Drawn:
        """Draw the picture of a lobby: a scene of its game, and its seats."""
        cast, taken = match.cast(names=False), tuple(holder.seat for holder in match.seats)
        data = await self.worker.call(render_worker.draw_lobby, match.game_name, language, cast, taken)
        alt = self.texts.say(language, cast)(_describe_lobby(match, cast, taken))
        return Drawn(data, name_file(match.game_name, match.id, "lobby"), alt)

    async def draw_game(self, name: str, language: str) -> Drawn:
        """Draw a scene of a game and its name, for a gallery."""
        data = await self.worker.call(render_worker.draw_lobby, name, language, (), ())
        alt = self.texts.say(language)(T("A scene of {game}.", game=games.words(name).TITLE))
        return Drawn(data, name_file(name, "scene"), alt)

    async def draw_winners(
        self,
        match: Match,
        *,
        seq: int,
        turns: Sequence[Step],
        broken: Sequence[Broken] = (),
        avatars: Mapping[int, bytes] = _NOBODY,
        look: Look = _PLAIN,
    ) -> Drawn:
        """Draw the card of the winners of a match that is over. `turns`: its history. `broken`: the records it has
        broken. `avatars`: files of people's avatars, by user id."""
        view, cast = match.view(None), match.cast(names=False)
        say = self.texts.say(match.language, cast)
        headline, notes = write_headline(match, say), await asyncio.to_thread(list_notes, match, turns, say, broken)
        table = list_places(match, say, avatars)
        data = await self.worker.call(
            render_worker.draw_winners, match.game_name, view, match.language, cast, headline, table, notes, look=look
        )
        lines = [headline, *(f"{each.place}. {each.name} {each.points}".rstrip() for each in table), *notes]
        alt = "\n".join((*lines, describe_picture(match, view, describe_ending(match), say)))
        return Drawn(data, make_board_name(match, seq), alt)

    async def draw_rules(self, name: str, number: int, view: Any, language: str, cast: Sequence[Persona]) -> Drawn:
        """Draw the picture on a page of a game's rules."""
        data = await self._paint(Order(name, view, language, tuple(cast)))
        alt = self.texts.say(language, cast)(games.words(name).status(view))
        return Drawn(data, name_file(name, "rules", number), alt)

    async def draw_lesson(
        self,
        name: str,
        language: str,
        cast: Sequence[Persona],
        *,
        view: Any,
        seat: Seat,
        moves: Sequence[Move] = (),
        ghost: Move | None = None,
        streak: int = 0,
        look: Look = _PLAIN,
    ) -> Drawn:
        """Draw a step of a lesson: the moves it offers, or the one just tried. `streak`: the days of a puzzle's row."""
        order = Order(
            name, view, language, tuple(cast), seat=seat, moves=tuple(moves), ghost=ghost, look=look, streak=streak
        )
        alt = self.texts.say(language, cast)(games.words(name).status(view))
        return Drawn(await self._paint(order), name_file(name, "lesson"), alt)

    async def draw_record(self, card: RecordCard, language: str, *, look: Look = _PLAIN) -> Drawn:
        """Draw a person's record."""
        data = await self.worker.call(render_worker.draw_card, card, language, look)
        return Drawn(data, name_file("record"), describe(card, self.texts.say(language)))

    async def draw_standings(self, table: Standings, name: str, language: str, *, look: Look = _PLAIN) -> Drawn:
        """Draw a table of people."""
        data = await self.worker.call(render_worker.draw_standings, table, language, look)
        return Drawn(data, name, standings.describe(table, self.texts.say(language)))

    async def draw_chances(self, match: Match, shown: Chances, language: str, *, look: Look = _PLAIN) -> Drawn:
        """Draw how everybody's chances changed during a match."""
        data = await self.worker.call(render_worker.draw_chances, shown, language, look)
        alt = chances.describe(shown, self.texts.say(language, match.cast(names=False)))
        return Drawn(data, name_file(match.game_name, match.id, "chances"), alt)

    async def _draw(
        self,
        match: Match,
        language: str,
        view: Any,
        name: str,
        *,
        clock: Text | None = None,
        ended: Text | None = None,
        speaks: bool = True,
        **how: Any,
    ) -> Drawn:
        """Draw `view`. `clock`: the time left, written into the picture. `ended`: how the match ended, written in place
        of whose turn it is. `speaks`: see `Strip`. `how`: further fields of the `Order`.
        """
        cast = match.cast(names=False)
        say = self.texts.say(language, cast)
        strip = Strip(say(clock) if clock else "", say(ended) if ended else "", speaks)
        data = await self._paint(Order(match.game_name, view, language, cast, strip=strip, **how))
        return Drawn(data, name, describe_picture(match, view, ended, say))

    async def _paint(self, order: Order) -> bytes:
        return await self.worker.call(render_worker.draw_picture, order)


def _describe_chances(gauge: Gauge) -> Text:
    """Describe the strip of chances along a row."""
    places = ", ".join(f"{name} {round(100 * holds)}" for name, holds in gauge.strip if holds is not None)
    return T("Chances along the row, in percent: {places}. Chosen: {chosen}.", places=places, chosen=gauge.chosen)


def _describe_lobby(match: Match, cast: Sequence[Persona], taken: Sequence[Seat]) -> Text:
    """Describe the picture of a lobby."""
    mine, free = (
        Join(tuple(name_seat(one.colours) for seat, one in enumerate(cast) if (seat in taken) is wanted))
        for wanted in (True, False)
    )
    scene = T("A scene of {game}.", game=match.words.TITLE)
    if not free.items:
        return T("{scene} All seats are taken: {taken}.", scene=scene, taken=mine)
    return T("{scene} Seats taken: {taken}. Free: {free}.", scene=scene, taken=mine, free=free)


def make_board_name(match: Match, seq: int) -> str:
    return name_file(match.game_name, match.id, seq)


def list_board_names(match: Match, seq: int) -> frozenset[str]:
    """List the names that the picture of a board may have: as a still, or as a film that ends with it."""
    name = make_board_name(match, seq)
    return frozenset((name, f"{name.removesuffix(FORMAT)}gif"))
