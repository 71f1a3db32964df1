"""Guilds, channels and threads coming, changing and going, and the gateway events that tell of it."""

from __future__ import annotations

from sandbox import payloads
from sandbox.model import Channel, ChannelType, Guild, Json, Member, Message, MessageFlag, Role, User
from sandbox.permissions import Permission, in_channel
from sandbox.world import World

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1


def bot_permissions(world: World, channel: Channel) -> int:
    """What the bot may do in a channel; nothing where it is not a member."""
    if channel.guild is None:
        return int(Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.READ_MESSAGE_HISTORY)
    me = world.bot_member(channel.guild)
    if me is None or not channel.guild.available:
        return 0
    return in_channel(channel.guild, me, channel)


def bot_sees(world: World, channel: Channel) -> bool:
    """Whether the bot is in the guild and may view the channel."""
    return bool(bot_permissions(world, channel) & Permission.VIEW_CHANNEL)


# -- channels ---------------------------------------------------------------------------------------------------


def _channel_event(world: World, name: str, channel: Channel, data: Json, *, seen: bool | None = None) -> None:
    """Tell the bot (if it sees the channel) and people about a channel; people also learn of its end."""
    assert channel.guild is not None  # noqa: S101 - direct conversations have no such events
    if bot_sees(world, channel) if seen is None else seen:
        world.dispatch(name, data, guild_id=channel.guild.id, intent=GUILDS)
    world.notify("channel", channel.id, for_page(channel) | {"deleted": name.endswith("DELETE")})


def for_page(channel: Channel) -> Json:
    """A channel as the page lists it."""
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


def create_channel(world: World, guild: Guild, name: str) -> Channel:
    """A new text channel."""
    channel = world.add_channel(guild, id=world.new_id(), name=name)
    _channel_event(world, "CHANNEL_CREATE", channel, payloads.channel(channel))
    return channel


def update_channel(world: World, channel: Channel, *, was_seen: bool | None = None) -> None:
    """Tell that a channel or thread changed. `was_seen`: whether the bot saw it before (default: as now); a channel
    it can no longer see is deleted for it.
    """
    now_seen = bot_sees(world, channel)
    if channel.is_thread:
        _channel_event(world, "THREAD_UPDATE", channel, payloads.channel(channel))
    elif was_seen is False and now_seen:
        _channel_event(world, "CHANNEL_CREATE", channel, payloads.channel(channel))
    elif was_seen and not now_seen:
        assert channel.guild is not None  # noqa: S101 - only guild channels are hidden
        world.dispatch("CHANNEL_DELETE", payloads.channel(channel), guild_id=channel.guild.id, intent=GUILDS)
    else:
        _channel_event(world, "CHANNEL_UPDATE", channel, payloads.channel(channel))


def delete_channel(world: World, channel: Channel) -> None:
    """Remove a channel with its threads, or one thread."""
    assert channel.guild is not None  # noqa: S101 - direct conversations are never deleted
    guild = channel.guild
    seen = bot_sees(world, channel)
    for thread in [c for c in guild.channels.values() if c.is_thread and c.parent_id == channel.id]:
        delete_channel(world, thread)
    del guild.channels[channel.id]
    del world.channels[channel.id]
    if channel.is_thread:
        data = {
            "id": str(channel.id),
            "guild_id": str(guild.id),
            "parent_id": str(channel.parent_id),
            "type": int(channel.type),
        }
        _channel_event(world, "THREAD_DELETE", channel, data, seen=seen)
    else:
        _channel_event(world, "CHANNEL_DELETE", channel, payloads.channel(channel), seen=seen)


# -- threads ----------------------------------------------------------------------------------------------------


