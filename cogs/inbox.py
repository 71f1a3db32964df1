"""`/turns`: list a person's matches in every server, and open the next one that waits for them. `/move-here`: continue
one of them in another channel."""

from __future__ import annotations

from client.commands.declare import EVERYWHERE, IN_SERVERS, command, option
from client.core.visit import Visit
from client.inbox import show_inbox
from client.places.moving import continue_match, suggest_matches
from games.text import T


@command("turns", T("Your matches everywhere, and whose turn it is"), where=EVERYWHERE)
async def turns(visit: Visit) -> None:
    await show_inbox(visit)


@command("move-here", T("Continue one of your matches in this channel"), where=IN_SERVERS)
@option("match", T("Which match; pick from the list"), suggest=suggest_matches)
async def move_here(visit: Visit, match: str) -> None:
    await continue_match(visit, match)
