"""The messages of boards in their channels: sent once, found again after a crash, edited in place, and left without
buttons once they are superseded. Other messages about a match are sent here, too.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from typing import TypeGuard

import discord
import msgspec
from discord import ui
from msgspec import Struct, structs

from client.board.board import Bare, Board, allow_pings, build_ping
from client.board.pings import Pings
from client.core.client import Client
from client.core.intake import answers_to
from client.core.people import make_board_look
from client.core.refusals import FAILURES, UNKNOWN_MESSAGE, Meaning, is_closed, means
from client.core.retries import LOOK_BACK
from client.messages.parts import Media, list_file_names, list_kept, list_media, make_passing_text, remove_controls
from client.pictures.painter import list_board_names
from games.core import Seat
from matches.clocks.liveliness import is_live
from matches.delivery.outbox import OwedBoard
from matches.keeping.ping_keys import key_of_turn
from matches.machines.demo import is_demo
from matches.match import Match
from matches.people.preferences import Server, read_server
from matches.referee import Referee
from matches.rows import DIRECT, OutboxRow
from rendering import Look

log = logging.getLogger(__name__)

EDITABLE_FOR = 3600.0
"""Seconds for which a message is edited; Discord slows down edits of older ones."""

_LOOK_BACK = 4

_NOBODY = discord.AllowedMentions.none()


def choose_look(match: Match, owed: OwedBoard) -> Look:
    """Choose the look of a board: the one set for its channel or, in a thread, else the parent channel's."""
    return _find_look(match, owed.server, owed.row.channel_id)


async def read_look(referee: Referee, match: Match) -> Look:
    """Read how the public pictures of a match look in its channel. Raises StoreError."""
    return _find_look(match, await read_server(referee, match.guild_id), match.channel_id)


def _find_look(match: Match, server: Server, channel_id: int) -> Look:
    return make_board_look(server.palette(channel_id, match.card_channel_id))


class Sent(Struct, frozen=True, gc=False):
    """A board's message: its id, the ids of its attachments, and how many reactions it has."""

    message_id: int
    attachments: tuple[int, ...] = ()
    reactions: int = 0


def describe_sent(message: discord.Message) -> Sent:
    """Describe a message that shows a board."""
    reactions = sum(each.count for each in message.reactions)
    return Sent(message.id, tuple(file.id for file in list_kept(message)), reactions)


