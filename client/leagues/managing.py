"""Manage leagues (`/league`): set one up in a channel, start and end its seasons, correct results, remove people."""

from __future__ import annotations

from collections.abc import Mapping

import discord

import games
from client.core.bot import Slowboat
from client.core.errors import SAVED, list_missing_for_threads, list_missing_permissions, make_permission_error
from client.server.permission import require_manager
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


async def _answer(bot: Slowboat, interaction: discord.Interaction, told: Text) -> None:
    """Answer the manager after a change; the background loop shows it in the tables within half a minute."""
    interaction.extras[SAVED] = True
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction)(told)))


def _require_permissions(interaction: discord.Interaction) -> None:
    """Raise UserError if the bot lacks a permission that a league needs in its channel. In the background loop nobody
    would see the error."""
    if missing := [*list_missing_permissions(interaction), *list_missing_for_threads(interaction)]:
        raise make_permission_error(dict.fromkeys(missing), interaction.channel_id or 0)


def list_games_for_two(bot: Slowboat) -> Mapping[str, Text]:
    """List the games that two can play, as choices."""
    return {name: games.words(name).TITLE for name in bot.list_playable() if 2 in games.load(name).seats}


async def set_up_league(
    bot: Slowboat,
    interaction: discord.Interaction,
    name: str,
    game: str,
    *,
    pace: str,
    days: int,
    kind: str,
) -> None:
    """Set up a league, ladder or cup in the channel. Raises UserError."""
    guild_id = require_manager(bot, interaction)
    if not isinstance(interaction.channel, discord.TextChannel):
        raise UserError(T("A league needs an ordinary text channel, in which threads can be opened."))
    _require_permissions(interaction)
    if game not in bot.list_playable() or pace not in PACES:
        raise UserError(T("I don't know this game. Pick one from the list."))
    server = await read_server(bot.referee, guild_id)
    language = server.language or bot.texts.language(str(interaction.guild_locale))
    chosen: Kind = next((each for each in KINDS if each == kind), "divisions")
    made = League(defuse(name), game, pace, "stand_in", days, language, kind=chosen)
    await found_league(bot.referee, guild_id, interaction.channel.id, made)
    await _answer(bot, interaction, T("The league is set up. People join with the button under its tables."))


async def start_season(
    bot: Slowboat,
    interaction: discord.Interaction,
) -> None:
    """Start the next season of the league of the channel."""
    require_manager(bot, interaction)
    _require_permissions(interaction)
    now = bot.referee.now()
    await change_league(bot.referee, interaction.channel_id or 0, lambda found: season.start_season(found, now))
    await _answer(bot, interaction, T("The season has begun. Its matches are opened in threads, a few at a time."))


async def end_season(
    bot: Slowboat,
    interaction: discord.Interaction,
) -> None:
    """End the season of the league of the channel."""
    require_manager(bot, interaction)
    await change_league(bot.referee, interaction.channel_id or 0, season.end_season)
    await _answer(bot, interaction, T("The season is over. Matches still open stay without a result."))


async def correct_result(
    bot: Slowboat,
    interaction: discord.Interaction,
    match: int,
    result: str,
    reason: str,
) -> None:
    """Correct the result of a match of the league of the channel."""
    require_manager(bot, interaction)
    chosen = next((key for key in RESULTS if (key or "open") == result), None)
    if chosen is None:
        raise UserError(T("Choose a result from the list."))
    by, now, why = interaction.user.id, bot.referee.now(), defuse(reason)[:200]
    await change_league(
        bot.referee,
        interaction.channel_id or 0,
        lambda found: season.correct(found, match, chosen, by=by, reason=why, now=now),
    )
    await _answer(bot, interaction, T("Done. The table shows the correction and its reason."))


async def remove_member(bot: Slowboat, interaction: discord.Interaction, player: discord.User, reason: str) -> None:
    """Remove a person from the league of the channel."""
    require_manager(bot, interaction)
    by, now, why = interaction.user.id, bot.referee.now(), defuse(reason)[:200]
    await change_league(
        bot.referee,
        interaction.channel_id or 0,
        lambda found: season.expel(found, player.id, by=by, reason=why, now=now),
    )
    await _answer(
        bot,
        interaction,
        T("Removed. Open matches of this person count as lost; the league's message shows the reason."),
    )


def list_results(_: Slowboat) -> Mapping[str, Text]:
    """List the results of `/league correct`, as choices."""
    return {key or "open": said for key, said in RESULTS.items()}


def list_kinds(_: Slowboat) -> Mapping[Kind, Text]:
    """List the kinds of league, as choices."""
    return KINDS
