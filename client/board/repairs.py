"""Repair messages that show an old state of their match, because the bot stopped or Discord failed.

Every change that outdates a message writes a row for it in the same transaction. The row is deleted once the message
has been edited. Rows that remain are due after `BOARD_GRACE`, and at every start.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

import discord

from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.events import on
from client.core.refusals import is_closed
from matches.errors import Stale, UserError
from matches.lobby.expiry import expire
from matches.machines.worker import WorkerStopped
from matches.match import Match
from matches.referee import MACHINE
from matches.rows import EditRow

log = logging.getLogger(__name__)

_BATCH: Final = 50


@on("start")
async def repair_left(bot: Slowboat) -> None:
    """Repair what earlier processes have left outdated."""
    await repair_messages(bot, began=bot.began)


@on("sweep")
async def repair_messages(bot: Slowboat, *, began: float | None = None) -> None:
    """Begin repairing the messages that are due, side by side. `began`: when this process began, at the start only."""
    if bot[Postman].must_wait():
        return  # reading the rows below counts as an attempt
    for row in await bot.outbox.take_due_edits(bot.referee.now(), began=began, limit=_BATCH):
        bot.errands.begin(("edits", row.match_id), partial(_repair, bot, row))


async def _repair(bot: Slowboat, row: EditRow) -> None:
    if bot[Postman].must_wait():
        return
    try:
        await bot.emit(f"repair_{row.what}", await bot.referee.match(row.match_id))
    except WorkerStopped:
        raise
    except UserError as error:
        log.info("match %s: could not edit its %s: %s", row.match_id, row.what, error)
    except Exception as error:  # noqa: BLE001 - it is logged with the match
        await _give_up(bot, row, error)


async def _give_up(bot: Slowboat, row: EditRow, error: Exception) -> None:
    """Log a failed repair. If the channel is gone or closed, do not retry, and close a lobby that has no card."""
    log.log(
        logging.INFO if isinstance(error, discord.HTTPException) else logging.ERROR,
        "match %s: could not edit its %s: %s",
        row.match_id,
        row.what,
        error,
        exc_info=None if isinstance(error, discord.HTTPException) else error,
    )
    if not is_closed(error):
        return
    match = await bot.referee.match(row.match_id)
    await bot.outbox.settle_edit(match, row.what)
    if match.phase == "lobby" and match.card_id is None and match.card_channel_id is None:
        await _close(bot, match)


async def _close(bot: Slowboat, match: Match) -> None:
    """Close a lobby that nobody can see."""
    now = bot.referee.now()
    try:
        done = await bot.referee.change(match.id, MACHINE, lambda found: expire(found, now=now))
    except Stale:
        return  # it has begun
    await bot.outbox.settle_edit(done.match, "card")
