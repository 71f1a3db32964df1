"""Create, change and delete channels, threads and guilds, and dispatch the gateway events."""

from __future__ import annotations

from sandbox import errors, readings
from sandbox.discord.model import Channel, ChannelType, Guild, Json, Member, Message, MessageFlag, Overwrite, Role, User
from sandbox.discord.permissions import Permission, compute_in_channel
from sandbox.discord.world import World
from sandbox.payloads import objects

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1

DIRECT = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ATTACH_FILES
    | Permission.EMBED_LINKS
    | Permission.ADD_REACTIONS
    | Permission.USE_APPLICATION_COMMANDS
)
"""The permissions of both sides in a direct conversation."""


def bot_permissions(world: World, channel: Channel) -> int:
    """Return the bot's permissions in a channel; none where it is not a member."""
    if channel.guild is None:
        return 0 if channel.is_group else int(DIRECT)
    me = world.bot_member(channel.guild)
    if me is None or not channel.guild.available:
        return 0
    return compute_in_channel(channel.guild, me, channel)


def can_bot_see(world: World, channel: Channel) -> bool:
    """Whether the bot is in the guild and may view the channel."""
    return bool(bot_permissions(world, channel) & Permission.VIEW_CHANNEL)


# -- channels ---------------------------------------------------------------------------------------------------


def _announce_channel(world: World, name: str, channel: Channel, data: Json, *, seen: bool = True) -> None:
    """Report a channel to the bot (a thread only if the bot sees it) and to people, who also learn when it is
    deleted."""
    assert channel.guild is not None  # noqa: S101 - direct conversations have no such events
    if seen and world.bot_member(channel.guild) is not None and channel.guild.available:
        world.dispatch(name, data, guild_id=channel.guild.id, intent=GUILDS)
    world.notify("channel", channel.id, describe_channel(channel) | {"deleted": name.endswith("DELETE")})


def describe_channel(channel: Channel) -> Json:
    """Describe a channel for the page."""
    return {
        "id": str(channel.id),
        "name": channel.name,
        "topic": channel.topic,
        "type": int(channel.type),
        "parent_id": str(channel.parent_id) if channel.parent_id else None,
        "archived": channel.archived,
        "locked": channel.locked,
        "guild_id": str(channel.guild.id) if channel.guild else None,
    }


def create_channel(world: World, guild: Guild, name: str, *, kind: ChannelType = ChannelType.TEXT) -> Channel:
    """Create a channel."""
    channel = world.add_channel(guild, id=world.new_id(), name=name, kind=kind)
    _announce_channel(world, "CHANNEL_CREATE", channel, _describe_for_bot(world, channel))
    return channel


def _describe_for_bot(world: World, channel: Channel) -> Json:
    """Describe a channel as the gateway does: little more than its id if the bot may not view it."""
    return objects.channel(channel) if can_bot_see(world, channel) else objects.hidden_channel(channel)


def update_channel(world: World, channel: Channel, *, was_seen: bool | None = None) -> None:
    """Report that a channel or thread has changed.

    `was_seen`: whether the bot saw it before (default: as now). A channel that the bot can no longer see is reported as
    hidden. If the bot sees a channel again, its threads are reported, too.
    """
    assert channel.guild is not None  # noqa: S101 - direct conversations never change
    seen = can_bot_see(world, channel)
    if channel.is_thread:
        _announce_channel(world, "THREAD_UPDATE", channel, objects.channel(channel), seen=seen)
        return
    _announce_channel(world, "CHANNEL_UPDATE", channel, _describe_for_bot(world, channel))
    if seen and was_seen is False:
        awake = [
            c
            for c in channel.guild.channels.values()
            if c.is_thread and c.parent_id == channel.id and not c.archived and can_bot_see(world, c)
        ]
        data: Json = {
            "guild_id": str(channel.guild.id),
            "channel_ids": [str(channel.id)],
            "threads": [objects.channel(thread) for thread in awake],
            "members": [objects.thread_member(t, world.bot.id) for t in awake if world.bot.id in t.members],
        }
        world.dispatch("THREAD_LIST_SYNC", data, guild_id=channel.guild.id, intent=GUILDS)


def overwrite(world: World, channel: Channel, target: Overwrite) -> None:
    """Set an exception to the permissions of a channel."""
    seen = can_bot_see(world, channel)
    channel.overwrites[target.id] = target
    update_channel(world, channel, was_seen=seen)


