"""The daily digest: one direct message about the matches that wait for a person. The next digest replaces it; *Read*
replaces its text by a short note."""

from __future__ import annotations

import contextlib
import logging
from functools import partial
from typing import Any, Final

import discord
from msgspec import structs

from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.errands import side_by_side
from client.core.events import on
from client.core.refusals import FAILURES, Meaning, is_closed, means
from client.core.visit import Visit
from client.inbox import MOST, describe_entry, list_entries
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from games.text import N, T
from matches.background import Interval
from matches.people.digests import find_next_digest, list_due_digests, spread_out
from matches.people.preferences import Person
from matches.rows import DIRECT

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 300.0
"""Seconds between two checks for due digests."""

AGAIN_AFTER: Final = 600.0
"""Seconds after which a digest is tried again that Discord has limited."""


class Digests:
    """Send the digests that are due.

    Each is claimed before it is sent: a crash may lose a digest, but none is sent twice.
    """

    def __init__(self, bot: Slowboat) -> None:
        self._bot = bot
        self._interval = Interval(LOOK_EVERY)

    async def send_due(self) -> None:
        """Send the digests that are due, at most once in `LOOK_EVERY` seconds."""
        if not self._interval.begin(self._bot.referee.now()):
            return
        async with self._bot.referee.processes.hold("digests", 0) as mine:
            if mine:
                await self._send_all()

    async def _send_all(self) -> None:
        due = await list_due_digests(self._bot.referee)
        await side_by_side([partial(self._try, user_id) for user_id in due])

    async def _try(self, user_id: int) -> None:
        """Send a digest. What Discord limits is sent later; who cannot be reached gets the next one tomorrow."""
        if self._bot[Postman].must_wait() or not self._bot.referee.processes.has("digests", 0):
            return
        try:
            await self._send(user_id)
        except FAILURES as error:
            if means(error, Meaning.GONE):  # the stored channel, which is opened anew
                await self._note(user_id, channel_id=0, message_id=0, due_at=self._bot.referee.now() + AGAIN_AFTER)
                return
            closed = is_closed(error)
            log.log(logging.INFO if closed else logging.WARNING, "a digest was not sent: %s", error)
            await self._note(user_id, refused=closed, due_at=None if closed else self._bot.referee.now() + AGAIN_AFTER)

    async def _note(self, user_id: int, *, due_at: float | None = None, **facts: Any) -> None:
        """Note what has become of a digest, unless the person has switched it off meanwhile."""

        def note(person: Person) -> Person:
            if person.digest is None:
                return person
            digest = structs.replace(person.digest, **facts)
            return structs.replace(person, digest=structs.replace(digest, due_at=due_at or digest.due_at))

        await self._bot.preferences.change(user_id, note)

    async def _send(self, user_id: int) -> None:
        bot, now = self._bot, self._bot.referee.now()

        def schedule(person: Person) -> Person:
            if person.digest is None:
                return person
            return structs.replace(
                person, digest=structs.replace(person.digest, due_at=find_next_digest(person, now, spread_out(user_id)))
            )

        person = await bot.preferences.change(user_id, schedule)
        digest = person.digest
        if digest is None:
            return
        waiting = [entry for entry in await list_entries(bot, user_id) if entry.mine]
        if not waiting:
            return
        language = person.language or digest.language
        heading = N("{count} match is waiting for you", "{count} matches are waiting for you", len(waiting))
        say = bot.texts.say(language)
        lines = [describe_entry(entry, bot.texts.say(language, entry.match.cast())) for entry in waiting[:MOST]]
        buttons = [
            button(say(T("Play the next one")), Id("next"), style=discord.ButtonStyle.primary),
            button(say(T("Mark as read")), Id("digest_read")),
        ]
        channel_id = digest.channel_id or (await bot.create_dm(discord.Object(user_id))).id
        channel = bot.get_partial_messageable(channel_id)
        message = await channel.send(view=layout(text(f"### {say(heading)}", *lines), *rows(buttons)))
        await self._note(user_id, channel_id=channel_id, message_id=message.id, refused=False)
        if digest.message_id:
            with contextlib.suppress(*FAILURES):  # the new one is there, and replaces it
                await channel.get_partial_message(digest.message_id).delete()


@action("digest_read", "update")
async def mark_read(visit: Visit) -> None:
    """Handle *Read* under the digest: replace its text by a short note."""
    told = T(
        "Marked as read. The next message comes tomorrow, if a match is waiting for you then. You can switch "
        "these messages off with /me."
    )
    await visit.answer("-# " + visit.say(told))


@on("sweep")
async def send_digests(bot: Slowboat) -> None:
    """Send the digests that are due. One process of several does so."""
    if bot.serves(DIRECT):
        await bot[Digests].send_due()
