"""What keeps the bot from working in a channel: missing permissions, and what Discord refuses (*Check permissions*)."""

from __future__ import annotations

from typing import Final

import discord

from client.core.bot import Slowboat
from client.core.permissions import PERMISSIONS, PURPOSES, find_timeout, make_closed_error
from client.core.visit import Visit
from client.messages.parts import layout, text
from games.text import Channel, Moment, Say, T
from matches.errors import UserError

KINDS: Final = {
    "match": T("A match is paused"),
    "league": T("A league is not brought up to date"),
    "puzzle": T("The daily puzzle is not posted"),
}
"""What may rest because Discord refuses it, in words."""


def describe_permissions(interaction: discord.Interaction, say: Say) -> list[str]:
    """List each permission a match needs where the interaction came from, whether the bot has it, and what to switch
    on."""
    heading = say(T("Permissions in {channel}", channel=Channel(interaction.channel_id or 0)))
    allowed = interaction.app_permissions
    lines = [f"### {heading}"]
    for name, label in PERMISSIONS.items():
        mark = "✅" if getattr(allowed, name) else "❌"
        lines.append(f"{mark} {say(label)} · {say(PURPOSES[name])}")
    missing = [name for name in PERMISSIONS if not getattr(allowed, name)]
    if missing:
        cure = T(
            "Switch on everything marked ❌ under Edit Channel → Permissions, for the role Slowboat "
            "or for this channel only. Then check again."
        )
        lines.append(say(cure))
    else:
        lines.append(say(T("I have all the permissions I need. Open a match; /help shows how.")))
    return lines


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


async def show_doctor(visit: Visit) -> None:
    """Show what keeps the bot from working in the channel."""
    say, guild_id = visit.say, visit.interaction.guild_id
    if guild_id is None:
        raise UserError(T("This works only in a server."))
    lines = [*describe_permissions(visit.interaction, say), *describe_rests(visit.bot, guild_id, say)]
    me = visit.interaction.guild.me if visit.interaction.guild is not None else None
    if find_timeout(me, visit.now) is not None:
        error = make_closed_error(visit.interaction.guild, visit.channel_id, now=visit.now)
        lines = [say(error.text), *lines]
    await visit.answer(layout(text(*lines)))
