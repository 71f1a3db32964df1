"""The seams: pointing the unmodified discord.py at the sandbox instead of at Discord."""

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
    """Whatever knows where a sandbox is: `server.Sandbox`, or an `Address`."""

    @property
    def url(self) -> str:
        """The sandbox's http address, without a slash at its end."""

    @property
    def gateway_url(self) -> str:
        """Its gateway's websocket address."""


@dataclass(frozen=True)
class Address:
    """Where a sandbox of another process is."""

    url: str
    gateway_url: str


@contextmanager
def point_discord_py_at(sandbox: HasAddress) -> Iterator[None]:
    """While it lasts, every discord.py client of this process talks to `sandbox`; afterwards to whoever it was."""
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
