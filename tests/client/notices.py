"""A client without a connection whose channels only note what is sent to them."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
from discord import ui

from client.core import errands
from client.core.bot import Slowboat
from client.core.visit import Visit
from client.create import create_bot
from client.messages.custom_ids import Id
from matches.texts import Texts
from tests.support.matches.house import CHANNEL, GUILD, House

_IDS = itertools.count(5_000_000)


class Channels:
    """All channels. `refused`: the error with which a channel refuses messages; `deleted`: ids of deleted messages."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, str, list[int]]] = []
        """Channel, words and pinged people of each message."""
        self.refused: dict[int, Exception] = {}
        self.deleted: list[int] = []

    def find(self, channel_id: int) -> Any:
        async def send(*, view: ui.LayoutView, allowed_mentions: Any = None, **_: Any) -> Any:
            if (error := self.refused.get(channel_id)) is not None:
                raise error
            users = allowed_mentions.users if allowed_mentions is not None else []
            self.sent.append((channel_id, read_words(view), [each.id for each in users or ()]))
            return SimpleNamespace(id=1000 + len(self.sent), attachments=[], components=[], reactions=[])

        def get_partial_message(message_id: int) -> Any:
            async def delete() -> None:
                self.deleted.append(message_id)

            return SimpleNamespace(delete=delete)

        return SimpleNamespace(id=channel_id, send=send, get_partial_message=get_partial_message)


def read_words(view: ui.LayoutView) -> str:
    return "\n".join(each.content for each in view.walk_children() if isinstance(each, ui.TextDisplay))


def connect(at: House, folder: Path, channels: Channels) -> Slowboat:
    """Make a client for the matches of a house. Direct messages are channels with the id of their person."""
    bot = create_bot(at.referee, at.machines, Texts(), state_folder=folder, on_ready=lambda: None)

    async def create_dm(user: Any) -> Any:
        return channels.find(user.id)

    bot.get_partial_messageable = lambda number, **_: channels.find(number)  # type: ignore[method-assign]
    bot.create_dm = create_dm  # type: ignore[method-assign]
    return bot


def make_interaction(bot: Slowboat, user_id: int, **facts: Any) -> Any:
    """Make an interaction of somebody in the server and the channel of a house."""

    async def edit_original_response(*, view: ui.LayoutView, **_: Any) -> None:
        made.words = read_words(view)
        controls = [getattr(each, "custom_id", None) for each in view.walk_children()]
        made.buttons = [str(each) for each in controls if each]

    made = SimpleNamespace(
        id=next(_IDS),
        user=SimpleNamespace(id=user_id, display_name=f"User {user_id}"),
        guild_id=GUILD,
        guild=None,
        guild_locale="en-GB",
        channel_id=CHANNEL,
        channel=None,
        message=None,
        locale="en-GB",
        extras={},
        permissions=discord.Permissions(manage_guild=False),
        app_permissions=discord.Permissions.all(),
        context=SimpleNamespace(private_channel=False),
        client=bot,
        edit_original_response=edit_original_response,
        response=SimpleNamespace(is_done=lambda: True),
        words="",
        buttons=[],
    )
    vars(made).update(facts)
    return made


def press(bot: Slowboat, interaction: Any, to: Id, *values: str) -> Visit:
    """Make a press of a button or menu."""
    return Visit(bot, interaction, to, values)


errands.WITHIN = 60.0
"""On a busy machine, work is waited for until it is done."""

CODES = {403: 50013, 404: 10008}
"""The usual code of an error, by its status."""


def fail(kind: type[discord.HTTPException], status: int, code: int | None = None) -> discord.HTTPException:
    """Make an error of Discord."""
    response: Any = SimpleNamespace(status=status, reason="x", headers={"Content-Type": "application/json"})
    return kind(response, {"code": CODES.get(status, 0) if code is None else code, "message": "x"})
