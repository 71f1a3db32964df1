"""Create, join, leave and list threads."""

from __future__ import annotations

from sandbox import errors
from sandbox.discord import guilds, posting
from sandbox.discord.model import THREADS_OF, Channel, ChannelType, Message, User
from sandbox.discord.permissions import Permission
from sandbox.discord.world import World
from sandbox.payloads import messages, objects
from sandbox.rest.call import Answer, Call, Route

THREAD_CREATED = 18
"""The type of the message that announces a thread."""


async def create_thread(call: Call) -> Answer:
    channel = call.channel()
    guild = channel.guild
    message = call.message(channel) if "message_id" in call.ids else None
    kind = _find_type(call, channel, message)
    if guild is None or kind not in THREADS_OF.get(channel.type, ()):
        raise errors.WRONG_CHANNEL_TYPE()
    private = kind is ChannelType.PRIVATE_THREAD
    if channel.type is ChannelType.FORUM:
        call.channel(Permission.SEND_MESSAGES)
    else:
        call.channel(Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
    if message is not None and message.thread is not None:
        raise errors.THREAD_EXISTS()
    guilds.require_room_for_thread(guild, kind)
    thread = guilds.create_thread(
        call.world,
        channel,
        call.body["name"],
        owner=call.world.bot,
        message=message,
        archive=call.body.get("auto_archive_duration") or 1440,
        private=private,
        invitable=call.body.get("invitable") is not False,
    )
    thread.slowmode = call.body.get("rate_limit_per_user") or 0
    if channel.type is ChannelType.FORUM:
        starter = posting.start_post(call.world, thread, call.world.bot, call.body["message"], call.files)
        return 201, {**objects.channel(thread), "message": messages.message(call.world, starter)}
    if message is None and not private:
        posting.publish(call.world, _build_announcement(call.world, channel, thread))
    return 201, objects.channel(thread)


def _find_type(call: Call, channel: Channel, message: Message | None) -> ChannelType:
    """Find the type of thread that a request wants. Posts of forums need a message in the body and have no other."""
    if channel.type is ChannelType.FORUM:
        if message is not None:
            raise errors.WRONG_CHANNEL_TYPE()
        if call.body.get("message") is None:
            problem = errors.Problem(("message",), "BASE_TYPE_REQUIRED", "This field is required")
            raise errors.invalid_form_body([problem])
        return ChannelType.PUBLIC_THREAD
    if message is not None:
        return guilds.find_thread_type(channel)
    given = call.body.get("type")
    return ChannelType.PRIVATE_THREAD if given is None else ChannelType(given)  # Discord's documented default


def _build_announcement(world: World, channel: Channel, thread: Channel) -> Message:
    """Build Discord's own message in a channel about a thread that was started without a message."""
    return Message(world.new_id(), channel, world.bot, world.now(), type=THREAD_CREATED, content=thread.name)


def find_thread(call: Call) -> Channel:
    """Find the path's channel, which must be a thread the bot sees."""
    thread = call.channel()
    if not thread.is_thread:
        raise errors.WRONG_CHANNEL_TYPE()
    return thread


def find_user(call: Call) -> User:
    """Find the path's user; `@me` is the bot."""
    if "user_id" not in call.ids:
        return call.world.bot
    user = call.world.users.get(call.id("user_id"))
    if user is None:
        raise errors.UNKNOWN_USER()
    return user


async def join(call: Call) -> Answer:
    thread = find_thread(call)
    if thread.archived:
        raise errors.THREAD_ARCHIVED()
    user = find_user(call)
    if user is not call.world.bot:
        if not guilds.may_invite(thread, call.world.bot.id, guilds.bot_permissions(call.world, thread)):
            raise errors.MISSING_PERMISSIONS()
        if thread.guild is None or user.id not in thread.guild.members:
            raise errors.UNKNOWN_MEMBER()
    guilds.set_thread_member(call.world, thread, user, joined=True)
    return None


async def leave(call: Call) -> Answer:
    thread = find_thread(call)
    if thread.archived:
        raise errors.THREAD_ARCHIVED()
    created = thread.is_private and thread.owner_id == call.world.bot.id
    held = guilds.bot_permissions(call.world, thread)
    if "user_id" in call.ids and not created and not held & Permission.MANAGE_THREADS:
        raise errors.MISSING_PERMISSIONS()
    guilds.set_thread_member(call.world, thread, find_user(call), joined=False)
    return None


async def list_members(call: Call) -> Answer:
    thread = find_thread(call)
    return [objects.thread_member(thread, user_id) for user_id in thread.members]


async def get_member(call: Call) -> Answer:
    thread = find_thread(call)
    user = find_user(call)
    if user.id not in thread.members:
        raise errors.UNKNOWN_MEMBER()
    return objects.thread_member(thread, user.id)


async def list_archived(call: Call) -> Answer:
    return _list_threads(call, call.channel(Permission.READ_MESSAGE_HISTORY))


async def list_archived_private(call: Call) -> Answer:
    needs = (Permission.READ_MESSAGE_HISTORY, Permission.MANAGE_THREADS)
    return _list_threads(call, call.channel(*needs), private=True)


async def list_archived_joined(call: Call) -> Answer:
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return _list_threads(call, channel, private=True, joined=True)


def _list_threads(call: Call, channel: Channel, *, private: bool = False, joined: bool = False) -> Answer:
    """List a channel's archived threads, private or not, perhaps only those the bot is a member of."""
    world = call.world
    inside = [c for c in world.channels.values() if c.is_thread and c.parent_id == channel.id]
    threads = [c for c in inside if c.archived and c.is_private is private]
    if joined:
        threads = [c for c in threads if world.bot.id in c.members]
    threads.sort(key=lambda t: t.archived_at, reverse=True)
    mine = [objects.thread_member(t, world.bot.id) for t in threads if world.bot.id in t.members]
    return {"threads": [objects.channel(t) for t in threads], "members": mine, "has_more": False}


ROUTES = (
    Route("POST", "/channels/{channel_id}/threads", create_thread),
    Route("POST", "/channels/{channel_id}/messages/{message_id}/threads", create_thread),
    Route("GET", "/channels/{channel_id}/thread-members", list_members),
    Route("PUT", "/channels/{channel_id}/thread-members/@me", join),
    Route("DELETE", "/channels/{channel_id}/thread-members/@me", leave),
    Route("GET", "/channels/{channel_id}/thread-members/{user_id}", get_member),
    Route("PUT", "/channels/{channel_id}/thread-members/{user_id}", join),
    Route("DELETE", "/channels/{channel_id}/thread-members/{user_id}", leave),
    Route("GET", "/channels/{channel_id}/threads/archived/public", list_archived),
    Route("GET", "/channels/{channel_id}/threads/archived/private", list_archived_private),
    Route("GET", "/channels/{channel_id}/users/@me/threads/archived/private", list_archived_joined),
)
