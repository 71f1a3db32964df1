"""Show a player's next turn in the panel they have open, so that they need not press *Play* again."""

from __future__ import annotations

import logging

from client.core.bot import Slowboat
from client.core.events import on
from client.core.refusals import FAILURES
from client.core.visit import Visit
from client.turn.open_panels import OpenPanels
from client.turn.turn import show_seat
from matches.machines.worker import WorkerFailed

log = logging.getLogger(__name__)


@on("board_posted")
async def renew_panels(bot: Slowboat, match_id: int) -> None:
    """Show the next turn in the open panels of those who are to act.

    Skip people who play several hidden hands: somebody else may hold the device.
    """
    match = await bot.referee.match(match_id)
    for seat, interaction in bot[OpenPanels].find_waiting(match):
        if match.game.has_private_hands and len(match.seats_of(interaction.user.id)) > 1:
            continue
        chosen = await bot.referee.draft(match, seat)
        try:
            await show_seat(Visit(bot, interaction), match, seat, chosen)
        except (*FAILURES, WorkerFailed) as error:
            log.info("match %s: an open panel is not renewed: %s", match_id, error)
