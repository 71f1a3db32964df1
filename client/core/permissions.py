"""What the bot may do in a channel, and who manages a server."""

from __future__ import annotations

import copy
from collections.abc import Iterable

import discord

from client.core.refusals import Meaning, means
from games.text import Channel, Join, Moment, N, T, Text
from matches.errors import UserError

Place = discord.abc.GuildChannel | discord.Thread

PERMISSIONS = {
    "view_channel": T("View Channel"),
    "send_messages": T("Send Messages"),
    "send_messages_in_threads": T("Send Messages in Threads"),
    "attach_files": T("Attach Files"),
    "read_message_history": T("Read Message History"),
    "create_public_threads": T("Create Public Threads"),
}
"""Permissions the bot needs in a channel, by discord.py's name."""


PURPOSES = {
    "view_channel": T("to see this channel"),
    "send_messages": T("to post boards"),
    "send_messages_in_threads": T("to post boards in threads"),
    "attach_files": T("to post pictures"),
    "read_message_history": T("to avoid posting a board twice after a restart"),
    "create_public_threads": T("to give a match its own thread"),
}
"""The purpose of each permission."""


def is_direct(interaction: discord.Interaction) -> bool:
    """Tell whether an interaction came from direct messages with the bot."""
    return interaction.guild_id is None and not interaction.context.private_channel


def may_post_later(interaction: discord.Interaction) -> bool:
    """Tell whether the bot can post by itself where an interaction came from: in its servers and in direct messages
    with it, but not in other servers and conversations, which it reaches as a user-installed app."""
    if interaction.guild_id is None:
        return is_direct(interaction)
    return interaction.client.get_guild(interaction.guild_id) is not None


def list_missing_permissions(interaction: discord.Interaction) -> list[str]:
    """List the permissions a match needs that the bot lacks where the interaction came from. Direct messages need
    none."""
    if is_direct(interaction):
        return []
    allowed = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    not_needed = {"create_public_threads", "send_messages" if in_thread else "send_messages_in_threads"}
    return [name for name in PERMISSIONS if name not in not_needed and not getattr(allowed, name)]


def list_missing_for_threads(interaction: discord.Interaction) -> list[str]:
    """List the permissions a match's thread needs that the bot lacks where the interaction came from."""
    if is_direct(interaction):
        return []
    allowed = interaction.app_permissions
    return [name for name in ("create_public_threads", "send_messages_in_threads") if not getattr(allowed, name)]


def make_permission_error(permissions: Iterable[str], channel_id: int) -> UserError:
    """Build the UserError that names missing permissions and the channel."""
    names = [PERMISSIONS[name] for name in permissions]
    return UserError(
        N(
            "I may not post boards in {channel}: I lack the permission {names}. Somebody who manages the server can "
            "switch it on under Edit Channel → Permissions.",
            "I may not post boards in {channel}: I lack the permissions {names}. Somebody who manages the server can "
            "switch them on under Edit Channel → Permissions.",
            len(names),
            channel=Channel(channel_id),
            names=Join(tuple(names)),
        )
    )


def find_timeout(me: discord.Member | None, now: float) -> float | None:
    """Find until when a moderator has timed the bot out in a server (Unix seconds); None if nobody has.

    `me`: the bot in that server. Discord leaves the time of a timeout that is over, and so may discord.py's cache.
    """
    until = me.timed_out_until if me is not None else None
    return until.timestamp() if until is not None and until.timestamp() > now else None


def make_closed_error(
    guild: discord.Guild | None, channel_id: int, missing: Iterable[str] = (), *, now: float
) -> UserError:
    """Build the UserError for a channel in which the bot may not write: it is timed out, or lacks permissions."""
    until = find_timeout(guild.me if guild is not None else None, now)
    if until is None:
        return make_permission_error(tuple(missing) or ("send_messages", "attach_files"), channel_id)
    return UserError(
        T(
            "I cannot write in this server: a moderator has put me in timeout, until {when}. Nothing is lost; somebody "
            "who moderates members can end it sooner.",
            when=Moment(until, "f"),
        )
    )


def make_invitation(application_id: int) -> tuple[Text, str]:
    """Make the link under which somebody who manages a server adds the bot to it, with the permissions it needs."""
    needed = discord.Permissions(**dict.fromkeys(PERMISSIONS, True))
    address = discord.utils.oauth_url(application_id, permissions=needed, scopes=("bot", "applications.commands"))
    return T("Add me to a server"), address


def find_send_permission(place: Place) -> str:
    """Name the permission to write in a channel, as discord.py calls it."""
    return "send_messages_in_threads" if isinstance(place, discord.Thread) else "send_messages"


def list_missing_in(
    place: Place, *, now: float, me: discord.Member | None = None, parent: discord.abc.GuildChannel | None = None
) -> list[str]:
    """List the permissions a match needs that the bot lacks in a channel.

    `me`, `parent`: the bot as a member, and the channel of a thread, if Discord was asked for them; otherwise those of
    the cache.
    """
    me = me or place.guild.me
    if me.timed_out_until is not None and find_timeout(me, now) is None:
        me = copy.copy(me)
        me.timed_out_until = None  # discord.py would compare it with a clock that no test can move
    allowed = (parent or place).permissions_for(me)
    needed = ("view_channel", find_send_permission(place), "attach_files", "read_message_history")
    return [name for name in needed if not getattr(allowed, name)]


def may_play(place: Place, *, now: float) -> bool:
    """Tell whether the bot has, in a channel, the permissions that every match needs."""
    return not set(list_missing_in(place, now=now)) - {"read_message_history"}


async def require_membership(client: discord.Client, place: object) -> None:
    """Raise UserError in a private thread the bot is not a member of. Asks Discord, because the cache may be out of
    date."""
    if not isinstance(place, discord.Thread) or not place.is_private():
        return
    if not await is_member(client, place.id):
        raise UserError(
            T(
                "I am not a member of this private thread, so I could not post boards in it. Write @ and my name "
                "here to add me, then try again."
            )
        )


async def is_member(client: discord.Client, thread_id: int) -> bool:
    """Ask Discord whether the bot may see a channel or a thread. Raises discord.py's error if it does not answer."""
    try:
        await client.http.get_channel(thread_id)
    except discord.HTTPException as error:
        if not means(error, Meaning.CLOSED):
            raise
        return False
    return True


def require_manager(interaction: discord.Interaction) -> int:
    """Return the server's id. Raises UserError for people who do not manage the server."""
    if interaction.guild_id is None:
        raise UserError(T("This works only in a server."))
    if not interaction.permissions.manage_guild:
        raise UserError(T("Only somebody who manages the server can do this."))
    return interaction.guild_id
