"""Keep a world on disk, so that it survives a restart with its ids, messages, files and commands.

A folder holds `world.json` and under `files/` the bytes of every attachment and emoji by its id. It keeps the newest
messages of each channel, and the interactions they came from, whose tokens have expired after a restart. Deferred
messages ("thinking…") are not kept.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from sandbox.discord import guilds
from sandbox.discord.clock import Clock
from sandbox.discord.model import (
    Application,
    ApplicationEmoji,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Member,
    Message,
)
from sandbox.discord.world import World
from sandbox.storage.world_schema import (
    KeptApplication,
    KeptAttachment,
    KeptChannel,
    KeptEmoji,
    KeptGuild,
    KeptInteraction,
    KeptMember,
    KeptMessage,
    KeptWorld,
)

log = logging.getLogger(__name__)

KEPT_MESSAGES = 200
"""Newest messages of each channel that are kept."""

SOON = 0.25
"""Seconds from a change until the world is written, with all changes made meanwhile."""

S = TypeVar("S", bound=Struct)


class Keeper:
    """Keeps a world in `folder`: `load` the stored one, then `watch` it; `save` is called soon after each change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._world: World | None = None
        self._timer: asyncio.TimerHandle | None = None

    def load(self) -> World | None:
        """Load the stored world; None if there is none. A file that cannot be read is put aside and logged."""
        try:
            return unpack(msgspec.json.decode((self.folder / "world.json").read_bytes(), type=KeptWorld), self._content)
        except FileNotFoundError:
            return None
        except (msgspec.MsgspecError, LookupError) as error:
            aside = self.folder.with_name(f"{self.folder.name}.damaged-{time.time_ns() // 1_000_000}")
            self.folder.rename(aside)
            log.warning("starting with a new world: the stored one cannot be read (%s) and is now in %s", error, aside)
            return None

    def watch(self, world: World) -> None:
        """Save soon after every change of `world` from now on."""
        self._world = world
        world.notice_listeners.append(self._save_soon)
        world.dispatch_listeners.append(self._save_soon)

    def stop(self) -> None:
        """Save unsaved changes and stop."""
        if self._timer is not None:
            self._timer.cancel()
        self.save()

    def save(self) -> None:
        """Write the world: new files first, then everything else in one step; then remove files no longer needed."""
        self._timer = None
        if self._world is None:
            return
        files = self.folder / "files"
        files.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)  # private answers are stored, too
        kept = pack(self._world)
        wanted = {a.id for channel in kept.channels for message in channel.messages for a in message.attachments}
        wanted |= self._world.emojis.keys()
        there = {int(path.name) for path in files.iterdir() if path.name.isdecimal()}
        for new in wanted - there:
            _write(files / str(new), (self._world.attachments.get(new) or self._world.emojis[new]).content)
        _write(self.folder / "world.json", msgspec.json.encode(kept))
        for old in there - wanted:
            (files / str(old)).unlink()

    def _save_soon(self, _: object) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SOON, self.save)

    def _content(self, attachment_id: int) -> bytes:
        try:
            return (self.folder / "files" / str(attachment_id)).read_bytes()
        except FileNotFoundError:
            raise LookupError(f"file {attachment_id} is missing") from None


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)
    new.replace(path)


def set_base_url(world: World, base_url: str) -> None:
    """Change the addresses of all files to `base_url`, the sandbox's present address."""
    before, world.base_url = world.base_url, base_url
    if before == base_url:
        return
    old, new = (f'"{base}/attachments/'.encode() for base in (before, base_url))
    for channel in world.channels.values():
        for message in channel.messages.values():
            shown = msgspec.json.encode((message.components, message.embeds)).replace(old, new)
            message.components, message.embeds = msgspec.json.decode(shown)
            for attachment in message.attachments:
                attachment.url = attachment.url.replace(before, base_url, 1)


def pack(world: World) -> KeptWorld:
    """Pack the world into records that refer to each other by id."""
    newest = {
        channel.id: [m for m in list(channel.messages.values())[-KEPT_MESSAGES:] if not m.deferred]
        for channel in world.channels.values()
    }
    application = world.application
    return KeptWorld(
        version=1,
        last_id=world.last_id,
        ahead=world.clock.ahead,
        base_url=world.base_url,
        application=_make_record(
            KeptApplication, application, bot_id=application.bot.id, owner_id=application.owner.id
        ),
        users=world.users,
        commands=world.commands[None],
        guilds=[
            _make_record(
                KeptGuild,
                guild,
                members=[_make_record(KeptMember, m, user_id=m.user.id) for m in guild.members.values()],
                commands=world.commands[guild.id],
            )
            for guild in world.guilds.values()
        ],
        channels=[
            _make_record(
                KeptChannel,
                channel,
                guild_id=_id(channel.guild),
                recipient_id=_id(channel.recipient),
                messages=[_pack_message(m) for m in newest[channel.id]],
            )
            for channel in world.channels.values()
        ],
        interactions=_pack_interactions(m.interaction for messages in newest.values() for m in messages),
        emojis=[_make_record(KeptEmoji, emoji) for emoji in world.emojis.values()],
    )


