"""Post the puzzle of the day in the channels that want it."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.errands import side_by_side
from client.core.events import every, on
from client.core.refusals import FAILURES, is_closed
from client.puzzles.daily import find_today
from client.puzzles.message import build_post
from matches.background import Interval
from matches.errors import UserError
from matches.machines.worker import WorkerFailed
from matches.puzzles.own import search_next
from matches.puzzles.posting import claim_post, list_due_posts

log = logging.getLogger(__name__)

SEARCH_EVERY: Final = 300.0
"""Seconds between two searches for a puzzle in a finished match."""

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
        async with self._bot.referee.processes.hold("puzzles", 0) as mine:
            if mine:
                await self._post_all()

    async def _post_all(self) -> None:
        due = await list_due_posts(self._bot.referee)
        await side_by_side([partial(self._try, guild_id) for guild_id in due], most=5)

    async def _try(self, guild_id: int) -> None:
        """Post a puzzle. Where that fails, the next one is tried tomorrow."""
        bot, key = self._bot, ("puzzle", guild_id, guild_id)
        if bot[Postman].must_wait() or not bot.referee.processes.has("puzzles", 0) or not bot.serves(guild_id):
            return
        try:
            await self._post(guild_id)
            bot.rests.end(key)
        except (*FAILURES, UserError, WorkerFailed) as error:
            log.warning("the daily puzzle of server %s was not posted: %s", guild_id, error)
            if is_closed(error):
                bot.rests.note(key, error, now=bot.referee.now())

    async def _post(self, guild_id: int) -> None:
        bot = self._bot
        post = await claim_post(bot.referee, guild_id)
        if post is None:
            return
        today = await find_today(bot, guild_id)
        shown = await build_post(bot.painter, today.puzzle, post.language)
        channel = bot.get_partial_messageable(post.channel_id, guild_id=guild_id)
        await channel.send(view=shown.view, files=[shown.file])


@on("sweep")
async def post_puzzles(bot: Slowboat) -> None:
    """Post the puzzles that are due."""
    await bot[PuzzlePosts].post_due()


@every(SEARCH_EVERY, "the search for puzzles")
async def search_puzzles(bot: Slowboat) -> None:
    """Look for puzzles in finished matches."""
    await search_next(bot.referee, bot.analyst.worker)
