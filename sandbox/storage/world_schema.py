"""The schema of a stored world: records that refer to each other by id, written and read by `world_file`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandbox.discord.model import ChannelType, InteractionType, Json, Overwrite, ResponseType, Role, User


class KeptMember(Struct, forbid_unknown_fields=True):
    user_id: int
    joined_at: float
    roles: list[int]
    nick: str | None
    timed_out_until: float | None = None  # for worlds kept before there were timeouts


class KeptGuild(Struct, forbid_unknown_fields=True):
    id: int
    name: str
    owner_id: int
    locale: str
    joined_at: float | None
    available: bool
    roles: dict[int, Role]
    members: list[KeptMember]
    commands: dict[int, Json]
    thread_limit: int = 1_000  # for worlds kept before there were limits
    announcement_thread_limit: int = 1_000


class KeptAttachment(Struct, forbid_unknown_fields=True):
    id: int
    channel_id: int
    filename: str
    content_type: str
    url: str
    description: str | None
    width: int | None
    height: int | None


class KeptInteraction(Struct, forbid_unknown_fields=True):
    id: int
    token: str
    type: InteractionType
    data: Json
    created: float
    response: ResponseType | None
    user_id: int
    channel_id: int
    message_id: int | None
    original_id: int | None
    parent_id: int | None
    owners: dict[str, str] = {}  # for worlds stored before interactions had installations


class KeptMessage(Struct, forbid_unknown_fields=True):
    id: int
    author_id: int
    timestamp: float
    type: int
    content: str
    flags: int
    edited: float | None
    embeds: list[Json]
    components: list[Json]
    attachments: list[KeptAttachment]
    mentions: list[int]
    mention_roles: list[int]
    mention_everyone: bool
    tts: bool
    pinned_at: float | None
    nonce: str | int | None
    reference_id: int | None
    interaction_id: int | None
    followup: bool
    reactions: dict[str, list[int]]
    thread_id: int | None
    visible_to: int | None


class KeptChannel(Struct, forbid_unknown_fields=True):
    id: int
    type: ChannelType
    name: str
    guild_id: int | None
    position: int
    parent_id: int
    topic: str | None
    slowmode: int
    overwrites: dict[int, Overwrite]
    messages: list[KeptMessage]
    recipient_id: int | None
    owner_id: int
    created: float
    archived: bool
    archived_at: float
    locked: bool
    auto_archive_minutes: int
    members: dict[int, float]
    sent: int
    active: float
    invitable: bool = True


class KeptApplication(Struct, forbid_unknown_fields=True):
    id: int
    name: str
    bot_id: int
    owner_id: int
    flags: int
    installs: tuple[int, ...] = (0, 1)  # for worlds kept before it could be set


class KeptEmoji(Struct, forbid_unknown_fields=True):
    id: int
    name: str


class KeptWorld(Struct, forbid_unknown_fields=True):
    """The whole file. In `interactions` parents come before their children."""

    version: Literal[1]
    last_id: int
    ahead: float
    base_url: str
    application: KeptApplication
    users: dict[int, User]
    commands: dict[int, Json]
    guilds: list[KeptGuild]
    channels: list[KeptChannel]
    interactions: list[KeptInteraction]
    emojis: list[KeptEmoji] = []  # worlds kept before there were any
