"""`/stats`, `/hall`, `/export`: a person's record as a card, the best of a server, and one's matches as files."""

from __future__ import annotations

import discord

from client.commands.declare import IN_SERVERS, command, list_games, option
from client.core.visit import Visit
from client.stats import hand_over_matches, show_hall, show_stats
from games.text import T


@command("stats", T("Stats as a card: matches, rating, streaks; only you see it"))
@option("player", T("Whose stats; yours if you leave it out"))
@option("game", T("One game; all of them if you leave it out"), choices=list_games)
async def stats(visit: Visit, player: discord.User | None = None, game: str | None = None) -> None:
    await show_stats(visit, player or visit.interaction.user, game)


@command("hall", T("The best ratings and the records of this server in one game"), where=IN_SERVERS)
@option("game", T("Which game?"), choices=list_games)
async def hall(visit: Visit, game: str) -> None:
    await show_hall(visit, game)


@command("export", T("Your finished matches as files: a table, and every move"))
async def export(visit: Visit) -> None:
    await hand_over_matches(visit)
