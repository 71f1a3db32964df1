"""Repair messages that show an old state of their match, because the bot stopped or Discord failed.

Every change that outdates a message writes a row for it in the same transaction. The row is deleted once the message
has been edited. Rows that remain are due after `BOARD_GRACE`, and at every start.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final

import discord

from client.core.bot import Slowboat
from client.core.refusals import is_closed
from client.core.retries import find_own_message
from client.lobby.card import draw_card, edit_card
from client.lobby.card_buttons import note_card
from client.lobby.invitation_buttons import retire_invitations
from client.looking import call_group
from client.substitutes import post_offers
from client.two_servers import restore_guest_card
from games.text import T
from matches.errors import Stale, UserError
from matches.lobby.expiry import expire
from matches.machines.worker import WorkerStopped
from matches.match import Match
from matches.referee import MACHINE
from matches.rows import EditRow
from matches.together.linking import forget_parted

log = logging.getLogger(__name__)

_BATCH: Final = 50

PARTED: Final = T("This table is no longer shared with this server. The match goes on in the other one.")


async def repair_messages(bot: Slowboat, *, began: float | None = None) -> None:
    """Begin repairing the messages that are due, side by side.

    `began`: when this process began; given at the start only, to repair what earlier processes left outdated.
    """
    if bot.postman.must_wait():
        return  # reading the rows below counts as an attempt
    for row in await bot.outbox.take_due_edits(bot.referee.now(), began=began, limit=_BATCH):
        bot.errands.begin(("edits", row.match_id), partial(_repair, bot, row))


async def _repair(bot: Slowboat, row: EditRow) -> None:
    if bot.postman.must_wait():
        return
    try:
        await _REPAIRS[row.what](bot, await bot.referee.match(row.match_id))
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


async def _repair_card(bot: Slowboat, match: Match) -> None:
    async with bot.lock_card(match.id):
        match = await bot.referee.match(match.id)
        if match.phase == "lobby" and match.card_id is None:
            await _restore_card(bot, match)
        else:
            await retire_invitations(bot, None, match)
            await edit_card(bot, match)
    for face in match.faces[1:]:
        await restore_guest_card(bot, face)


async def _restore_card(bot: Slowboat, match: Match) -> None:
    """Find the card of a lobby whose message id was not stored, or post the card."""
    place = bot.get_partial_messageable(match.card_channel_id or match.channel_id, guild_id=match.guild_id)
    if match.card_channel_id is not None:  # its thread starts at its card, and has the same id
        starter = await place.fetch_message(match.channel_id)
        await edit_card(bot, await note_card(bot, match, starter.id))
        return
    found = await find_own_message(bot, place, lambda each: (each.action, each.match) == ("start", match.id))
    if found is not None:
        await edit_card(bot, await note_card(bot, match, found.id))
        return
    card = await draw_card(bot, match)
    message = await place.send(view=card.view, files=[*card.files], nonce=f"card-{match.id}")
    await note_card(bot, match, message.id)


async def _repair_offer(bot: Slowboat, match: Match) -> None:
    """Post a message that the channel gets only once.

    It pings people for whom a lobby was opened, or offers seats to substitutes.
    """
    if match.phase == "lobby":
        await call_group(bot, match)
    else:
        await post_offers(bot, match, again=True)


async def _repair_board(bot: Slowboat, match: Match) -> None:
    await bot.postman.refresh(match)


async def _repair_guest(bot: Slowboat, match: Match) -> None:
    """Say under the newest board of a second server, or on its card, that the link has ended, and remove the
    buttons."""
    terms = match.guest
    if terms.parted is not None:
        guild_id, channel_id, card_id = terms.parted
        told = bot.texts.say(terms.language)(PARTED)
        board = await bot.outbox.read_guest_board(match)
        if board is not None:
            await bot.postman.strip(board, told)
        elif card_id is not None:
            place = bot.get_partial_messageable(channel_id, guild_id=guild_id)
            await place.get_partial_message(card_id).edit(view=bot.notice(told), attachments=[])
        await bot.referee.change(match.id, MACHINE, forget_parted)
    await bot.outbox.settle_edit(await bot.referee.match(match.id), "guest")


_REPAIRS: Final[Mapping[str, Callable[[Slowboat, Match], Awaitable[None]]]] = {
    "card": _repair_card,
    "board": _repair_board,
    "offer": _repair_offer,
    "guest": _repair_guest,
}
