"""Fetch people's avatars from Discord's CDN, for the card of the winners and for a person's record.

They are kept in memory only. People whose avatar is missing or late get one of our pictures.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from client.core.refusals import FAILURES
from matches.rows import FORMER

if TYPE_CHECKING:
    from matches.match import Match

log = logging.getLogger(__name__)

SIZE: Final = 128
"""Size of the requested avatars in pixels."""

TIME_LIMIT: Final = 2.0
"""Seconds for all avatars of a match together."""

MOST_BYTES: Final = 100_000
"""The largest file that is read."""

_PEOPLE: Final = 20_000
"""People whose avatar's address is known."""

_PICTURES: Final = 256
"""Pictures that are kept."""


class Avatars:
    """A cache of avatars by their address at the CDN, which changes with the avatar."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._addresses: OrderedDict[tuple[int, int], str] = OrderedDict()
        """By server and person; "" for a person without a picture."""
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._session: aiohttp.ClientSession | None = None

    def note(self, interaction: discord.Interaction) -> None:
        """Store the address of a person's avatar, which Discord sends with each of their interactions."""
        user = interaction.user
        self._note(interaction.guild_id or 0, user.id, getattr(user, "guild_avatar", None) or user.avatar)

    def _note(self, guild_id: int, user_id: int, avatar: discord.Asset | None) -> str:
        address = "" if avatar is None else avatar.replace(size=SIZE, format="png").url
        self._addresses[guild_id, user_id] = address
        self._addresses.move_to_end((guild_id, user_id))
        if len(self._addresses) > _PEOPLE:
            self._addresses.popitem(last=False)
        return address

    async def fetch(self, match: Match) -> dict[int, bytes]:
        """Fetch the avatars of the people in a match, as files by user id. Late ones are left out, and those of people
        in another server."""
        people = {
            holder.user_id for holder in match.seats if holder.user_id is not None and not match.is_elsewhere(holder)
        }
        people -= {FORMER}
        found: dict[int, bytes] = {}

        async def fetch_one(user_id: int) -> None:
            found[user_id] = await self._fetch(match.guild_id, user_id)

        tasks = [asyncio.create_task(fetch_one(user_id)) for user_id in people]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=TIME_LIMIT)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return {user_id: data for user_id, data in found.items() if data}

    async def fetch_person(self, guild_id: int, user_id: int) -> bytes:
        """Fetch a person's avatar; b"" if there is none, or it is late."""
        try:
            async with asyncio.timeout(TIME_LIMIT):
                return await self._fetch(guild_id, user_id)
        except TimeoutError:
            return b""

    async def _fetch(self, guild_id: int, user_id: int) -> bytes:
        """Fetch a person's avatar; b"" if there is none."""
        try:
            address = self._addresses.get((guild_id, user_id))
            if address is None:  # this person has not interacted since the start
                address = self._note(guild_id, user_id, (await self._client.fetch_user(user_id)).avatar)
            if address and address not in self._pictures:
                self._pictures[address] = await self._read(address)
                if len(self._pictures) > _PICTURES:
                    self._pictures.popitem(last=False)
        except FAILURES as error:
            log.info("an avatar was not fetched: %s", type(error).__name__)  # the error's message may name the person
            return b""
        return self._pictures.get(address, b"")

    async def _read(self, address: str) -> bytes:
        """Read a file from the CDN; b"" if it is missing or too large."""
        if self._session is None:
            self._session = aiohttp.ClientSession()
        async with self._session.get(address, allow_redirects=False) as answer:
            if answer.status != 200:
                return b""
            read = bytearray()
            async for piece in answer.content.iter_chunked(16_384):
                read += piece
                if len(read) > MOST_BYTES:
                    return b""
            return bytes(read)

    def forget(self, user_id: int) -> None:
        """Forget a person's avatars."""
        for key in [key for key in self._addresses if key[1] == user_id]:
            self._pictures.pop(self._addresses.pop(key), None)

    async def close(self) -> None:
        """Close the connections to the CDN."""
        if self._session is not None:
            await self._session.close()
