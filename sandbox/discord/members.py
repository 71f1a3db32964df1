"""Let people join and leave guilds, delete their account, and install the application for themselves."""

from __future__ import annotations

from sandbox.discord.guilds import GUILD_MEMBERS
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


def _tell(world: World, name: str, guild: Guild, data: Json) -> None:
    if world.bot_member(guild) is not None:
        world.dispatch(name, data, guild_id=guild.id, intent=GUILD_MEMBERS)
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
