"""`/turns`: list a person's matches in every server, and open the next one that waits for them. `/move-here`: continue
one of them in another channel."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from msgspec import Struct

from client.commands.translator import BY_SERVERS, EVERYWHERE, IN_SERVERS, translate_name, translate_text
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.lobby.moving import Place, move_match
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, make_link, rows, text
from client.server.places import Places
from client.turn.turn import show_panel
from games.text import N, Say, T, Text
from matches.clocks import clocks
from matches.clocks.pace import PACES
from matches.directory import find_boards_of, find_open_of
from matches.errors import UserError
from matches.match import Match
from matches.texts import defuse_name

MOST = 20
"""Matches listed; those that wait for the person come first."""

_MOST_NAMES = 100
"""Characters for the names of the other players."""

_MOST_TEXT = 3600
"""Characters for all lines together."""


class Entry(Struct, frozen=True):
    """A match of a person: the other players, whether it is their turn, the deadline, and the board's message."""

    match: Match
    others: tuple[str, ...]
    mine: bool
    until: float | None
    message_id: int | None


async def list_entries(bot: Slowboat, user_id: int) -> list[Entry]:
    """List a person's open matches: first those that wait for them, the most urgent on top.

    This is the only place that looks across servers, and it reads nothing but the person's own seats.
    """

    found = []
    for match_id, board in await find_boards_of(bot.referee, user_id):
        match = await bot.referee.match(match_id)
        waiting = [row.seat for row in match.awaited if row.user_id == user_id]
        running = clocks.read(match.row)
        ends = [
            clocks.compute_deadline(running[seat], bot.referee.outages_of(match)) for seat in waiting if seat in running
        ]
        strict = PACES[match.row.pace].strict
        until = min((end for end in ends if end is not None), default=None) if strict else None
        message_id = board.message_id if board is not None else match.row.card_id
        names = (defuse_name(row.name) for row in match.seats if row.user_id != user_id)
        others = tuple(dict.fromkeys(name for name in names if name))
        found.append(Entry(match, others, bool(waiting), until, message_id))
    return sorted(found, key=_rank_entry)


def _rank_entry(entry: Entry) -> tuple[bool, float, int]:
    return not entry.mine, entry.until or float("inf"), entry.match.row.id


def build_inbox(found: list[Entry], say_of: dict[int, Say], say: Say) -> discord.ui.LayoutView:
    """Build the list as a message."""
    heading = say(T("Your matches"))
    if not found:
        return layout(text(f"### {heading}", say(T("None is open just now. /help shows how to open one."))))
    lines = [_describe_entry(entry, say_of[entry.match.row.id]) for entry in found[:MOST]]
    while len("\n".join(lines)) > _MOST_TEXT:
        lines.pop()
    if rest := len(found) - len(lines):
        lines.append("-# " + say(N("… and one more", "… and {count} more", rest)))
    waiting = sum(entry.mine for entry in found)
    buttons = [
        button(
            say(T("Play the next one")),
            Id("next"),
            style=discord.ButtonStyle.primary,
            disabled=waiting == 0,
        ),
        button(say(T("Refresh")), Id("turns")),
    ]
    return layout(text(f"### {heading}", *lines), *rows(buttons))


def _describe_entry(entry: Entry, say: Say) -> str:
    row = entry.match.row
    where = row.channel_id if row.phase != "lobby" else row.card_channel_id or row.channel_id
    link = make_link(row.guild_id, where, entry.message_id)
    title = f"[{say(entry.match.words.TITLE)}]({link})"
    others = ", ".join(entry.others)
    if len(others) > _MOST_NAMES:
        others = others[:_MOST_NAMES].rstrip(", ") + "…"
    state = say(_describe_state(entry))
    if entry.mine:
        state = f"**{state}**"
    if entry.until is not None:
        state += f" <t:{int(entry.until)}:R>"
    return " · ".join(part for part in (f"{'▶' if entry.mine else '•'} {title}", others, state) if part)


def _describe_state(entry: Entry) -> Text:
    row = entry.match.row
    if row.phase == "lobby":
        return T("waiting for players")
    if row.paused_for == "place":
        if row.is_direct:
            return T("paused: our direct messages are closed to me; allow them and press something there")
        return T("paused: I can no longer post there; /move-here moves it to another channel")
    if row.phase == "paused":
        return T("paused")
    if entry.mine:
        return T("your turn")
    return T("waiting for others")


async def _build_inbox(bot: Slowboat, interaction: discord.Interaction) -> discord.ui.LayoutView:
    found = await list_entries(bot, interaction.user.id)
    says = {entry.match.row.id: bot.say(interaction, entry.match) for entry in found}
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
    """Offer `/turns`."""


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
    await bot.add_cog(Places(bot))
    bot.tree.add_command(_make_move_here_command(bot))


def _make_move_here_command(bot: Slowboat) -> app_commands.Command[Any, ..., None]:
    async def move_here(interaction: discord.Interaction, match: int) -> None:
        await continue_match(bot, interaction, match)

    async def complete(interaction: discord.Interaction, current: int | str) -> list[app_commands.Choice[int]]:
        return await suggest_matches(bot, interaction, str(current or ""))

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