def open_direct(world: World, user: User) -> Channel:
    """Return the direct messages channel of a user and the bot, creating it if needed."""
    for channel in world.channels.values():
        if channel.recipient is user:
            return channel
    channel = Channel(world.new_id(), ChannelType.DM, user.username, None, recipient=user, created=world.now())
    world.channels[channel.id] = channel
    return channel


def delete_channel(world: World, channel: Channel) -> None:
    """Remove a channel with its threads, or one thread."""
    assert channel.guild is not None  # noqa: S101 - direct conversations are never deleted
    guild = channel.guild
    seen = can_bot_see(world, channel)
    for thread in [c for c in guild.channels.values() if c.is_thread and c.parent_id == channel.id]:
        delete_channel(world, thread)
    del guild.channels[channel.id]
    del world.channels[channel.id]
    for message in channel.messages.values():
        message.deleted = True
        for attachment in message.attachments:
            world.attachments.pop(attachment.id, None)
    if channel.is_thread:
        parent = guild.channels.get(channel.parent_id)
        starter = parent.messages.get(channel.id) if parent else None
        if starter is not None:
            starter.thread = None
            starter.flags &= ~MessageFlag.HAS_THREAD
        data = {
            "id": str(channel.id),
            "guild_id": str(guild.id),
            "parent_id": str(channel.parent_id),
            "type": int(channel.type),
        }
        _announce_channel(world, "THREAD_DELETE", channel, data, seen=seen)
    else:
        _announce_channel(world, "CHANNEL_DELETE", channel, objects.channel(channel))


# -- threads ----------------------------------------------------------------------------------------------------


def create_thread(
    world: World,
    parent: Channel,
    name: str,
    *,
    owner: User,
    message: Message | None = None,
    archive: int = 1440,
    private: bool = False,
    invitable: bool = True,
) -> Channel:
    """Start a thread in a channel, from a message (whose id it shares) or without one."""
    assert parent.guild is not None  # noqa: S101 - threads exist in guilds only
    now = world.now()
    thread = Channel(
        id=world.new_id() if message is None else message.id,
        type=find_thread_type(parent, private=private),
        name=name,
        guild=parent.guild,
        parent_id=parent.id,
        owner_id=owner.id,
        created=now,
        archived_at=now,
        auto_archive_minutes=archive,
        members={owner.id: now},
        invitable=invitable,
    )
    parent.guild.channels[thread.id] = thread
    world.channels[thread.id] = thread
    if message is not None:
        message.thread = thread
        message.flags |= MessageFlag.HAS_THREAD
    thread.active = now
    watch_silence(world, thread)
    data = objects.channel(thread) | {"newly_created": True}
    _announce_channel(world, "THREAD_CREATE", thread, data, seen=can_bot_see(world, thread))
    return thread


def find_thread_type(parent: Channel, *, private: bool = False) -> ChannelType:
    """Find the type that a new thread of a channel has."""
    if private:
        return ChannelType.PRIVATE_THREAD
    announced = parent.type is ChannelType.ANNOUNCEMENT
    return ChannelType.ANNOUNCEMENT_THREAD if announced else ChannelType.PUBLIC_THREAD


def require_room_for_thread(guild: Guild, kind: ChannelType) -> None:
    """Raise 160006 or 160007 if the guild has as many active threads of a kind as it may have."""
    announcement = kind is ChannelType.ANNOUNCEMENT_THREAD
    limit = guild.announcement_thread_limit if announcement else guild.thread_limit
    if len(guild.list_active_threads(announcement=announcement)) >= limit:
        raise errors.TOO_MANY_ANNOUNCEMENT_THREADS() if announcement else errors.TOO_MANY_THREADS()


NEARLY_FULL = 0.9
EARLY_SECONDS = 86_400.0
LONGEST_MINUTES = 7 * 1440
"""A guild with this share of its limit of active threads archives those of seven days after a day of silence, under the
strict reading (`readings.EARLY_ARCHIVING`)."""


def watch_silence(world: World, thread: Channel) -> None:
    """Archive a thread once it has been silent long enough. It has one timer, and activity only sets `active`; call
    this again only when the auto-archive time changes.
    """
    thread.watch += 1
    number = thread.watch

    def measure_silence_left() -> float:
        allowed = thread.auto_archive_minutes * 60.0
        early = thread.auto_archive_minutes == LONGEST_MINUTES and readings.EARLY_ARCHIVING.is_strict()
        if early and thread.guild is not None:
            active = len(thread.guild.list_active_threads())
            allowed = EARLY_SECONDS if active >= NEARLY_FULL * thread.guild.thread_limit else allowed
        return thread.active + allowed - world.now()

    def look_again(left: float) -> None:
        world.clock.call_later(min(max(0.0, left), EARLY_SECONDS), archive_if_silent)

    def archive_if_silent() -> None:
        if thread.watch != number or thread.archived or thread.id not in world.channels:
            return
        left = measure_silence_left()
        if left > 0.001:
            look_again(left)
        else:
            set_archived(world, thread, archived=True)

    look_again(measure_silence_left())


