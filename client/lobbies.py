"""List what people can join in a server: lobbies, seats offered to a substitute, and queues."""

from __future__ import annotations

from collections import Counter

import discord

import games
from client.core.bot import Slowboat
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, make_link, rows, text
from games.text import Moment, N, Player, Say, T, Text
from matches.clocks.pace import PACES
from matches.company.looking import list_queue
from matches.directory import find_open_in
from matches.lobby.expiry import LOBBY_LASTS
from matches.match import Match
from matches.people.servers import read_blocked

MOST = 15
"""Most lines listed."""


async def show_lobbies(bot: Slowboat, interaction: discord.Interaction) -> None:
    """List what a person can join in the server they are in (`/lobbies`)."""
    say, guild_id, user_id = bot.say(interaction), interaction.guild_id or 0, interaction.user.id
    heading = say(T("What you can join here"))
    lines = []
    for found in await find_open_in(bot.referee, guild_id):
        if found.private or not _may_see(interaction, found.card_channel_id or found.channel_id):
            continue
        match = (await bot.referee.match(found.id)).seen_from(guild_id)
        if user_id in match.people or user_id in await read_blocked(bot.referee, guild_id, match.host_id):
            continue
        lines += _describe(match, bot.say(interaction, match))
    waiting = Counter((row.game, row.pace) for row in await list_queue(bot.referee, guild_id) if row.user_id != user_id)
    buttons = []
    for (game, pace), count in waiting.most_common(5):
        title = _name(game, pace)
        lines.append(f"• {say(title)} · " + say(N("{count} person is waiting", "{count} people are waiting", count)))
        buttons.append(button(say(T("Join the queue: {what}", what=title)), Id("look_too", rest=f"{game}.{pace}")))
    if not lines:
        lines = [say(T("Nothing just now. /looking puts you in a queue; /play opens a match."))]
    await interaction.edit_original_response(view=layout(text(f"### {heading}", *lines[:MOST]), *rows(buttons)))


def _name(game: str, pace: str) -> Text:
    """Name a queue."""
    return T("{game} · {pace}", game=games.words(game).TITLE, pace=PACES[pace].short or PACES[pace].name)


def _describe(match: Match, say: Say) -> list[str]:
    """Describe a lobby with free seats, or a match whose seats are offered to a substitute; nothing for other
    matches."""
    link = make_link(match.guild_id, match.card_channel_id or match.channel_id, match.card_id)
    title = f"• [{say(match.words.TITLE)}]({link})"
    pace = say(PACES[match.pace].short or PACES[match.pace].name)
    if match.phase == "lobby":
        free = match.capacity - len(match.seats)
        closes = say(T("closes {when}", when=Moment(match.created_at + LOBBY_LASTS)))
        return [" · ".join((title, say(N("{count} seat is free.", "{count} seats are free.", free)), pace, closes))]
    seeking = [holder.seat for holder in match.seats if holder.seeks and not holder.resigned]
    return [f"{title} · " + say(T("{player} is looking for a substitute", player=Player(seat))) for seat in seeking]


def _may_see(interaction: discord.Interaction, channel_id: int) -> bool:
    """Whether a person can see a channel. False for private threads, whose members the bot does not know."""
    guild, user = interaction.guild, interaction.user
    place = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if place is None or not isinstance(user, discord.Member):
        return False
    if isinstance(place, discord.Thread) and place.is_private():
        return False
    return place.permissions_for(user).view_channel
