"""The state of the local Discord: users, guilds and channels, and the listeners to its events.

Nothing here is global: several worlds can live in one process. Changes that clients hear of are made in `guilds`,
`posting` and `interactions`, which call `dispatch` (events for the bot's gateway) and `notify` (news for people).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from sandbox.discord.clock import Clock
from sandbox.discord.model import (
    Application,
    ApplicationEmoji,
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Interaction,
    Json,
    Member,
    Message,
    Overwrite,
    Ping,
    Role,
    User,
)
from sandbox.network.session_starts import SessionStarts

EPOCH_MS = 1_420_070_400_000
"""Discord's first millisecond, 2015-01-01 UTC: snowflakes count from here."""


@dataclass(frozen=True)
class Dispatch:
    """A gateway event. `intent` is the bit a session needs (0: none)."""

    name: str
    data: Json
    guild_id: int | None
    intent: int = 0


@dataclass(frozen=True)
class Notice:
    """News for people: `user_id` is the only one who may hear it; None: everybody who sees the channel."""

    type: str
    channel_id: int
    data: Json
    user_id: int | None = None


@dataclass(eq=False, repr=False)
class World:
    """Everything that exists. `base_url` is where attachments are served, set once the server is bound; `history` is
    the number of messages a channel keeps. `pings` are the messages that notified somebody, oldest first. The
    number of shards must be a multiple of `shard_multiple`, and a shard has at most `guilds_per_shard` guilds.
    """

    clock: Clock = field(default_factory=Clock)
    seed: int = 0
    base_url: str = "http://127.0.0.1"
    recommended_shards: int = 1
    shard_multiple: int = 1
    guilds_per_shard: int = 2_500
    session_starts: SessionStarts = field(default_factory=SessionStarts)
    history: int = 1_000

    def __post_init__(self) -> None:
        self.application: Application
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int | None, dict[int, Json]] = {None: {}}
        self.interactions: dict[str, Interaction] = {}
        self.attachments: dict[int, Attachment] = {}
        self.emojis: dict[int, ApplicationEmoji] = {}
        self.nonces: dict[tuple[int, str], Message] = {}
        self.old_edits: dict[int, list[float]] = {}
        self.pings: list[Ping] = []
        self.dispatch_listeners: list[Callable[[Dispatch], None]] = []
        self.notice_listeners: list[Callable[[Notice], None]] = []
        self._random = random.Random(self.seed)  # noqa: S311 - fake tokens must be reproducible, not secret
        self.last_id = 0

    def now(self) -> float:
        """Return the sandbox's time, seconds since 1970."""
        return self.clock.now()

    def new_id(self) -> int:
        """Return the next snowflake: ordered by time, unique, the same for the same clock readings."""
        by_time = (int(self.now() * 1000) - EPOCH_MS) << 22
        self.last_id = max(by_time, self.last_id + 1)
        return self.last_id

    def new_token(self) -> str:
        """Return a new interaction token, unlike any bot token."""
        return f"sandbox-{self._random.getrandbits(160):040x}"

    def dispatch(self, name: str, data: Json, *, guild_id: int | None, intent: int = 0) -> None:
        """Send a gateway event to every session that gets it; a guild in an outage sends nothing."""
        event = Dispatch(name, data, guild_id, intent)
        for listener in tuple(self.dispatch_listeners):
            listener(event)

    def notify(self, type: str, channel_id: int, data: Json, *, user_id: int | None = None) -> None:  # noqa: A002 - the event's own word
        """Pass an event on to the page and to test drivers."""
        notice = Notice(type, channel_id, data, user_id)
        for listener in tuple(self.notice_listeners):
            listener(notice)

    # -- building -----------------------------------------------------------------------------------------------

    def add_user(self, user: User) -> User:
        """Register a user."""
        self.users[user.id] = user
        return user

    def add_guild(self, guild: Guild, *, everyone: int) -> Guild:
        """Register a guild with its @everyone role (its id is the guild's) allowing the bits of `everyone`."""
        guild.roles[guild.id] = Role(guild.id, "@everyone", everyone)
        self.guilds[guild.id] = guild
        self.commands.setdefault(guild.id, {})
        return guild

    def add_member(self, guild: Guild, user: User) -> Member:
        """Make a user a member, without any role."""
        member = Member(user, self.now())
        guild.members[user.id] = member
        return member

    def add_channel(
        self,
        guild: Guild,
        *,
        id: int,  # noqa: A002 - Discord's own word
        name: str,
        kind: ChannelType = ChannelType.TEXT,
        overwrites: tuple[Overwrite, ...] = (),
    ) -> Channel:
        """Register a channel of a guild."""
        channel = Channel(id, kind, name, guild, position=len(guild.channels), created=self.now())
        channel.overwrites = {overwrite.id: overwrite for overwrite in overwrites}
        guild.channels[id] = channel
        self.channels[id] = channel
        return channel

    def add_group(self, *people: User) -> Channel:
        """Register a group conversation; the first person is its owner."""
        name = ", ".join(user.name for user in people)
        channel = Channel(self.new_id(), ChannelType.GROUP, name, None, owner_id=people[0].id, created=self.now())
        channel.members = {user.id: self.now() for user in people}
        self.channels[channel.id] = channel
        return channel

    # -- looking up ---------------------------------------------------------------------------------------------

    @property
    def bot(self) -> User:
        """The application's bot user."""
        return self.application.bot

    def bot_member(self, guild: Guild) -> Member | None:
        """Return the bot's membership of a guild; None while it is not a member."""
        return guild.members.get(self.bot.id)

    def user_named(self, name: str) -> User:
        """Find a user by user name or display name, ignoring case. Raises KeyError, which lists the known names."""
        wanted = name.casefold()
        for user in self.users.values():
            if wanted in (user.username.casefold(), user.name.casefold()):
                return user
        raise KeyError(f"{name}: there are {', '.join(sorted(user.username for user in self.users.values()))}")

    def channel_named(self, name: str) -> Channel:
        """Find the first channel or thread of a name, with or without '#'. Raises KeyError."""
        wanted = name.removeprefix("#")
        for channel in self.channels.values():
            if channel.name == wanted:
                return channel
        raise KeyError(name)

    def message(self, message_id: int) -> Message | None:
        """Find a message by its id alone, in any channel."""
        for channel in self.channels.values():
            if message_id in channel.messages:
                return channel.messages[message_id]
        return None
