"""`/turns`: list a person's matches in every server, and open the next one that waits for them. `/move-here`: continue
one of them in another channel."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from client.commands.translator import BY_SERVERS, EVERYWHERE, IN_SERVERS, translate_name, translate_text
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.inbox import build_inbox, list_entries
from client.places.moving import Place, move_match
from client.turn.turn import show_panel
from games.text import T
from matches.directory import find_open_of
from matches.errors import UserError

_LONGEST_NUMBER: Final = 40
"""Characters of the longest text that is read as the number of a match; Python refuses to read thousands of digits."""


async def _build_inbox(bot: Slowboat, interaction: discord.Interaction) -> discord.ui.LayoutView:
    found = await list_entries(bot, interaction.user.id)
    says = {entry.match.id: bot.say(interaction, entry.match) for entry in found}
    return build_inbox(found, says, bot.say(interaction))


@action("turns", "update")
async def refresh_inbox(press: Press) -> None:
    """Update the list."""
    await press.interaction.edit_original_response(view=await _build_inbox(press.bot, press.interaction))


@action("next", "private")
async def play_next(press: Press) -> None:
    """Open the panel of the most urgent match that waits for this person."""
    bot, interaction = press.bot, press.interaction
    waiting = [entry.match for entry in await list_entries(bot, interaction.user.id) if entry.mine]
    if not waiting:
        raise UserError(T("No match is waiting for you just now."))
    await show_panel(bot, interaction, waiting[0])


class Inbox(commands.Cog):
    """Offer `/turns` and `/move-here`."""


async def continue_match(bot: Slowboat, interaction: discord.Interaction, typed: str) -> None:
    """Continue a match of the same server in this channel: one chosen from the list, by its number or its name."""
    if not isinstance(interaction.channel, Place):
        raise UserError(T("This works only in a server."))
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= _LONGEST_NUMBER):
        named = [choice for choice in await suggest_matches(bot, interaction, typed) if choice.name == typed.strip()]
        if len(named) != 1:
            raise UserError(T("I don't know this match. Pick one from the list."))
        typed = named[0].value
    await move_match(bot, interaction, int(typed), interaction.channel)


async def suggest_matches(
    bot: Slowboat, interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Autocomplete the matches of this server that this person plays in other channels."""
    offered = []
    for found in await find_open_of(bot.referee, interaction.user.id):
        match = found.seen_from(interaction.guild_id)
        here = match.channel_id == interaction.channel_id and match.paused_for != "place"
        if match.guild_id != interaction.guild_id or match.phase == "lobby" or here:
            continue
        cast = match.cast()
        say = bot.say(interaction, match)
        others = ", ".join(cast[seat.seat].name for seat in match.seats if seat.user_id != interaction.user.id)
        number = f" · #{match.id}"  # so that names differ, because Discord may send one instead of its value
        label = f"{say(match.words.TITLE)} · {others}"[: 100 - len(number)] + number
        if typed.casefold().strip() in label.casefold():
            offered.append(app_commands.Choice(name=label, value=str(match.id)))
    return offered[:25]


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Inbox())

    async def turns(interaction: discord.Interaction) -> None:
        await interaction.edit_original_response(view=await _build_inbox(bot, interaction))

    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=translate_name("turns"),
        description=translate_text(T("Your matches everywhere, and whose turn it is"), bot.texts),
        callback=turns,
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        allowed_contexts=EVERYWHERE,
    )
    bot.tree.add_command(command)
    bot.tree.add_command(_make_move_here_command(bot))


def _make_move_here_command(bot: Slowboat) -> app_commands.Command[Any, ..., None]:
    async def move_here(interaction: discord.Interaction, match: str) -> None:
        await continue_match(bot, interaction, match)

    async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_matches(bot, interaction, current)

    app_commands.describe(match=translate_text(T("Which match; pick from the list"), bot.texts))(move_here)
    app_commands.rename(match=translate_name("match"))(move_here)
    description = translate_text(T("Continue one of your matches in this channel"), bot.texts)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=translate_name("move-here"),
        description=description,
        callback=move_here,
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
    )
    command.autocomplete("match")(complete)
    return command