class BoardMessages:
    """Send messages as the bot, and edit boards with one request each.

    A board has a nonce, so Discord posts it once although it is sent again after a lost answer. After a few minutes
    Discord forgets the nonce, so later attempts search the channel for the board's picture first.

    What stays on a superseded board is in its outbox row. Boards of an earlier version, and those found after a crash,
    are fetched first.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._pings = client[Pings]

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
            replaced = await self.replace(before, board.view, board.files)
            if replaced is not None:
                await self._count_cheers(before, replaced)
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
            await answers_to(via).acknowledge()
            message = await via.followup.send(view=board.view, files=board.files, allowed_mentions=mentions, wait=True)
        return describe_sent(message)

    async def find_board(self, match: Match, row: OutboxRow) -> Sent | None:
        """Find the message of a board that an earlier attempt has posted; None if it did not."""
        me = self._client.user
        channel = self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        names = list_board_names(match, row.seq)
        async for message in channel.history(limit=LOOK_BACK):
            if me is not None and message.author.id == me.id and names & list_file_names(message):
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
            await self.retire(structs.replace(row, message_id=found.message_id))
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

    async def retire(self, row: OutboxRow) -> None:
        """Remove the buttons of a superseded board, and count its reactions, which the answer to the edit lists. A
        failure is not retried, because presses of old buttons still get an answer."""
        try:
            await self._count_cheers(row, await self.strip(row))
        except (*FAILURES, TypeError) as error:
            _log(error, "match %s: the old board %s keeps its buttons: %s", row.match_id, row.message_id, error)

    async def _count_cheers(self, row: OutboxRow, sent: Sent) -> None:
        """Record the reactions of a superseded board; not those in direct messages."""
        if sent.reactions and row.guild_id != DIRECT:
            await self._client.outbox.count_cheers(row, sent.reactions)

    async def delete(self, row: OutboxRow) -> None:
        """Delete the message of a board that was sent after a newer one, or that may show either of two boards. A
        failure is not retried, because presses of old buttons still get an answer."""
        try:
            await self._channel(row).get_partial_message(row.message_id or 0).delete()
        except FAILURES as error:
            log.info("match %s: the wrong board %s is not deleted: %s", row.match_id, row.message_id, error)

    async def strip(self, row: OutboxRow, told: str = "") -> Sent:
        """Remove the buttons of a board, and add the line `told` unless it is empty. Raises what discord.py raises."""
        bare = decode_bare(row.bare) if row.bare is not None else None
        more = [make_passing_text(f"**{told}**")] if told else []
        if bare is not None and (kept := bare.list_kept()):
            return await self.edit(row, bare.view(more), kept)
        message = await self._fetch(row)
        view = bare.view(more) if bare is not None else remove_controls(message)
        return await self.edit(row, view, list_kept(message))

    async def reword(self, row: OutboxRow, build: Callable[[Sequence[Media]], Board]) -> bool:
        """Update a board's words and buttons, and keep its files. `build` makes the new board from the media that the
        message shows. Returns False if another attempt may succeed."""
        try:
            bare = decode_bare(row.bare) if row.bare is not None else None
            if bare is not None and (kept := bare.list_kept()):
                shown = bare.shown
            else:
                message = await self._fetch(row)
                shown, kept = bare.shown if bare is not None else list_media(message), list_kept(message)
            board = build(shown)
            await self.edit(row, board.view, kept)
        except FAILURES as error:
            _log(error, "match %s: its board %s keeps its old words: %s", row.match_id, row.message_id, error)
            return is_closed(error)
        ids = tuple(file.id for file in kept)
        await self._client.outbox.keep_bare(row.id, encode_bare(structs.replace(board.bare, kept=ids)))
        return True

    async def replace(self, row: OutboxRow, view: ui.LayoutView, files: Sequence[discord.File]) -> Sent | None:
        """Show a new position in the message of the last board.

        Returns None, with nothing changed, where the board is older than an hour, is no longer the channel's last
        message, or cannot be edited.
        """
        if self._client.referee.now() - _find_creation_time(row.message_id or 0) > EDITABLE_FOR:
            return None
        try:
            await self._pings.delete_answered()  # they are below the board, such as the ping for the turn just made
            newest = [message.id async for message in self._channel(row).history(limit=_LOOK_BACK)]
            ours = {ping.message_id for ping in await self._client.ping_log.read(row.match_id)}
            if next((number for number in newest if number not in ours), None) != row.message_id:
                return None
            return await self.edit(row, view, files)
        except FAILURES as error:
            _log(error, "match %s: unknown whether its board %s was edited: %s", row.match_id, row.message_id, error)
            return await self._find_replaced(row, {file.filename for file in files})

    async def _find_replaced(self, row: OutboxRow, names: set[str]) -> Sent | None:
        """After an edit whose answer was lost, return the board's message if it has these files; otherwise None."""
        try:
            message = await self._fetch(row)
        except FAILURES:
            return None
        return describe_sent(message) if names and names <= list_file_names(message) else None

    async def edit(
        self, row: OutboxRow, view: ui.LayoutView, files: Sequence[discord.File | discord.Attachment]
    ) -> Sent:
        """Edit a board's message. `files`: all it has from now on, new ones and those it keeps.

        Raises what discord.py raises.
        """
        message = self._channel(row).get_partial_message(row.message_id or 0)
        return describe_sent(await message.edit(view=view, attachments=list(files), allowed_mentions=_NOBODY))

    async def is_missing(self, row: OutboxRow) -> bool:
        """Whether a board is not in its channel: it was deleted, or only one person ever saw it.

        False if the bot cannot tell. Raises what discord.py raises if Discord fails.
        """
        try:
            await self._fetch(row)
        except discord.HTTPException as error:
            if means(error, Meaning.GONE):
                return error.code == UNKNOWN_MESSAGE
            if not means(error, Meaning.CLOSED):  # otherwise the bot may not read the channel's history
                raise
        return False

    async def _fetch(self, row: OutboxRow) -> discord.Message:
        return await self._channel(row).fetch_message(row.message_id or 0)

    def _channel(self, row: OutboxRow) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)


def _log(error: Exception, message: str, *about: object) -> None:
    """Log why a board could not be edited: as a warning if the request was wrong."""
    log.log(logging.WARNING if means(error, Meaning.OURS) else logging.INFO, message, *about)


def encode_bare(bare: Bare) -> str:
    """Encode what stays on a superseded board, for its outbox row."""
    return msgspec.json.encode(bare).decode()


def decode_bare(text: str) -> Bare:
    """Decode what `encode_bare` wrote."""
    return msgspec.json.decode(text, type=Bare)


def _find_creation_time(snowflake: int) -> float:
    """Compute when Discord created this id, in Unix seconds."""
    return discord.utils.snowflake_time(snowflake).timestamp()


def is_pressed(via: discord.Interaction | None) -> TypeGuard[discord.Interaction]:
    """Tell whether an interaction is a press whose answer changes the pressed message, so that a follow-up of it is a
    message of its own."""
    return via is not None and answers_to(via).how == "update"


def _rewind(board: Board) -> None:
    """Rewind a board's files, so that they can be sent again."""
    for file in board.files:
        file.reset()
