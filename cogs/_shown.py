"""The newest board of each match as Discord shows it: kept in memory, so that changing it needs no look at it first."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import aiohttp
import discord
from discord import ui
from msgspec import Struct

from cogs._parts import stripped, without_controls
from data import OutboxRow

if TYPE_CHECKING:
    from cogs._bot import Slowboat

log = logging.getLogger(__name__)

TOKEN_LASTS = 14 * 60.0
"""Seconds for which an interaction can be answered; Discord says fifteen minutes."""

EDITABLE = 3600.0
"""Seconds after which Discord slows down edits of a message."""

_REMEMBERED = 2048
_LOOK_BACK = 4

_NOBODY = discord.AllowedMentions.none()


class Kept(Struct, frozen=True):
    """A board's message. Until `until` (Unix seconds) it can be edited with the interaction that posted it, which does
    not count against the bot's requests a second. `bare`: what is to be left of it when the next board comes."""

    message: discord.Message
    bare: ui.LayoutView
    until: float = 0.0


def usable(via: discord.Interaction, channel_id: int, now: float) -> bool:
    """Whether an interaction can still carry a message into this channel: it must have come from there."""
    return via.channel_id == channel_id and now < _made(via.id) + TOKEN_LASTS


class Shown:
    def __init__(self, bot: Slowboat) -> None:
        self._bot = bot
        self._kept: OrderedDict[int, Kept] = OrderedDict()

    def of(self, row: OutboxRow) -> Kept | None:
        """The message that shows this board, if it is the one remembered."""
        kept = self._kept.get(row.match_id)
        return kept if kept is not None and kept.message.id == row.message_id else None

    def remember(
        self, match_id: int, message: discord.Message, view: ui.LayoutView, via: discord.Interaction | None
    ) -> None:
        """This is the match's newest board now. `view`: what was just posted, it loses its buttons here; `via`: the
        interaction it was posted with."""
        by_token = via is not None and isinstance(message, discord.WebhookMessage)
        until = _made(via.id) + TOKEN_LASTS if by_token and via is not None else 0.0
        self._kept[match_id] = Kept(message, stripped(view), until)
        self._kept.move_to_end(match_id)
        while len(self._kept) > _REMEMBERED:
            self._kept.popitem(last=False)

    async def retire(self, row: OutboxRow, kept: Kept | None) -> None:
        """Take the buttons off the board before; they answer anyway, so this is never tried twice."""
        try:
            if kept is None:
                kept = await self._fetched(row)
            await self._edit(row, kept, view=kept.bare)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TypeError) as error:
            log.info("match %s: the old board %s keeps its buttons: %s", row.match_id, row.message_id, error)

    async def reword(self, row: OutboxRow, view_of: Callable[[discord.Message], ui.LayoutView]) -> None:
        """Change a board's words and buttons; its files stay. `view_of`: the new view, for the message as it is."""
        kept = self.of(row)
        try:
            if kept is None:
                kept = await self._fetched(row)
            view = view_of(kept.message)
            message = await self._edit(row, kept, view=view)
            self._kept[row.match_id] = Kept(message, stripped(view), kept.until)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TypeError) as error:
            log.info("match %s: its board keeps its old words: %s", row.match_id, error)

    async def replace(
        self, row: OutboxRow, view: ui.LayoutView, files: Sequence[discord.File]
    ) -> discord.Message | None:
        """Show a new position in the message of the last board, if nothing was said after it and it is no older than an
        hour. None where it is not, or cannot be changed.
        """
        if self._bot.referee.now() - _made(row.message_id or 0) > EDITABLE:
            return None
        try:
            await self._bot.calls.tidy()  # what called to the turn that was just made stands below the board
            newest = [message.id async for message in self._channel(row).history(limit=_LOOK_BACK)]
            calls = await self._bot.referee.store.transaction(lambda tx: tx.pings(row.match_id))
            ours = {call.message_id for call in calls}
            if next((number for number in newest if number not in ours), None) != row.message_id:
                return None
            partial = self._channel(row).get_partial_message(row.message_id or 0)
            return await partial.edit(view=view, attachments=list(files), allowed_mentions=_NOBODY)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("match %s: its board is posted anew: %s", row.match_id, error)
            return None

    async def _edit(self, row: OutboxRow, kept: Kept, *, view: ui.LayoutView) -> discord.Message:
        if self._bot.referee.now() < kept.until:
            return await kept.message.edit(view=view, allowed_mentions=_NOBODY)
        partial = self._channel(row).get_partial_message(kept.message.id)
        return await partial.edit(view=view, allowed_mentions=_NOBODY)

    async def _fetched(self, row: OutboxRow) -> Kept:
        """A board nobody remembers. Raises TypeError where its message is none of our boards any more."""
        message = await self._channel(row).fetch_message(row.message_id or 0)
        return Kept(message, without_controls(message))

    def _channel(self, row: OutboxRow) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)


def _made(snowflake: int) -> float:
    """When Discord gave this id, in Unix seconds."""
    return discord.utils.snowflake_time(snowflake).timestamp()
