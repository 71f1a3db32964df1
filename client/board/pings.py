"""Ping people in a channel, and delete the messages of pings once they are answered."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from client.core.client import Client
from client.core.errands import side_by_side
from client.core.events import on
from client.core.refusals import FAILURES, Meaning, read_answer
from matches.delivery.pings import Pinged, choose_pinged
from matches.keeping.ping_keys import PingKey
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
        """Keep the message of a vote while somebody answers it: if the answer decides the vote, the message stays as a
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
