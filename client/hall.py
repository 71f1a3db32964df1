"""The hall of fame of a server: the best ratings in a game, and its records, with the clip of the worst collapse."""

from __future__ import annotations

from typing import Final

import discord

import games
from client.board.board import CLIP_LINES
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.messages.custom_ids import Id
from client.messages.log_text import describe_log
from client.messages.parts import button, layout, picture, rows, text
from games.text import N, Say, T
from matches.directory import read_log
from matches.errors import UserError, make_old_button_error
from matches.machines.worker import WorkerFailed
from matches.results.ratings import Ratings
from matches.results.records import Record, find_clip, read_records
from matches.results.statistics import list_best

SHOWN: Final = 10
"""People listed with their ratings."""

_NO_CLIP: Final = T("This record no longer has a clip.")


async def show_hall(bot: Slowboat, interaction: discord.Interaction, game: str) -> None:
    """List the people with the best ratings in a game within the server, and the records in one match."""
    say, guild_id = bot.say(interaction), interaction.guild_id or 0
    require_game(bot, game)
    best = list_best(await read_ratings(bot), game, guild_id=guild_id, limit=SHOWN)
    title = say(T("{game}: this server's best players", game=games.words(game).TITLE))
    lines = [f"### {title}"]
    for place, (user_id, rating) in enumerate(best, 1):
        count = say(N("{count} match", "{count} matches", rating.matches))
        provisional = " · " + say(T("provisional")) if rating.provisional else ""
        lines.append(f"{place}. <@{user_id}> · **{rating.number}** ± {rating.margin} · {count}{provisional}")
    if not best:
        lines.append(
            say(
                T(
                    "Nobody has a rating in this game yet. A match is rated if its host presses More on the card, then "
                    "Play for ratings."
                )
            )
        )
    records = await read_records(bot.referee, game, guild_id=guild_id)
    if records:
        lines += ["**" + say(T("Records in one match")) + "**", *(_describe(record, say) for record in records)]
    clips = [
        button(say(T("Clip: {record}", record=record.name)), Id("hall_clip", rest=f"{game}.{record.key}"))
        for record in records
        if record.has_clip
    ]
    await interaction.edit_original_response(view=layout(text(*lines), *rows(clips)))


def _describe(record: Record, say: Say) -> str:
    """Name a record, who holds it and since when."""
    figure = say(T("{name}: **{value}**", name=record.name, value=record.number))
    return f"{figure} · <@{record.user_id}> · <t:{int(record.at)}:d>"


@action("hall_clip", "private")
async def show_clip(press: Press) -> None:
    """Show the clip of a record's current holder."""
    bot, interaction = press.bot, press.interaction
    game, _, key = press.id.rest.partition(".")
    require_game(bot, game)
    records = await read_records(bot.referee, game, guild_id=interaction.guild_id or 0)
    record = next((each for each in records if each.key == key and each.has_clip), None)
    found = await find_clip(bot.referee, record) if record is not None else None
    if record is None or found is None:
        raise UserError(_NO_CLIP)
    match, film, view = found
    try:
        still = (await bot.preferences.load(interaction.user.id)).still
        clip = await bot.films.draw(match, view, film, still=still)
    except WorkerFailed as error:
        raise UserError(T("The picture could not be drawn just now. Try again in a minute.")) from error
    say = bot.say(interaction, match)
    row = [each for each in await read_log(bot.referee, match.id, after=film.seq - 1) if each.seq == film.seq]
    told = " ".join(describe_log(match, row, say)[:CLIP_LINES])
    shown, file = picture(clip.gif, clip.name, told)
    await interaction.edit_original_response(view=layout(text(_describe(record, say)), shown), attachments=[file])


def require_game(bot: Slowboat, game: str | None) -> None:
    """Raise UserError for a game that is not installed, for example in a button of another version."""
    if game is not None and game not in bot.list_playable():
        raise make_old_button_error()


async def read_ratings(bot: Slowboat) -> Ratings:
    """Read all ratings. Raises UserError if they cannot be computed."""
    try:
        return await bot.rating_book.read()
    except WorkerFailed as error:
        raise UserError(T("The ratings could not be computed just now. Try again in a minute.")) from error
