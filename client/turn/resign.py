"""Resign, after a private confirmation."""

from __future__ import annotations

from client.core.controls import Press, action
from client.turn.turn import follow_up
from games.text import T
from matches.errors import UserError
from matches.play import resign


@action("resign", "private")
async def ask_to_resign(press: Press) -> None:
    """Ask for confirmation in private before resigning."""
    bot = press.bot
    match = await bot.referee.match(press.id.match)
    if press.interaction.user.id not in match.people:
        raise UserError(T("You have no seat in this match. Look at it with /board."))
    await bot.ask(
        press.interaction,
        T("Do you really want to resign? A computer player takes your seat, or the match ends if one person is left."),
        "resign_now",
        match,
        T("Yes, I resign"),
    )


@action("resign_now", "update")
async def resign_now(press: Press) -> None:
    """Resign after the confirmation."""
    bot, interaction = press.bot, press.interaction
    who = bot.request(interaction)
    now = bot.referee.now()
    done = await bot.referee.change(press.id.match, who, lambda match: resign(match, who, now=now))
    await follow_up(bot, interaction, done, said=bot.say(interaction)(T("You have resigned.")))
