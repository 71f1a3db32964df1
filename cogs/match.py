"""`/match`: everything about the channel's match that is not a move. `/board`: show it to one person."""

from __future__ import annotations

import discord

from client.commands.declare import command, option
from client.commands.pages import list_pages
from client.core.visit import Visit
from client.more import PAGES, show_match
from client.private_board import show_board
from games.text import T


@command("match", T("This channel's match: replay, film, analysis, pause, resign and more"))
@option("show", T("Show this at once"), choices=list_pages(PAGES))
@option("record", T("A record file of any match: show it, and check its dice"))
async def match(visit: Visit, show: str | None = None, record: discord.Attachment | None = None) -> None:
    await show_match(visit, show, record)


@command("board", T("Show this channel's match to you alone"))
@option("text", T("The complete position in words instead of a picture"))
@option("player", T("One player's area, enlarged"))
async def board(visit: Visit, text: bool = False, player: discord.User | None = None) -> None:
    await show_board(visit, in_words=text, player=player)
