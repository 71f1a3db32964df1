"""`/replay`, `/film` and `/analyse`: look back at a match; the first two also while it is running."""

from __future__ import annotations

import discord

from client.analysis import show_analysis
from client.commands.declare import command, option
from client.core.bot import Slowboat
from client.replay.elsewhere import RECORD, replay_record
from client.replay.film import show_film
from client.replay.replay import show_replay
from games.text import T


@command("replay", T("Step through this channel's match, move by move"))
@option("record", RECORD)
async def replay(bot: Slowboat, interaction: discord.Interaction, record: discord.Attachment | None = None) -> None:
    if record is not None:
        await replay_record(bot, interaction, record)
    else:
        await show_replay(bot, interaction, await bot.match_here(interaction))


@command("film", T("This channel's match as a film, from the first move to the newest"))
async def film(bot: Slowboat, interaction: discord.Interaction) -> None:
    await show_film(bot, interaction, await bot.match_here(interaction))


@command("analyse", T("Where this channel's finished match was decided, and the best moves"))
async def analyse(bot: Slowboat, interaction: discord.Interaction) -> None:
    await show_analysis(bot, interaction, await bot.match_here(interaction))
