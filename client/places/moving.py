"""Move a match to another channel: chosen under *More*, or under `/turns` in the new channel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord
from discord import app_commands, ui

from client.board.postman import deliver
from client.core.controls import action
from client.core.permissions import Place, find_send_permission, list_missing_in, make_closed_error, require_membership
from client.core.visit import Visit
from client.lobby.opening import refuse_second, require_channel
from client.messages.custom_ids import Id
from client.messages.menus import MOST_OPTIONS, Option
from client.messages.parts import button, layout, rows, text
from games.text import Channel, Say, T
from matches.clocks import pauses
from matches.directory import find_open_of
from matches.errors import UserError, unknown_match
from matches.match import Match
from matches.people.preferences import read_server

_LONGEST_NUMBER: Final = 40
"""Characters of the longest text that is read as the number of a match; Python refuses to read thousands of digits."""


def make_channel_menu(match: Match, say: Say) -> ui.ActionRow[ui.LayoutView]:
    """Build the menu that moves a match to the chosen channel."""
    menu: ui.ChannelSelect[ui.LayoutView] = ui.ChannelSelect(
        custom_id=str(Id("move_to", match.id)),
        channel_types=[discord.ChannelType.text, discord.ChannelType.public_thread],
        placeholder=say(T("Choose a channel")),
    )
    return ui.ActionRow(menu)


@action("ask_move", "update")
async def ask_move(visit: Visit) -> None:
    """Ask for the channel to move to."""
    match = await visit.read_own_match()
    say = visit.say_about(match)
    lines = [say(T("Choose a channel of this server. The match continues there for everybody."))]
    if match.paused_for == "place":
        lines.insert(0, say(T("The match is paused because I can no longer post in its channel.")))
    view = layout(text(*lines), make_channel_menu(match, say), *rows([button(say(T("Back")), Id("less", match.id))]))
    await visit.answer(view, files=[])


@action("move_to", "update")
async def move_to(visit: Visit) -> None:
    """Handle the chosen channel. People may choose only channels they can write in, as with the command."""
    number = int(visit.value) if visit.value.isdecimal() else 0
    place = visit.interaction.guild.get_channel_or_thread(number) if visit.interaction.guild is not None else None
    who = visit.interaction.user
    allowed = place.permissions_for(who) if place is not None and isinstance(who, discord.Member) else None
    if place is None or allowed is None or not getattr(allowed, find_send_permission(place)):
        raise UserError(T("You or I cannot write in that channel. Choose another one."))
    await move_match(visit, visit.id.match, place)


async def move_match(visit: Visit, match_id: int, place: Place) -> None:
    """Continue a match in another channel of its server. Raises UserError."""
    guild_id = place.guild.id
    match = (await visit.referee.match(match_id)).seen_from(guild_id)
    if match.guild_id != guild_id:
        raise unknown_match()
    if visit.who.user_id not in match.people and not visit.who.manages(match):
        raise UserError(T("Only the players of this match can decide this."))
    now = visit.now
    if missing := list_missing_in(place, now=now):
        raise make_closed_error(place.guild, place.id, missing, now=now)
    await require_membership(visit.bot, place)
    if match.channel_id != place.id:
        await refuse_second(visit.bot, place.id)
    parent = place.parent_id if isinstance(place, discord.Thread) else None
    require_channel(await read_server(visit.referee, guild_id), place.id, parent=parent, guild=place.guild)
    now = visit.now
    done = await visit.referee.change(
        match_id,
        visit.who,
        lambda found: pauses.move_channel(found, place.id, guild_id, now=now, user_id=visit.user_id),
    )
    said = visit.say_about(done.match)(T("The match goes on in {channel}.", channel=Channel(place.id)))
    await visit.answer(said, files=[])
    await deliver(visit, done)


async def continue_match(visit: Visit, typed: str) -> None:
    """Continue a match of the same server in this channel: one chosen from the list, by its number or its name."""
    if not isinstance(visit.interaction.channel, Place):
        raise UserError(T("This works only in a server."))
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= _LONGEST_NUMBER):
        named = [choice for choice in await suggest_matches(visit, typed) if choice.name == typed.strip()]
        if len(named) != 1:
            raise UserError(T("I don't know this match. Pick one from the list."))
        typed = named[0].value
    await move_match(visit, int(typed), visit.interaction.channel)


async def suggest_matches(visit: Visit, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete the matches of this server that this person plays in other channels."""
    if visit.interaction.guild_id is None:
        return []
    movable = list_movable(visit, await find_open_of(visit.referee, visit.user_id))
    wanted = typed.casefold().strip()
    found = [each for each in movable if wanted in each.label.casefold()]
    return [app_commands.Choice(name=each.label, value=each.value) for each in found[:MOST_OPTIONS]]


def list_movable(visit: Visit, matches: Iterable[Match]) -> list[Option]:
    """List those of a person's matches that are played in other channels of this server, with names that differ."""
    offered = list[Option]()
    for found in matches:
        match = found.seen_from(visit.interaction.guild_id)
        here = match.channel_id == visit.interaction.channel_id and match.paused_for != "place"
        if match.guild_id != visit.interaction.guild_id or match.phase == "lobby" or here:
            continue
        cast = match.cast()
        say = visit.say_about(match)
        others = ", ".join(cast[seat.seat].name for seat in match.seats if seat.user_id != visit.user_id)
        number = f" · #{match.id}"  # so that names differ, because Discord may send one instead of its value
        label = f"{say(match.words.TITLE)} · {others}"[: 100 - len(number)] + number
        offered.append(Option(label, str(match.id)))
    return offered
