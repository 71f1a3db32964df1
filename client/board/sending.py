"""Send boards and other messages to a match's channel."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import TypeGuard

import discord
from discord import ui
from msgspec import structs

from client.board.board import Board, allow_pings, build_ping
from client.board.pings import Pings
from client.board.posted_boards import PostedBoards, Sent, describe_sent
from client.core.client import Client
from client.core.people import make_board_look
from client.core.refusals import FAILURES, Meaning, is_closed, means
from client.core.retries import LOOK_BACK
from client.messages.parts import list_file_names
from client.pictures.painter import make_board_name
from games.core import Seat
from matches.clocks.liveliness import is_live
from matches.delivery.outbox import OwedBoard
from matches.keeping.ping_keys import key_of_turn
from matches.machines.demo import is_demo
from matches.match import Match
from matches.people.preferences import Server, read_server
from matches.referee import Referee
from matches.rows import OutboxRow
from rendering import Look

log = logging.getLogger(__name__)


def choose_look(match: Match, owed: OwedBoard) -> Look:
    """Choose the look of a board: the one set for its channel or, in a thread, else the parent channel's."""
    return _find_look(match, owed.server, owed.row.channel_id)


async def read_look(referee: Referee, match: Match) -> Look:
    """Read how the public pictures of a match look in its channel. Raises StoreError."""
    return _find_look(match, await read_server(referee, match.guild_id), match.channel_id)


def _find_look(match: Match, server: Server, channel_id: int) -> Look:
    return make_board_look(server.palette(channel_id, match.card_channel_id))


class Sending:
    """Send messages as the bot.

    A board has a nonce, so Discord posts it once although it is sent again after a lost answer. After a few minutes
    Discord forgets the nonce, so later attempts search the channel for the board's picture first.
    """

    def __init__(self, client: Client, posted: PostedBoards, pings: Pings) -> None:
        self._client = client
        self._posted = posted
        self._pings = pings

    async def send_board(
        self,
        match: Match,
        owed: OwedBoard,
        board: Board,
        *,
        pinged: Collection[Seat],
        via: discord.Interaction | None = None,
    ) -> Sent:
        """Send a board, or show it in the message of the previous one where the server wants that.

        `via`: the press that caused it. It carries the board to somebody who has closed direct messages to the bot.
        Raises what discord.py raises.
        """
        row, before = owed.row, owed.previous
        edits = owed.server.edits_boards(row.channel_id, match.card_channel_id)
        edits = edits or is_demo(match) or is_live(match)  # a new picture every minute would flood the channel
        if edits and before is not None and before.channel_id == row.channel_id:
            replaced = await self._posted.replace(before, board.view, board.files)
            if replaced is not None:
                return replaced
            _rewind(board)
        mentions = allow_pings(match, tuple(pinged))
        silent = not pinged  # people notified of every message should hear of turns, not of each picture
        channel = self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        nonce = f"board-{match.id}-{row.id}"
        try:
            message = await channel.send(
                view=board.view, files=board.files, allowed_mentions=mentions, silent=silent, nonce=nonce
            )
        except discord.Forbidden as error:
            if not (means(error, Meaning.UNREACHABLE) and is_pressed(via)):
                raise
            _rewind(board)
            message = await via.followup.send(view=board.view, files=board.files, allowed_mentions=mentions, wait=True)
        return describe_sent(message)

    async def find_board(self, match: Match, row: OutboxRow) -> Sent | None:
        """Find the message of a board that an earlier attempt has posted; None if it did not."""
        me = self._client.user
        channel = self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        name = make_board_name(match, row.seq)
        async for message in channel.history(limit=LOOK_BACK):
            if me is not None and message.author.id == me.id and name in list_file_names(message):
                return describe_sent(message)
        return None

    async def withdraw_board(self, match: Match, row: OutboxRow) -> None:
        """Take a board out of the outbox. If an earlier attempt has posted it, remove its buttons and record its
        message."""
        try:
            found = await self.find_board(match, row)
        except discord.HTTPException as error:
            if not is_closed(error):
                raise
            found = None
        if found is None:
            await self._client.outbox.drop(row.id)
        else:
            await self._posted.retire(structs.replace(row, message_id=found.message_id))
            await self._client.outbox.mark_found(row, found.message_id)

    async def send(
        self,
        match: Match,
        view: ui.LayoutView,
        *,
        files: Sequence[discord.File] = (),
        mentions: discord.AllowedMentions,
    ) -> discord.Message:
        """Send a message to a match's channel once."""
        channel = self._client.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
        return await channel.send(view=view, files=files, allowed_mentions=mentions)  # discord.py adds a nonce

    async def ping(self, match: Match, seats: Sequence[Seat]) -> None:
        """Ping people after their board was edited in place, because an edit pings nobody."""
        view = build_ping(match, seats, self._client.say_to_all(match))
        try:
            message = await self.send(match, view, mentions=allow_pings(match, seats))
        except FAILURES as error:  # the board is posted, and reminders follow
            log.warning("match %s: nobody was pinged for a board: %s", match.id, error)
            return
        for seat in seats:
            await self._pings.note_message(match, key_of_turn(match, seat), message.id)


def is_pressed(via: discord.Interaction | None) -> TypeGuard[discord.Interaction]:
    """Tell whether an interaction is a press whose answer changes the pressed message, so that a follow-up of it is a
    message of its own."""
    return via is not None and via.response.type is discord.InteractionResponseType.deferred_message_update


def _rewind(board: Board) -> None:
    """Rewind a board's files, so that they can be sent again."""
    for file in board.files:
        file.reset()
