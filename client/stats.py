"""A person's record as a card, their matches as files, and the best of a server in a game: ratings, and
records with the clip of the worst collapse.

`docs/statistics.md` says who may see which of a person's figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from msgspec import structs

import games
from client.commands.declare import list_games
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.errors import Refusal
from client.core.visit import Visit
from client.messages.clocks import describe_duration
from client.messages.custom_ids import Id
from client.messages.log_text import tell_story
from client.messages.menus import MOST_OPTIONS, Menu, Option
from client.messages.parts import (
    Row,
    attach_file,
    button,
    document,
    gallery,
    layout,
    media,
    picture,
    rows,
    selects,
    text,
)
from client.pictures.painter import Drawn
from games.feats import find_feats
from games.text import N, Say, T, Text
from matches.archive.export import export_matches
from matches.directory import read_log
from matches.errors import UserError, make_old_button_error
from matches.machines.worker import WorkerFailed
from matches.results.ratings import ALL_GAMES, EVERYWHERE, Ratings
from matches.results.records import Record, find_clip, read_records
from matches.results.statistics import (
    HeadToHead,
    Meeting,
    Tally,
    compare,
    list_best,
    make_tally,
    read_results_of,
    read_rivals_of,
    select_visible,
)
from matches.texts import defuse_name
from rendering.cards.record_card import RecordCard

Person = discord.User | discord.Member


SHOWN: Final = 10
"""People listed with their ratings."""

BEST: Final = T("Best of this server")

_ALL: Final = "-"
"""The value of the option for all games."""

_NO_CLIP: Final = T("This record no longer has a clip.")


async def show_stats(visit: Visit, subject: Person, game: str | None) -> None:
    """Show a person's record to the person who asks, with what they may see of it."""
    say = visit.say
    drawn, record, rivalry = await _draw_record(visit, subject, game)
    shown, file = picture(drawn.data, drawn.name, drawn.alt)
    lines = [f"### <@{subject.id}>", *_describe_record(record, game, say)]
    if rivalry is not None:
        lines += _describe_rivalry(rivalry, say)
    items = [text(*lines), shown, *_make_game_menu(visit, Id("stats", rest=str(subject.id)))]
    buttons = []
    if visit.interaction.guild_id is not None:
        buttons.append(button(say(BEST), Id("hall", rest=game or "")))
    if record.matches and subject.id == visit.user_id and visit.interaction.guild_id is not None:
        buttons.insert(0, button(say(T("Show it to everybody")), Id("share_stats", rest=game or "")))
    await visit.answer(layout(*items, *rows(buttons)), files=[file])


def _make_game_menu(visit: Visit, leads_to: Id) -> list[Row]:
    """Make the menu of the games; nothing if there is only one."""
    say = visit.say
    listed = tuple(Option(say(title), name) for name, title in list_games(visit.bot).items())[: MOST_OPTIONS - 1]
    everything = (Option(say(T("all games")), _ALL),) if leads_to.action == "stats" else ()
    menu = Menu("", (*everything, *listed))
    return selects([menu], leads_to, placeholder=say(T("Which game?"))) if len(listed) > 1 else []


@action("stats", "update")
async def choose_game(visit: Visit) -> None:
    """Show the card of the same person for the game chosen in the menu."""
    number = visit.id.rest.partition(".")[0]
    game = None if visit.value == _ALL else visit.value
    await show_stats(visit, await _find_person(visit, int(number) if number.isdecimal() else 0), game)


async def _find_person(visit: Visit, user_id: int) -> Person:
    """Find a person by id: the one who presses, or a member of the server. Raises UserError."""
    if user_id == visit.user_id:
        return visit.interaction.user
    guild = visit.bot.get_guild(visit.interaction.guild_id or 0)
    if guild is None:
        raise make_old_button_error()
    try:
        return await guild.fetch_member(user_id)
    except discord.NotFound as error:
        raise UserError(T("This person is no longer in this server.")) from error


@action("share_stats", "update")
async def share_stats(visit: Visit) -> None:
    """Show a card to the channel: always the card of the person who presses, even under another person's message."""
    game = visit.id.rest if visit.id.rest in games.names() else None
    drawn, record, _ = await _draw_record(visit, visit.interaction.user, game)
    say = visit.say
    file = attach_file(drawn.data, drawn.name, drawn.alt)
    lines = [f"### <@{visit.user_id}>", *_describe_record(record, game, say)]
    await visit.post(layout(text(*lines), gallery(media([file]))), files=[file])
    await visit.answer(T("Everybody in this channel can see your card now."), files=[])


async def hand_over_matches(visit: Visit) -> None:
    """Give a person their finished matches: a table, and each match as a record."""
    made = await export_matches(visit.referee, visit.user_id)
    if not made.matches:
        raise UserError(T("There is no finished match to show yet."))
    shown, file = document(made.archive, "slowboat-matches.zip")
    lines = [
        visit.say(
            T(
                "Your finished matches: {count} in the table, the newest {records} also as records, move by move.",
                count=made.matches,
                records=made.records,
            )
        )
    ]
    await visit.answer(layout(text(*lines), shown), files=[file])


