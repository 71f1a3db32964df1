"""Brings every committed board to its channel, once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import ui
from msgspec import Struct

from cogs import _board, _lobby
from cogs._calls import Called, count_calls
from cogs._clock import shortest
from cogs._errors import lacks, place_is_closed
from cogs._films import Films, showing
from cogs._metrics import BUDGET, TRIES
from cogs._parts import layout, picture_names, rows, text
from cogs._pictures import board_name, public_board
from cogs._shown import Shown, usable
from data import FilmRow, LogRow, MatchRow, OutboxRow, PingRow, Transaction
from games.text import Player, T
from matches.absence import call_later, may_skip
from matches.match import Match
from matches.people import Server, server_of
from matches.referee import BOARD_GRACE, MACHINE, Done
from matches.trouble import Trouble

if TYPE_CHECKING:
    from cogs._bot import Slowboat

log = logging.getLogger(__name__)

_RETRY = (15.0, 60.0, 300.0, 1800.0, 7200.0)
"""Seconds until the next try, by the number of tries so far; the last one repeats."""

_GIVE_UP = 60
"""Tries after which a board is dropped; `/board` shows it all the same."""

_LOOK_BACK = 50
"""Messages looked through for a board that may have been posted just before a crash."""

_BATCH = 50


class Owed(Struct, frozen=True):
    """A board to be posted, and everything it is made from."""

    row: OutboxRow
    previous: OutboxRow | None
    films: tuple[FilmRow, ...]
    filmed: tuple[LogRow, ...]
    news: tuple[LogRow, ...]
    pings: tuple[PingRow, ...]
    server: Server


class Postman:
    """Posts boards: with the interaction that caused them where there is one, otherwise as a message of our own.

    An interaction's follow-up costs nothing of the bot's 50 requests a second but has no nonce. So where it is not
    known whether a board arrived, it is looked for by its picture's name before it is posted again.
    """

    def __init__(self, bot: Slowboat) -> None:
        self._bot = bot
        self._referee = bot.referee
        self._store = bot.referee.store
        self._shown = Shown(bot)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def deliver(
        self, done: Done, via: discord.Interaction | None = None, *, after: asyncio.Future[None] | None = None
    ) -> None:
        """Post the board a change owes its channel, if it owes one. Raises Trouble where permissions are missing.

        `after`: what `via` is answered with. The board is drawn meanwhile, but not sent before: Discord would take it
        for the answer, which only one person sees.
        """
        if done.outbox_id is None:
            return
        match = done.match.row
        try:
            await self._post(done.outbox_id, match.id, via, after, tried=False)
        except discord.Forbidden as error:
            await self._later(done.outbox_id, error)
            raise lacks(["send_messages", "attach_files"], match.channel_id) from error
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            await self._later(done.outbox_id, error)

    async def settle(self, done: Done) -> None:
        """Tell the channel what came of something nobody there has asked for: a deadline, a lobby that closed."""
        if done.match.state is None:
            await _lobby.refresh_card(self._bot, done.match)
        try:
            await self.deliver(done)
        except Trouble as trouble:
            log.warning("match %s: nobody to tell: %s", done.match.row.id, trouble)

    async def sweep(self, *, starting: bool = False) -> None:
        """Post what is due and was not posted by whoever caused it; when starting, nobody is left who could.

        A place that is gone or closed to us is not tried again: its match rests, and has a new board when it goes on;
        the last board of a match that is over waits for its place. And where so much was refused lately that Discord
        might take offence, everything waits.
        """
        now = self._referee.now() + (BOARD_GRACE if starting else 0)
        for row in await self._store.transaction(lambda tx: tx.outbox_due(now, limit=_BATCH)):
            if self._bot.metrics.invalid(time.monotonic()) >= BUDGET - TRIES:
                log.warning("too many refusals lately: boards wait")
                return
            try:
                await self._post(row.id, row.match_id, None, None, tried=True)
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
                if place_is_closed(error) and (await self._referee.match(row.match_id)).row.phase == "running":
                    log.warning("match %s: its channel is gone or closed to us: %s", row.match_id, error)
                    await self._store.transaction(lambda tx, row=row: tx.drop_from_outbox(row.id))  # type: ignore[misc]
                    self._bot.dispatch("place_lost", row.match_id)
                else:
                    await self._later(row.id, error)

    async def _post(
        self,
        outbox_id: int,
        match_id: int,
        via: discord.Interaction | None,
        after: asyncio.Future[None] | None,
        *,
        tried: bool,
    ) -> None:
        """Post a board unless that was done. `tried`: somebody may have posted it and died before noting so."""
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            owed = await self._store.transaction(lambda tx: _owed(tx, outbox_id))
            if owed is None:
                return
            row, previous = owed.row, owed.previous
            match = await self._referee.match(match_id)
            if via is not None and not usable(via, row.channel_id, self._referee.now()):
                via = None
            films = showing(match.game, owed.films, owed.filmed)
            since = previous.seq if previous else -1
            called = await self._bot.calls.by_board(match, since=since, news=owed.news, pings=owed.pings)
            old = self._shown.of(previous) if previous is not None else None
            message = await self._already_there(match, row) if tried else None
            if message is None:
                message = await self._send(match, owed, called, films, via, after)
            posted = message.id
            await self._store.transaction(lambda tx: _note(tx, match, row, posted, films, called))
        if previous is not None and previous.message_id != message.id:
            await self._shown.retire(previous, old)
        elif previous is not None and called.now:
            await self._call(match, called, via)
        for seat, at in called.later:
            await self._referee.change(match_id, MACHINE, partial(call_later, seat=seat, at=at))

    async def _send(
        self,
        match: Match,
        owed: Owed,
        called: Called,
        films: Films,
        via: discord.Interaction | None,
        after: asyncio.Future[None] | None,
    ) -> discord.Message:
        row, now, outages = owed.row, self._referee.now(), self._referee.outages
        clock = shortest(match, now=now, outages=outages)
        drawn = await public_board(match, self._bot.texts, seq=row.seq, log=owed.news, clock=clock)
        moving = await self._bot.films.draw_all(match, films)
        moving += await self._bot.films.of_ended(match, self._store)
        if after is not None:
            await asyncio.wait((after,))
        say = self._bot.say_to_all(match)
        view, files = _board.board(match, drawn, owed.news, say, films=moving, now=now, outages=outages)
        mentions = _board.pinging(match, called.now)
        if owed.server.edit_boards and owed.previous is not None:
            edited = await self._shown.replace(owed.previous, view, files)
            if edited is not None:
                self._shown.remember(row.match_id, edited, view, None)
                return edited
            for file in files:
                file.reset()
        message: discord.Message
        silent = not called.now  # who has every message of the channel announced hears of turns, not of each picture
        if via is not None:
            message = await via.followup.send(
                view=view, files=files, allowed_mentions=mentions, silent=silent, wait=True
            )
        else:
            channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
            nonce = f"board-{row.id}"
            message = await channel.send(view=view, files=files, allowed_mentions=mentions, silent=silent, nonce=nonce)
        self._shown.remember(row.match_id, message, view, via)
        return message

    async def _call(self, match: Match, called: Called, via: discord.Interaction | None) -> None:
        """Call people where their board was no new message: an edit calls nobody."""
        say, row = self._bot.say_to_all(match), match.row
        lines = [
            f"<@{match.holder(seat).user_id}> " + say(T("{player}, it is your turn.", player=Player(seat)))
            for seat in called.now
        ]
        view = layout(text(*lines), *rows([_board.play_button(match, say)]))
        message = await self.tell(row, via, view, mentions=_board.pinging(match, called.now))
        for seat in called.now:
            await self._bot.calls.noted(match, seat, match.decisions[seat], message.id)

    async def tell(
        self,
        row: MatchRow,
        via: discord.Interaction | None,
        view: ui.LayoutView,
        *,
        files: Sequence[discord.File] = (),
        mentions: discord.AllowedMentions,
    ) -> discord.Message:
        """Say something in a match's channel, with an interaction that came from there if possible."""
        if via is not None and usable(via, row.channel_id, self._referee.now()):
            return await via.followup.send(view=view, files=files, allowed_mentions=mentions, wait=True)
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        return await channel.send(view=view, files=files, allowed_mentions=mentions)

    async def _already_there(self, match: Match, row: OutboxRow) -> discord.Message | None:
        """The message that shows this board already, if a process before this one got as far as posting it."""
        me = self._bot.user
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        name = board_name(match, row.seq)
        async for message in channel.history(limit=_LOOK_BACK):
            if me is not None and message.author.id == me.id and name in picture_names(message):
                return message
        return None

    async def _later(self, outbox_id: int, error: Exception) -> None:
        """Try again some time later, or give up."""
        now = self._referee.now()

        def put_off(tx: Transaction) -> None:
            row = tx.outbox(outbox_id)
            if row is None or row.message_id is not None:
                return
            log.warning("match %s: board %s not posted (try %s): %s", row.match_id, row.seq, row.attempts + 1, error)
            if row.attempts >= _GIVE_UP:
                tx.drop_from_outbox(row.id)
            else:
                tx.post_later(row.id, now + _RETRY[min(row.attempts, len(_RETRY) - 1)])

        await self._store.transaction(put_off)

    async def offer_to_go_on(self, match: Match) -> None:
        """Where somebody's time is up and the others may go on without them, the board must have the button for it."""
        now, outages = self._referee.now(), self._referee.outages
        if any(may_skip(match, row.seat, now=now, outages=outages) for row in match.awaited):
            await self.refresh(match)

    async def refresh(self, match: Match) -> None:
        """Bring the words of the newest board up to date: who has chosen already, who is away, who is back.

        Where a newer board is on its way, that one tells everything.
        """
        async with self._locks.setdefault(match.row.id, asyncio.Lock()):
            match = await self._referee.match(match.row.id)
            found = await self._store.transaction(lambda tx: _to_refresh(tx, match.row))
            if found is None:
                return
            shown, news = found
            name, say, referee = board_name(match, shown.seq), self._bot.say_to_all(match), self._referee
            await self._shown.reword(
                shown,
                lambda message: _board.refreshed(
                    match, message, name, news, say, now=referee.now(), outages=referee.outages
                ),
            )


