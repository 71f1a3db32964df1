"""`/play`: start any game with sensible defaults. `/demo`: let computer players show one. *Invite to a match*, in the
menu of a person: invite them to the lobby of the channel, or to a new one.
"""

from __future__ import annotations

from typing import cast

import discord
from discord import app_commands

from client.commands.declare import EVERYWHERE, add_to_person_menu, command, option
from client.core.bot import Slowboat
from client.core.visit import Visit
from client.demo import list_levels, open_demo
from client.play import choose_match, complete_game
from client.play import play as start
from games.text import T
from matches.rows import Level


@command("play", T("Start a game with its usual rules"), where=EVERYWHERE, public=True)
@option("game", T("What to play"), suggest=complete_game)
@option("computer", T("Begin at once against a computer player"))
@option("opponent", T("Somebody to invite"))
async def play(
    visit: Visit,
    game: str,
    computer: bool | None = None,
    opponent: discord.User | None = None,
) -> None:
    await start(visit, game, computer=computer, opponent=opponent)


@command("demo", T("Watch computer players play a game slowly; anybody may take a seat"), public=True)
@option("game", T("Which game to show"), suggest=complete_game)
@option("level", T("How strong the computer players are"), choices=list_levels)
@option("players", T("How many computer players"))
@option("thread", T("Give the match its own thread"))
async def demo(
    visit: Visit,
    game: str,
    level: str | None = None,
    players: app_commands.Range[int, 2, 6] | None = None,
    thread: bool = False,
) -> None:
    await open_demo(visit, game, level=cast("Level | None", level), players=players, thread=thread)


async def setup(bot: Slowboat) -> None:
    add_to_person_menu(bot, T("Invite to a match"), choose_match)
