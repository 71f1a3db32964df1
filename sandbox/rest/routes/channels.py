"""Channels and their overwrites, typing and pins."""

from __future__ import annotations

from sandbox import errors
from sandbox.discord import guilds, posting
from sandbox.discord.clock import format_iso
from sandbox.discord.model import Channel, Overwrite
from sandbox.discord.permissions import Permission
from sandbox.payloads import messages, objects
from sandbox.rest.call import Answer, Call, Route

MAX_PINS = 250


async def get_channel(call: Call) -> Answer:
    return objects.channel(call.channel())


async def edit_channel(call: Call) -> Answer:
    channel = call.channel()
    body = call.body
    if channel.guild is None:
        raise errors.WRONG_CHANNEL_TYPE()
    if channel.is_thread:
        _edit_thread(call, channel)
    else:
        call.channel(Permission.MANAGE_CHANNELS)
        channel.name = body.get("name") or channel.name
        channel.topic = body.get("topic", channel.topic)
        guilds.update_channel(call.world, channel)
    return objects.channel(channel)


def _edit_thread(call: Call, thread: Channel) -> None:
    """Edit a thread if the bot may; an archived one must be unarchived by the same request.

    Those who manage threads may change everything. Otherwise the owner of an unlocked thread may rename it, archive it
    and set its auto-archive time, and everybody who may send messages may unarchive it.
    Source: https://docs.discord.com/developers/resources/channel#modify-channel-json-params-thread
    """
    body = call.body
    held = guilds.bot_permissions(call.world, thread)
    given = {key for key, value in body.items() if value is not None}
    waking = body.get("archived") is False and thread.archived
    allowed = {"archived"} if waking and held & Permission.SEND_MESSAGES else set()
    if thread.owner_id == call.world.bot.id:
        allowed |= {"name", "archived", "auto_archive_duration"}
    if not held & Permission.MANAGE_THREADS and (thread.locked or not given <= allowed):
        raise errors.MISSING_PERMISSIONS()
    if thread.archived and not waking:
        raise errors.THREAD_ARCHIVED()
    if waking and thread.guild is not None:
        guilds.require_room_for_thread(thread.guild, thread.type)
    thread.name = body.get("name") or thread.name
    if body.get("rate_limit_per_user") is not None:
        thread.slowmode = body["rate_limit_per_user"]
    if thread.is_private and body.get("invitable") is not None:
        thread.invitable = body["invitable"]
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes != thread.auto_archive_minutes:
        thread.auto_archive_minutes = minutes
        thread.active = call.world.now()  # Discord counts this as activity
        guilds.watch_silence(call.world, thread)
    guilds.set_archived(
        call.world, thread, archived=bool(body.get("archived", thread.archived)), locked=body.get("locked")
    )


async def delete_channel(call: Call) -> Answer:
    channel = call.channel()
    if channel.guild is not None:
        call.channel(Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
        guilds.delete_channel(call.world, channel)
    return objects.channel(channel)


async def put_overwrite(call: Call) -> Answer:
    channel = call.channel(Permission.MANAGE_ROLES)
    target = call.id("overwrite_id")
    body = call.body
    given = Overwrite(target, int(body["type"]), int(body.get("allow") or 0), int(body.get("deny") or 0))
    guilds.overwrite(call.world, channel, given)
    return None


async def delete_overwrite(call: Call) -> Answer:
    channel = call.channel(Permission.MANAGE_ROLES)
    if channel.overwrites.pop(call.id("overwrite_id"), None) is None:
        raise errors.UNKNOWN_OVERWRITE()
    guilds.update_channel(call.world, channel)
    return None


async def trigger_typing(call: Call) -> Answer:
    channel = call.channel(Permission.SEND_MESSAGES)
    call.world.notify("typing", channel.id, {"user_id": str(call.world.bot.id)})
    return None


def list_pins(channel: Channel) -> list[tuple[float, int]]:
    """List pin times and ids of a channel's pinned messages, newest pin first."""
    return sorted(((m.pinned_at, m.id) for m in channel.messages.values() if m.pinned_at is not None), reverse=True)


async def get_pins(call: Call) -> Answer:
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    limit = call.number("limit", 50, low=1, high=50)
    pins = list_pins(channel)
    items = [
        {"pinned_at": format_iso(at), "message": messages.message(call.world, channel.messages[id_])}
        for at, id_ in pins[:limit]
    ]
    return {"items": items, "has_more": len(pins) > limit}


async def pin(call: Call) -> Answer:
    channel = call.channel(Permission.PIN_MESSAGES)
    message = call.message(channel)
    if message.pinned_at is None:
        if len(list_pins(channel)) >= MAX_PINS:
            raise errors.TOO_MANY_PINS()
        message.pinned_at = call.world.now()
        posting.announce_edit(call.world, message, edited=False)
    return None


async def unpin(call: Call) -> Answer:
    message = call.message(call.channel(Permission.PIN_MESSAGES))
    message.pinned_at = None
    posting.announce_edit(call.world, message, edited=False)
    return None


ROUTES = (
    Route("GET", "/channels/{channel_id}", get_channel),
    Route("PATCH", "/channels/{channel_id}", edit_channel),
    Route("DELETE", "/channels/{channel_id}", delete_channel),
    Route("PUT", "/channels/{channel_id}/permissions/{overwrite_id}", put_overwrite),
    Route("DELETE", "/channels/{channel_id}/permissions/{overwrite_id}", delete_overwrite),
    Route("POST", "/channels/{channel_id}/typing", trigger_typing),
    Route("GET", "/channels/{channel_id}/messages/pins", get_pins),
    Route("PUT", "/channels/{channel_id}/messages/pins/{message_id}", pin),
    Route("DELETE", "/channels/{channel_id}/messages/pins/{message_id}", unpin),
)
