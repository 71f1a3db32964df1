"""Refuse private threads that the bot is not a member of.

There, answers to interactions work, and the permissions that Discord reports look fine, because they come from roles
alone. But Discord refuses the bot's own messages, so a match would begin and then stop.
"""

from __future__ import annotations

import discord

from client.core.client import Client
from client.core.refusals import Meaning, means
from games.text import T
from matches.errors import UserError


async def require_membership(client: Client, place: object) -> None:
    """Raise UserError in a private thread the bot is not a member of. Asks Discord, because the cache may be out of
    date."""
    if not isinstance(place, discord.Thread) or not place.is_private():
        return
    if not await is_member(client, place.id):
        raise UserError(
            T(
                "I am not a member of this private thread, so I could not post boards in it. Write @ and my name "
                "here to add me, then try again."
            )
        )


async def is_member(client: Client, thread_id: int) -> bool:
    """Ask Discord whether the bot may see a channel or a thread. Raises discord.py's error if it does not answer."""
    try:
        await client.http.get_channel(thread_id)
    except discord.HTTPException as error:
        if not means(error, Meaning.CLOSED):
            raise
        return False
    return True
