"""Take a seat in a demonstration by computer players, or stop the demonstration."""

from __future__ import annotations

from client.board.postman import Postman
from client.core.controls import Press, action
from client.turn.turn import show_panel
from games.text import T
from matches.lobby import demonstration


@action("take_over", "private")
async def take_over(press: Press) -> None:
    """Handle *Take the seat of …* on the board of a demonstration."""
    bot, interaction = press.bot, press.interaction
    who, now = bot.request(interaction), bot.referee.now()
    seat = int(press.id.rest) if press.id.rest.isdecimal() else -1
    done = await bot.referee.change(
        press.id.match, who, lambda match: demonstration.take_over(match, who, seat, now=now)
    )
    done = await bot.machines.run(done)
    note = bot.say(interaction, done.match)(T("You play this seat from now on. No result is kept."))
    await show_panel(bot, interaction, done.match, note=note)
    await bot[Postman].post_board(done, interaction)


@action("stop_demo", "private")
async def stop_demo(press: Press) -> None:
    """Handle *Stop the demonstration*."""
    bot, interaction = press.bot, press.interaction
    who, now = bot.request(interaction), bot.referee.now()
    done = await bot.referee.change(press.id.match, who, lambda match: demonstration.stop(match, who, now=now))
    said = bot.say(interaction, done.match)(T("The demonstration has been stopped."))
    await interaction.edit_original_response(view=bot.notice(said))
    await bot[Postman].post_board(done, interaction)