def create_thread(
    world: World, parent: Channel, name: str, *, owner: User, message: Message | None = None, archive: int = 1440
) -> Channel:
    """A public thread in a channel, started from a message (whose id it shares) or without one."""
    assert parent.guild is not None  # noqa: S101 - threads exist in guilds only
    now = world.now()
    thread = Channel(
        id=world.new_id() if message is None else message.id,
        type=ChannelType.PUBLIC_THREAD,
        name=name,
        guild=parent.guild,
        parent_id=parent.id,
        owner_id=owner.id,
        created=now,
        archived_at=now,
        auto_archive_minutes=archive,
        members={owner.id: now},
    )
    parent.guild.channels[thread.id] = thread
    world.channels[thread.id] = thread
    if message is not None:
        message.thread = thread
        message.flags |= MessageFlag.HAS_THREAD
    watch_silence(world, thread)
    _channel_event(world, "THREAD_CREATE", thread, payloads.channel(thread) | {"newly_created": True})
    return thread


def watch_silence(world: World, thread: Channel) -> None:
    """Archive a thread once nothing was said in it for as long as it was made for."""
    thread.active = world.now()
    seconds = thread.auto_archive_minutes * 60.0

    def look() -> None:
        silent = world.now() - thread.active >= seconds
        if silent and not thread.archived and thread.id in world.channels:
            set_archived(world, thread, archived=True)

    world.clock.call_later(seconds, look)


def set_archived(world: World, thread: Channel, *, archived: bool, locked: bool | None = None) -> None:
    """Archive or wake a thread, and lock or unlock it."""
    thread.archived = archived
    thread.archived_at = world.now()
    if locked is not None:
        thread.locked = locked
    update_channel(world, thread)


def set_thread_member(world: World, thread: Channel, user: User, *, joined: bool) -> None:
    """A user joins or leaves a thread."""
    assert thread.guild is not None  # noqa: S101 - threads exist in guilds only
    data: Json = {"id": str(thread.id), "guild_id": str(thread.guild.id)}
    if joined:
        thread.members.setdefault(user.id, world.now())
        data["added_members"] = [payloads.thread_member(thread, user.id)]
    else:
        thread.members.pop(user.id, None)
        data["removed_member_ids"] = [str(user.id)]
    if user is world.bot or bot_sees(world, thread):
        data["member_count"] = len(thread.members)
        world.dispatch("THREAD_MEMBERS_UPDATE", data, guild_id=thread.guild.id, intent=GUILDS)


# -- guilds and members -----------------------------------------------------------------------------------------


def invite_bot(world: World, guild: Guild, *, bits: int) -> None:
    """The bot joins a guild, with its own role holding `bits`."""
    role = Role(world.new_id(), world.application.name, bits, position=1, bot_id=world.bot.id)
    guild.roles[role.id] = role
    member = Member(world.bot, world.now(), [role.id])
    guild.members[world.bot.id] = member
    guild.joined_at = member.joined_at
    data = payloads.guild_create(world, guild, all_members=False)
    del data["unavailable"]  # its absence is how clients tell a new guild from one that came back
    world.dispatch("GUILD_CREATE", data, guild_id=guild.id, intent=GUILDS)


def kick_bot(world: World, guild: Guild) -> None:
    """The bot is removed from a guild; its role goes with it."""
    member = guild.members.pop(world.bot.id)
    for role_id in member.roles:
        if guild.roles[role_id].bot_id == world.bot.id:
            del guild.roles[role_id]
    guild.joined_at = None
    world.commands[guild.id] = {}
    world.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild_id=guild.id, intent=GUILDS)


def set_available(world: World, guild: Guild, *, available: bool) -> None:
    """An outage takes a guild away and gives it back."""
    guild.available = available
    if available:
        data = payloads.guild_create(world, guild, all_members=False)
        world.dispatch("GUILD_CREATE", data, guild_id=guild.id, intent=GUILDS)
    else:
        data = {"id": str(guild.id), "unavailable": True}
        world.dispatch("GUILD_DELETE", data, guild_id=guild.id, intent=GUILDS)


def remove_member(world: World, guild: Guild, user: User) -> None:
    """A person leaves a guild."""
    del guild.members[user.id]
    data: Json = {"guild_id": str(guild.id), "user": payloads.user(user)}
    world.dispatch("GUILD_MEMBER_REMOVE", data, guild_id=guild.id, intent=GUILD_MEMBERS)