async def _draw_record(visit: Visit, subject: Person, game: str | None) -> tuple[Drawn, Tally, HeadToHead | None]:
    """Draw a card from the results that the viewer may see. Before the first match their own shows what will stand
    there.

    Raises UserError if there is nothing to show of another person.
    """
    require_game(visit.bot, game)
    guild_id = visit.interaction.guild_id or 0
    own = visit.user_id == subject.id
    rows_of = await read_results_of(visit.referee, subject.id)
    seen = select_visible(rows_of, viewer=visit.user_id, subject=subject.id, guild_id=guild_id, game=game)
    if not seen and not own:
        raise Refusal(T("There is no finished match to show yet."), label=BEST, action=Id("hall", rest=game or ""))
    rivals = await read_rivals_of(visit.referee, subject.id) if own else {}
    record = make_tally(seen, subject.id, own=own, rivals=rivals)
    card = _make_card(record, await read_ratings(visit.bot), subject.id, game, own=own, guild_id=guild_id)
    face = await visit.bot.avatars.fetch_person(guild_id, subject.id)
    card = structs.replace(card, name=defuse_name(subject.display_name), picture=face)
    try:
        drawn = await visit.bot.painter.draw_record(card, visit.language, look=visit.look)
    except WorkerFailed as error:
        raise UserError(T("The picture could not be drawn just now. Try again in a minute.")) from error
    return drawn, record, None if own else compare(seen, visit.user_id, subject.id)


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
    """List what the card does not show: the favourite partner's name, the computer players, the matches stepped into,
    and the feats."""
    lines = []
    if record.partner is not None:
        said = say(N("{count} match", "{count} matches", record.partner_matches))
        lines.append(say(T("Favourite partner:")) + f" <@{record.partner}> · {said}")
    lines += _describe_meetings(record.met, say)
    if record.stepped_in:
        lines.append(say(T("Stepped in for others:")) + f" **{record.stepped_in}**")
    kinds = find_feats(game).kinds if game is not None else {}
    feats = ((kind.name, record.feats[key]) for key, kind in kinds.items() if key in record.feats)
    lines += [say(T("{name}: **{value}**", name=name, value=number)) for name, number in feats]
    return lines


def _describe_meetings(met: Sequence[Meeting], say: Say) -> list[str]:
    """List how somebody has done against each computer player, and name the one that was ahead most often."""
    if not met:
        return []
    counts = " · ".join(f"{each.name} {each.won}:{each.lost}" for each in met)
    lines = [say(T("Against computer players (won:lost): {counts}", counts=counts))]
    if met[0].lost:
        hardest = met[0]
        lines.append(
            say(
                N(
                    "Toughest rival: {name}, ahead {count} time",
                    "Toughest rival: {name}, ahead {count} times",
                    hardest.lost,
                    name=hardest.name,
                )
            )
        )
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


@action("hall", "private")
async def open_hall(visit: Visit) -> None:
    """Handle *Best of this server*."""
    await show_hall(visit, visit.id.rest or None)


@action("hall_game", "update")
async def choose_hall(visit: Visit) -> None:
    """Show the best of the server in the game chosen in the menu."""
    await show_hall(visit, visit.value)


async def show_hall(visit: Visit, game: str | None) -> None:
    """List the people with the best ratings in a game within the server, and the records in one match.

    `game` None: the first one. Raises UserError in direct messages.
    """
    say, guild_id = visit.say, visit.interaction.guild_id
    if guild_id is None:
        raise UserError(T("This works only in a server."))
    require_game(visit.bot, game)
    game = game or visit.bot.list_playable()[0]
    best = list_best(await read_ratings(visit.bot), game, guild_id=guild_id, limit=SHOWN)
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
    records = await read_records(visit.referee, game, guild_id=guild_id)
    if records:
        lines += ["**" + say(T("Records in one match")) + "**", *(_describe(record, say) for record in records)]
    clips = [
        button(say(T("Clip: {record}", record=record.name)), Id("hall_clip", rest=f"{game}.{record.key}"))
        for record in records
        if record.has_clip
    ]
    menu = _make_game_menu(visit, Id("hall_game"))
    await visit.answer(layout(text(*lines), *menu, *rows(clips)))


def _describe(record: Record, say: Say) -> str:
    """Name a record, who holds it and since when."""
    figure = say(T("{name}: **{value}**", name=record.name, value=record.number))
    return f"{figure} · <@{record.user_id}> · <t:{int(record.at)}:d>"


@action("hall_clip", "private")
async def show_clip(visit: Visit) -> None:
    """Show the clip of a record's current holder."""
    game, _, key = visit.id.rest.partition(".")
    require_game(visit.bot, game)
    records = await read_records(visit.referee, game, guild_id=visit.interaction.guild_id or 0)
    record = next((each for each in records if each.key == key and each.has_clip), None)
    found = await find_clip(visit.referee, record) if record is not None else None
    if record is None or found is None:
        raise UserError(_NO_CLIP)
    match, film, view = found
    try:
        still = (await visit.bot.preferences.load(visit.user_id)).still
        clip = await visit.bot.films.draw(match, view, film, still=still)
    except WorkerFailed as error:
        raise UserError(T("The picture could not be drawn just now. Try again in a minute.")) from error
    say = visit.say_about(match)
    row = [each for each in await read_log(visit.referee, match.id, after=film.seq - 1) if each.seq == film.seq]
    told = " ".join(tell_story(match, row, say).lines)
    shown, file = picture(clip.gif, clip.name, told)
    await visit.answer(layout(text(_describe(record, say)), shown), files=[file])


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
