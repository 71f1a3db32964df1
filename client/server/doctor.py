"""What keeps the bot from working in a server: missing permissions, and what Discord refuses (*Check permissions*); and
what of it the bot can repair."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import discord

from client.core.bot import Slowboat
from client.core.controls import action
from client.core.permissions import (
    PERMISSIONS,
    PURPOSES,
    find_timeout,
    list_missing_in,
    make_closed_error,
    require_manager,
)
from client.core.refusals import FAILURES
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from client.server.settings import leave_out_lost
from games.text import Channel, Join, Moment, N, Say, T
from matches.errors import UserError
from matches.people.preferences import Server, read_server
from matches.people.servers import change_server

log = logging.getLogger(__name__)

MOST_PLACES: Final = 12
"""The most channels listed in which something is missing; the others are counted."""

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


def list_places(guild: discord.Guild, server: Server) -> list[discord.TextChannel]:
    """List the channels where matches may be played: those that the settings allow, by default all."""
    return [place for place in guild.text_channels if not server.channels or place.id in server.channels]


def describe_places(missing: Mapping[int, Sequence[str]], say: Say) -> list[str]:
    """Count the channels in which nothing is missing, and list what is missing in the others, by their ids."""
    ill = [number for number, names in missing.items() if names]
    fine, heading = len(missing) - len(ill), say(T("Channels where matches may be played"))
    lines = [f"### {heading}"]
    if fine or not ill:
        told = N("Nothing is missing in {count} channel.", "Nothing is missing in {count} channels.", fine)
        lines.append("✅ " + say(told))
    for number in ill[:MOST_PLACES]:
        names = Join(tuple(PERMISSIONS[name] for name in missing[number]))
        lines.append("❌ " + say(T("{channel}: {names}", channel=Channel(number), names=names)))
    if (rest := len(ill) - MOST_PLACES) > 0:
        lines.append("-# " + say(N("… and one more", "… and {count} more", rest)))
    return lines


@action("repair", "update")
async def repair(visit: Visit) -> None:
    """Handle *Repair what I can*: forget channels and roles that are gone, give the bot what it lacks where it may
    change permissions, and try again what rests."""
    guild_id = require_manager(visit.interaction)
    guild, bot, granted = visit.interaction.guild, visit.bot, list[int]()
    if guild is not None:
        server = await read_server(visit.referee, guild_id)
        if leave_out_lost(server, guild) != server:
            server = await change_server(visit.referee, guild_id, lambda found: leave_out_lost(found, guild))
        granted = [place.id for place in list_places(guild, server) if await _grant_missing(place, visit.now)]
    bot.rests.hasten(guild_id, visit.now)
    await bot.emit("look_again")
    tried = T("I have tried everything again. What is still listed, only people with the right to do so can mend.")
    await show_doctor(visit, note=visit.say(tried), granted=granted)


async def _grant_missing(place: discord.TextChannel, now: float) -> bool:
    """Allow the bot what it lacks in a channel, if it may change permissions there. Returns whether it did."""
    me = place.guild.me
    missing = list_missing_in(place, now=now)
    if not missing or not place.permissions_for(me).manage_roles:
        return False
    granted = place.overwrites_for(me)
    granted.update(**dict.fromkeys(missing, True))
    try:
        await place.set_permissions(me, overwrite=granted)
    except FAILURES as error:
        log.info("channel %s: permissions could not be granted: %s", place.id, error)
        return False
    return True


async def show_doctor(visit: Visit, *, note: str = "", granted: Collection[int] = ()) -> None:
    """Show what keeps the bot from working in the channel; to those who manage the server, in all channels.

    `granted`: channels in which it has just been mended, which Discord reports later.
    """
    say, guild_id, guild = visit.say, visit.interaction.guild_id, visit.interaction.guild
    if guild_id is None:
        raise UserError(T("This works only in a server."))
    manages = guild is not None and visit.interaction.permissions.manage_guild
    lines = [*describe_permissions(visit.interaction, say), *describe_rests(visit.bot, guild_id, say)]
    if guild is not None and manages:
        places = list_places(guild, await read_server(visit.referee, guild_id))
        found = {each.id: list_missing_in(each, now=visit.now) for each in places}
        lines += describe_places(found | {number: [] for number in granted}, say)
    me = guild.me if guild is not None else None
    if find_timeout(me, visit.now) is not None:
        error = make_closed_error(guild, visit.channel_id, now=visit.now)
        lines = [say(error.text), *lines]
    buttons = [button(say(T("Repair what I can")), Id("repair"))] if manages else []
    await visit.answer(layout(text(*([note] if note else []), *lines), *rows(buttons)))
