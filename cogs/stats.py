"""`/stats`, `/hall`, `/export`: a person's record as a card, the best of a server, and one's matches as files.

`docs/statistics.md` says who may see which of a person's figures.
"""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands
from msgspec import structs

import games
from client.commands.translator import BY_SERVERS, IN_SERVERS, list_choices, translate_name, translate_text
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.posting import post
from client.hall import read_ratings, require_game, show_hall
from client.messages.clocks import describe_duration
from client.messages.custom_ids import Id
from client.messages.parts import attach_file, button, document, gallery, layout, media, picture, rows, text
from client.pictures.painter import Drawn
from games.feats import find_feats
from games.text import N, Say, T, Text
from matches.archive.export import export_matches
from matches.errors import UserError
from matches.machines.worker import WorkerFailed
from matches.results.ratings import ALL_GAMES, EVERYWHERE, Ratings
from matches.results.statistics import (
    HeadToHead,
    Tally,
    compare,
    make_tally,
    read_results_of,
    select_visible,
)
from matches.texts import defuse_name
from rendering.cards.record_card import RecordCard

Person = discord.User | discord.Member


async def show_stats(bot: Slowboat, interaction: discord.Interaction, subject: Person, game: str | None) -> None:
    """Show a person's record to the person who asks, with what they may see of it."""
    say, viewer = bot.say(interaction), interaction.user.id
    drawn, record, rivalry = await _draw_record(bot, interaction, subject, game)
    shown, file = picture(drawn.png, drawn.name, drawn.alt)
    lines = [f"### <@{subject.id}>", *_describe_record(record, game, say)]
    if rivalry is not None:
        lines += _describe_rivalry(rivalry, say)
    items = [text(*lines), shown]
    if subject.id == viewer and interaction.guild_id is not None:
        items += rows([button(say(T("Show it to everybody")), Id("share_stats", rest=game or ""))])
    await interaction.edit_original_response(view=layout(*items), attachments=[file])


@action("share_stats", "update")
async def share_stats(press: Press) -> None:
    """Show a card to the channel: always the card of the person who presses, even under another person's message."""
    bot, interaction = press.bot, press.interaction
    game = press.id.rest if press.id.rest in games.names() else None
    drawn, record, _ = await _draw_record(bot, interaction, interaction.user, game)
    say = bot.say(interaction)
    file = attach_file(drawn.png, drawn.name, drawn.alt)
    lines = [f"### <@{interaction.user.id}>", *_describe_record(record, game, say)]
    await post(interaction, layout(text(*lines), gallery(media([file]))), files=[file])
    done = bot.notice(say(T("Everybody in this channel can see your card now.")))
    await interaction.edit_original_response(view=done, attachments=[])


async def hand_over_matches(bot: Slowboat, interaction: discord.Interaction) -> None:
    """Give a person their finished matches: a table, and each match as a record."""
    made = await export_matches(bot.referee, interaction.user.id)
    if not made.matches:
        raise UserError(T("There is no finished match to show yet."))
    shown, file = document(made.archive, "slowboat-matches.zip")
    lines = [
        bot.say(interaction)(
            T(
                "Your finished matches: {count} in the table, the newest {records} also as records, move by move.",
                count=made.matches,
                records=made.records,
            )
        )
    ]
    await interaction.edit_original_response(view=layout(text(*lines), shown), attachments=[file])


async def _draw_record(
    bot: Slowboat, interaction: discord.Interaction, subject: Person, game: str | None
) -> tuple[Drawn, Tally, HeadToHead | None]:
    """Draw a card from the results that the viewer may see. Raises UserError if there is nothing to show."""
    require_game(bot, game)
    viewer, guild_id = interaction.user.id, interaction.guild_id or 0
    own = viewer == subject.id
    rows_of = await read_results_of(bot.referee, subject.id)
    seen = select_visible(rows_of, viewer=viewer, subject=subject.id, guild_id=guild_id, game=game)
    if not seen:
        raise UserError(T("There is no finished match to show yet."))
    record = make_tally(seen, subject.id, own=own)
    card = _make_card(record, await read_ratings(bot), subject.id, game, own=own, guild_id=guild_id)
    face = await bot.avatars.fetch_person(guild_id, subject.id)
    card = structs.replace(card, name=defuse_name(subject.display_name), picture=face)
    try:
        drawn = await bot.painter.draw_record(card, bot.language(interaction), look=bot.look(interaction))
    except WorkerFailed as error:
        raise UserError(T("The picture could not be drawn just now. Try again in a minute.")) from error
    return drawn, record, None if own else compare(seen, viewer, subject.id)


