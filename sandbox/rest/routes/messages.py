"""Messages of a channel, and reactions to them."""

from __future__ import annotations

from urllib.parse import unquote

from sandbox import errors, readings
from sandbox.discord import composing, guilds, installs, posting
from sandbox.discord.model import Channel, ChannelType, Message
from sandbox.discord.permissions import Permission
from sandbox.errors import Problem
from sandbox.payloads import messages
from sandbox.rest.call import Answer, Call, Route

OLD_SECONDS = 3600.0
OLD_EDITS = 3
"""Edits of a channel's messages older than an hour that Discord takes in a short time."""

MAX_REACTIONS = 20
BULK_DELETE_SECONDS = 14 * 86_400.0
KEPT_NONCES = 1_000
"""The most nonces kept beyond those that Discord would still remember."""


async def list_messages(call: Call) -> Answer:
    channel = call.channel()
    limit = call.number("limit", 50, low=1, high=100)
    if not guilds.bot_permissions(call.world, channel) & Permission.READ_MESSAGE_HISTORY:
        return []
    shown = [m for m in channel.messages.values() if not m.ephemeral]
    if "around" in call.query:
        around = call.number("around", 0)
        first = max(0, sum(m.id < around for m in shown) - limit // 2)
        chosen = shown[first : first + limit]
    elif "after" in call.query:
        chosen = [m for m in shown if m.id > call.number("after", 0)][:limit]
    else:
        before = call.number("before", (1 << 63) - 1)
        chosen = [m for m in shown if m.id < before][-limit:]
    return [messages.message(call.world, m) for m in reversed(chosen)]


async def get_message(call: Call) -> Answer:
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return messages.message(call.world, call.message(channel))


def check_may_post(call: Call, channel: Channel) -> None:
    """Raise ApiError unless the bot may post here: permissions, locked threads, people who refuse direct messages or
    share no server with it."""
    to = channel.recipient
    if to is not None:
        if to.refuses_dms:
            raise errors.CANNOT_MESSAGE_USER()
        enough = [installs.GUILD_INSTALL] if readings.DIRECT_MESSAGE_BY_INSTALL.is_strict() else installs.BOTH
        if not installs.find_owners(call.world, to, channel, enough):
            raise errors.NO_MUTUAL_GUILD()
    if channel.type is ChannelType.FORUM:
        raise errors.NOT_A_TEXT_CHANNEL()
    call.channel(Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES)
    if call.files:
        call.channel(Permission.ATTACH_FILES)
    if channel.locked and not guilds.bot_permissions(call.world, channel) & Permission.MANAGE_THREADS:
        raise errors.THREAD_ARCHIVED() if channel.archived else errors.THREAD_LOCKED()


async def create_message(call: Call) -> Answer:
    world = call.world
    channel = call.channel()
    check_may_post(call, channel)
    body = call.body
    nonce = body.get("nonce")
    if nonce is not None and body.get("enforce_nonce"):
        earlier = world.nonces.get((world.bot.id, str(nonce)))
        if earlier is not None and world.now() - earlier.timestamp <= posting.NONCE_SECONDS:
            if earlier.deleted:
                raise errors.UNKNOWN_MESSAGE()  # not a new message: discord/discord-api-docs#6647
            return messages.message(world, earlier)
    message = Message(world.new_id(), channel, world.bot, world.now(), tts=bool(body.get("tts")), nonce=nonce)
    reference = body.get("message_reference")
    if reference:
        message.reference = channel.messages.get(int(reference["message_id"]))
        if message.reference is not None:
            message.type = 19
        elif reference.get("fail_if_not_exists") is not False:
            raise errors.invalid_form_body(
                [Problem(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")]
            )
    if not guilds.bot_permissions(world, channel) & Permission.EMBED_LINKS:
        body = {**body, "embeds": []}  # Discord drops them silently
    composing.fill_message(world, message, {"allowed_mentions": None, **body}, call.files)
    if nonce is not None:
        world.nonces[world.bot.id, str(nonce)] = message
        if len(world.nonces) > KEPT_NONCES:
            recent = world.now() - posting.NONCE_SECONDS
            world.nonces = {key: m for key, m in world.nonces.items() if m.timestamp >= recent}
    posting.publish(world, message)
    return messages.message(world, message)


def check_old_edit(call: Call, message: Message) -> None:
    """Refuse too many edits of messages older than an hour, with 429 and 30046."""
    world = call.world
    now = world.now()
    if now - message.timestamp <= OLD_SECONDS:
        return
    span = 20.0 if readings.EDITS_OF_OLD_MESSAGES.is_strict() else 6.0
    recent = [at for at in world.old_edits.get(message.channel.id, []) if now - at < span]
    if len(recent) >= OLD_EDITS:
        raise errors.OLD_MESSAGE_EDITS(retry_after=round(span - (now - recent[0]), 3), **{"global": False})
    world.old_edits[message.channel.id] = [*recent, now]


async def edit_message(call: Call) -> Answer:
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.world.bot:
        raise errors.NOT_THE_AUTHOR()
    if channel.is_thread and channel.archived:
        raise errors.THREAD_ARCHIVED()
    if call.files:
        call.channel(Permission.ATTACH_FILES)
    check_old_edit(call, message)
    composing.fill_message(call.world, message, call.body, call.files)
    posting.announce_edit(call.world, message)
    return messages.message(call.world, message)


async def delete_message(call: Call) -> Answer:
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.world.bot:
        call.channel(Permission.MANAGE_MESSAGES)
    posting.delete(call.world, message)
    return None


async def bulk_delete(call: Call) -> Answer:
    channel = call.channel(Permission.MANAGE_MESSAGES)
    found = [channel.messages.get(int(message_id)) for message_id in call.body["messages"]]
    there = [message for message in found if message is not None and not message.ephemeral]
    if any(call.world.now() - message.timestamp > BULK_DELETE_SECONDS for message in there):
        raise errors.TOO_OLD_TO_DELETE()
    for message in there:
        posting.delete(call.world, message)
    return None


async def add_reaction(call: Call) -> Answer:
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    message = call.message(channel)
    emoji = unquote(call.ids["emoji_name"])
    if emoji not in message.reactions:
        call.channel(Permission.ADD_REACTIONS)
        if len(message.reactions) >= MAX_REACTIONS:
            raise errors.ApiError(403, 30010, f"Maximum number of reactions reached ({MAX_REACTIONS})")
    if emoji.isascii():
        raise errors.UNKNOWN_EMOJI()
    posting.react(call.world, message, emoji, call.world.bot, add=True)
    return None


async def remove_reaction(call: Call) -> Answer:
    message = call.message(call.channel())
    posting.react(call.world, message, unquote(call.ids["emoji_name"]), call.world.bot, add=False)
    return None


ROUTES = (
    Route("GET", "/channels/{channel_id}/messages", list_messages),
    Route("POST", "/channels/{channel_id}/messages", create_message),
    Route("POST", "/channels/{channel_id}/messages/bulk-delete", bulk_delete),
    Route("GET", "/channels/{channel_id}/messages/{message_id}", get_message),
    Route("PATCH", "/channels/{channel_id}/messages/{message_id}", edit_message),
    Route("DELETE", "/channels/{channel_id}/messages/{message_id}", delete_message),
    Route("PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me", add_reaction),
    Route("DELETE", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me", remove_reaction),
)
