"""Whom a message notifies when it comes. Edits never do, and so neither does what "thinking…" turns into
(https://github.com/discord/discord-api-docs/issues/5497); neither do silent or ephemeral messages.
"""

from __future__ import annotations

from sandbox.discord.model import Member, Message, MessageFlag, Ping
from sandbox.discord.permissions import Permission, in_channel
from sandbox.discord.world import World


def ring(world: World, message: Message) -> None:
    """Note in `world.pings` whom a message that was just published notifies, if anybody."""
    users = notified(message)
    if users:
        world.pings.append(Ping(message, users))


def notified(message: Message) -> tuple[int, ...]:
    """The ids of those a new message notifies: mentioned by name, role or @everyone, and able to see it."""
    if message.ephemeral or message.flags & MessageFlag.SUPPRESS_NOTIFICATIONS:
        return ()
    guild = message.channel.guild
    if guild is None:
        recipient = message.channel.recipient
        return () if recipient is None or recipient is message.author else (recipient.id,)

    def meant(member: Member) -> bool:
        by_role = not set(member.roles).isdisjoint(message.mention_roles)
        return message.mention_everyone or member.user.id in message.mentions or by_role

    return tuple(
        member.user.id
        for member in guild.members.values()
        if meant(member)
        and member.user is not message.author
        and in_channel(guild, member, message.channel) & Permission.VIEW_CHANNEL
    )
