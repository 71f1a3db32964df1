"""Point the unmodified discord.py at the sandbox instead of at Discord."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

import discord.asset
import discord.gateway
import discord.http
import yarl


class HasAddress(Protocol):
    """An object that knows the address of a sandbox: `server.Sandbox` or `Address`."""

    @property
    def url(self) -> str:
        """The sandbox's http address, without a slash at its end."""

    @property
    def gateway_url(self) -> str:
        """Its gateway's websocket address."""


@dataclass(frozen=True)
class Address:
    """The address of a sandbox in another process."""

    url: str
    gateway_url: str


@contextmanager
def point_discord_py_at(sandbox: HasAddress) -> Iterator[None]:
    """Point every discord.py client of this process at `sandbox` within the block."""
    before = (
        discord.http.Route.BASE,
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
        discord.asset.Asset.BASE,
    )
    discord.http.Route.BASE = f"{sandbox.url}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    discord.asset.Asset.BASE = sandbox.url
    try:
        yield
    finally:
        (
            discord.http.Route.BASE,
            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
            discord.asset.Asset.BASE,
        ) = before