def _owed(tx: Transaction, outbox_id: int) -> Owed | None:
    """A board that is still to be posted. One that was overtaken is dropped: the newer one tells of it, too."""
    row = tx.outbox(outbox_id)
    if row is None or row.message_id is not None:
        return None
    if tx.overtaken(row):
        tx.drop_from_outbox(row.id)
        return None
    previous = tx.newest_board(row.match_id, before=row.seq)
    films = tx.films_to_show(row.match_id, upto=row.seq)
    filmed = tx.log(row.match_id, after=films[0].seq - 1) if films else ()
    news = tx.log(row.match_id, after=previous.seq if previous else -1)
    server = server_of(tx.guild(row.guild_id))
    return Owed(row, previous, films, filmed, news, tx.pings(row.match_id), server)


def _note(tx: Transaction, match: Match, row: OutboxRow, message_id: int, films: Films, called: Called) -> None:
    """The board has come, and with it its calls and its films, or no film because it could not be drawn."""
    tx.posted(row.id, message_id)
    for film, _ in films:
        tx.film_shown(row.match_id, film.seq)
    count_calls(tx, match, called)


def _to_refresh(tx: Transaction, match: MatchRow) -> tuple[OutboxRow, tuple[LogRow, ...]] | None:
    """The newest board, if none is on its way, and what has happened since the one before it."""
    shown = tx.newest_board(match.id, before=match.seq + 1)
    if shown is None or tx.overtaken(shown):
        return None
    before = tx.newest_board(match.id, before=shown.seq)
    return shown, tx.log(match.id, after=before.seq if before else -1)
