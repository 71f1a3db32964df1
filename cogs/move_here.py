"""`/move-here`: continue a match of the same server in another channel."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from client.commands.translator import translate_name, translate_text
from client.core.bot import Slowboat
from client.lobby.moving import Place, move_match
from client.server.places import Places
from games.text import T
from matches.directory import find_open_of
from matches.errors import UserError


async def continue_match(bot: Slowboat, interaction: discord.Interaction, match_id: int) -> None:
    """Continue a match of the same server in this channel."""
    if not isinstance(interaction.channel, Place):
        raise UserError(T("This works only in a server."))
    await move_match(bot, interaction, match_id, interaction.channel)


async def suggest_matches(
    bot: Slowboat, interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[int]]:
    """Autocomplete the matches of this server that this person plays in other channels."""
    offered = []
    for row in await find_open_of(bot.referee, interaction.user.id):
        here = row.channel_id == interaction.channel_id and row.paused_for != "place"
        if row.guild_id != interaction.guild_id or row.phase == "lobby" or here:
            continue
        match = await bot.referee.match(row.id)
        say = bot.say(interaction, match)
        others = ", ".join(seat.name for seat in match.seats if seat.user_id != interaction.user.id)
        label = f"{say(match.words.TITLE)} · {others}"[:100]
        if typed.casefold() in label.casefold():
            offered.append(app_commands.Choice(name=label, value=row.id))
    return offered[:25]


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Places(bot))

    async def move_here(interaction: discord.Interaction, match: int) -> None:
        await continue_match(bot, interaction, match)

    async def complete(interaction: discord.Interaction, current: int | str) -> list[app_commands.Choice[int]]:
        return await suggest_matches(bot, interaction, str(current or ""))

    app_commands.describe(match=translate_text(T("Which match; pick from the list"), bot.texts))(move_here)
    app_commands.rename(match=translate_name("match"))(move_here)
    description = translate_text(T("Continue one of your matches in this channel"), bot.texts)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=translate_name("move-here"), description=description, callback=move_here
    )
    command.autocomplete("match")(complete)
    bot.tree.add_command(command)
