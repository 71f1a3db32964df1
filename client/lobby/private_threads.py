"""Refuse private threads that the bot is not a member of.

Answers through an interaction's token work there, and the permissions Discord reports come from roles alone. But the
bot's own messages are refused, so that a match would begin and then stop.
"""

from __future__ import annotations

import discord

from client.core.client import Client
from games.text import T
from matches.errors import UserError

MISSING_ACCESS = 50001
"""Discord's code for a channel the bot may not see."""


async def require_membership(client: Client, place: object) -> None:
    """Raise UserError in a private thread the bot is not a member of. Asks Discord, because the cache may be out of
    date."""
    if not isinstance(place, discord.Thread) or not place.is_private():
        return
    try:
        await client.http.get_channel(place.id)
    except discord.HTTPException as error:
        if error.code != MISSING_ACCESS and not isinstance(error, discord.Forbidden):
            raise
        raise UserError(
            T(
                "I am not a member of this private thread, so I could not post boards in it. Write @ and my name here, "
                "which adds me, and try again."
            )
        ) from None
