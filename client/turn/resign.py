"""Resign, after a private confirmation; and let the bot play one's forced moves."""

from __future__ import annotations

from client.board.postman import Postman
from client.core.controls import Press, action
from client.turn.turn import follow_up, show_panel
from games.text import T
from matches.errors import UserError
from matches.play import resign, set_auto


@action("resign", "private")
async def ask_to_resign(press: Press) -> None:
    """Ask for confirmation in private before resigning."""
    bot = press.bot
    match = await press.read_match()
    if press.interaction.user.id not in match.people:
        raise UserError(T("You have no seat in this match. Look at it with /board."))
    await bot.ask(
        press.interaction,
        T(
            "Do you really want to resign? A computer player takes your seat; if only one person is left, the match "
            "ends."
        ),
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


@action("auto", "update")
async def switch_auto(press: Press) -> None:
    """Switch the automatic playing of forced moves on or off."""
    bot, interaction = press.bot, press.interaction
    who = bot.request(interaction)
    on = press.id.rest == "on"
    done = await bot.referee.change(press.id.match, who, lambda match: set_auto(match, who, on=on))
    done = await bot.machines.run(done)
    told = T("From now on, forced moves are played for you.") if on else T("From now on, you make every move.")
    say = bot.say(interaction, done.match)
    note = say(told)
    if on and done.match.game.has_private_hands:
        note += " " + say(T("The others can tell from such a move that your hand left you no choice."))
    await show_panel(bot, interaction, done.match, note=note)
    await bot[Postman].post_board(done, interaction)