def _make_card(
    record: Tally, ratings: Ratings, subject: int, game: str | None, *, own: bool, guild_id: int
) -> RecordCard:
    """Collect what the card shows. Other people's cards have only their rating in one game on this server, and no
    curve.
    """
    scope = EVERYWHERE if own else guild_id
    rating = ratings.find(subject, game or ALL_GAMES, guild_id=scope) if own or game else None
    rated = rating is not None and rating.matches > 0
    return RecordCard(
        title=games.words(game).TITLE if game else T("all games"),
        matches=record.matches,
        won=record.won,
        rating=(rating.number, rating.margin) if rating is not None and rated else None,
        provisional=rating is not None and rated and rating.provisional,
        curve=tuple(ratings.curves.get((game or ALL_GAMES, subject), ())) if own else (),
        streak=record.streak,
        longest=record.longest,
        seat=record.seat,
        partner=record.partner_matches,
        reply=None if record.reply is None else describe_duration(record.reply),
        finished=None if record.finished is None else round(100 * record.finished),
        badges=record.badges,
    )


def _describe_record(record: Tally, game: str | None, say: Say) -> list[str]:
    """List what the card does not show: the favourite partner's name, the matches stepped into, and the feats."""
    lines = []
    if record.partner is not None:
        said = say(N("{count} match", "{count} matches", record.partner_matches))
        lines.append(say(T("Favourite partner:")) + f" <@{record.partner}> · {said}")
    if record.stepped_in:
        lines.append(say(T("Stepped in for others:")) + f" **{record.stepped_in}**")
    kinds = find_feats(game).kinds if game is not None else {}
    feats = ((kind.name, record.feats[key]) for key, kind in kinds.items() if key in record.feats)
    lines += [say(T("{name}: **{value}**", name=name, value=number)) for name, number in feats]
    return lines


def _describe_rivalry(found: HeadToHead, say: Say) -> list[str]:
    """Describe the results of two people against each other, and as partners."""
    if not (found.mine or found.theirs or found.level or found.together):
        return [say(T("You have not finished a match together here."))]
    counts: list[Text] = [
        T("you were ahead: {count}", count=found.mine),
        T("they were ahead: {count}", count=found.theirs),
        T("tied: {count}", count=found.level),
    ]
    if found.together:
        counts.append(T("as partners: {count}", count=found.together))
    return [" · ".join(map(say, counts))]


def _make_stats_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    async def stats(
        interaction: discord.Interaction, player: discord.User | None = None, game: str | None = None
    ) -> None:
        await show_stats(bot, interaction, player or interaction.user, game)

    texts = bot.texts
    app_commands.describe(
        player=translate_text(T("Whose stats; yours if you leave it out"), texts),
        game=translate_text(T("One game; all of them if you leave it out"), texts),
    )(stats)
    app_commands.rename(player=translate_name("player"), game=translate_name("game"))(stats)
    app_commands.choices(game=_list_games(bot))(stats)
    description = translate_text(T("Stats as a card: matches, rating, streaks; only you see it"), texts)
    return app_commands.Command(name=translate_name("stats"), description=description, callback=stats)


def _make_hall_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    async def hall(interaction: discord.Interaction, game: str) -> None:
        await show_hall(bot, interaction, game)

    app_commands.describe(game=translate_text(T("Which game?"), bot.texts))(hall)
    app_commands.rename(game=translate_name("game"))(hall)
    app_commands.choices(game=_list_games(bot))(hall)
    description = translate_text(T("The best ratings and the records of this server in one game"), bot.texts)
    return app_commands.Command(
        name=translate_name("hall"),
        description=description,
        callback=hall,
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
    )


def _make_export_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    async def export(interaction: discord.Interaction) -> None:
        await hand_over_matches(bot, interaction)

    description = translate_text(T("Your finished matches as files: a table, and every move"), bot.texts)
    return app_commands.Command(name=translate_name("export"), description=description, callback=export)


def _list_games(bot: Slowboat) -> list[app_commands.Choice[str]]:
    return list_choices({name: games.words(name).TITLE for name in bot.list_playable()}, bot.texts)


class Stats(commands.Cog):
    """Offer `/stats`, `/hall` and `/export`."""


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Stats())
    bot.tree.add_command(_make_stats_command(bot))
    bot.tree.add_command(_make_hall_command(bot))
    bot.tree.add_command(_make_export_command(bot))
