"""Pause a match whose channel is lost, and resume it once the channel is back. A second server is told."""

from __future__ import annotations

import logging
from typing import Final

from msgspec import structs

from client.board.postman import Postman
from client.core.bot import Slowboat
from client.lobby.card import refresh_card
from games.text import Text
from matches.change import Change
from matches.clocks import pauses
from matches.directory import has_only_paused
from matches.errors import Stale
from matches.lobby.expiry import expire
from matches.match import Match, Side
from matches.referee import MACHINE, Done
from matches.two_servers import part

log = logging.getLogger(__name__)

REOPENS: Final = "reopen"
"""Code of a pause in the log, after which the bot may reopen the match's thread. Earlier versions wrote none."""


async def close_deleted(bot: Slowboat, match: Match) -> None:
    """Close the lobby of a deleted channel or, if that was the channel of a second server, end the link. If the match
    has begun, pause it until somebody moves it elsewhere."""
    if match.phase != "lobby":
        await pause_lost(bot, match)
        return
    now, close = bot.referee.now(), part if match.is_guest else expire
    try:
        done = await bot.referee.change(match.id, MACHINE, lambda match: close(match, now=now))
    except Stale:  # it is closed already, or has begun
        await pause_lost(bot, (await bot.referee.match(match.id)).seen_from(match.guild_id))
    else:
        await refresh_card(bot, done.match)


def make_key(match: Match) -> tuple[str, int, int]:
    """Make the key by which a match rests (`Client.rests`) in one of the servers that show it."""
    return "match", match.id, match.guild_id


async def pause_lost(bot: Slowboat, match: Match, why: Text | None = None, *, by_person: bool = False) -> None:
    """Pause a match whose channel is lost or closed to the bot, and look at the channel again later (`Places`). A
    second server that shows it is told.

    `why`: for *Check permissions*. `by_person`: a person has closed the match's thread, so the bot does not reopen it.
    """
    if not match.is_direct:
        bot.rests.note(make_key(match), why or "", now=bot.referee.now())
    if match.phase != "running" and (match.guest_guild_id is None or match.paused_for != "place"):
        return
    now = bot.referee.now()
    side: Side = "guest" if match.is_guest else "home"
    code = "" if by_person else REOPENS
    try:
        done = await bot.referee.change(match.id, MACHINE, lambda match: pauses.lose_place(match, side, code, now=now))
    except Stale:
        return  # it is paused already
    log.info("match %s is paused: its channel %s cannot be used", match.id, match.channel_id)
    if done.match.is_shared:
        await _tell(bot, done)


async def _tell(bot: Slowboat, done: Done) -> None:
    """Post the boards of a change that no interaction has caused, or update the newest ones."""
    if done.outbox_id is None and done.guest_outbox_id is None:
        await bot[Postman].refresh(done.match)
    else:
        await bot.announce(done)


async def resume_found(bot: Slowboat, match: Match, *, quietly: bool = False) -> None:
    """Resume a match that was paused because its channel could not be used. `quietly`: post no board if only pauses
    have followed the newest one."""
    now = bot.referee.now()
    bot.rests.end(make_key(match), now=now)
    if match.paused_for != "place":
        return
    quietly = quietly and await has_only_paused(bot.referee, match)
    side: Side = "guest" if match.is_guest else "home"

    def work(match: Match) -> Change:
        change = pauses.regain_place(match, side, now=now)
        return structs.replace(change, board=False) if quietly else change

    try:
        done = await bot.machines.run(await bot.referee.change(match.id, MACHINE, work))
    except Stale:
        return
    await _tell(bot, done)
