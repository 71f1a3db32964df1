"""Remember the private panels that people have open, to show in them how their match ended."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import discord
from msgspec import Struct

from client.core.retries import BROKEN
from client.messages.parts import layout, text
from client.messages.result_text import describe_place
from games.core import Seat
from games.text import Say
from matches.match import Match

log = logging.getLogger(__name__)

LASTS: Final = 14 * 60.0
"""Seconds for which a panel can be edited; Discord's limit is 15 minutes after the last press."""

_MOST: Final = 5000


class _Open(Struct, frozen=True):
    """A panel: the seat it is for, its newest interaction, and when that was."""

    seat: Seat
    interaction: discord.Interaction
    at: float


class OpenPanels:
    """The newest panel of each person in each match, for as long as Discord lets it be edited."""

    def __init__(self, now: Callable[[], float], say: Callable[[discord.Interaction, Match], Say]) -> None:
        self._now = now
        self._say = say
        self._open: OrderedDict[tuple[int, int], _Open] = OrderedDict()

    def note(self, match: Match, seat: Seat, interaction: discord.Interaction) -> None:
        """Remember the interaction whose answer is a panel of `seat`."""
        key, now = (match.row.id, interaction.user.id), self._now()
        self._open[key] = _Open(seat, interaction, now)
        self._open.move_to_end(key)
        while self._open and (len(self._open) > _MOST or next(iter(self._open.values())).at < now - LASTS):
            self._open.popitem(last=False)

    async def show_results(self, match: Match) -> None:
        """Replace the panels of a match that is over by each player's own result."""
        now = self._now()
        for key in [key for key in self._open if key[0] == match.row.id]:
            panel = self._open.pop(key)
            result = describe_place(match, panel.seat)
            if result is None or panel.at < now - LASTS:
                continue
            say = self._say(panel.interaction, match)
            view = layout(text(f"### {say(match.words.TITLE)}", f"**{say(result)}**"))
            try:
                await panel.interaction.edit_original_response(view=view, attachments=[])
            except (discord.HTTPException, *BROKEN) as error:
                log.info("match %s: a player's panel keeps its last move: %s", match.row.id, error)
