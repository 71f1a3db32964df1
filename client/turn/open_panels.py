"""Keep one private panel per person and match. A new panel closes the previous one. The open panel shows the person's
next turns and, in the end, their result.

The answer to a typed move is not a panel: it closes the previous panel, but nothing is drawn or edited for somebody who
types.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable
from typing import Final

import discord
from msgspec import Struct

from client.core.client import Client
from client.core.events import on
from client.core.refusals import FAILURES
from client.messages.parts import layout, list_kept, put_on_top, text
from client.messages.result_text import describe_best_turn, describe_place
from games.core import Seat
from games.text import T
from matches.archive.history import sketch_course
from matches.errors import StoreError, UserError
from matches.machines.worker import WorkerFailed, WorkerStopped
from matches.match import Match

log = logging.getLogger(__name__)

LASTS: Final = 14 * 60.0
"""Seconds for which a panel can be edited; Discord's limit is 15 minutes after the last press."""

FILM_WITHIN: Final = 20.0
"""Seconds after which a panel remains without its film."""

_MOST: Final = 5000


class _Open(Struct, frozen=True):
    """A private answer: its seat, decision and message. `interaction`, `at`: its newest interaction, and when that
    came.

    `is_panel`: it shows a board or was opened by a button, and is not only the answer to a typed move.
    """

    seat: Seat
    decision: int | None
    message_id: int
    interaction: discord.Interaction
    at: float
    is_panel: bool


class OpenPanels:
    """The newest panel of each person in each match, as long as Discord lets the bot edit it."""

    def __init__(self, bot: Client) -> None:
        self._bot, self._now, self._signs = bot, bot.referee.now, bot.signs
        self._open: OrderedDict[tuple[int, int], _Open] = OrderedDict()
        self._films: dict[tuple[int, int], asyncio.Lock] = {}
        """Locks of the films that are being drawn for panels, by match and user; held while a film is added."""

    async def show(
        self,
        interaction: discord.Interaction,
        match: Match,
        seat: Seat,
        view: discord.ui.LayoutView,
        file: discord.File | None = None,
    ) -> discord.InteractionMessage:
        """Answer an interaction with the panel of `seat`, and close the person's panel in another message."""
        key = match.id, interaction.user.id
        await self.drop_film(*key)
        shown = await self._signs.show(interaction, view, file)
        is_panel = file is not None or interaction.type is not discord.InteractionType.application_command
        panel = _Open(seat, match.decisions.get(seat), shown.id, interaction, self._now(), is_panel)
        other = self._open.get(key)
        if (
            other is not None and other.interaction.id > interaction.id
        ):  # another panel was opened while this one was drawn
            panel, other = other, panel
        self._note(key, panel)
        if other is None or not other.is_panel or other.message_id == panel.message_id:
            return shown
        await self.drop_film(*key)  # it may have begun while this panel was sent
        if other.at >= self._now() - LASTS:
            say = self._bot.texts.say(self._bot.language(other.interaction))
            closed = say(T("Your newer panel has replaced this one."))
            await self._replace(other, layout(text(f"-# {closed}")), match)
        return shown

    async def add_film(
        self,
        interaction: discord.Interaction,
        match: Match,
        panel: discord.InteractionMessage,
        drawing: Awaitable[discord.File],
    ) -> None:
        """Put a film on top of a panel once it is drawn. Leave it out if the person has gone on by then, or if it
        cannot be drawn within `FILM_WITHIN` seconds.

        `interaction`: the one that the panel answers.
        """
        key = match.id, interaction.user.id
        lock = self._films[key] = asyncio.Lock()
        try:
            async with asyncio.timeout(FILM_WITHIN):
                film = await drawing
            async with lock:
                newest = self._open.get(key)
                if self._films.get(key) is lock and newest is not None and newest.message_id == panel.id:
                    view, kept = put_on_top(panel, film), list_kept(panel)
                    await interaction.edit_original_response(view=view, attachments=[*kept, film])
        except (*FAILURES, StoreError, UserError, WorkerFailed, WorkerStopped) as error:
            log.info("match %s: a panel has no film: %r", match.id, error)
        finally:
            if self._films.get(key) is lock:
                del self._films[key]

    async def drop_film(self, match_id: int, user_id: int) -> None:
        """Leave out the film that is being drawn for a person's panel. If it is just being added, wait for that, so
        that it never replaces what the person is shown next."""
        lock = self._films.pop((match_id, user_id), None)
        if lock is not None:
            async with lock:
                pass

    def find_waiting(self, match: Match) -> list[tuple[Seat, discord.Interaction]]:
        """Find the open panels whose seat has a new decision to make for their person, as pairs of seat and
        interaction."""
        found = [(holder.seat, self._open.get((match.id, holder.user_id or 0))) for holder in match.awaited]
        return [
            (seat, panel.interaction)
            for seat, panel in found
            if panel is not None
            and panel.is_panel
            and panel.seat == seat
            and panel.at >= self._now() - LASTS
            and seat in match.decisions
            and panel.decision != match.decisions[seat]
        ]

    def _note(self, key: tuple[int, int], panel: _Open) -> None:
        now = self._now()
        self._open[key] = panel
        self._open.move_to_end(key)
        while self._open and (len(self._open) > _MOST or next(iter(self._open.values())).at < now - LASTS):
            self._open.popitem(last=False)

    async def show_results(self, match: Match) -> None:
        """Show each player's own result in the open panels of a finished match."""
        now = self._now()
        turns = await self._bot.films.read_turns(match) if any(key[0] == match.id for key in self._open) else ()
        course = await asyncio.to_thread(sketch_course, match.game, turns)
        for key in [key for key in self._open if key[0] == match.id]:
            panel = self._open.pop(key)
            await self.drop_film(*key)
            result = describe_place(match, panel.seat)
            if result is None or panel.at < now - LASTS:
                continue
            language = self._bot.language(panel.interaction)
            say = self._bot.texts.say(language, match.seen_from(panel.interaction.guild_id, key[1]).cast())
            nearly = [say(each) for each in describe_best_turn(match, turns, course, panel.seat)]
            view = layout(text(f"### {say(match.words.TITLE)}", f"**{say(result)}**", *nearly))
            await self._replace(panel, view, match)

    @staticmethod
    async def _replace(panel: _Open, view: discord.ui.LayoutView, match: Match) -> None:
        """Replace the content of a panel, if Discord still lets the bot edit it."""
        try:
            await panel.interaction.edit_original_response(view=view, attachments=[])
        except FAILURES as error:
            log.info("match %s: could not edit a player's panel: %s", match.id, error)


@on("replacing")
async def drop_film(bot: Client, interaction: discord.Interaction, match_id: int) -> None:
    """Leave out a film that would replace what the person is shown next."""
    await bot[OpenPanels].drop_film(match_id, interaction.user.id)


@on("last_board")
async def show_results(bot: Client, match: Match) -> None:
    """Show players their own results."""
    await bot[OpenPanels].show_results(match)
