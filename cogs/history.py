"""`/replay`, `/film` and `/analyse`: look back at a match; the first two also while it is running.

Every press checks which seats' views the person may see; the seat in its custom_id is not trusted.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from typing import cast

import discord
import msgspec
from discord import app_commands
from discord.ext import commands
from msgspec import structs

from client.analysis import show_analysis
from client.board.sending import read_look
from client.commands.translator import translate_name, translate_text
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.posting import post
from client.messages.custom_ids import Id
from client.messages.parts import button, document, gallery, layout, media, rows, text
from client.pictures.films import make_old_rules_error
from client.replay.elsewhere import describe_record, replay_record
from client.replay.replay import Place, build_page, parse_place, parse_step
from client.replay.share import make_page
from games.text import Say, T
from matches.archive import history
from matches.errors import UserError, unknown_match
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.referee import Referee
from rendering import Look

_REMEMBERED = 4
"""Matches whose turns are kept in memory; the longest take six megabytes each."""


@action("replay", "private")
async def open_replay(press: Press) -> None:
    """Open the replay; from a recap, at the first turn that the recap describes."""
    match = await press.read_match()
    await _show(press.bot, press.interaction, match, since=parse_step(press.id.rest))


@action("step", "update")
async def go_to_step(press: Press) -> None:
    """Show another step (|◀ ◀ ▶ ▶|)."""
    await _show(press.bot, press.interaction, await press.read_match(), parse_place(press.id.rest))


@action("jump", "update")
async def jump_to_step(press: Press) -> None:
    """Show the move chosen in the menu."""
    place = structs.replace(parse_place(press.id.rest), step=parse_step(press.value))
    await _show(press.bot, press.interaction, await press.read_match(), place)


@action("sight", "update")
async def look_from(press: Press) -> None:
    """Show the match as the seat chosen in the menu saw it."""
    place = structs.replace(parse_place(press.id.rest), sight=parse_place(press.value).sight)
    await _show(press.bot, press.interaction, await press.read_match(), place)


@action("film", "private")
async def open_film(press: Press) -> None:
    """Show the film from a board or a replay."""
    await _show_film(press.bot, press.interaction, await press.read_match())


@action("share", "update")
async def share_film(press: Press) -> None:
    """Show a private film to the channel."""
    bot, interaction = press.bot, press.interaction
    match = await press.read_match()
    if interaction.channel_id != match.channel_id:
        raise unknown_match()
    say = bot.say_to_all(match)
    look = await read_look(bot.referee, match)
    file = await _attach_film(bot, match, say, language=match.language, look=look)
    shown = gallery(media([file]))
    await post(interaction, layout(text(f"### {say(match.words.TITLE)}"), shown), files=[file])
    done = bot.say(interaction, match)(T("Everybody in this channel can see the film now."))
    await interaction.edit_original_response(view=bot.notice(done), attachments=[])


@action("share_page", "private")
async def share_page(press: Press) -> None:
    """Send the match as a page that replays it offline (*Share*)."""
    bot, interaction = press.bot, press.interaction
    match = await press.read_match()
    _require_begun(match)
    say = bot.say(interaction, match)
    try:
        turns = await _read_turns(bot, match)
        made = await make_page(match, turns, bot.films, say, bot.language(interaction))
    except WorkerFailed as error:
        raise UserError(T("The page could not be made just now. Try again in a minute.")) from error
    except (msgspec.ValidationError, zlib.error) as error:
        raise make_old_rules_error() from error
    lines = [say(T("The match as a page for any browser, even offline. Send it to anybody you like."))]
    if not made.complete:
        lines.append("-# " + say(T("This match was long, so the page leaves out some moves to stay small.")))
    shown, file = document(made.html, made.name)
    await interaction.edit_original_response(view=layout(text(*lines), shown), attachments=[file])


async def _read_turns(bot: Slowboat, match: Match) -> tuple[history.Step, ...]:
    """Read the turns of a match, from the cog's cache if they are in it."""
    return await cast("History", bot.get_cog(History.__name__)).read_turns(match)


