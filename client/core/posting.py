"""Post messages that an interaction asks for and the whole channel is to see."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from client.core.errors import is_direct, may_post_later
from games.text import T
from matches.errors import UserError


async def post(
    via: discord.Interaction,
    view: ui.LayoutView,
    *,
    files: Sequence[discord.File] = (),
    mentions: discord.AllowedMentions | None = None,
) -> discord.Message:
    """Post a message for the whole channel of an interaction: as the bot where it may write, otherwise as a follow-up.

    A follow-up refers to the message that was pressed. If that was private, others see an answer to a message that
    Discord cannot show them (decision 2). Raises UserError where only one person would see it, and what discord.py
    raises.
    """
    only = discord.AllowedMentions.none() if mentions is None else mentions
    if _may_write(via, files):
        channel = via.client.get_partial_messageable(via.channel_id or 0, guild_id=via.guild_id)
        return await channel.send(view=view, files=files, allowed_mentions=only)  # discord.py adds a nonce
    sent = await via.followup.send(view=view, files=files, allowed_mentions=only, wait=True)
    if sent.flags.ephemeral:
        raise UserError(T("Here Discord shows my messages to you alone. Try it in a server that has added me."))
    return sent


def _may_write(via: discord.Interaction, files: Sequence[discord.File]) -> bool:
    """Tell whether the bot may send such a message to the channel of an interaction by itself."""
    if is_direct(via):
        return True
    if not may_post_later(via):
        return False
    allowed = via.app_permissions
    in_thread = isinstance(via.channel, discord.Thread)
    may_send = allowed.send_messages_in_threads if in_thread else allowed.send_messages
    return allowed.view_channel and may_send and (allowed.attach_files or not files)
