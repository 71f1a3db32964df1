"""Find which installations of the application, a server's or a user's own, allow a user to use it somewhere.

Sources: https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object,
https://docs.discord.com/developers/resources/application#installation-context
"""

from __future__ import annotations

from enum import IntEnum

from sandbox.discord import permissions
from sandbox.discord.model import Channel, Interaction, InteractionType, Json, User
from sandbox.discord.permissions import Permission
from sandbox.discord.world import World


class Context(IntEnum):
    """The kind of place an interaction comes from."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


GUILD_INSTALL, USER_INSTALL = 0, 1
"""The keys of `authorizing_integration_owners`; there they are strings."""

BOTH = [GUILD_INSTALL, USER_INSTALL]

EXTERNAL = int(Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE)
"""`app_permissions` where the bot is not a member; in its direct messages USE_EXTERNAL_EMOJIS is added."""


def context(channel: Channel) -> Context:
    """Return the kind of place a channel is."""
    if channel.is_group:
        return Context.PRIVATE_CHANNEL
    return Context.BOT_DM if channel.guild is None else Context.GUILD


def find_owners(world: World, user: User, channel: Channel, kinds: list[int]) -> dict[str, str]:
    """Find the `authorizing_integration_owners` of an interaction, among these `kinds` of installations.

    They are the id of the server (in direct messages "0" if the user and the bot share a server) and the id of the
    user. Empty: the user may not use the application in this channel.
    """
    found = {}
    if GUILD_INSTALL in kinds and not channel.is_group:
        guild = channel.guild
        if guild is None:
            mutual = any(user.id in g.members and world.bot.id in g.members for g in world.guilds.values())
            found.update({str(GUILD_INSTALL): "0"} if mutual else {})
        elif world.bot_member(guild) is not None:
            found[str(GUILD_INSTALL)] = str(guild.id)
    if USER_INSTALL in kinds and user.installed and USER_INSTALL in world.application.installs:
        found[str(USER_INSTALL)] = str(user.id)
    return found


def find_command_owners(world: World, user: User, channel: Channel, command: Json) -> dict[str, str]:
    """Return the owners of an interaction that uses a registered command; empty outside its contexts."""
    contexts = command.get("contexts")
    here = context(channel)
    if contexts is not None and here not in contexts:
        return {}
    if contexts is None and here is Context.BOT_DM and not command.get("dm_permission", True):
        return {}
    return find_owners(world, user, channel, command.get("integration_types") or [GUILD_INSTALL])


def find_interaction_owners(world: World, interaction: Interaction) -> dict[str, str]:
    """Return the owners of an interaction to be delivered: those of the message for a component, those of the
    interaction that opened it for a form. Empty: it cannot be delivered, as with buttons left by a removed bot.
    """
    user, channel = interaction.user, interaction.channel
    if interaction.type in (InteractionType.COMMAND, InteractionType.AUTOCOMPLETE):
        wanted = int(interaction.data["id"])
        return next(
            (
                find_command_owners(world, user, channel, known[wanted])
                for known in world.commands.values()
                if wanted in known
            ),
            {},
        )
    source = interaction.parent
    if source is None and interaction.message is not None:
        source = interaction.message.interaction
    before = source.owners if source is not None else {}
    if not before:
        return find_owners(world, user, channel, [GUILD_INSTALL])
    gone = channel.guild is not None and world.bot_member(channel.guild) is None
    return {key: owner for key, owner in before.items() if not (gone and key == str(GUILD_INSTALL))}


def is_external(interaction: Interaction) -> bool:
    """Whether the application is only there through a user's installation, and not installed in the server."""
    return interaction.channel.guild is not None and str(GUILD_INSTALL) not in interaction.owners


def app_permissions(world: World, interaction: Interaction) -> int:
    """Return the application's permissions where the interaction comes from."""
    guild = interaction.channel.guild
    if guild is None:
        return EXTERNAL if interaction.channel.is_group else EXTERNAL | int(Permission.USE_EXTERNAL_EMOJIS)
    me = world.bot_member(guild)
    return EXTERNAL if me is None else permissions.compute_from_roles(guild, me, interaction.channel)


def must_be_private(interaction: Interaction) -> bool:
    """Whether only the user may see the answers, because the application is external and may not answer in public
    here."""
    guild = interaction.channel.guild
    if guild is None or not is_external(interaction):
        return False
    member = guild.members.get(interaction.user.id)
    held = permissions.compute_in_channel(guild, member, interaction.channel) if member else 0
    return not held & Permission.USE_EXTERNAL_APPS
