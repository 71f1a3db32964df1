"""Brings every committed board to its channel, once."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import aiohttp
import discord

from cogs import _board, _lobby
from cogs._errors import lacks
from cogs._films import Films, showing
from cogs._parts import picture_names, without_controls
from cogs._pictures import board_name, public_board
from data import FilmRow, LogRow, MatchRow, OutboxRow, Transaction
from matches.match import Match
from matches.referee import BOARD_GRACE, Done

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


class Postman:
    """Posts boards: with the interaction that caused them where there is one, otherwise as a message of our own.

    An interaction's follow-up costs nothing of the bot's 50 requests a second but has no nonce. So where it is not
    known whether a board arrived, it is looked for by its picture's name before it is posted again.
    """

    def __init__(self, bot: Slowboat) -> None:
        self._bot = bot
        self._referee = bot.referee
        self._store = bot.referee.store
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def deliver(self, done: Done, via: discord.Interaction | None = None) -> None:
        """Post the board a change owes its channel, if it owes one. Raises Trouble where permissions are missing."""
        if done.outbox_id is None:
            return
        row = await self._store.transaction(lambda tx: tx.outbox(done.outbox_id or 0))
        if row is None:
            return
        try:
            await self._post(row, via)
        except discord.Forbidden as error:
            await self._later(row, error)
            raise lacks(["send_messages", "attach_files"], row.channel_id) from error
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            await self._later(row, error)

    async def settle(self, done: Done) -> None:
        """Tell the channel what came of something nobody there has asked for: a deadline, a lobby that closed."""
        if done.match.state is None:
            await self.refresh_card(done.match)
        await self.deliver(done)

    async def sweep(self, *, starting: bool = False) -> None:
        """Post what is due and was not posted by whoever caused it; when starting, nobody is left who could."""
        now = self._referee.now() + (BOARD_GRACE if starting else 0)
        for row in await self._store.transaction(lambda tx: tx.outbox_due(now, limit=_BATCH)):
            try:
                await self._post(row, None)
            except discord.NotFound as error:
                log.warning("match %s: its channel is gone: %s", row.match_id, error)
                await self._store.transaction(lambda tx, row=row: tx.drop_from_outbox(row.id))  # type: ignore[misc]
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
                await self._later(row, error)

    async def _post(self, row: OutboxRow, via: discord.Interaction | None) -> None:
        async with self._locks.setdefault(row.match_id, asyncio.Lock()):
            current = await self._store.transaction(lambda tx: tx.outbox(row.id))
            if current is None or current.message_id is not None:
                return
            if await self._store.transaction(lambda tx: tx.overtaken(row)):  # which tells of this one, too
                await self._store.transaction(lambda tx: tx.drop_from_outbox(row.id))
                return
            match = await self._referee.match(row.match_id)
            previous = await self._store.transaction(lambda tx: tx.newest_board(row.match_id, before=row.seq))
            films = await self._films_to_show(match, row)
            found = await self._already_there(match, row) if via is None else None
            message_id = found or await self._send(match, row, previous, via, films)
            await self._store.transaction(lambda tx: _note(tx, row, message_id, films))
        if previous is not None:
            await self._retire(previous)

    async def _films_to_show(self, match: Match, row: OutboxRow) -> Films:
        def read(tx: Transaction) -> tuple[tuple[FilmRow, ...], tuple[LogRow, ...]]:
            films = tx.films_to_show(row.match_id, upto=row.seq)
            return films, tx.log(row.match_id, after=films[0].seq - 1) if films else ()

        return showing(match.game, *await self._store.transaction(read))

    async def _send(
        self,
        match: Match,
        row: OutboxRow,
        previous: OutboxRow | None,
        via: discord.Interaction | None,
        films: Films,
    ) -> int:
        after = previous.seq if previous else -1
        log_rows = await self._store.transaction(lambda tx: tx.log(row.match_id, after=after))
        drawn = await public_board(match, self._bot.texts, seq=row.seq, log=log_rows)
        moving = await self._bot.films.draw_all(match, films)
        view, files = _board.board(match, drawn, log_rows, self._bot.say_to_all(match), films=moving)
        mentions = _board.mentioned(match)
        if via is not None and not via.is_expired():
            sent = await via.followup.send(view=view, files=files, allowed_mentions=mentions, wait=True)
            return sent.id
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        message = await channel.send(view=view, files=files, allowed_mentions=mentions, nonce=f"board-{row.id}")
        return message.id

    async def _already_there(self, match: Match, row: OutboxRow) -> int | None:
        """The message that shows this board already, if a process before this one got as far as posting it."""
        me = self._bot.user
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        name = board_name(match, row.seq)
        async for message in channel.history(limit=_LOOK_BACK):
            if me is not None and message.author.id == me.id and name in picture_names(message):
                return message.id
        return None

    async def _retire(self, row: OutboxRow) -> None:
        """Take the buttons off the board before; they answer anyway, so this is never tried twice."""
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        try:
            message = await channel.fetch_message(row.message_id or 0)
            await message.edit(view=without_controls(message), allowed_mentions=discord.AllowedMentions.none())
        except (discord.HTTPException, aiohttp.ClientError, OSError, TypeError) as error:
            log.info("match %s: the old board %s keeps its buttons: %s", row.match_id, row.message_id, error)

    async def _later(self, row: OutboxRow, error: Exception) -> None:
        log.warning("match %s: board %s not posted (try %s): %s", row.match_id, row.seq, row.attempts + 1, error)
        wait = _RETRY[min(row.attempts, len(_RETRY) - 1)]
        due_at = self._referee.now() + wait
        if row.attempts >= _GIVE_UP:
            await self._store.transaction(lambda tx: tx.drop_from_outbox(row.id))
        else:
            await self._store.transaction(lambda tx: tx.post_later(row.id, due_at))

    async def refresh(self, match: Match) -> None:
        """Bring the words of the newest board up to date: who has chosen already, where several choose at once.

        Where a newer board is on its way, that one tells everything.
        """
        async with self._locks.setdefault(match.row.id, asyncio.Lock()):
            match = await self._referee.match(match.row.id)
            found = await self._store.transaction(lambda tx: _to_refresh(tx, match.row))
            if found is None:
                return
            shown, log_rows = found
            name = board_name(match, shown.seq)
            channel = self._bot.get_partial_messageable(shown.channel_id, guild_id=shown.guild_id)
            try:
                message = await channel.fetch_message(shown.message_id or 0)
                view = _board.refreshed(match, message, name, log_rows, self._bot.say_to_all(match))
                await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.info("match %s: its board keeps its old words: %s", match.row.id, error)

    async def refresh_card(self, match: Match) -> None:
        """Bring the lobby card up to date where no interaction can do it."""
        if match.row.card_id is None:
            return
        channel = self._bot.get_partial_messageable(match.row.channel_id, guild_id=match.row.guild_id)
        try:
            message = channel.get_partial_message(match.row.card_id)
            await message.edit(view=_lobby.card(match, self._bot.say_to_all(match)))
        except discord.HTTPException as error:
            log.info("match %s: the lobby card stays as it was: %s", match.row.id, error)


def _note(tx: Transaction, row: OutboxRow, message_id: int, films: Films) -> None:
    """The board has come, and with it its films, or none because they could not be drawn."""
    tx.posted(row.id, message_id)
    for film, _ in films:
        tx.film_shown(row.match_id, film.seq)


def _to_refresh(tx: Transaction, match: MatchRow) -> tuple[OutboxRow, tuple[LogRow, ...]] | None:
    """The newest board, if none is on its way, and what has happened since the one before it."""
    shown = tx.newest_board(match.id, before=match.seq + 1)
    if shown is None or tx.overtaken(shown):
        return None
    before = tx.newest_board(match.id, before=shown.seq)
    return shown, tx.log(match.id, after=before.seq if before else -1)
