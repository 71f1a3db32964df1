"""Post the puzzle of the day in the channels that want it."""

from __future__ import annotations

import logging
from typing import Final

import discord
from msgspec import structs

from client.core.bot import Slowboat
from client.core.retries import BROKEN
from client.puzzles.daily import find_today
from client.puzzles.message import build_post
from matches.background import Interval
from matches.errors import UserError
from matches.machines.worker import WorkerFailed
from matches.people.servers import change_server
from matches.puzzles.posting import claim_post, list_due_posts

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 300.0
"""Seconds between two checks for due posts."""


class PuzzlePosts:
    """Post the puzzles that are due.

    Each is claimed before it is posted: a crash may lose a puzzle, but none is posted twice.
    """

    def __init__(self, bot: Slowboat) -> None:
        self._bot = bot
        self._interval = Interval(LOOK_EVERY)

    async def post_due(self) -> None:
        """Post the puzzles that are due, at most once in `LOOK_EVERY` seconds."""
        if not self._interval.begin(self._bot.referee.now()):
            return
        async with self._bot.referee.leases.hold("puzzles", 0) as mine:
            if mine:
                await self._post_all()

    async def _post_all(self) -> None:
        for guild_id in await list_due_posts(self._bot.referee):
            if self._bot.postman.must_wait() or not self._bot.referee.leases.has("puzzles", 0):
                return
            if not self._bot.serves(guild_id):
                continue
            try:
                await self._post(guild_id)
            except (discord.Forbidden, discord.NotFound):
                log.info("a daily puzzle cannot be posted any more and is switched off")
                await self._switch_off(guild_id)
            except (discord.HTTPException, UserError, WorkerFailed, *BROKEN) as error:
                log.warning("a daily puzzle was not posted: %s", error)

    async def _post(self, guild_id: int) -> None:
        bot = self._bot
        post = await claim_post(bot.referee, guild_id)
        if post is None:
            return
        today = await find_today(bot, guild_id)
        shown = await build_post(bot.painter, today.puzzle, post.language)
        channel = bot.get_partial_messageable(post.channel_id, guild_id=guild_id)
        await channel.send(view=shown.view, files=[shown.file])

    async def _switch_off(self, guild_id: int) -> None:
        await change_server(self._bot.referee, guild_id, lambda server: structs.replace(server, puzzle=None))
