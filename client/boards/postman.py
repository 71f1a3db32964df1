"""Brings every committed board to its channel, once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import ui

from client.boards import board as _board
from client.boards import outbox
from client.boards.board import Bare, Board
from client.boards.films import MOST, Film, Films, showing
from client.boards.outbox import Owed
from client.boards.pictures import board_name
from client.boards.pings import Called
from client.boards.posted_boards import Shown, usable
from client.core.errors import lacks, place_is_closed
from client.core.metrics import BUDGET, TRIES
from client.lobby import card
from client.messages.clocks import shortest
from client.messages.parts import layout, picture_names, rows, text
from data import MatchRow, OutboxRow, Transaction
from games.text import Player, T
from matches.clocks.absence import call_later, may_skip
from matches.errors import Trouble
from matches.machines.worker import WorkerErred, WorkerFailed, WorkerStopped
from matches.match import Match
from matches.referee import BOARD_GRACE, MACHINE, Done

if TYPE_CHECKING:
    from client.core.bot import Slowboat

log = logging.getLogger(__name__)

_RETRY = (15.0, 60.0, 300.0, 1800.0, 7200.0)
"""Seconds until the next try, by the number of tries so far; the last one repeats."""

_GIVE_UP = 60
"""Tries after which a board is dropped; `/board` shows it all the same. Films are tried as often as `_RETRY` says."""

_LOOK_BACK = 50
"""Messages looked through for a board that may have been posted just before a crash."""

_BATCH = 50

_FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, WorkerFailed)


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
            ended = await self._post(done.outbox_id, match.id, via, after, tried=False)
        except discord.Forbidden as error:
            await self._later(done.outbox_id, error)
            raise lacks(["send_messages", "attach_files"], match.channel_id) from error
        except _FAILURES as error:
            await self._later(done.outbox_id, error)
        else:
            if ended:
                await self._join_film(done.outbox_id, match.id)

    async def settle(self, done: Done) -> None:
        """Tell the channel what came of something nobody there has asked for: a deadline, a lobby that closed."""
        if done.match.state is None:
            await card.refresh_card(self._bot, done.match)
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
        for row in await self._store.transaction(lambda tx: tx.read_due_boards(now, limit=_BATCH)):
            if self._wait():
                return
            try:
                await self._post(row.id, row.match_id, None, None, tried=True)
            except WorkerStopped:
                raise
            except Exception as error:  # noqa: BLE001 - one board must hold up neither the others nor the clocks
                if place_is_closed(error) and (await self._referee.match(row.match_id)).row.phase == "running":
                    log.warning("match %s: its channel is gone or closed to us: %s", row.match_id, error)
                    await self._store.transaction(lambda tx, row=row: tx.drop_from_outbox(row.id))  # type: ignore[misc]
                    self._bot.dispatch("place_lost", row.match_id)
                else:
                    await self._later(row.id, error)
        for row in await self._store.transaction(lambda tx: tx.read_due_films(now, limit=_BATCH)):
            if self._wait():
                return
            await self._join_film(row.id, row.match_id)

    def _wait(self) -> bool:
        """Whether so much was refused lately that nothing more should be tried for now."""
        many = self._bot.metrics.invalid(time.monotonic()) >= BUDGET - TRIES
        if many:
            log.warning("too many refusals lately: boards wait")
        return many

    async def _post(
        self,
        outbox_id: int,
        match_id: int,
        via: discord.Interaction | None,
        after: asyncio.Future[None] | None,
        *,
        tried: bool,
    ) -> bool:
        """Post a board unless that was done. `tried`: somebody may have posted it and died before noting so.

        Says whether it was a last board, which the film of its match is to join.
        """
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            owed = await self._store.transaction(lambda tx: outbox.to_post(tx, outbox_id))
            if owed is None:
                return False
            row, previous = owed.row, owed.previous
            match = await self._referee.match(match_id)
            if via is not None and not usable(via, row.channel_id, self._referee.now()):
                via = None
            films = showing(match.game, owed.films, owed.filmed)
            since = previous.seq if previous else -1
            called = await self._bot.calls.by_board(match, since=since, news=owed.news, pings=owed.pings)
            there = await self._already_there(match, row) if tried else None
            sent = (there, None) if there is not None else await self._send(match, owed, called, films, via, after)
            posted, bare = sent
            await self._store.transaction(lambda tx: outbox.posted(tx, match, owed, posted, bare, films, called))
        if previous is not None and previous.message_id != posted:
            await self._shown.retire(previous)
        elif previous is not None and called.now:
            await self._call(match, called, via)
        for seat, at in called.later:
            await self._referee.change(match_id, MACHINE, partial(call_later, seat=seat, at=at))
        return match.row.phase == "finished"

    async def _send(
        self,
        match: Match,
        owed: Owed,
        called: Called,
        films: Films,
        via: discord.Interaction | None,
        after: asyncio.Future[None] | None,
    ) -> tuple[int, Bare]:
        """The message the board is in now, and what is to be left of it."""
        row = owed.row
        board = await self._made(match, owed, films)
        if after is not None:
            await asyncio.wait((after,))
        view, files, mentions = board.view, board.files, _board.pinging(match, called.now)
        before = owed.previous
        if owed.server.edit_boards and before is not None and before.channel_id == row.channel_id:
            if await self._shown.replace(before, view, files):
                return before.message_id or 0, board.bare
            for file in files:
                file.reset()
        silent = not called.now  # who has every message of the channel announced hears of turns, not of each picture
        if via is not None:
            answer = await via.followup.send(
                view=view, files=files, allowed_mentions=mentions, silent=silent, wait=True
            )
            self._shown.remember(answer.id, via)
            return answer.id, board.bare
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        nonce = f"board-{row.id}"
        message = await channel.send(view=view, files=files, allowed_mentions=mentions, silent=silent, nonce=nonce)
        return message.id, board.bare

    async def _made(self, match: Match, owed: Owed, films: Films, whole: Sequence[Film] = ()) -> Board:
        """The board with its picture and its films, `whole` last."""
        row, now, outages = owed.row, self._referee.now(), self._referee.outages
        clock = shortest(match, now=now, outages=outages)
        drawn = await self._bot.painter.public_board(match, seq=row.seq, news=owed.news, clock=clock)
        moving = [*await self._bot.films.draw_all(match, films), *whole]
        say = self._bot.say_to_all(match)
        return _board.board(match, drawn, owed.news, say, films=moving, now=now, outages=outages)

    async def _join_film(self, outbox_id: int, match_id: int) -> None:
        """Have a last board show the film of its match, too. It takes long to draw, and no board waits for it.

        What fails is tried again a few times; the button under the board shows the film all the same.
        """
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            owed = await self._store.transaction(lambda tx: outbox.to_film(tx, outbox_id))
            if owed is None:
                return
            films: Films = ()
            try:
                match = await self._referee.match(match_id)
                films = showing(match.game, owed.films, owed.filmed)
                if whole := await self._bot.films.of_ended(match, self._store):
                    board = await self._made(match, owed, films, whole)
                    if len(board.files) < 1 + len(whole) + len(films[-MOST:]):
                        raise WorkerFailed("a film that the board shows already could not be drawn again")
                    await self._shown.edit(owed.row, board.view, board.files)
            except WorkerStopped:
                raise
            except Exception as error:  # noqa: BLE001 - a film must hold up neither boards nor the clocks
                if not place_is_closed(error):
                    await self._later(outbox_id, error)
                    return
                log.info("match %s: its film has no board to join: %s", match_id, error)
            await self._store.transaction(lambda tx: outbox.filmed(tx, owed, films))

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

    async def _already_there(self, match: Match, row: OutboxRow) -> int | None:
        """The message that shows this board already, if a process before this one got as far as posting it."""
        me = self._bot.user
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        name = board_name(match, row.seq)
        async for message in channel.history(limit=_LOOK_BACK):
            if me is not None and message.author.id == me.id and name in picture_names(message):
                return message.id
        return None

    async def _later(self, outbox_id: int, error: Exception) -> None:
        """Try again some time later, or give up."""
        now = self._referee.now()

        def put_off(tx: Transaction) -> None:
            row = tx.outbox(outbox_id)
            if row is None or (row.message_id is not None and not row.film):
                return
            what = "the film of board" if row.film else "board"
            said = "match %s: %s %s not posted (try %s): %s", row.match_id, what, row.seq, row.attempts + 1, error
            if isinstance(error, _FAILURES) and not isinstance(error, WorkerErred):
                log.warning(*said)
            else:  # a mistake of ours: where it was made must be told
                log.error(*said, exc_info=error)
            if row.attempts >= (len(_RETRY) if row.film else _GIVE_UP):
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
            if match.row.phase not in ("running", "paused"):
                return
            found = await self._store.transaction(lambda tx: outbox.to_refresh(tx, match.row))
            if found is None:
                return
            shown, news = found
            name, say, referee = board_name(match, shown.seq), self._bot.say_to_all(match), self._referee
            await self._shown.reword(
                shown,
                lambda media: _board.refreshed(
                    match, media, name, news, say, now=referee.now(), outages=referee.outages
                ),
            )
