"""Show a match as a film, to one person or to the channel (`/film`)."""

from __future__ import annotations

import discord

from client.board.sending import read_look
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.posting import post
from client.messages.custom_ids import Id
from client.messages.parts import button, gallery, layout, media, rows, text
from client.replay.replay import require_begun
from games.text import Say, T
from matches.errors import UserError, unknown_match
from matches.machines.worker import WorkerFailed
from matches.match import Match
from rendering import Look


@action("film", "private")
async def open_film(press: Press) -> None:
    """Show the film from a board or a replay."""
    await show_film(press.bot, press.interaction, await press.read_match())


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


async def show_film(bot: Slowboat, interaction: discord.Interaction, match: Match) -> None:
    """Show the film of a match to one person, in their language and look."""
    require_begun(match)
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
