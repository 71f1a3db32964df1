"""Accept each interaction once and acknowledge it at once.

Discord shows a failure if it gets no acknowledgement within three seconds. An acknowledgement or Discord's receipt for
it can get lost, and an interaction can be delivered twice. A second process with our token receives every interaction,
too, and may answer first.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, deque
from typing import Literal

import discord

log = logging.getLogger(__name__)

Acknowledge = Literal["update", "private", "public", "form"]
"""How an interaction is answered: `update` edits the pressed message, `private` and `public` send a new one, `form`
opens a form (the handler does that itself)."""

ANSWERED = 40060
"""Discord's code for an interaction that has been acknowledged already."""

SUSPICIOUS = 5
"""So many interactions answered by something else within `WITHIN` seconds cannot all be lost receipts."""

WITHIN = 600.0
WARN_EVERY = 3600.0
"""Seconds between two warnings."""

_REMEMBERED = 4096


class Intake:
    """Accept each interaction once, and acknowledge it."""

    def __init__(self) -> None:
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

    async def acknowledge(self, interaction: discord.Interaction, how: Acknowledge = "private") -> None:
        """Acknowledge an interaction. Continue if Discord says that it was acknowledged before: usually the bot did it,
        and only the receipt was lost.

        Raises discord.HTTPException, or aiohttp.ClientError or OSError if Discord cannot be reached.
        """
        if how == "form":
            return
        try:
            await _defer(interaction, how)
        except discord.HTTPException as error:
            if error.code != ANSWERED:
                raise
            # discord.py would take our next message for the first answer, which Discord would refuse
            interaction.response._response_type = discord.InteractionResponseType.deferred_message_update
            log.info("interaction %s was answered before", interaction.id)
            self.note_answered(time.monotonic())

    def note_answered(self, now: float) -> None:
        """Count an interaction that something else has answered, at `now` seconds of any steady clock. Warn in the log
        if this happens often."""
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
