"""A REST request as handlers see it, and the answers they may return."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sandbox import errors
from sandbox.discord import guilds
from sandbox.discord.composing import Upload
from sandbox.discord.model import Channel, Guild, Message
from sandbox.discord.permissions import Permission
from sandbox.discord.world import World


def read_snowflake(text: str) -> int | None:
    """Read an id; None if the text is not one. Refuses longer numbers before Python's limit on digits does."""
    return int(text) if re.fullmatch(r"[0-9]{1,20}", text) else None


@dataclass(frozen=True)
class Call:
    """A request, authorised and validated. `ids` are the path's placeholders, `files` the uploads by index."""

    world: World
    ids: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    files: Mapping[int, Upload] = field(default_factory=dict)

    def id(self, name: str) -> int:
        """Read a snowflake of the path; refuses anything else as Discord does."""
        text = self.ids[name]
        found = read_snowflake(text)
        if found is None:
            problem = errors.Problem((name,), "NUMBER_TYPE_COERCE", f'Value "{text[:50]}" is not snowflake.')
            raise errors.invalid_form_body([problem])
        return found

    def flag(self, name: str) -> bool:
        """Read a boolean of the query."""
        return self.query.get(name, "").lower() in ("1", "true")

    def number(self, name: str, default: int, *, low: int = 0, high: int = 1 << 63) -> int:
        """Read a number of the query within its bounds."""
        text = self.query.get(name)
        if text is None:
            return default
        number = read_snowflake(text)
        if number is None or not low <= number <= high:
            problem = errors.Problem((name,), "NUMBER_TYPE_COERCE", f"int value should be between {low} and {high}.")
            raise errors.invalid_form_body([problem])
        return number

    def guild(self) -> Guild:
        """Find the guild of the path; the bot must be in it."""
        guild = self.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise errors.UNKNOWN_GUILD()
        if self.world.bot_member(guild) is None:
            raise errors.MISSING_ACCESS()
        return guild

    def channel(self, *needs: Permission) -> Channel:
        """Find the channel of the path; the bot must see it (50001) and hold all of `needs` (50013)."""
        channel = self.world.channels.get(self.id("channel_id"))
        if channel is None:
            raise errors.UNKNOWN_CHANNEL()
        held = guilds.bot_permissions(self.world, channel)
        if not held & Permission.VIEW_CHANNEL:
            raise errors.MISSING_ACCESS()
        for permission in needs:
            if not held & permission:
                raise errors.MISSING_PERMISSIONS()
        return channel

    def message(self, channel: Channel, name: str = "message_id") -> Message:
        """Find the message of the path; ephemeral ones do not exist for this part of the API."""
        message = channel.messages.get(self.id(name))
        if message is None or message.ephemeral:
            raise errors.UNKNOWN_MESSAGE()
        return message


Answer = Any
"""JSON data (200), None (204), or a pair of status and data."""

Handler = Callable[[Call], Awaitable[Answer]]


@dataclass(frozen=True)
class Route:
    """A method and path template with its handler. `token` routes are authorised by the token in their path."""

    method: str
    path: str
    handler: Handler
    token: bool = False
