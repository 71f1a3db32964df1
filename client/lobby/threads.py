"""Start the thread of a match, and remove one that is not needed."""

from __future__ import annotations

import logging
from typing import Final

import discord

from client.core.refusals import FAILURES, Meaning, means

log = logging.getLogger(__name__)

KEPT_OPEN: Final = 10080
"""Minutes of inactivity after which Discord archives a match's thread: the longest setting."""


async def create_thread(channel: discord.TextChannel, message_id: int, name: str) -> discord.Thread:
    """Start a thread at a message. If the answer is lost, look the thread up: it has the message's id."""
    try:
        return await channel.get_partial_message(message_id).create_thread(name=name, auto_archive_duration=KEPT_OPEN)
    except FAILURES as error:
        if means(error, Meaning.CLOSED, Meaning.FULL, Meaning.UNWELCOME):
            raise
        try:
            found = await channel.guild.fetch_channel(message_id)
        except FAILURES:
            raise error from None  # it does not exist, or Discord cannot tell
        if not isinstance(found, discord.Thread):
            raise
        return found


async def clean_up(client: discord.Client, starter: discord.Message, place: discord.Thread | None) -> None:
    """Delete the card and the thread of a match that could not be opened."""
    if place is not None:
        await delete_thread(client, place.id)
    try:
        await starter.delete()
    except FAILURES as error:
        log.warning("could not delete message %s of a match that was not opened: %s", starter.id, error)


async def delete_thread(client: discord.Client, thread_id: int) -> None:
    """Delete the thread of a match that could not be opened.

    Without the permission for that, archive it, as its creator may always do.
    """
    try:
        try:
            await client.http.delete_channel(thread_id)
        except discord.Forbidden:
            await client.http.edit_channel(thread_id, archived=True)
    except FAILURES as error:
        log.warning("the empty thread %s could not be deleted: %s", thread_id, error)
