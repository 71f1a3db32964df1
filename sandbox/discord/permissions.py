"""Permissions: the bits the sandbox knows, and how roles and overwrites combine in a channel.

Source: https://docs.discord.com/developers/topics/permissions#permission-overwrites
"""

from __future__ import annotations

from enum import IntFlag

from sandbox.discord.model import VOICE_CHANNELS, Channel, Guild, Member


class Permission(IntFlag):
    """The permission bits that the sandbox acts on. Other bits are kept unchanged."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    CHANGE_NICKNAME = 1 << 26
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


ALL = (1 << 53) - 1
"""Every permission bit of Discord, as an owner or administrator holds them."""

EVERYONE = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
"""The permissions of @everyone in a new guild."""


LEFT_IN_A_TIMEOUT = int(Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY)
"""The permissions that a timeout leaves to all but owners and administrators.

Source: https://docs.discord.com/developers/topics/permissions#permissions-for-timed-out-members
"""


def compute_in_guild(guild: Guild, member: Member) -> int:
    """Compute a member's permissions before any channel's overwrites."""
    if member.user.id == guild.owner_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    return ALL if bits & Permission.ADMINISTRATOR else _limit(bits, member)


def _limit(bits: int, member: Member) -> int:
    """Take from a timed out member the permissions that a timeout takes."""
    return bits & LEFT_IN_A_TIMEOUT if member.timed_out else bits


def compute_in_channel(guild: Guild, member: Member, channel: Channel) -> int:
    """Compute a member's permissions in a channel. In a private thread only its members and managers of threads have
    any.
    """
    bits = compute_from_roles(guild, member, channel)
    if channel.is_private and member.user.id not in channel.members and not bits & Permission.MANAGE_THREADS:
        return 0
    return bits


def compute_from_roles(guild: Guild, member: Member, channel: Channel) -> int:
    """Compute a member's permissions by roles and overwrites alone; a thread uses its parent's overwrites. Interactions
    carry these, also in a private thread without the bot (https://github.com/discord-jda/JDA/issues/2602).
    """
    bits = compute_in_guild(guild, member)
    if bits & Permission.ADMINISTRATOR:
        return ALL
    overwrites = channel.overwrites
    if channel.is_thread and channel.parent_id in guild.channels:
        overwrites = guild.channels[channel.parent_id].overwrites
    everyone = overwrites.get(guild.id)
    if everyone is not None:
        bits = bits & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in member.roles:
        role = overwrites.get(role_id)
        if role is not None:
            allow |= role.allow
            deny |= role.deny
    bits = bits & ~deny | allow
    own = overwrites.get(member.user.id)
    if own is not None:
        bits = bits & ~own.deny | own.allow
    if channel.type in VOICE_CHANNELS and not bits & Permission.CONNECT:
        bits &= Permission.VIEW_CHANNEL  # https://docs.discord.com/developers/topics/permissions#implicit-permissions
    # Those who cannot see a channel can do nothing in it.
    return _limit(bits, member) if bits & Permission.VIEW_CHANNEL else 0
