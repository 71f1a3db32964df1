"""Signs of a game as emoji."""

from __future__ import annotations

from typing import Any

import games
from sandbox.discord.components import walk
from sandbox.discord.model import Message
from tests.support.play.table import Table


async def sync(at: Table) -> list[str]:
    """Sync the emoji as at a start. Returns the requests that change them."""
    log = at.sandbox.rest.log
    log.clear()
    await at.bot.signs.sync(at.bot, games.names())
    return [each.method for each in log if "emojis" in each.template and each.method != "GET"]


def list_labels_with_signs(at: Table, panel: Message) -> dict[str, str]:
    """Return the names of emoji by the labels of buttons and options."""
    named = {str(emoji.id): emoji.name for emoji in at.sandbox.world.emojis.values()}
    parts: list[dict[str, Any]] = [part for _, part in walk(panel.components)]
    parts += [option for part in parts for option in part.get("options") or ()]
    return {part["label"]: named[part["emoji"]["id"]] for part in parts if part.get("emoji")}
