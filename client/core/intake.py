"""Accept each interaction once and acknowledge it at once.

Discord shows a failure if it gets no acknowledgement within three seconds. An acknowledgement or Discord's receipt for
it can get lost, and an interaction can be delivered twice. Another process that is connected to the same shard receives
every interaction, too: with several processes, each interaction is claimed before it is acknowledged.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Literal

import discord

from games.text import T
from matches.errors import UserError

log = logging.getLogger(__name__)

Acknowledge = Literal["update", "private", "public", "form"]
"""How an interaction is answered: `update` edits the pressed message, `private` and `public` send a new one, `form`
opens a form (the handler does that itself)."""

ANSWERED = 40060
"""Discord's code for an interaction that has been acknowledged already."""

SUSPICIOUS = 5
"""If something else answers this many interactions within `WITHIN` seconds, lost receipts cannot be the only cause."""

WITHIN = 600.0
WARN_EVERY = 3600.0
"""Seconds between two warnings."""

PUBLIC = "public"
"""Marks, in the `extras` of a command or an interaction, that the whole channel sees its answer."""

UNCLAIMED = "unclaimed"
"""Marks, in an interaction's `extras`, that another process may answer it, too."""

_REMEMBERED = 4096

Claim = Callable[[int, int], Awaitable[bool | None]]
"""Claims an interaction for this process, by its id and its server's id.

Returns False if another process has claimed it, None if that is unknown.
"""


MOST_AT_ONCE = 16
"""Concurrent interactions per user; ordinary play never comes near it."""


class Intake:
    """Accept each interaction once, and acknowledge it."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self._accepted: OrderedDict[int, None] = OrderedDict()
        self._answered: deque[float] = deque(maxlen=SUSPICIOUS)
        self._told = float("-inf")

    def accept(self, interaction: discord.Interaction) -> bool:
        """Tell whether this interaction is delivered for the first time."""
        if interaction.id in self._accepted:
            return False
        self._accepted[interaction.id] = None
        if len(self._accepted) > _REMEMBERED:
            self._accepted.popitem(last=False)
        return True

    async def admit(self, interaction: discord.Interaction) -> bool:
        """Accept and claim an interaction. Returns False if this process must not answer it."""
        if not self.accept(interaction):
            return False
        claimed = await self._claim(interaction.id, interaction.guild_id or 0)
        if claimed is None:
            interaction.extras[UNCLAIMED] = True
        return claimed is not False

    async def acknowledge(self, interaction: discord.Interaction, how: Acknowledge = "private") -> None:
        """Acknowledge an interaction. Continue if Discord says that it was acknowledged before: usually the bot did it,
        and only the receipt was lost. If another process may have done it, give up.

        Raises discord.HTTPException, or aiohttp.ClientError or OSError if Discord cannot be reached.
        """
        interaction.extras[PUBLIC] = how == "public"
        if how == "form":
            return
        try:
            await _defer(interaction, how)
        except discord.HTTPException as error:
            if error.code != ANSWERED or interaction.extras.get(UNCLAIMED):
                raise
            # discord.py would take our next message for the first answer, which Discord would refuse
            interaction.response._response_type = discord.InteractionResponseType.deferred_message_update
            log.info("interaction %s was answered before", interaction.id)
            self.note_answered(time.monotonic())

    def note_answered(self, now: float) -> None:
        """Count an interaction that something else has answered, at `now` seconds of any monotonic clock. Warn in the
        log if this happens often."""
        self._answered.append(now)
        often = len(self._answered) == SUSPICIOUS and now - self._answered[0] < WITHIN
        if often and now - self._told >= WARN_EVERY:
            self._told = now
            log.warning(
                "Discord says that %d interactions in ten minutes had already been answered. Unless the "
                "network is bad, another Slowboat is running with this token: stop one of them.",
                SUSPICIOUS,
            )


async def _defer(interaction: discord.Interaction, how: Acknowledge) -> None:
    if how == "update":
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=how == "private", thinking=True)


class UserLimit:
    """Count the interactions in progress, by user."""

    def __init__(self) -> None:
        self._busy: Counter[int] = Counter()

    @contextmanager
    def admit(self, user_id: int) -> Iterator[None]:
        """Count an interaction while it is carried out. Raises UserError above the limit."""
        if self._busy[user_id] >= MOST_AT_ONCE:
            raise UserError(T("One moment, please: I am still busy with what you pressed before."))
        self._busy[user_id] += 1
        try:
            yield
        finally:
            self._busy[user_id] -= 1
            if not self._busy[user_id]:
                del self._busy[user_id]
