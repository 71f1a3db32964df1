"""Ping the person who plays after the current player, once a turn, if they want that. The message is deleted when their
own turn begins."""

from __future__ import annotations

import logging

import discord

from client.board.pings import Pings
from client.core.bot import Slowboat
from client.core.events import on
from client.core.refusals import FAILURES
from client.messages.parts import layout, text
from games.text import Player, T
from matches.delivery.pings import find_next_up
from matches.keeping.ping_keys import key_of_next_up

log = logging.getLogger(__name__)


@on("board_posted")
async def ping_next(bot: Slowboat, match_id: int) -> None:
    """Ping the person who plays after the one whom the board waits for."""
    match = await bot.referee.match(match_id)
    seat = find_next_up(match)
    if seat is None:
        return
    match = match.seen_from(None, match.holder(seat).user_id)
    holder, before = match.holder(seat), match.awaited[0].seat
    person = await bot.preferences.load(holder.user_id or 0)
    away = (holder.away_until or 0.0) > bot.referee.now()
    if not person.next_up or away or not await bot[Pings].filter_pingable(match.channel_id, [holder.user_id or 0]):
        return
    if not await bot.ping_log.claim_next_up(match, seat):
        return
    told = bot.say_to_all(match)(T("{player}, you are next, after {other}.", player=Player(seat), other=Player(before)))
    only = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(holder.user_id or 0)]
    )
    channel = bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
    try:
        message = await channel.send(view=layout(text(f"<@{holder.user_id}> {told}")), allowed_mentions=only)
    except FAILURES as error:
        log.info("match %s: seat %s was not told that they are next: %s", match_id, seat, error)
        return
    await bot[Pings].note_message(match, key_of_next_up(match, seat), message.id)
