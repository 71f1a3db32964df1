"""Keep the signs of games (pictures of cards and pieces) as emoji of the application, for buttons and menus."""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import discord

from client.core.retries import BROKEN
from client.messages.parts import remove_signs
from matches.machines.worker import WorkerFailed, WorkerStopped

log = logging.getLogger(__name__)

Signs = Mapping[str, discord.PartialEmoji]
"""The emoji of a game by the names its words give them."""

Draw = Callable[[str], Awaitable[Mapping[str, bytes]]]
"""Draws the signs of a game as PNG files, by name."""

NAME_LENGTH: Final = 32
"""Characters of an emoji's name; Discord's limit."""

_INVALID: Final = 50035
"""Discord's code for a message it does not accept."""

_OURS: Final = re.compile(r"\w+_[0-9a-f]{8}")
"""The form of the names made here."""


class SignBook:
    """The emoji of all games. Until `sync` has found or made them, buttons have no signs."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._found: dict[str, Signs] = {}

    def find(self, game: str) -> Signs:
        """Return the signs of a game that buttons can show."""
        return self._found.get(game, {})

    async def show(
        self, interaction: discord.Interaction, view: discord.ui.LayoutView, file: discord.File | None = None
    ) -> discord.InteractionMessage:
        """Answer with buttons that have signs. If Discord refuses the signs, show none until the next start."""
        files = [] if file is None else [file]
        try:
            return await interaction.edit_original_response(view=view, attachments=files)
        except discord.HTTPException as error:
            if error.code != _INVALID or not self._found:
                raise
            log.warning("Discord refuses a message; buttons go without signs, in case one was deleted: %s", error)
        self._found = {}
        remove_signs(view)
        for each in files:
            each.reset(seek=True)
        return await interaction.edit_original_response(view=view, attachments=files)

    async def sync(self, client: discord.Client, games: Sequence[str]) -> bool:
        """Find the emoji of each game, make those that are missing, then delete those of earlier versions.

        If Discord fails, the remaining games have no signs for now. Returns whether all emoji exist. For a new
        application, this takes a minute.
        """
        try:
            known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            for game in games:
                found = {}
                for sign, png in (await self._draw(game)).items():
                    name = make_emoji_name(game, sign, png)
                    emoji = known.pop(name, None) or await client.create_application_emoji(name=name, image=png)
                    found[sign] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
                self._found[game] = found
            for name, emoji in known.items():
                if _OURS.fullmatch(name) and name.startswith(tuple(f"{game}_" for game in games)):
                    await emoji.delete()
        except (discord.HTTPException, *BROKEN, WorkerFailed) as error:
            log.warning("could not make all signs of games; their buttons have none for now: %s", error)
            return False
        except WorkerStopped:
            log.debug("stopped while signs were drawn")
            return False
        return True


def make_emoji_name(game: str, sign: str, png: bytes) -> str:
    """Name the emoji of a sign. The name contains a hash of the picture, so a changed picture gets a new emoji."""
    word = re.sub(r"\W+", "_", f"{game}_{sign}", flags=re.ASCII)[: NAME_LENGTH - 9]
    return f"{word}_{zlib.crc32(sign.encode() + png):08x}"
