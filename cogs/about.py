"""`/about`, and the greeting in a server that invites the bot."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from client.commands.translator import named, told
from client.core.bot import Slowboat
from client.core.version import Installed, note_version
from client.lobby.moving import may_play
from client.messages.parts import layout, text
from games.text import Say, T
from matches.people.servers import mark_greeted

log = logging.getLogger(__name__)

NEWS = (
    T("Matches have a pace, clocks, reminders, stand-ins for the absent, undo, votes and pauses."),
    T("/turns lists all your matches; /replay and /film show how a match went."),
)
"""What is new in this version, for players."""


def about_lines(installed: Installed, started_at: float, say: Say) -> list[str]:
    """List the lines of `/about`."""
    running = say(T("Running since:"))
    lines = [
        f"## Slowboat {installed.version}",
        say(T("Tabletop games with friends, a move whenever you have a minute. Nothing is lost if it takes days.")),
        f"{running} <t:{int(started_at)}:R>",
    ]
    if installed.before:
        upgraded = say(T("Upgraded from version {before}:", before=installed.before))
        news = [f"• {say(line)}" for line in NEWS]
        lines += [f"**{upgraded}** <t:{int(installed.since)}:d>", *news]
    lines.append(
        "-# "
        + say(T("Free software under the MIT licence, with drawings of its own. Fonts: Inter and Lilita One, OFL."))
    )
    return lines


def greeting(bot: Slowboat, language: str) -> list[str]:
    """Build the message a server reads once, after inviting the bot."""
    say = bot.texts.say(language)
    begin, owner = say(T("Where to begin:")), say(T("For whoever manages the server:"))
    commands_ = {name: bot.mention(name, language) for name in ("help", "settings", "doctor")}
    return [
        "## Slowboat",
        say(T("Ahoy! I keep tabletop games that take days: open a match, and move whenever you have a minute.")),
        f"{begin} {commands_['help']}",
        f"-# {owner} {commands_['settings']} · {commands_['doctor']}",
    ]


class About(commands.Cog):
    """Greet each server once, in a channel the bot may write in."""

    def __init__(self, bot: Slowboat) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server. A server that invites the bot again is not greeted twice."""
        place = first_place(guild)
        if place is None or not await mark_greeted(self.bot.referee, guild.id, self.bot.referee.now()):
            return
        language = self.bot.texts.language(str(guild.preferred_locale))
        view = layout(text(*greeting(self.bot, language)))
        try:
            await place.send(view=view, silent=True)
        except discord.HTTPException as error:
            log.info("guild %s could not be greeted: %s", guild.id, error)


def first_place(guild: discord.Guild) -> discord.TextChannel | None:
    """Find the channel to greet in: the system channel, or else the first the bot may write in."""
    places = [guild.system_channel, *guild.text_channels]
    return next((place for place in places if place is not None and may_play(place)), None)


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(About(bot))
    started_at = bot.referee.now()
    installed = note_version(bot.state_folder, started_at)

    async def about(interaction: discord.Interaction) -> None:
        view = layout(text(*about_lines(installed, started_at, bot.say(interaction))))
        await interaction.edit_original_response(view=view)

    description = told(T("Which Slowboat this is, and what is new"), bot.texts)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=named("about"), description=description, callback=about
    )
    bot.tree.add_command(command)
