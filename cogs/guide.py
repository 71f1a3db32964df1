"""`/rules`, `/learn`, `/puzzle` and `/help`: how the games are played, and what this bot can do."""

from __future__ import annotations

from client.commands.declare import EVERYWHERE, command, list_games, option
from client.commands.pages import list_pages
from client.core.visit import Visit
from client.help.help import PAGES, show_help
from client.help.lesson import list_lessons, open_lesson
from client.help.rules import show_rules
from client.puzzles.daily import show_puzzle
from games.text import T


@command("rules", T("How a game is played"), where=EVERYWHERE)
@option("game", T("The game; by default, the one played in this channel"), choices=list_games)
async def rules(visit: Visit, game: str | None = None) -> None:
    await show_rules(visit, game)


@command("learn", T("Learn a game in five minutes, by playing in private"), where=EVERYWHERE)
@option("game", T("The game to learn"), choices=list_lessons)
async def learn(visit: Visit, game: str) -> None:
    await open_lesson(visit, game)


@command("puzzle", T("Find the best move: a puzzle every day"), where=EVERYWHERE)
async def puzzle(visit: Visit) -> None:
    await show_puzzle(visit)


@command("help", T("What I can do, and where to begin"), where=EVERYWHERE)
@option("show", T("Show this at once"), choices=list_pages(PAGES))
async def help_(visit: Visit, show: str | None = None) -> None:
    await show_help(visit, show)
