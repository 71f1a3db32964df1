"""Show a match to one person, as a picture or in words (`/board`, *Position in words*)."""

from __future__ import annotations

import discord
from discord import ui

from client.board import board as _board
from client.core.controls import action
from client.core.visit import Visit
from client.lobby import card
from client.messages.alt_text import describe_ending
from client.messages.custom_ids import Id
from client.messages.log_text import describe_result
from client.messages.parts import button, layout, picture, rows, text
from games.text import Player, T
from matches.errors import UserError
from matches.match import Match


async def show_board(visit: Visit, *, in_words: bool, player: discord.abc.Snowflake | None = None) -> None:
    """Show the position as this person may see it, as a picture or in words, or one player's part enlarged
    (`/board`)."""
    match = await visit.match_here()
    if match.state is None:
        drawn = await card.draw_card(visit.bot, match, language=visit.language)
        await visit.answer(drawn.view, files=[*drawn.files])
    elif in_words:
        await visit.answer(build_position_in_words(visit, match))
    elif player is not None:
        await _send_closeup(visit, match, player.id)
    else:
        await _send_picture(visit, match)


async def _send_closeup(visit: Visit, match: Match, user_id: int) -> None:
    own = (holder for holder in match.seats if not match.is_elsewhere(holder))
    theirs = next((row.seat for row in own if row.user_id == user_id), None)
    if theirs is None:
        raise UserError(T("This person is not playing in this match."))
    mine = match.seat_to_play(visit.user_id)
    look = visit.look
    drawn = await visit.bot.painter.draw_closeup(match, visit.language, seat=mine, player=theirs, look=look)
    gallery, file = picture(drawn.data, drawn.name, drawn.alt)
    heading = visit.say_about(match)(T("{player}", player=Player(theirs)))
    await visit.answer(layout(text(f"### {heading}"), gallery), files=[file])


async def _send_picture(visit: Visit, match: Match) -> None:
    say = visit.say_about(match)
    seat = match.seat_to_play(visit.user_id)
    language, look = visit.language, visit.look
    ended = describe_ending(match)
    drawn = await visit.bot.painter.draw_private_board(match, language, seat=seat, ended=ended, look=look)
    gallery, file = picture(drawn.data, drawn.name, drawn.alt)
    lines = [f"### {say(match.words.TITLE)}"]
    if match.phase == "cancelled":
        lines.append(say(T("The match was cancelled.")))
    elif match.outcome is None:  # otherwise the result says more
        lines.append(say(match.words.status(match.view(seat))))
    lines += describe_result(match, say)
    buttons = [button(say(T("Position in words")), Id("words", match.id))]
    if seat is not None and match.phase == "running":
        buttons.insert(0, _board.make_play_button(match, say))
    view = layout(text(*lines), gallery, *rows(buttons))
    await visit.answer(view, files=[file])


@action("words", "private")
async def show_words(visit: Visit) -> None:
    """Show the position in words (button on the board)."""
    match = await visit.read_match()
    await visit.answer(build_position_in_words(visit, match))


def build_position_in_words(visit: Visit, match: Match) -> ui.LayoutView:
    """Describe the complete position as this person may know it, line by line."""
    say = visit.say_about(match)
    if match.state is None:
        return card.build_card(match, say)
    seat = match.seat_to_play(visit.user_id)
    view = match.view(seat)
    ended = describe_ending(match)
    summary = say(match.words.status(view))
    lines = [f"### {say(match.words.TITLE)}", *([f"**{say(ended)}**"] if ended else []), summary]
    told = map(say, match.words.position(view, seat))
    return layout(text(*lines, *(line for line in told if line not in summary)))