def _pack_message(message: Message) -> KeptMessage:
    return _make_record(
        KeptMessage,
        message,
        author_id=message.author.id,
        attachments=[_make_record(KeptAttachment, a) for a in message.attachments],
        reference_id=_id(message.reference),
        interaction_id=_id(message.interaction),
        thread_id=_id(message.thread),
    )


def _pack_interactions(started: Iterable[Interaction | None]) -> list[KeptInteraction]:
    """Pack interactions and those they came from, parents first."""
    found: dict[int, Interaction] = {}

    def add(one: Interaction | None) -> None:
        if one is not None and one.id not in found:
            add(one.parent)
            found[one.id] = one

    for one in started:
        add(one)
    return [
        _make_record(
            KeptInteraction,
            one,
            user_id=one.user.id,
            channel_id=one.channel.id,
            message_id=_id(one.message),
            original_id=_id(one.original),
            parent_id=_id(one.parent),
        )
        for one in found.values()
    ]


def _make_record(shape: type[S], source: object, **instead: Any) -> S:
    """Make a record of `shape` from the fields of the same names, some of them given by `instead`."""
    return shape(**{n: getattr(source, n) for n in shape.__struct_fields__ if n not in instead}, **instead)


def _id(what: Any) -> int | None:
    return None if what is None else int(what.id)


def unpack(kept: KeptWorld, content: Callable[[int], bytes]) -> World:
    """Rebuild the world from its records; `content` returns the bytes of a file. Raises KeyError for an unknown id."""
    clock = Clock()
    clock.advance(kept.ahead)
    world = World(clock, seed=kept.last_id, base_url=kept.base_url)  # new tokens must differ from those of the last run
    world.last_id = kept.last_id
    world.users = kept.users
    users, about = world.users, kept.application
    world.application = Application(
        **_fields(about, "bot_id", "owner_id"), bot=users[about.bot_id], owner=users[about.owner_id]
    )
    world.commands[None] = kept.commands
    world.emojis = {each.id: ApplicationEmoji(each.id, each.name, content(each.id)) for each in kept.emojis}
    for guild in kept.guilds:
        world.guilds[guild.id] = Guild(
            **_fields(guild, "members", "commands"),
            members={m.user_id: Member(**_fields(m, "user_id"), user=users[m.user_id]) for m in guild.members},
        )
        world.commands[guild.id] = guild.commands
    for place in kept.channels:
        channel = Channel(
            **_fields(place, "guild_id", "recipient_id", "messages"),
            guild=None if place.guild_id is None else world.guilds[place.guild_id],
            recipient=None if place.recipient_id is None else users[place.recipient_id],
        )
        world.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel
    _unpack_messages(world, kept, content)
    for channel in world.channels.values():
        if channel.is_thread and not channel.archived:
            guilds.watch_silence(world, channel)  # from its last activity on
    for member in (member for each in world.guilds.values() for member in each.members.values()):
        guilds.watch_timeout(world, member)
    return world


def _unpack_messages(world: World, kept: KeptWorld, content: Callable[[int], bytes]) -> None:
    """Unpack messages with their files, then their references. References to messages that were not kept are
    dropped."""
    messages: dict[int, Message] = {}
    for place in kept.channels:
        channel = world.channels[place.id]
        for told in place.messages:
            message = Message(
                **_fields(told, "author_id", "attachments", "reference_id", "interaction_id", "thread_id"),
                channel=channel,
                author=world.users[told.author_id],
                attachments=[Attachment(**_fields(a), content=content(a.id)) for a in told.attachments],
            )
            channel.messages[message.id] = messages[message.id] = message
            world.attachments.update((a.id, a) for a in message.attachments)
            if message.nonce is not None:
                world.nonces[message.author.id, str(message.nonce)] = message
    interactions: dict[int, Interaction] = {}
    for one in kept.interactions:
        interactions[one.id] = Interaction(
            **_fields(one, "user_id", "channel_id", "message_id", "original_id", "parent_id"),
            user=world.users[one.user_id],
            channel=world.channels[one.channel_id],
            message=messages.get(one.message_id or 0),
            original=messages.get(one.original_id or 0),
            parent=interactions.get(one.parent_id or 0),
        )
    for place in kept.channels:
        for told in place.messages:
            message = messages[told.id]
            message.reference = messages.get(told.reference_id or 0)
            message.interaction = interactions.get(told.interaction_id or 0)
            message.thread = world.channels.get(told.thread_id or 0)


def _fields(record: Struct, *without: str) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__ if name not in without}
