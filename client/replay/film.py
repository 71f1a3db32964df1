"""Show a match as a film, to one person or to the channel (*Film*)."""

from __future__ import annotations

import discord

from client.board.board_messages import read_look
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import button, gallery, layout, media, rows, text
from client.replay.replay import require_begun
from games.text import Say, T
from matches.errors import UserError, unknown_match
from matches.machines.worker import WorkerFailed
from matches.match import Match
from rendering import Look


@action("film", "private")
async def open_film(visit: Visit) -> None:
    """Show the film from a board or a replay."""
    await show_film(visit, await visit.read_match())


@action("share", "update")
async def share_film(visit: Visit) -> None:
    """Show a private film to the channel."""
    match = await visit.read_match()
    if visit.interaction.channel_id != match.channel_id:
        raise unknown_match()
    say = visit.bot.say_to_all(match)
    look = await read_look(visit.referee, match)
    file = await _attach_film(visit.bot, match, say, language=match.language, look=look)
    shown = gallery(media([file]))
    await visit.post(layout(text(f"### {say(match.words.TITLE)}"), shown), files=[file])
    done = visit.say_about(match)(T("Everybody in this channel can see the film now."))
    await visit.answer(done, files=[])


async def show_film(visit: Visit, match: Match) -> None:
    """Show the film of a match to one person, in their language and look."""
    require_begun(match)
    say, language, look = visit.say_about(match), visit.language, visit.look
    still = (await visit.bot.preferences.load(visit.user_id)).still
    file = await _attach_film(visit.bot, match, say, language=language, look=look, still=still)
    buttons = [button(say(T("Step through the moves")), Id("replay", match.id))]
    if visit.interaction.channel_id == match.channel_id:
        buttons.insert(0, button(say(T("Show it to everybody")), Id("share", match.id)))
    view = layout(text(f"### {say(match.words.TITLE)}"), gallery(media([file])), *rows(buttons))
    await visit.answer(view, files=[file])


async def _attach_film(
    bot: Slowboat, match: Match, say: Say, *, language: str, look: Look, still: bool = False
) -> discord.File:
    """Draw the film of a match. Raises UserError if that fails."""
    try:
        return await bot.films.attach_film(match, say, language=language, look=look, still=still)
    except WorkerFailed as error:
        raise UserError(T("The film could not be drawn just now. Try again in a minute.")) from error
