"""Publish, change and delete messages, and dispatch the events."""

from __future__ import annotations

from collections.abc import Mapping

from sandbox.discord import composing, guilds, pings
from sandbox.discord.composing import Upload
from sandbox.discord.model import Channel, Json, Message, User
from sandbox.discord.permissions import Permission, compute_from_roles, compute_in_channel
from sandbox.discord.world import World
from sandbox.payloads import messages, objects

GUILD_MESSAGES = 1 << 9
GUILD_MESSAGE_REACTIONS = 1 << 10
GUILD_MESSAGE_TYPING = 1 << 11
DIRECT_MESSAGES = 1 << 12

NONCE_SECONDS = 300
"""How long a nonce is remembered ("the past few minutes")."""


def publish(world: World, message: Message) -> None:
    """Put a finished message into its channel and notify the people it mentions.

    An archived thread is unarchived, unless only one user sees the message; raises ApiError if the guild has no room
    for it. The author joins the thread. The channel drops its oldest message when it has too many.
    """
    channel = message.channel
    if channel.archived and channel.guild is not None and not message.ephemeral:
        guilds.require_room_for_thread(channel.guild, channel.type)
    channel.messages[message.id] = message
    if len(channel.messages) > world.history:
        forgotten = next(iter(channel.messages.values()))
        _remove(world, forgotten)
        forgotten.attachments = []  # other code may still refer to the message, but not to its files
    if channel.is_thread and not message.ephemeral:
        channel.sent += 1
        channel.active = world.now()
        if channel.archived:
            guilds.set_archived(world, channel, archived=False)
        if message.interaction is None:
            guilds.set_thread_member(world, channel, message.author, joined=True)
    if channel.is_private and not message.ephemeral:
        _bring_in(world, message)
    pings.record(world, message)
    _tell(world, "MESSAGE_CREATE", message)


def start_post(world: World, thread: Channel, author: User, body: Json, files: Mapping[int, Upload]) -> Message:
    """Publish the first message of a forum's post, which has the id of its thread."""
    message = Message(thread.id, thread, author, world.now())
    composing.fill_message(world, message, {"allowed_mentions": None, **body}, files)
    publish(world, message)
    return message


def _bring_in(world: World, message: Message) -> None:
    """Add the people mentioned in a message to its private thread, if they see the parent channel and the author may
    add people."""
    thread = message.channel
    guild = thread.guild
    author = guild.members.get(message.author.id) if guild else None
    if guild is None or author is None:
        return
    if not guilds.may_invite(thread, author.user.id, compute_in_channel(guild, author, thread)):
        return
    for user_id in message.mentions:
        member = guild.members.get(user_id)
        if member is not None and compute_from_roles(guild, member, thread) & Permission.VIEW_CHANNEL:
            guilds.set_thread_member(world, thread, member.user, joined=True)


def announce_edit(world: World, message: Message, *, edited: bool = True) -> None:
    """Dispatch that a message has changed. `edited`: mark it as edited, for people to see."""
    if edited:
        message.edited = world.now()
    if message.channel.is_private and not message.ephemeral:
        _bring_in(world, message)  # without a notification: MarcusOtter/discord-needle#107
    _tell(world, "MESSAGE_UPDATE", message)


def delete(world: World, message: Message) -> None:
    """Remove a message from its channel."""
    channel = message.channel
    data = _remove(world, message)
    _dispatch(world, "MESSAGE_DELETE", message, data)
    world.notify("message_delete", channel.id, data, user_id=message.visible_to)


def dismiss(world: World, message: Message) -> None:
    """Remove an ephemeral message for its user; the bot does not hear of it."""
    data = _remove(world, message)
    world.notify("message_delete", message.channel.id, data, user_id=message.visible_to)


def _remove(world: World, message: Message) -> Json:
    """Delete a message and its files; returns the event's data."""
    del message.channel.messages[message.id]
    message.deleted = True
    for attachment in message.attachments:
        world.attachments.pop(attachment.id, None)
    return {"id": str(message.id), "channel_id": str(message.channel.id)}


def react(world: World, message: Message, emoji: str, user: User, *, add: bool) -> None:
    """Add or remove one user's reaction. Does nothing if it is already there, or already gone."""
    users = message.reactions.setdefault(emoji, [])
    if add == (user.id in users):
        return
    (users.append if add else users.remove)(user.id)
    data: Json = {
        "user_id": str(user.id),
        "channel_id": str(message.channel.id),
        "message_id": str(message.id),
        "emoji": {"id": None, "name": emoji},
        "burst": False,
        "type": 0,
    }
    guild = message.channel.guild
    if guild is not None:
        data["guild_id"] = str(guild.id)
        world.dispatch(
            f"MESSAGE_REACTION_{'ADD' if add else 'REMOVE'}", data, guild_id=guild.id, intent=GUILD_MESSAGE_REACTIONS
        )
    _notice(world, "message_update", message)


def build_for_page(world: World, message: Message, user: User | None = None) -> Json:
    """Build a message for the page: Discord's object plus `ephemeral` and `deferred`."""
    data = messages.message(world, message, viewer=user.id if user else None)
    return data | {"ephemeral": message.ephemeral, "deferred": message.deferred}


def _tell(world: World, name: str, message: Message) -> None:
    data = messages.message(world, message)
    guild = message.channel.guild
    if guild is not None and not message.ephemeral:
        data["guild_id"] = str(guild.id)
        member = guild.members.get(message.author.id)
        if member is not None:
            data["member"] = objects.member(member, with_user=False)
    _dispatch(world, name, message, data)
    _notice(world, name.lower(), message)


def _dispatch(world: World, name: str, message: Message, data: Json) -> None:
    """Dispatch to the bot if it sees the channel. Ephemeral messages come as direct ones: without a guild, under the
    direct messages' intent (https://github.com/discord/discord-api-docs/issues/4557).
    """
    guild = message.channel.guild
    if message.channel.is_group and not message.ephemeral:
        return
    if message.ephemeral or guild is None:
        world.dispatch(name, data, guild_id=None, intent=DIRECT_MESSAGES)
    elif guilds.can_bot_see(world, message.channel):
        world.dispatch(name, {**data, "guild_id": str(guild.id)}, guild_id=guild.id, intent=GUILD_MESSAGES)


def _notice(world: World, type: str, message: Message) -> None:  # noqa: A002 - the event's own word
    world.notify(type, message.channel.id, build_for_page(world, message), user_id=message.visible_to)
