"""`/replay`, `/film` and `/analyse`: look back at a match; the first two also while it is running."""

from __future__ import annotations

import discord

from client.analysis import show_analysis
from client.commands.declare import command, option
from client.core.visit import Visit
from client.replay.elsewhere import RECORD, replay_record
from client.replay.film import show_film
from client.replay.replay import show_replay
from games.text import T


@command("replay", T("Step through this channel's match, move by move"))
@option("record", RECORD)
async def replay(visit: Visit, record: discord.Attachment | None = None) -> None:
    if record is not None:
        await replay_record(visit, record)
    else:
        await show_replay(visit, await visit.match_here())


@command("film", T("This channel's match as a film, from the first move to the newest"))
async def film(visit: Visit) -> None:
    await show_film(visit, await visit.match_here())


@command("analyse", T("Where this channel's finished match was decided, and the best moves"))
async def analyse(visit: Visit) -> None:
    await show_analysis(visit, await visit.match_here())
