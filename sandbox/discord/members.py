"""Let people join and leave guilds, be timed out, delete their account, and install the application for themselves."""

from __future__ import annotations

from sandbox.discord.guilds import GUILD_MEMBERS, GUILDS, watch_timeout
from sandbox.discord.model import Guild, Json, User
from sandbox.discord.world import World
from sandbox.payloads import objects


def join(world: World, guild: Guild, user: User) -> None:
    """Add a person to a guild, whether or not they were there before."""
    member = world.add_member(guild, user)
    _tell(world, "GUILD_MEMBER_ADD", guild, {"guild_id": str(guild.id), **objects.member(member)})


def leave(world: World, guild: Guild, user: User) -> None:
    """Remove a person from a guild. Only a bot with the privileged members intent hears of it."""
    del guild.members[user.id]
    for channel in guild.channels.values():
        channel.members.pop(user.id, None)
    _tell(world, "GUILD_MEMBER_REMOVE", guild, {"guild_id": str(guild.id), "user": objects.user(user)})


def time_out(world: World, guild: Guild, user: User, *, seconds: float) -> None:
    """Time a person or the bot out; 0 ends a timeout. One that ends by itself is not reported, as at Discord. A bot
    hears of its own timeout without the privileged members intent.

    Source: https://docs.discord.com/developers/events/gateway#gateway-intents
    """
    member = guild.members[user.id]
    member.timed_out_until = world.now() + seconds if seconds > 0 else None
    watch_timeout(world, member)
    intent = GUILDS if user is world.bot else GUILD_MEMBERS
    _tell(world, "GUILD_MEMBER_UPDATE", guild, {"guild_id": str(guild.id), **objects.member(member)}, intent=intent)


def _tell(world: World, name: str, guild: Guild, data: Json, *, intent: int = GUILD_MEMBERS) -> None:
    if world.bot_member(guild) is not None:
        world.dispatch(name, data, guild_id=guild.id, intent=intent)
    world.notify("world", 0, {})


def delete_account(world: World, user: User) -> None:
    """Delete a person's account: they leave all guilds, and their messages stay under another name."""
    for guild in world.guilds.values():
        if user.id in guild.members:
            leave(world, guild, user)
    user.username, user.name = f"deleted_user_{user.id:x}", "Deleted User"
    user.deleted = user.refuses_dms = True
    user.avatar = None
    set_installed(world, user, installed=False)


def set_installed(world: World, user: User, *, installed: bool) -> None:
    """Install the application for a person, or uninstall it."""
    user.installed = installed
    world.notify("world", 0, {})
