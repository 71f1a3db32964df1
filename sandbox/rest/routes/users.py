"""The bot itself, other users, and the application."""

from __future__ import annotations

from sandbox import errors
from sandbox.discord import guilds
from sandbox.discord.model import Json
from sandbox.discord.permissions import compute_in_guild
from sandbox.payloads import objects
from sandbox.rest.call import Answer, Call, Route


async def get_me(call: Call) -> Answer:
    return objects.own_user(call.world.bot)


async def patch_me(call: Call) -> Answer:
    if call.body.get("username"):
        call.world.bot.username = call.body["username"]
    return objects.own_user(call.world.bot)


async def get_user(call: Call) -> Answer:
    user = call.world.users.get(call.id("user_id"))
    if user is None:
        raise errors.UNKNOWN_USER()
    return objects.user(user)


async def get_my_guilds(call: Call) -> Answer:
    limit = call.number("limit", 200, low=1, high=200)
    after = call.number("after", 0)
    found: list[Json] = []
    for guild in sorted(call.world.guilds.values(), key=lambda g: g.id):
        me = call.world.bot_member(guild)
        if me is None or guild.id <= after:
            continue
        found.append(
            {
                "id": str(guild.id),
                "name": guild.name,
                "icon": None,
                "banner": None,
                "owner": guild.owner_id == call.world.bot.id,
                "permissions": str(compute_in_guild(guild, me)),
                "features": [],
            }
        )
    return found[:limit]


async def leave_guild(call: Call) -> Answer:
    guilds.kick_bot(call.world, call.guild())
    return None


async def create_dm(call: Call) -> Answer:
    world = call.world
    user = world.users.get(int(call.body["recipient_id"]))
    if user is None or user.bot:
        raise errors.CANNOT_OPEN_DIRECT() if user else errors.INVALID_RECIPIENT()
    return objects.channel(guilds.open_direct(world, user))


async def get_application(call: Call) -> Answer:
    return objects.application(call.world, call.world.application)


ROUTES = (
    Route("GET", "/users/@me", get_me),
    Route("PATCH", "/users/@me", patch_me),
    Route("GET", "/users/@me/guilds", get_my_guilds),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    Route("POST", "/users/@me/channels", create_dm),
    Route("GET", "/users/{user_id}", get_user),
    Route("GET", "/oauth2/applications/@me", get_application),
    Route("GET", "/applications/@me", get_application),
)
