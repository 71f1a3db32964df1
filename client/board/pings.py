"""Ping people in a channel, and delete the messages of pings once they are answered. Ping the person who plays after
the current player, once a turn, if they want that.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import discord

from client.core.bot import Slowboat
from client.core.client import Client
from client.core.errands import side_by_side
from client.core.events import on
from client.core.refusals import FAILURES, Meaning, read_answer
from client.messages.parts import layout, text
from games.text import Player, T
from matches.delivery.pings import Pinged, choose_pinged, find_next_up
from matches.keeping.ping_keys import PingKey, key_of_next_up
from matches.match import Match
from matches.people.quiet_hours import quiet_until
from matches.rows import LogRow, PingRow

_BATCH = 50


class Pings:
    """Choose whom to ping, and keep track of the ping messages."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._kept: set[tuple[int, int]] = set()

    async def choose(self, match: Match, *, since: int, news: Iterable[LogRow], pings: Iterable[PingRow]) -> Pinged:
        """Choose whom the next board pings; see `matches.delivery.pings.choose_pinged`."""
        now, channel_id = self._client.referee.now(), match.channel_id
        users = {holder.user_id or 0 for holder in match.awaited}
        quiet = {user: quiet_until(await self._client.preferences.load(user), now) for user in users}
        return choose_pinged(
            match,
            since=since,
            news=news,
            pings=pings,
            now=now,
            quiet=quiet,
            is_here=lambda user: self._client.presence.is_here(channel_id, user),
        )

    async def filter_pingable(self, channel_id: int, users: Sequence[int]) -> list[int]:
        """Select the people who may be pinged in a channel now about something without a deadline."""
        now, client = self._client.referee.now(), self._client
        return [
            user
            for user in users
            if quiet_until(await client.preferences.load(user), now) is None
            and not client.presence.is_here(channel_id, user)
        ]

    async def note_message(self, match: Match, key: PingKey, message_id: int) -> None:
        """Store the message of a ping, to be deleted once the decision is made. Delete the one it replaces."""
        before = await self._client.ping_log.note_message(match, key, message_id)
        if before is not None:
            await self._delete(match.guild_id, match.channel_id, before)

    async def delete_answered(self) -> None:
        """Delete the pings of decisions that have been made."""
        found = await self._client.ping_log.read_answered(limit=_BATCH)
        answered = [row for row in found if (row.match_id, row.decision) not in self._kept]
        gone: list[PingRow] = []

        async def delete(row: PingRow) -> None:
            if row.message_id is None or await self._delete(row.guild_id, row.channel_id, row.message_id):
                gone.append(row)

        await side_by_side([partial(delete, row) for row in answered])
        if gone:
            await self._client.ping_log.forget(gone)

    @contextlib.contextmanager
    def keep_message(self, match_id: int, number: int) -> Iterator[None]:
        """Keep the message of a proposal while somebody answers it: if that decides it, the message stays as a
        record.
        """
        self._kept.add((match_id, number))
        try:
            yield
        finally:
            self._kept.discard((match_id, number))

    async def _delete(self, guild_id: int, channel_id: int, message_id: int) -> bool:
        """Delete one of the bot's messages. Returns False if another attempt may succeed."""
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        try:
            await channel.get_partial_message(message_id).delete()
        except (*FAILURES, TimeoutError) as error:
            answer = read_answer(error)
            return answer is not None and answer.meaning is not Meaning.LATER
        return True


@on("sweep")
@on("machines_moved")
async def delete_answered(bot: Client) -> None:
    """Delete the pings that are answered."""
    await bot[Pings].delete_answered()


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
