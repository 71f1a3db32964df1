"""Build Discord's JSON for people and places: users, members, roles, channels, guilds, the application.

Every function returns fresh data; ids are strings and times ISO 8601, as Discord writes them. Messages and
interactions are in `payloads.messages`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.discord import permissions
from sandbox.discord.clock import format_iso
from sandbox.discord.model import VOICE_CHANNELS, Application, Channel, ChannelType, Guild, Json, Member, Role, User

if TYPE_CHECKING:
    from sandbox.discord.world import World

PUBLIC_KEY = "0" * 64
"""The key that would verify interactions sent over HTTP; the sandbox sends them over the gateway only."""


def user(who: User) -> Json:
    """Build a user object."""
    data: Json = {
        "id": str(who.id),
        "username": who.username,
        "global_name": None if who.bot else who.name,
        "avatar": who.avatar,
        "discriminator": "0000" if who.bot else "0",
        "public_flags": 0,
        "flags": 0,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
    }
    if who.bot:
        data["bot"] = True
    return data


def own_user(who: User) -> Json:
    """Build the current user's object, as `/users/@me` and READY show it."""
    return user(who) | {"mfa_enabled": True, "locale": "en-US", "premium_type": 0, "email": None, "verified": True}


def member(who: Member, *, with_user: bool = True) -> Json:
    """Build a guild member object."""
    data: Json = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None if who.timed_out_until is None else format_iso(who.timed_out_until),
        "flags": 0,
        "joined_at": format_iso(who.joined_at),
        "nick": who.nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(role_id) for role_id in who.roles],
        "mute": False,
        "deaf": False,
    }
    if with_user:
        data["user"] = user(who.user)
    return data


def role(what: Role) -> Json:
    """Build a role object."""
    data: Json = {
        "id": str(what.id),
        "name": what.name,
        "permissions": str(what.permissions),
        "position": what.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": what.bot_id is not None,
        "mentionable": what.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if what.bot_id is not None:
        data["tags"] = {"bot_id": str(what.bot_id)}
    return data


def channel(where: Channel) -> Json:
    """Build a channel or thread object."""
    last = next(reversed(where.messages), None)
    data: Json = {
        "id": str(where.id),
        "type": int(where.type),
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if where.is_group:
        return data | {"recipients": [], "name": None, "icon": None, "owner_id": str(where.owner_id)}
    if where.guild is None:
        return data | {"recipients": [user(where.recipient)] if where.recipient else []}
    data |= {
        "guild_id": str(where.guild.id),
        "name": where.name,
        "parent_id": str(where.parent_id) if where.parent_id else None,
        "rate_limit_per_user": where.slowmode,
    }
    if where.is_thread:
        return data | {
            "owner_id": str(where.owner_id),
            "thread_metadata": {
                "archived": where.archived,
                "archive_timestamp": format_iso(where.archived_at),
                "auto_archive_duration": where.auto_archive_minutes,
                "locked": where.locked,
                "create_timestamp": format_iso(where.created),
                **({"invitable": where.invitable} if where.is_private else {}),
            },
            "message_count": min(where.sent, 100_000),
            "member_count": min(len(where.members), 50),
            "total_message_sent": where.sent,
        }
    if where.type in VOICE_CHANNELS:
        data |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
    elif where.type is ChannelType.FORUM:
        data |= {
            "available_tags": [],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
        }
    return data | {
        "topic": where.topic,
        "position": where.position,
        "permission_overwrites": [
            {"id": str(o.id), "type": o.type, "allow": str(o.allow), "deny": str(o.deny)}
            for o in where.overwrites.values()
        ],
        "nsfw": False,
    }


CHANNEL_OBFUSCATED = 1 << 17


def hidden_channel(where: Channel) -> Json:
    """Build the reduced object of a channel, which the gateway sends to a bot that may not view it.

    Source: https://docs.discord.com/developers/resources/channel#channel-object-obfuscated-channels
    """
    assert where.guild is not None  # noqa: S101 - only a guild's channels can be hidden
    deny = {"id": str(where.guild.id), "type": 0, "allow": "0", "deny": str(int(permissions.Permission.VIEW_CHANNEL))}
    return channel(where) | {
        "name": "___hidden___",
        "topic": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "flags": CHANNEL_OBFUSCATED,
        "permission_overwrites": [deny],
    }


def thread_member(thread: Channel, user_id: int) -> Json:
    """Build a thread member object."""
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": format_iso(thread.members[user_id]),
        "flags": 0,
    }


def guild(what: Guild) -> Json:
    """Build a guild object without its channels and members, as REST answers it."""
    return {
        "id": str(what.id),
        "name": what.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(what.owner_id),
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role(r) for r in what.roles.values()],
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": what.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def guild_create(world: World, what: Guild, *, all_members: bool) -> Json:
    """Build the data of GUILD_CREATE; without the members intent only the bot itself is listed."""
    me = what.members[world.bot.id]
    members = what.members.values() if all_members else (me,)
    seen = {c.id for c in what.channels.values() if permissions.compute_in_channel(what, me, c)}
    channels = what.channels.values()
    return guild(what) | {
        "joined_at": format_iso(me.joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(what.members),
        "members": [member(m) for m in members],
        "voice_states": [],
        "presences": [],
        "channels": [channel(c) if c.id in seen else hidden_channel(c) for c in channels if not c.is_thread],
        "threads": [channel(c) for c in channels if c.id in seen and c.is_thread and not c.archived],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application(world: World, what: Application) -> Json:
    """Build the application's object, as its own bot sees it."""
    return {
        "id": str(what.id),
        "name": what.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": user(what.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "integration_types_config": {str(kind): {} for kind in what.installs},
        "verify_key": PUBLIC_KEY,
        "flags": what.flags,
        "flags_new": str(what.flags),
        "tags": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(what.owner),
        "approximate_guild_count": sum(g.joined_at is not None for g in world.guilds.values()),
        "approximate_user_install_count": sum(u.installed for u in world.users.values()),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
