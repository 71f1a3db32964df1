"""Every failure ends in one kind sentence for the person and, where it is ours, a log line with the same reference."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable

import aiohttp
import discord
from discord import app_commands

from client.core.retries import BROKEN
from client.messages.parts import layout, text
from games.text import Channel, Join, N, Say, T, Text
from matches.errors import StoreError, StoreUnwritable, UserError
from matches.machines.worker import WorkerErred, WorkerFailed, WorkerStopped

log = logging.getLogger(__name__)

GONE = frozenset({10003, 10008, 10015, 10062, 50001, 50027, 40060})
"""Discord's codes for "there is nobody left to answer to"."""

ARCHIVED = 50083
"""Discord's code for a thread that is archived, and locked besides, so that nothing we say wakes it."""

PERMISSIONS = {
    "view_channel": T("View Channel"),
    "send_messages": T("Send Messages"),
    "send_messages_in_threads": T("Send Messages in Threads"),
    "attach_files": T("Attach Files"),
    "read_message_history": T("Read Message History"),
    "create_public_threads": T("Create Public Threads"),
}
"""What the bot must be allowed to do in a channel, by discord.py's name."""

PURPOSES = {
    "view_channel": T("to be here at all"),
    "send_messages": T("to post boards"),
    "send_messages_in_threads": T("to post boards in threads"),
    "attach_files": T("to post pictures"),
    "read_message_history": T("to post no board twice after a restart"),
    "create_public_threads": T("to give a match a thread of its own"),
}
"""What each of them is for."""


def missing_permissions(interaction: discord.Interaction) -> list[str]:
    """Which of the permissions a match needs the bot lacks where the interaction came from."""
    allowed = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    not_needed = {"create_public_threads", "send_messages" if in_thread else "send_messages_in_threads"}
    return [name for name in PERMISSIONS if name not in not_needed and not getattr(allowed, name)]


def missing_for_threads(interaction: discord.Interaction) -> list[str]:
    """Which of the permissions a thread for a match needs the bot lacks where the interaction came from."""
    allowed = interaction.app_permissions
    return [name for name in ("create_public_threads", "send_messages_in_threads") if not getattr(allowed, name)]


def lacks(permissions: Iterable[str], channel_id: int) -> UserError:
    """UserError that names the missing permissions and the channel."""
    names = [PERMISSIONS[name] for name in permissions]
    return UserError(
        N(
            "I may not post boards in {channel}: I lack the permission {names}. Somebody who manages the server can "
            "switch it on under Edit Channel → Permissions.",
            "I may not post boards in {channel}: I lack the permissions {names}. Somebody who manages the server can "
            "switch them on under Edit Channel → Permissions.",
            len(names),
            channel=Channel(channel_id),
            names=Join(tuple(names)),
        )
    )


def _cause(error: BaseException) -> BaseException:
    """What was raised in a command: discord.py wraps it."""
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def explain(error: BaseException) -> Text | None:
    """The sentence for a failure we know; None for one that is a mistake of ours."""
    error = _cause(error)
    if isinstance(error, UserError):
        return error.text
    if isinstance(error, StoreUnwritable):
        return T("I cannot save anything just now: my disk is full or closed to me. What was played before is safe.")
    if isinstance(error, StoreError):
        return T("Slowboat is just restarting. Nothing is lost; try again in a minute.")
    if isinstance(error, WorkerFailed) and not isinstance(error, WorkerErred):
        return T("What you asked for could not be made just now. Nothing is lost; try again in a minute.")
    if isinstance(error, app_commands.NoPrivateMessage):
        return T("This works only in a server.")
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return T("This command has changed since your Discord loaded it. Restart Discord (Ctrl+R) and try again.")
    if isinstance(error, discord.Forbidden):
        return T("Discord does not let me do that here. Ask somebody who manages the server to check my permissions.")
    if is_discord_down(error):
        return T("Discord could not be reached just now. Nothing is lost; try again in a minute.")
    return None


def is_discord_down(error: BaseException) -> bool:
    """Whether a request failed for reasons of Discord's or of the connection: 5xx, 429, or no answer at all."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    return isinstance(error, discord.RateLimited | aiohttp.ClientError | ConnectionError)


def nobody_left(error: BaseException) -> bool:
    """Whether the failure only says that the answer can no longer be delivered, or was delivered already; or that we
    are shutting down, in which case the next start goes on where this one ends."""
    error = _cause(error)
    return isinstance(error, WorkerStopped) or (isinstance(error, discord.HTTPException) and error.code in GONE)


def place_is_closed(error: BaseException) -> bool:
    """Whether a place is gone, or we may not write there; to try again soon makes it no better."""
    return isinstance(error, discord.NotFound | discord.Forbidden) or (
        isinstance(error, discord.HTTPException) and error.code == ARCHIVED
    )


async def answer(interaction: discord.Interaction, sentence: str) -> None:
    """Say something to the person alone, whether or not the interaction was acknowledged."""
    nobody, view = discord.AllowedMentions.none(), layout(text(sentence))
    try:
        if interaction.extras.pop("public", False):  # what only one person is told must not stand where all can see it
            await interaction.delete_original_response()
        if interaction.response.is_done():
            await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=nobody)
        else:
            await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=nobody)
    except (discord.HTTPException, *BROKEN) as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error)


async def handle(
    interaction: discord.Interaction, error: BaseException, say: Say, *, has_taken_effect: bool = False
) -> None:
    """Handle an error of a command, button, menu or form: tell the person, and log what is our fault.

    `has_taken_effect`: what was asked for had been committed before the error.
    """
    if nobody_left(error):
        log.warning("interaction %s: %s", interaction.id, error)
        return
    told = explain(error)
    if told is not None and (isinstance(_cause(error), WorkerFailed) or is_discord_down(_cause(error))):
        log.warning("interaction %s: %s", interaction.id, error)
    if told is None:
        reference = secrets.token_hex(4)
        log.error("reference %s: interaction %s failed", reference, interaction.id, exc_info=error)
        told = T(
            "Something went wrong on my side; your match is safe as it was. Try again, and if it stays, report it with "
            "the reference {reference}.",
            reference=reference,
        )
    if has_taken_effect and not isinstance(_cause(error), UserError):
        told = T("What you did counts; only my answer to you failed. /board shows how things stand.")
    await answer(interaction, say(told))
