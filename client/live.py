"""Handle *Play live* and *Stop playing live* on the board of a match over days."""

from __future__ import annotations

from client.board.postman import Postman
from client.core.controls import Press, action
from games.text import T
from matches.clocks import live
from matches.clocks.liveliness import ANSWER_WITHIN
from matches.clocks.pace import MINUTE


@action("go_live", "private")
async def go_live(press: Press) -> None:
    """Play live from now on, if everybody has answered within the last minutes."""
    bot, interaction = press.bot, press.interaction
    who, now = bot.request(interaction), bot.referee.now()
    done = await bot.referee.change(
        press.id.match,
        who,
        lambda match: live.go_live(match, who, now=now, outages=bot.referee.outages_of(match)),
    )
    told = T(
        "You now play live: the board is edited in place, nobody is pinged, and clocks wait. If nobody moves for "
        "{minutes} minutes, the match returns to its usual pace. Nobody loses time.",
        minutes=int(ANSWER_WITHIN // MINUTE),
    )
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction, done.match)(told)))
    await bot[Postman].refresh(done.match)


@action("stop_live", "private")
async def stop_live(press: Press) -> None:
    """Go back to the pace of the match."""
    bot, interaction = press.bot, press.interaction
    who, now = bot.request(interaction), bot.referee.now()
    done = await bot.referee.change(press.id.match, who, lambda match: live.stop_live(match, who, now=now))
    told = T("The match is back at its usual pace. The person to move is pinged.")
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction, done.match)(told)))
    await bot[Postman].refresh(done.match)
