"""Keep the signs of games (pictures of cards and pieces) as emoji of the application, for buttons and menus."""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import discord

from client.core.intake import answers_to
from client.core.refusals import FAILURES, Meaning, means
from client.messages.parts import remove_signs
from matches.machines.worker import WorkerFailed, WorkerStopped

log = logging.getLogger(__name__)

Signs = Mapping[str, discord.PartialEmoji]
"""The emoji of a game by the names its words give them."""

Draw = Callable[[str], Awaitable[Mapping[str, bytes]]]
"""Draws the signs of a game as PNG files, by name."""

NAME_LENGTH: Final = 32
"""Characters of an emoji's name; Discord's limit."""

REST: Final = 600.0
"""Seconds for which buttons have no signs after Discord has refused a message with some."""

_OURS: Final = re.compile(r"\w+_[0-9a-f]{8}")
"""The form of the names made here."""


class SignBook:
    """The emoji of all games. Until `sync` has found or made them, buttons have no signs."""

    def __init__(self, draw: Draw, now: Callable[[], float]) -> None:
        self._draw = draw
        self._now = now
        self._found: dict[str, Signs] = {}
        self._refused_at: float | None = None

    def find(self, game: str) -> Signs:
        """Return the signs of a game that buttons can show."""
        return {} if self.is_resting() else self._found.get(game, {})

    def is_resting(self) -> bool:
        """Tell whether Discord has refused a message with signs within the last `REST` seconds."""
        return self._refused_at is not None and self._now() < self._refused_at + REST

    def is_check_due(self) -> bool:
        """Tell whether it is time for `sync`, because Discord has refused a message with signs."""
        return self._refused_at is not None and not self.is_resting()

    async def show(
        self, interaction: discord.Interaction, view: discord.ui.LayoutView, file: discord.File | None = None
    ) -> discord.InteractionMessage:
        """Answer with buttons that have signs. If Discord refuses the message, send it without, and show no signs
        for `REST` seconds."""
        files = [] if file is None else [file]
        try:
            return await answers_to(interaction).show(view, files)
        except discord.HTTPException as error:
            if not means(error, Meaning.OURS) or not self._found:
                raise
            log.warning("Discord refuses a message; it goes without signs, in case one was deleted: %s", error)
        self._refused_at = self._now()
        remove_signs(view)
        for each in files:
            each.reset(seek=True)
        return await answers_to(interaction).show(view, files)

    async def sync(self, client: discord.Client, games: Sequence[str]) -> bool:
        """Find the emoji of each game, make those that are missing, then delete those of earlier versions.

        If Discord fails, the remaining games have no signs for now; one that it refuses is left out. Returns whether
        all emoji exist. For a new application, this takes a minute.
        """
        is_complete = True
        try:
            known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            for game in games:
                found = {}
                for sign, png in (await self._draw(game)).items():
                    name = make_emoji_name(game, sign, png)
                    emoji = known.pop(name, None) or await self._make(client, name, png)
                    if emoji is None:
                        is_complete = False
                    else:
                        found[sign] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
                self._found[game] = found
            self._refused_at = None
            for name, emoji in known.items():
                if _OURS.fullmatch(name) and name.startswith(tuple(f"{game}_" for game in games)):
                    await emoji.delete()
        except (*FAILURES, WorkerFailed) as error:
            log.warning("could not make all signs of games; their buttons have none for now: %s", error)
            return False
        except WorkerStopped:
            log.debug("stopped while signs were drawn")
            return False
        return is_complete

    @staticmethod
    async def _make(client: discord.Client, name: str, png: bytes) -> discord.Emoji | None:
        """Make an emoji. Returns None if Discord refuses this one; raises what discord.py raises if it fails."""
        try:
            return await client.create_application_emoji(name=name, image=png)
        except discord.HTTPException as error:
            if not means(error, Meaning.OURS):
                raise  # Discord fails, or has no room for more
            log.warning("Discord refuses the sign %s: %s", name, error)
            return None


def make_emoji_name(game: str, sign: str, png: bytes) -> str:
    """Name the emoji of a sign. The name contains a hash of the picture, so a changed picture gets a new emoji."""
    word = re.sub(r"\W+", "_", f"{game}_{sign}", flags=re.ASCII)[: NAME_LENGTH - 9]
    return f"{word}_{zlib.crc32(sign.encode() + png):08x}"
