"""The records of the sandbox's world. `world` keeps them, `payloads` turns them into Discord's JSON.

Ids are snowflakes as integers, times are seconds since 1970 by the sandbox's clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]


class ChannelType(IntEnum):
    """The channel types the sandbox offers."""

    TEXT = 0
    DM = 1
    VOICE = 2
    GROUP = 3
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    UNKNOWN = 99
    """Stands for a type that Discord will have and that no library knows yet. People can write in such a channel."""


THREADS = frozenset({ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD})
VOICE_CHANNELS = frozenset({ChannelType.VOICE, ChannelType.STAGE})
THREADS_OF: Mapping[ChannelType, frozenset[ChannelType]] = {
    ChannelType.TEXT: frozenset({ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}),
    ChannelType.ANNOUNCEMENT: frozenset({ChannelType.ANNOUNCEMENT_THREAD}),
    ChannelType.FORUM: frozenset({ChannelType.PUBLIC_THREAD}),
}
"""The threads that a channel may have; none where it is not listed.

Source: https://docs.discord.com/developers/resources/channel#channel-object-channel-types
"""


class MessageFlag(IntFlag):
    """The message flags that the sandbox acts on."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(eq=False)
class User:
    """A person or a bot. `colour` stands in for an avatar on the page. `avatar`: the hash of their avatar, which the
    CDN draws; None without one. `installed`: they installed the application for themselves, for all servers and direct
    messages. `deleted`: the account is deleted but keeps its id.
    """

    id: int
    username: str
    name: str
    locale: str = "en-GB"
    bot: bool = False
    colour: str = "#1b6577"
    avatar: str | None = None
    refuses_dms: bool = False
    installed: bool = False
    deleted: bool = False


@dataclass(eq=False)
class Role:
    """A guild's role; the one whose id is the guild's is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    bot_id: int | None = None
    mentionable: bool = False


@dataclass(eq=False)
class Member:
    """A user in a guild. `timed_out_until` stays after a timeout has ended, as at Discord; `timed_out` does not."""

    user: User
    joined_at: float
    roles: list[int] = field(default_factory=list)
    nick: str | None = None
    timed_out_until: float | None = None
    timed_out: bool = False


@dataclass(frozen=True)
class Overwrite:
    """Exceptions to the guild's permissions in one channel, for a role (type 0) or a member (type 1)."""

    id: int
    type: int
    allow: int
    deny: int


@dataclass(eq=False)
class Attachment:
    """An uploaded file. Width and height are pixels, for pictures only."""

    id: int
    channel_id: int
    filename: str
    content: bytes
    content_type: str
    url: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(eq=False, repr=False)
class Message:
    """A message; `visible_to` names the one user who sees it when it is ephemeral."""

    id: int
    channel: Channel
    author: User
    timestamp: float
    type: int = 0
    content: str = ""
    flags: int = 0
    edited: float | None = None
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    tts: bool = False
    pinned_at: float | None = None
    nonce: str | int | None = None
    reference: Message | None = None
    interaction: Interaction | None = None
    followup: bool = False
    reactions: dict[str, list[int]] = field(default_factory=dict)
    thread: Channel | None = None
    visible_to: int | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only one user sees this message."""
        return bool(self.flags & MessageFlag.EPHEMERAL)

    @property
    def deferred(self) -> bool:
        """Whether the bot is still "thinking", and the message has no content yet."""
        return bool(self.flags & MessageFlag.LOADING)


@dataclass(frozen=True)
class Ping:
    """A message that notified people when it was posted, and their ids."""

    message: Message
    users: tuple[int, ...]


@dataclass(eq=False, repr=False)
class Channel:
    """A channel of a server, a thread, a direct conversation (no guild, `recipient` set) or a group of people without
    the bot (no guild, `members`). For a thread, `active` is the time of its last activity; `watch` numbers the timers
    of its inactivity, of which only the newest is valid; `invitable`: whether members of a private thread may add
    others.
    """

    id: int
    type: ChannelType
    name: str
    guild: Guild | None
    position: int = 0
    parent_id: int = 0
    topic: str | None = None
    slowmode: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    recipient: User | None = None
    owner_id: int = 0
    created: float = 0.0
    archived: bool = False
    archived_at: float = 0.0
    locked: bool = False
    auto_archive_minutes: int = 1440
    members: dict[int, float] = field(default_factory=dict)
    sent: int = 0
    active: float = 0.0
    watch: int = 0
    invitable: bool = True

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread."""
        return self.type in THREADS

    @property
    def is_group(self) -> bool:
        """Whether this is a conversation of several people, which the bot cannot join."""
        return self.type is ChannelType.GROUP

    @property
    def is_private(self) -> bool:
        """Whether only members of this thread and managers of threads see it."""
        return self.type is ChannelType.PRIVATE_THREAD


@dataclass(eq=False, repr=False)
class Guild:
    """A server. `joined_at` is when the bot joined; None while it is not a member. `thread_limit`: the most threads
    that may be active at a time, `announcement_thread_limit`: those of announcement channels, which count alone.
    `late`: the seconds after READY until a new session gets the guild, which is unavailable until then.
    """

    id: int
    name: str
    owner_id: int
    locale: str = "en-GB"
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    joined_at: float | None = None
    available: bool = True
    thread_limit: int = 1_000
    announcement_thread_limit: int = 1_000
    late: float = 0.0

    def list_active_threads(self, *, announcement: bool = False) -> list[Channel]:
        """List the threads that are not archived: those of announcement channels, or all others."""
        return [
            channel
            for channel in self.channels.values()
            if channel.is_thread
            and not channel.archived
            and (channel.type is ChannelType.ANNOUNCEMENT_THREAD) is announcement
        ]


@dataclass(eq=False)
class Application:
    """The application the sandbox hosts, and its bot user. `installs`: the installations that its settings allow, for
    servers (0) and for users (1); a new application allows both.
    """

    id: int
    name: str
    bot: User
    owner: User
    flags: int = 0
    installs: tuple[int, ...] = (0, 1)


@dataclass(eq=False)
class ApplicationEmoji:
    """An emoji of the application: its name and its picture."""

    id: int
    name: str
    content: bytes


class InteractionType(IntEnum):
    """The kind of an interaction."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class ResponseType(IntEnum):
    """The kind of the first answer to an interaction."""

    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(eq=False, repr=False)
class Interaction:
    """An action of a user that the bot must answer, and the answers so far.

    `owners` are the installations that allow it, as in `authorizing_integration_owners`. `original` is the message that
    `@original` names: the first answer, or for an update the message the component sits on; `withdrawn` tells that the
    bot has deleted it. `watchers` are called after every change.
    """

    id: int
    token: str
    type: InteractionType
    user: User
    channel: Channel
    data: Json
    created: float
    message: Message | None = None
    parent: Interaction | None = None
    response: ResponseType | None = None
    failed: bool = False
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    edits: int = 0
    withdrawn: bool = False
    owners: dict[str, str] = field(default_factory=dict)
    watchers: list[Callable[[], None]] = field(default_factory=list)

    def notify_watchers(self) -> None:
        """Notify everybody who waits for this interaction."""
        for watcher in tuple(self.watchers):
            watcher()
