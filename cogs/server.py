"""Commands for people who manage a server: `/settings`, `/manage`, `/league`, and `/doctor` for everybody."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from client.commands.translator import BY_SERVERS, IN_SERVERS, translate_name, translate_text
from client.core import errors
from client.core.bot import Slowboat
from client.leagues.league_commands import make_league_commands
from client.messages.parts import layout, text
from client.server.management import build_manage_panel
from client.server.permission import require_manager
from client.server.settings import build_settings_panel
from games.text import Channel, Moment, Say, T
from matches.errors import UserError
from matches.people.preferences import read_server
from matches.rows import OPEN_PHASES


def describe_permissions(interaction: discord.Interaction, say: Say) -> list[str]:
    """List each permission a match needs where the interaction came from, whether the bot has it, and what to switch
    on."""
    heading = say(T("Permissions in {channel}", channel=Channel(interaction.channel_id or 0)))
    allowed = interaction.app_permissions
    lines = [f"### {heading}"]
    for name, label in errors.PERMISSIONS.items():
        mark = "✅" if getattr(allowed, name) else "❌"
        lines.append(f"{mark} {say(label)} · {say(errors.PURPOSES[name])}")
    missing = [name for name in errors.PERMISSIONS if not getattr(allowed, name)]
    if missing:
        cure = T(
            "Switch on everything marked ❌ under Edit Channel → Permissions, for the role Slowboat "
            "or for this channel only. Then use /doctor again."
        )
        lines.append(say(cure))
    else:
        lines.append(say(T("I have all the permissions I need. Open a match; /help shows how.")))
    return lines


KINDS: Final = {
    "match": T("A match is paused"),
    "league": T("A league is not brought up to date"),
    "puzzle": T("The daily puzzle is not posted"),
}
"""What may rest because Discord refuses it, in words."""


def describe_rests(bot: Slowboat, guild_id: int, say: Say) -> list[str]:
    """List what rests in a server because Discord refuses it, since when, and when the bot tries again."""
    lines = []
    for kind, _, rest in bot.rests.list_in(guild_id):
        since, again = Moment(rest.since, "f"), Moment(rest.look_at)
        line = say(T("{what}, since {since}. I look again {again}.", what=KINDS[kind], since=since, again=again))
        why = f"`{rest.why}`" if isinstance(rest.why, str) else say(rest.why)
        lines.append(f"• {line} {why if rest.why else ''}".rstrip())
    heading = say(T("What rests in this server"))
    return [f"### {heading}", *lines] if lines else []


class ServerCommands(commands.Cog):
    """Offer `/settings`, `/manage`, `/league` and `/doctor`."""


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(ServerCommands())
    bot.tree.add_command(make_league_commands(bot))

    async def settings(interaction: discord.Interaction) -> None:
        guild_id = require_manager(bot, interaction)
        server = await read_server(bot.referee, guild_id)
        place, guild = interaction.channel_id or 0, interaction.guild
        panel = build_settings_panel(bot, server, bot.say(interaction), channel_id=place, guild=guild)
        await interaction.edit_original_response(view=panel)

    async def manage(interaction: discord.Interaction) -> None:
        require_manager(bot, interaction)
        match = await bot.match_here(interaction)
        if match.phase not in OPEN_PHASES or (match.state is None and not match.is_shared):
            raise UserError(T("No match is being played in this channel."))
        await interaction.edit_original_response(view=build_manage_panel(match, bot.say(interaction, match)))

    async def doctor(interaction: discord.Interaction) -> None:
        say, guild_id = bot.say(interaction), interaction.guild_id or 0
        lines = [*describe_permissions(interaction, say), *describe_rests(bot, guild_id, say)]
        me, now = interaction.guild.me if interaction.guild is not None else None, bot.referee.now()
        if errors.find_timeout(me, now) is not None:
            error = errors.make_closed_error(interaction.guild, interaction.channel_id or 0, now=now)
            lines = [say(error.text), *lines]
        view = layout(text(*lines))
        await interaction.edit_original_response(view=view)

    manager = discord.Permissions(manage_guild=True)
    texts = bot.texts
    found: list[app_commands.Command[Any, ..., None]] = [
        app_commands.Command(
            name=translate_name("settings"),
            description=translate_text(T("Games, channels, pace and limits of this server"), texts),
            callback=settings,
            allowed_contexts=IN_SERVERS,
            allowed_installs=BY_SERVERS,
        ),
        app_commands.Command(
            name=translate_name("manage"),
            description=translate_text(
                T("Skip or replace a player, take back a turn, pause or end this channel's match"), texts
            ),
            callback=manage,
            allowed_contexts=IN_SERVERS,
            allowed_installs=BY_SERVERS,
        ),
    ]
    for command in found:
        command.default_permissions = manager
        bot.tree.add_command(command)
    description = translate_text(T("Check that I have the permissions a match needs here"), texts)
    bot.tree.add_command(
        app_commands.Command(
            name=translate_name("doctor"),
            description=description,
            callback=doctor,
            allowed_contexts=IN_SERVERS,
            allowed_installs=BY_SERVERS,
        )
    )
