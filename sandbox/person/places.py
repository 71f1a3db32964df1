"""Switches of the page's panel for the channel and person shown: remove the bot's permissions, archive, lock or delete
the channel, leave and come back. Each is on or off; ordering it again switches it off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sandbox.discord import guilds, members
from sandbox.discord.model import Channel, Guild, Overwrite, User
from sandbox.discord.permissions import Permission
from sandbox.discord.world import World
from sandbox.person.slash import Refused


@dataclass(frozen=True)
class Order:
    """What to apply a switch or fault to: the channel and the person shown, if any, and the number of seconds
    entered."""

    channel: Channel | None = None
    user: User | None = None
    seconds: float = 0.0

    @property
    def thread(self) -> Channel | None:
        """The shown channel, if it is a thread."""
        return self.channel if self.channel is not None and self.channel.is_thread else None

    @property
    def guild(self) -> Guild | None:
        """The guild of the shown channel; direct messages have none."""
        return self.channel.guild if self.channel is not None else None


@dataclass(frozen=True)
class Switch:
    """A switch of the panel. `fits`: whether it applies to the channel and person shown."""

    group: str
    sentence: str
    fits: Callable[[Order], object]
    is_active: Callable[[Order], bool]
    turn: Callable[[Order, bool], None]


NONE = Permission(0)

CHANNEL = "This channel"
PERSON = "This person"

TAKEN: Mapping[str, tuple[str, Permission]] = {
    "hide": ("The bot may not see it.", Permission.VIEW_CHANNEL),
    "mute": ("The bot may not write in it.", Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS),
    "no_files": ("The bot may not attach files.", Permission.ATTACH_FILES),
    "no_history": ("The bot may not read its history.", Permission.READ_MESSAGE_HISTORY),
    "no_threads": ("The bot may not start threads.", Permission.CREATE_PUBLIC_THREADS),
}
"""Permissions that can be taken from the bot in a channel, and so in its threads."""


def make_switches(world: World) -> dict[str, Switch]:
    """Make all switches, by name."""
    found = {kind: _make_permission_switch(world, sentence, deny=bits) for kind, (sentence, bits) in TAKEN.items()}
    found["moderate"] = _make_permission_switch(
        world, "The bot may manage its threads.", allow=Permission.MANAGE_THREADS
    )
    found["archive"] = Switch(
        CHANNEL,
        "The thread is archived.",
        lambda order: order.thread,
        lambda order: order.thread is not None and order.thread.archived,
        lambda order, on: _set_thread(world, order, archived=on),
    )
    found["lock"] = Switch(
        CHANNEL,
        "The thread is locked.",
        lambda order: order.thread,
        lambda order: order.thread is not None and order.thread.locked,
        lambda order, on: _set_thread(world, order, locked=on),
    )
    found["leave"] = Switch(
        PERSON,
        "Is not in this server.",
        lambda order: order.guild is not None and order.user is not None and order.user.id != order.guild.owner_id,
        lambda order: order.guild is not None and order.user is not None and order.user.id not in order.guild.members,
        lambda order, on: _leave(world, order, gone=on),
    )
    found["install"] = Switch(
        PERSON,
        "Has installed the bot for all servers.",
        lambda order: order.user is not None,
        lambda order: order.user is not None and order.user.installed,
        lambda order, on: members.set_installed(world, _user(order), installed=on),
    )
    return found


def delete_channel(world: World, order: Order) -> None:
    """Delete the shown channel or thread."""
    guilds.delete_channel(world, _channel(order))


def delete_account(world: World, order: Order) -> None:
    """Delete the person's account. The owner of a server cannot."""
    user = _user(order)
    if any(guild.owner_id == user.id for guild in world.guilds.values()):
        raise Refused("The owner of a server cannot leave.")
    members.delete_account(world, user)


def _make_permission_switch(
    world: World, sentence: str, *, deny: Permission = NONE, allow: Permission = NONE
) -> Switch:
    """Make a switch for bits of the bot's own overwrite in a channel (of a thread: in its parent)."""

    def place(order: Order) -> Channel | None:
        if order.thread is not None and order.guild is not None:
            return order.guild.channels.get(order.thread.parent_id)
        return order.channel if order.guild is not None else None

    def now(where: Channel) -> Overwrite:
        return where.overwrites.get(world.bot.id) or Overwrite(world.bot.id, 1, 0, 0)

    def is_active(order: Order) -> bool:
        where = place(order)
        if where is None:
            return False
        held = now(where)
        return (held.deny & deny, held.allow & allow) == (deny, allow)

    def turn(order: Order, on: bool) -> None:
        where = place(order)
        if where is None:
            raise Refused("Only a server's channels have permissions.")
        held = now(where)
        if on:
            changed = replace(held, deny=held.deny & ~int(allow) | deny, allow=held.allow & ~int(deny) | allow)
        else:
            changed = replace(held, deny=held.deny & ~int(deny), allow=held.allow & ~int(allow))
        guilds.overwrite(world, where, changed)

    return Switch(CHANNEL, sentence, place, is_active, turn)


def _set_thread(world: World, order: Order, *, archived: bool | None = None, locked: bool | None = None) -> None:
    if order.thread is None:
        raise Refused("This is no thread.")
    guilds.set_archived(
        world, order.thread, archived=order.thread.archived if archived is None else archived, locked=locked
    )


def _leave(world: World, order: Order, *, gone: bool) -> None:
    user = _user(order)
    if order.guild is None:
        raise Refused("This is no server.")
    if user.id == order.guild.owner_id:
        raise Refused("The owner of a server cannot leave.")
    (members.leave if gone else members.join)(world, order.guild, user)


def _channel(order: Order) -> Channel:
    if order.channel is None or order.guild is None:
        raise Refused("Only a server's channels can be deleted.")
    return order.channel


def _user(order: Order) -> User:
    if order.user is None or order.user.deleted:
        raise Refused("There is no such person.")
    return order.user