def set_archived(world: World, thread: Channel, *, archived: bool, locked: bool | None = None) -> None:
    """Archive or unarchive a thread, and lock or unlock it."""
    if thread.archived != archived:
        thread.archived = archived
        thread.archived_at = world.now()
        if not archived:
            thread.active = world.now()
            watch_silence(world, thread)
    if locked is not None:
        thread.locked = locked
    update_channel(world, thread)


def set_thread_member(world: World, thread: Channel, user: User, *, joined: bool) -> None:
    """Add a user to a thread or remove them. A bot that is added to a private thread first gets the thread itself. It
    hears of other people only with the privileged members intent.

    Source: https://docs.discord.com/developers/events/gateway-events#thread-members-update
    """
    assert thread.guild is not None  # noqa: S101 - threads exist in guilds only
    if joined == (user.id in thread.members):
        return
    data: Json = {"id": str(thread.id), "guild_id": str(thread.guild.id)}
    if joined:
        thread.members[user.id] = world.now()
        data["added_members"] = [objects.thread_member(thread, user.id)]
    else:
        del thread.members[user.id]
        data["removed_member_ids"] = [str(user.id)]
    data["member_count"] = min(len(thread.members), 50)
    if user is world.bot:
        if joined and thread.is_private:
            created = objects.channel(thread) | {"member": objects.thread_member(thread, user.id)}
            _announce_channel(world, "THREAD_CREATE", thread, created)
        world.dispatch("THREAD_MEMBERS_UPDATE", data, guild_id=thread.guild.id, intent=GUILDS)
    elif can_bot_see(world, thread):
        world.dispatch("THREAD_MEMBERS_UPDATE", data, guild_id=thread.guild.id, intent=GUILD_MEMBERS)
    world.notify("channel", thread.id, describe_channel(thread) | {"deleted": False})


def may_invite(thread: Channel, user_id: int, held: int) -> bool:
    """Whether a user with the permissions `held` in a thread may add others to it."""
    if not held & Permission.SEND_MESSAGES_IN_THREADS:
        return False
    free = thread.invitable or not thread.is_private
    return free or thread.owner_id == user_id or bool(held & Permission.MANAGE_THREADS)


def watch_timeout(world: World, member: Member) -> None:
    """Begin or end a member's timeout by `timed_out_until`, and end it when its time has come."""
    until = member.timed_out_until
    member.timed_out = until is not None and until > world.now()

    def end() -> None:
        if member.timed_out_until == until:
            member.timed_out = False

    if until is not None and member.timed_out:
        world.clock.call_later(until - world.now(), end)


# -- the bot in guilds ------------------------------------------------------------------------------------------


def invite_bot(world: World, guild: Guild, *, bits: int) -> None:
    """Add the bot to a guild, with a separate role that holds `bits`."""
    role = Role(world.new_id(), world.application.name, bits, position=1, bot_id=world.bot.id)
    guild.roles[role.id] = role
    member = Member(world.bot, world.now(), [role.id])
    guild.members[world.bot.id] = member
    guild.joined_at = member.joined_at
    data = objects.guild_create(world, guild, all_members=False)
    del data["unavailable"]  # with it, clients would see the end of an outage
    world.dispatch("GUILD_CREATE", data, guild_id=guild.id, intent=GUILDS)
    world.notify("world", 0, {})


def kick_bot(world: World, guild: Guild) -> None:
    """Remove the bot and its role from a guild."""
    member = guild.members.pop(world.bot.id)
    for role_id in member.roles:
        if guild.roles[role_id].bot_id == world.bot.id:
            del guild.roles[role_id]
    guild.joined_at = None
    world.commands[guild.id] = {}
    world.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild_id=guild.id, intent=GUILDS)
    world.notify("world", 0, {})


def set_available(world: World, guild: Guild, *, available: bool) -> None:
    """Begin or end an outage of a guild."""
    guild.available = available
    if available:
        data = objects.guild_create(world, guild, all_members=False)
        world.dispatch("GUILD_CREATE", data, guild_id=guild.id, intent=GUILDS)
    else:
        data = {"id": str(guild.id), "unavailable": True}
        world.dispatch("GUILD_DELETE", data, guild_id=guild.id, intent=GUILDS)
