"""Find the people whom a new message notifies. Edits notify nobody, and neither does a message that replaces
"thinking…"."""

from __future__ import annotations

from sandbox.discord.model import Member, Message, MessageFlag, Ping
from sandbox.discord.permissions import Permission, compute_in_channel
from sandbox.discord.world import World


def record(world: World, message: Message) -> None:
    """Record in `world.pings` the people whom a message just published notifies, if any."""
    users = list_notified(message)
    if users:
        world.pings.append(Ping(message, users))


def list_notified(message: Message) -> tuple[int, ...]:
    """List the ids of users a new message notifies: mentioned by name, role or @everyone, and able to see it."""
    if message.ephemeral or message.flags & MessageFlag.SUPPRESS_NOTIFICATIONS:
        return ()
    guild = message.channel.guild
    if guild is None:
        if message.channel.is_group:
            return tuple(user for user in message.channel.members if user != message.author.id)
        recipient = message.channel.recipient
        return () if recipient is None or recipient is message.author else (recipient.id,)

    def is_mentioned(member: Member) -> bool:
        by_role = not set(member.roles).isdisjoint(message.mention_roles)
        return message.mention_everyone or member.user.id in message.mentions or by_role

    return tuple(
        member.user.id
        for member in guild.members.values()
        if is_mentioned(member)
        and member.user is not message.author
        and compute_in_channel(guild, member, message.channel) & Permission.VIEW_CHANNEL
    )
