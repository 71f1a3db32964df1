"""`/league`, for managers of a server: set up a league in a channel, start and end its seasons, correct results."""

from __future__ import annotations

import discord
from discord import app_commands

import games
from client.commands.translator import BY_SERVERS, IN_SERVERS, list_choices, translate_name, translate_text
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


def make_league_commands(bot: Slowboat) -> app_commands.Group:
    """Make the group of commands."""
    group = app_commands.Group(
        name=translate_name("league"),
        description=translate_text(T("A league, ladder or cup in this channel"), bot.texts),
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
    )
    for command in (_make_new(bot), _make_start(bot), _make_end(bot), _make_correct(bot), _make_remove(bot)):
        group.add_command(command)
    return group


async def _answer(bot: Slowboat, interaction: discord.Interaction, told: Text) -> None:
    """Answer the manager after a change; the background loop shows it in the tables within half a minute."""
    interaction.extras[SAVED] = True
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction)(told)))


def _require_permissions(interaction: discord.Interaction) -> None:
    """Raise UserError if the bot lacks a permission that a league needs in its channel. In the background loop nobody
    would see the error."""
    if missing := [*list_missing_permissions(interaction), *list_missing_for_threads(interaction)]:
        raise make_permission_error(dict.fromkeys(missing), interaction.channel_id or 0)


def _make_new(bot: Slowboat) -> app_commands.Command[app_commands.Group, ..., None]:
    async def new(
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 60],
        game: str,
        pace: str = "daily",
        days: app_commands.Range[int, 7, 180] = 60,
        kind: str = "divisions",
    ) -> None:
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

    texts = bot.texts
    app_commands.describe(
        name=translate_text(T("What the league is called"), texts),
        game=translate_text(T("What to play"), texts),
        pace=translate_text(T("How fast; one move a day if you leave it out"), texts),
        days=translate_text(T("Days of a season; 60 if you leave it out"), texts),
        kind=translate_text(T("League, ladder or cup; a league if you leave it out"), texts),
    )(new)
    app_commands.rename(**{each: translate_name(each) for each in ("name", "game", "pace", "days", "kind")})(new)
    app_commands.choices(
        game=list_choices({each: games.words(each).TITLE for each in _list_games(bot)}, texts),
        pace=list_choices({key: pace.short or pace.name for key, pace in PACES.items()}, texts),
        kind=list_choices(KINDS, texts),
    )(new)
    described = translate_text(T("Set up a league, ladder or cup in this channel"), texts)
    return app_commands.Command(name=translate_name("new"), description=described, callback=new)


def _list_games(bot: Slowboat) -> list[str]:
    """List the games that two can play."""
    return [name for name in bot.list_playable() if 2 in games.load(name).seats]


def _make_start(bot: Slowboat) -> app_commands.Command[app_commands.Group, ..., None]:
    async def start(interaction: discord.Interaction) -> None:
        require_manager(bot, interaction)
        _require_permissions(interaction)
        now = bot.referee.now()
        await change_league(bot.referee, interaction.channel_id or 0, lambda found: season.start_season(found, now))
        await _answer(bot, interaction, T("The season has begun. Its matches are opened in threads, a few at a time."))

    described = translate_text(T("Start the next season of this channel's league"), bot.texts)
    return app_commands.Command(name=translate_name("start"), description=described, callback=start)


def _make_end(bot: Slowboat) -> app_commands.Command[app_commands.Group, ..., None]:
    async def end(interaction: discord.Interaction) -> None:
        require_manager(bot, interaction)
        await change_league(bot.referee, interaction.channel_id or 0, season.end_season)
        await _answer(bot, interaction, T("The season is over. Matches still open stay without a result."))

    described = translate_text(T("End the season of this channel's league now"), bot.texts)
    return app_commands.Command(name=translate_name("end"), description=described, callback=end)


def _make_correct(bot: Slowboat) -> app_commands.Command[app_commands.Group, ..., None]:
    async def correct(
        interaction: discord.Interaction,
        match: app_commands.Range[int, 1, 999],
        result: str,
        reason: app_commands.Range[str, 1, 200],
    ) -> None:
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

    texts = bot.texts
    app_commands.describe(
        match=translate_text(T("The number in the name of its thread"), texts),
        result=translate_text(T("How it ended"), texts),
        reason=translate_text(T("Why? Everybody will see your answer."), texts),
    )(correct)
    app_commands.rename(**{each: translate_name(each) for each in ("match", "result", "reason")})(correct)
    app_commands.choices(result=list_choices({key or "open": said for key, said in RESULTS.items()}, texts))(correct)
    described = translate_text(T("Correct the result of a match of this channel's league"), texts)
    return app_commands.Command(name=translate_name("correct"), description=described, callback=correct)


def _make_remove(bot: Slowboat) -> app_commands.Command[app_commands.Group, ..., None]:
    async def remove(
        interaction: discord.Interaction, player: discord.User, reason: app_commands.Range[str, 1, 200]
    ) -> None:
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

    texts = bot.texts
    app_commands.describe(
        player=translate_text(T("Who leaves the league"), texts),
        reason=translate_text(T("Why? Everybody will see your answer."), texts),
    )(remove)
    app_commands.rename(**{each: translate_name(each) for each in ("player", "reason")})(remove)
    described = translate_text(T("Remove a person from this channel's league"), texts)
    return app_commands.Command(name=translate_name("remove"), description=described, callback=remove)
