"""`/league`, for managers of a server: set up a league in a channel, start and end its seasons, correct results."""

from __future__ import annotations

import discord
from discord import app_commands

from client.commands.declare import command_group, list_paces, option
from client.core.visit import Visit
from client.leagues.managing import (
    correct_result,
    end_season,
    list_games_for_two,
    list_kinds,
    list_results,
    remove_member,
    set_up_league,
    start_season,
)
from games.text import T

league = command_group("league", T("A league, ladder or cup in this channel"))


@league.command("new", T("Set up a league, ladder or cup in this channel"))
@option("name", T("What the league is called"))
@option("game", T("What to play"), choices=list_games_for_two)
@option("pace", T("How fast; one move a day if you leave it out"), choices=list_paces)
@option("days", T("Days of a season; 60 if you leave it out"))
@option("kind", T("League, ladder or cup; a league if you leave it out"), choices=list_kinds)
async def new(
    visit: Visit,
    name: app_commands.Range[str, 1, 60],
    game: str,
    pace: str = "daily",
    days: app_commands.Range[int, 7, 180] = 60,
    kind: str = "divisions",
) -> None:
    await set_up_league(visit, name, game, pace=pace, days=days, kind=kind)


@league.command("start", T("Start the next season of this channel's league"))
async def start(visit: Visit) -> None:
    await start_season(visit)


@league.command("end", T("End the season of this channel's league now"))
async def end(visit: Visit) -> None:
    await end_season(visit)


@league.command("correct", T("Correct the result of a match of this channel's league"))
@option("match", T("The number in the name of its thread"))
@option("result", T("How it ended"), choices=list_results)
@option("reason", T("Why? Everybody will see your answer."))
async def correct(
    visit: Visit,
    match: app_commands.Range[int, 1, 999],
    result: str,
    reason: app_commands.Range[str, 1, 200],
) -> None:
    await correct_result(visit, match, result, reason)


@league.command("remove", T("Remove a person from this channel's league"))
@option("player", T("Who leaves the league"))
@option("reason", T("Why? Everybody will see your answer."))
async def remove(visit: Visit, player: discord.User, reason: app_commands.Range[str, 1, 200]) -> None:
    await remove_member(visit, player, reason)
