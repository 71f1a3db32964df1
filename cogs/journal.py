"""`/log`: show the match in words. `/verify`: check its dice. `/report`: send its record for a bug report."""

from __future__ import annotations

import discord

from client.commands.declare import command, option
from client.core.bot import Slowboat
from client.fair_play import show_seal
from client.replay.elsewhere import RECORD, verify_record
from client.replay.log import show_log
from client.replay.report import send_record
from games.text import T


@command("log", T("This channel's match in words"))
async def log(bot: Slowboat, interaction: discord.Interaction) -> None:
    await show_log(bot, interaction, await bot.match_here(interaction))


@command("verify", T("Check that dice and shuffles were drawn as promised"))
@option("record", RECORD)
async def verify(bot: Slowboat, interaction: discord.Interaction, record: discord.Attachment | None = None) -> None:
    if record is not None:
        await verify_record(bot, interaction, record)
    else:
        await show_seal(bot, interaction, await bot.match_here(interaction))


@command("report", T("A record of this match for a bug report"))
async def report(bot: Slowboat, interaction: discord.Interaction) -> None:
    await send_record(bot, interaction, await bot.match_here(interaction))