async def _show(
    bot: Slowboat,
    interaction: discord.Interaction,
    match: Match,
    place: Place | None = None,
    *,
    since: int = -1,
) -> None:
    """Show a page of the replay. Without `place`, it shows the newest position from the person's own seat.

    `since`: begin at the turn of this ply or, if the ply was undone, at the next turn; negative: at the newest.
    """
    _require_begun(match)
    sights = history.list_viewpoints(match, interaction.user.id)
    try:
        turns = await _read_turns(bot, match)
        wanted = place or Place(history.find_turn(turns, since), sights[0])
        language, look = bot.language(interaction), bot.look(interaction)
        host = interaction.user.id == match.host_id and interaction.user.id in match.people
        shown = await build_page(match, turns, wanted, bot.painter, language, sights=sights, look=look, host=host)
    except (msgspec.ValidationError, zlib.error) as error:
        raise make_old_rules_error() from error
    await interaction.edit_original_response(view=shown.view, attachments=[shown.file])


async def _show_film(bot: Slowboat, interaction: discord.Interaction, match: Match) -> None:
    """Show the film of a match to one person, in their language and look."""
    _require_begun(match)
    say, language, look = bot.say(interaction, match), bot.language(interaction), bot.look(interaction)
    still = (await bot.preferences.load(interaction.user.id)).still
    file = await _attach_film(bot, match, say, language=language, look=look, still=still)
    buttons = [button(say(T("Step through the moves")), Id("replay", match.id))]
    if interaction.channel_id == match.channel_id:
        buttons.insert(0, button(say(T("Show it to everybody")), Id("share", match.id)))
    view = layout(text(f"### {say(match.words.TITLE)}"), gallery(media([file])), *rows(buttons))
    await interaction.edit_original_response(view=view, attachments=[file])


async def _attach_film(
    bot: Slowboat, match: Match, say: Say, *, language: str, look: Look, still: bool = False
) -> discord.File:
    """Draw the film of a match. Raises UserError if that fails."""
    try:
        return await bot.films.attach_film(match, say, language=language, look=look, still=still)
    except WorkerFailed as error:
        raise UserError(T("The film could not be drawn just now. Try again in a minute.")) from error


def _require_begun(match: Match) -> None:
    if match.state is None:
        raise UserError(T("The match has not started yet."))


def _make_replay_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    async def replay(interaction: discord.Interaction, record: discord.Attachment | None = None) -> None:
        if record is not None:
            await replay_record(bot, interaction, record)
        else:
            await _show(bot, interaction, await bot.match_here(interaction))

    describe_record(replay, bot.texts)
    description = translate_text(T("Step through this channel's match, move by move"), bot.texts)
    return app_commands.Command(name=translate_name("replay"), description=description, callback=replay)


def _make_film_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    async def film(interaction: discord.Interaction) -> None:
        await _show_film(bot, interaction, await bot.match_here(interaction))

    description = translate_text(T("This channel's match as a film, from the first move to the newest"), bot.texts)
    return app_commands.Command(name=translate_name("film"), description=description, callback=film)


def _make_analyse_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    async def analyse(interaction: discord.Interaction) -> None:
        await show_analysis(bot, interaction, await bot.match_here(interaction))

    description = translate_text(T("Where this channel's finished match was decided, and the best moves"), bot.texts)
    return app_commands.Command(name=translate_name("analyse"), description=description, callback=analyse)


class History(commands.Cog):
    """Offer `/replay`, `/film` and `/analyse`.

    Cache the turns of the matches viewed last, because people press ▶ many times.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._read: OrderedDict[tuple[int, int], tuple[history.Step, ...]] = OrderedDict()

    async def read_turns(self, match: Match) -> tuple[history.Step, ...]:
        """Return the turns of a match so far."""
        key = match.id, match.seq
        if key not in self._read:
            self._read[key] = await history.read(self._referee, match)
        self._read.move_to_end(key)
        while len(self._read) > _REMEMBERED:
            self._read.popitem(last=False)
        return self._read[key]


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(History(bot.referee))
    bot.tree.add_command(_make_replay_command(bot))
    bot.tree.add_command(_make_film_command(bot))
    bot.tree.add_command(_make_analyse_command(bot))
