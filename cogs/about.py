"""`/about`: the version, and its news."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from client.commands.translator import translate_name, translate_text
from client.core.bot import Slowboat
from client.core.version import Installed, note_version
from client.messages.parts import layout, text
from client.server.greeting import Greeting
from games.text import Say, T

NEWS = (
    T("Matches now have a pace, clocks, reminders, stand-ins, undo, votes and pauses."),
    T("/turns lists all your matches; /replay and /film show how a match went."),
)
"""What is new in this version, for players."""


def describe_version(installed: Installed, started_at: float, say: Say) -> list[str]:
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
        "-# " + say(T("Free software under the MIT licence, with its own drawings. Fonts: Inter and Lilita One, OFL."))
    )
    return lines


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Greeting(bot))
    started_at = bot.referee.now()
    installed = note_version(bot.state_folder, started_at)

    async def about(interaction: discord.Interaction) -> None:
        view = layout(text(*describe_version(installed, started_at, bot.say(interaction))))
        await interaction.edit_original_response(view=view)

    description = translate_text(T("The version of Slowboat, and what is new in it"), bot.texts)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=translate_name("about"), description=description, callback=about
    )
    bot.tree.add_command(command)
