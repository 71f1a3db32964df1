"""Changing boards that are posted: their buttons go, their words are brought up to date, a new position is shown."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import aiohttp
import discord
import msgspec
from discord import ui
from msgspec import Struct

from client.boards.board import Bare, Board
from client.messages.parts import Media, media_of, without_controls
from data import OutboxRow

if TYPE_CHECKING:
    from client.core.bot import Slowboat

log = logging.getLogger(__name__)

TOKEN_LASTS = 14 * 60.0
"""Seconds for which an interaction can be answered; Discord says fifteen minutes."""

EDITABLE = 3600.0
"""Seconds after which Discord slows down edits of a message."""

_LOOK_BACK = 4

_NOBODY = discord.AllowedMentions.none()


class Posted(Struct, frozen=True, gc=False):
    """The interaction a board was posted with. Until `until` (Unix seconds) it can be edited by that, which does not
    count against the bot's requests a second."""

    token: str
    until: float


def usable(via: discord.Interaction, channel_id: int, now: float) -> bool:
    """Whether an interaction can still carry a message into this channel: it must have come from there."""
    return via.channel_id == channel_id and now < _made(via.id) + TOKEN_LASTS


class Shown:
    """What is to be left of a board is in its outbox row, and how it was posted in memory: so changing it takes one
    request, and no look at it first. Boards of an earlier version, and those found after a crash, are looked at."""

    def __init__(self, bot: Slowboat) -> None:
        self._bot = bot
        self._posted: dict[int, Posted] = {}
        """By message."""

    def remember(self, message_id: int, via: discord.Interaction) -> None:
        """This board was brought by this interaction. Those that are of no use any more are forgotten."""
        self._posted[message_id] = Posted(via.token, _made(via.id) + TOKEN_LASTS)
        now = self._bot.referee.now()
        while self._posted and self._posted[oldest := next(iter(self._posted))].until <= now:
            del self._posted[oldest]

    async def retire(self, row: OutboxRow) -> None:
        """Take the buttons off the board before; they answer anyway, so this is never tried twice."""
        try:
            bare = unpacked(row.bare) if row.bare is not None else None
            view = bare.view() if bare is not None else without_controls(await self._fetched(row))
            await self.edit(row, view)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TypeError) as error:
            log.info("match %s: the old board %s keeps its buttons: %s", row.match_id, row.message_id, error)
        self._posted.pop(row.message_id or 0, None)

    async def reword(self, row: OutboxRow, board_of: Callable[[Sequence[Media]], Board]) -> None:
        """Change a board's words and buttons; its files stay. `board_of`: the board around what it shows."""
        try:
            shown = unpacked(row.bare).shown if row.bare is not None else media_of(await self._fetched(row))
            board = board_of(shown)
            await self.edit(row, board.view)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("match %s: its board keeps its old words: %s", row.match_id, error)
            return
        await self._bot.referee.store.transaction(lambda tx: tx.keep_bare(row.id, packed(board.bare)))

    async def replace(self, row: OutboxRow, view: ui.LayoutView, files: Sequence[discord.File]) -> bool:
        """Show a new position in the message of the last board, if nothing was said after it and it is no older than an
        hour. False where that is not so, or it cannot be changed.
        """
        if self._bot.referee.now() - _made(row.message_id or 0) > EDITABLE:
            return False
        try:
            await self._bot.calls.tidy()  # what called to the turn that was just made stands below the board
            newest = [message.id async for message in self._channel(row).history(limit=_LOOK_BACK)]
            calls = await self._bot.referee.store.transaction(lambda tx: tx.pings(row.match_id))
            ours = {call.message_id for call in calls}
            if next((number for number in newest if number not in ours), None) != row.message_id:
                return False
            await self.edit(row, view, files)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("match %s: its board is posted anew: %s", row.match_id, error)
            return False
        return True

    async def edit(self, row: OutboxRow, view: ui.LayoutView, files: Sequence[discord.File] | None = None) -> None:
        """Change a board's message. `files`: what it shows from now on, if not the same. Raises what Discord says."""
        attachments = discord.utils.MISSING if files is None else list(files)
        message_id = row.message_id or 0
        posted = self._posted.get(message_id)
        if posted is not None and self._bot.referee.now() < posted.until:
            webhook = discord.Webhook.partial(self._bot.application_id or 0, posted.token, client=self._bot)
            await webhook.edit_message(message_id, view=view, attachments=attachments, allowed_mentions=_NOBODY)
        else:
            message = self._channel(row).get_partial_message(message_id)
            await message.edit(view=view, attachments=attachments, allowed_mentions=_NOBODY)

    async def _fetched(self, row: OutboxRow) -> discord.Message:
        return await self._channel(row).fetch_message(row.message_id or 0)

    def _channel(self, row: OutboxRow) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)


def packed(bare: Bare) -> str:
    """As it is kept in an outbox row."""
    return msgspec.json.encode(bare).decode()


def unpacked(bare: str) -> Bare:
    return msgspec.json.decode(bare, type=Bare)


def _made(snowflake: int) -> float:
    """When Discord gave this id, in Unix seconds."""
    return discord.utils.snowflake_time(snowflake).timestamp()
