"""Private threads: Discord shows and sends us nothing of those we are not a member of.

Answers through an interaction's token work there all the same, and the permissions it tells come from roles alone. So
a match would begin, and rest for good with the first message of our own.
"""

from __future__ import annotations

import discord

from client.core.client import Client
from games.text import T
from matches.errors import UserError

MISSING_ACCESS = 50001
"""Discord's code for a place it does not show us."""


async def require_membership(client: Client, place: object) -> None:
    """Raise UserError in a private thread we are not a member of. Asks Discord, as what we know may be out of date."""
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
