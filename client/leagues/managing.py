"""Manage leagues (`/league`): set one up in a channel, start and end its seasons, correct results, remove people."""

from __future__ import annotations

from collections.abc import Mapping

import discord

import games
from client.core.bot import Slowboat
from client.core.errors import SAVED
from client.core.permissions import (
    list_missing_for_threads,
    list_missing_permissions,
    make_permission_error,
    require_manager,
)
from client.core.visit import Visit
from games.text import T, Text
from matches.clocks.pace import PACES
from matches.errors import UserError
from matches.leagues import season
from matches.leagues.keeping import change_league, found_league
from matches.leagues.league import Kind, League
from matches.leagues.table import Result
from matches.people.preferences import read_server
from matches.texts import defuse

RESULTS: dict[Result, Text] = {
    "first": T("The person named first has won"),
    "second": T("The person named second has won"),
    "draw": T("A draw"),
    "void": T("No result"),
    "": T("Reopen the match"),
}
"""The results that `/league correct` can set."""


KINDS: dict[Kind, Text] = {
    "divisions": T("A league: everybody of a division plays everybody"),
    "ladder": T("A ladder: challenge somebody above you and take their place"),
    "cup": T("A knock-out cup: the loser of a match is out"),
}
"""The kinds of league that `/league new` sets up."""


async def _answer(visit: Visit, told: Text) -> None:
    """Answer the manager after a change; the background loop shows it in the tables within half a minute."""
    visit.interaction.extras[SAVED] = True
    await visit.answer(visit.say(told))


def _require_permissions(interaction: discord.Interaction) -> None:
    """Raise UserError if the bot lacks a permission that a league needs in its channel. In the background loop nobody
    would see the error."""
    if missing := [*list_missing_permissions(interaction), *list_missing_for_threads(interaction)]:
        raise make_permission_error(dict.fromkeys(missing), interaction.channel_id or 0)


def list_games_for_two(bot: Slowboat) -> Mapping[str, Text]:
    """List the games that two can play, as choices."""
    return {name: games.words(name).TITLE for name in bot.list_playable() if 2 in games.load(name).seats}


async def set_up_league(
    visit: Visit,
    name: str,
    game: str,
    *,
    pace: str,
    days: int,
    kind: str,
) -> None:
    """Set up a league, ladder or cup in the channel. Raises UserError."""
    guild_id = require_manager(visit.interaction)
    if not isinstance(visit.interaction.channel, discord.TextChannel):
        raise UserError(T("A league needs an ordinary text channel, in which threads can be opened."))
    _require_permissions(visit.interaction)
    if game not in visit.bot.list_playable() or pace not in PACES:
        raise UserError(T("I don't know this game. Pick one from the list."))
    server = await read_server(visit.referee, guild_id)
    language = server.language or visit.bot.texts.language(str(visit.interaction.guild_locale))
    chosen: Kind = next((each for each in KINDS if each == kind), "divisions")
    made = League(defuse(name), game, pace, "stand_in", days, language, kind=chosen)
    await found_league(visit.referee, guild_id, visit.interaction.channel.id, made)
    await _answer(visit, T("The league is set up. People join with the button under its tables."))


async def start_season(
    visit: Visit,
) -> None:
    """Start the next season of the league of the channel."""
    require_manager(visit.interaction)
    _require_permissions(visit.interaction)
    await change_league(visit.referee, visit.channel_id, lambda found: season.start_season(found, visit.now))
    await _answer(visit, T("The season has begun. Its matches are opened in threads, a few at a time."))


async def end_season(
    visit: Visit,
) -> None:
    """End the season of the league of the channel."""
    require_manager(visit.interaction)
    await change_league(visit.referee, visit.channel_id, season.end_season)
    await _answer(visit, T("The season is over. Matches still open stay without a result."))


async def correct_result(
    visit: Visit,
    match: int,
    result: str,
    reason: str,
) -> None:
    """Correct the result of a match of the league of the channel."""
    require_manager(visit.interaction)
    chosen = next((key for key in RESULTS if (key or "open") == result), None)
    if chosen is None:
        raise UserError(T("Choose a result from the list."))
    why = defuse(reason)[:200]
    await change_league(
        visit.referee,
        visit.channel_id,
        lambda found: season.correct(found, match, chosen, by=visit.user_id, reason=why, now=visit.now),
    )
    await _answer(visit, T("Done. The table shows the correction and its reason."))


async def remove_member(visit: Visit, player: discord.User, reason: str) -> None:
    """Remove a person from the league of the channel."""
    require_manager(visit.interaction)
    why = defuse(reason)[:200]
    await change_league(
        visit.referee,
        visit.channel_id,
        lambda found: season.expel(found, player.id, by=visit.user_id, reason=why, now=visit.now),
    )
    await _answer(
        visit,
        T("Removed. Open matches of this person count as lost; the league's message shows the reason."),
    )


def list_results(_: Slowboat) -> Mapping[str, Text]:
    """List the results of `/league correct`, as choices."""
    return {key or "open": said for key, said in RESULTS.items()}


def list_kinds(_: Slowboat) -> Mapping[Kind, Text]:
    """List the kinds of league, as choices."""
    return KINDS
