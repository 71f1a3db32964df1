"""`/board`: show the channel's match to one person, as a picture or in words."""

from __future__ import annotations

import discord

from client.commands.declare import command, option
from client.core.visit import Visit
from client.private_board import show_board
from games.text import T


@command("board", T("Show this channel's match to you alone"))
@option("text", T("The complete position in words instead of a picture"))
@option("player", T("One player's area, enlarged"))
async def board(visit: Visit, text: bool = False, player: discord.User | None = None) -> None:
    await show_board(visit, in_words=text, player=player)
