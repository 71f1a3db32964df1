"""Create the bot."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import client
from client.core.bot import Slowboat
from client.core.links import Links
from matches.machines.machines import Machines
from matches.referee import Referee
from matches.texts import Texts
from rendering.memory import MOST


def create_bot(
    referee: Referee,
    machines: Machines,
    texts: Texts,
    *,
    state_folder: Path,
    on_ready: Callable[[], None],
    keep_up: Callable[[], None] = lambda: None,
    guild_ready_timeout: float = 2.0,
    links: Links | None = None,
    memory: int = MOST,
) -> Slowboat:
    """Create the bot with all features.

    `state_folder`: for the heartbeat and the digest of registered commands. `on_ready`: called whenever Discord is
    ready. `keep_up`: called in every sweep. `guild_ready_timeout`: seconds discord.py waits for guilds.
    `links`: addresses shown to people. `memory`: the most bytes of the process that draws.
    """
    load_features()
    return Slowboat(
        referee,
        machines,
        texts,
        state_folder=state_folder,
        on_ready=on_ready,
        keep_up=keep_up,
        guild_ready_timeout=guild_ready_timeout,
        links=links,
        memory=memory,
    )


@cache
def load_features() -> None:
    """Import all modules of the client, which register handlers of buttons and menus, listeners and loops."""
    for module in pkgutil.walk_packages(client.__path__, "client."):
        importlib.import_module(module.name)
