"""Guilds, their channels, members and roles, as far as a bot reads them."""

from __future__ import annotations

from sandbox import errors
from sandbox.discord import guilds
from sandbox.discord.permissions import Permission, compute_in_guild
from sandbox.payloads import objects
from sandbox.rest.call import Answer, Call, Route


async def get_guild(call: Call) -> Answer:
    guild = call.guild()
    data = objects.guild(guild)
    if call.flag("with_counts"):
        data |= {"approximate_member_count": len(guild.members), "approximate_presence_count": len(guild.members)}
    return data


async def get_channels(call: Call) -> Answer:
    channels = call.guild().channels.values()
    return [objects.channel(c) for c in channels if not c.is_thread and guilds.can_bot_see(call.world, c)]


async def create_channel(call: Call) -> Answer:
    guild = call.guild()
    me = call.world.bot_member(guild)
    if me is None or not compute_in_guild(guild, me) & Permission.MANAGE_CHANNELS:
        raise errors.MISSING_PERMISSIONS()
    return 201, objects.channel(guilds.create_channel(call.world, guild, call.body["name"]))


async def get_members(call: Call) -> Answer:
    limit = call.number("limit", 1, low=1, high=1000)
    after = call.number("after", 0)
    members = sorted(call.guild().members.values(), key=lambda m: m.user.id)
    return [objects.member(m) for m in members if m.user.id > after][:limit]


async def get_member(call: Call) -> Answer:
    guild = call.guild()
    member = guild.members.get(call.id("user_id"))
    if member is None:
        raise errors.UNKNOWN_MEMBER() if call.id("user_id") in call.world.users else errors.UNKNOWN_USER()
    return objects.member(member)


async def get_roles(call: Call) -> Answer:
    return [objects.role(r) for r in call.guild().roles.values()]


async def get_role(call: Call) -> Answer:
    role = call.guild().roles.get(call.id("role_id"))
    if role is None:
        raise errors.UNKNOWN_ROLE()
    return objects.role(role)


async def get_active_threads(call: Call) -> Answer:
    world = call.world
    threads = [
        c for c in call.guild().channels.values() if c.is_thread and not c.archived and guilds.can_bot_see(world, c)
    ]
    mine = [objects.thread_member(t, world.bot.id) for t in threads if world.bot.id in t.members]
    return {"threads": [objects.channel(t) for t in threads], "members": mine, "has_more": False}


ROUTES = (
    Route("GET", "/guilds/{guild_id}", get_guild),
    Route("GET", "/guilds/{guild_id}/channels", get_channels),
    Route("POST", "/guilds/{guild_id}/channels", create_channel),
    Route("GET", "/guilds/{guild_id}/members", get_members),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", get_member),
    Route("GET", "/guilds/{guild_id}/roles", get_roles),
    Route("GET", "/guilds/{guild_id}/roles/{role_id}", get_role),
    Route("GET", "/guilds/{guild_id}/threads/active", get_active_threads),
)
