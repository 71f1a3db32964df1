"""The world a sandbox starts with: a guild with two channels, four people and the bot with the least permissions it
needs; another guild without the bot, where those who installed it for themselves can still use it; direct messages.

All ids are fixed, so that a bot's own database still matches after a restart of the sandbox.
"""

from __future__ import annotations

from sandbox.discord import guilds
from sandbox.discord.clock import Clock
from sandbox.discord.model import Application, Channel, ChannelType, Guild, Overwrite, User
from sandbox.discord.permissions import EVERYONE, Permission
from sandbox.discord.world import World

FIRST_ID = 1_100_000_000_000_000_000
APPLICATION_ID = FIRST_ID
OWNER_ID = FIRST_ID + 1
GUILD_ID = FIRST_ID + 2
GAMES_ID = FIRST_ID + 3
GENERAL_ID = FIRST_ID + 4
OTHER_GUILD_ID = FIRST_ID + 5
LOUNGE_ID = FIRST_ID + 6

PEOPLE = (
    ("anna", "Anna", "en-GB", "#2a9d8f"),
    ("ben", "Ben", "de", "#e76f51"),
    ("chiara", "Chiara", "it", "#8e6bbf"),
    ("dana", "Dana", "fr", "#d9a21b"),
)
"""User name, display name, locale, colour."""

WITH_AVATARS = ("anna", "ben")
"""People with an avatar."""

INSTALLED = "anna"
"""The person who installed the application for themselves."""

BOT_PERMISSIONS = int(
    Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS | Permission.ATTACH_FILES
)
"""The permissions that the bot's own role adds to those of @everyone; enough to post boards."""


def build_harbour(clock: Clock | None = None, *, seed: int = 0, name: str = "Slowboat") -> World:
    """Build the default world; `name` is the application's."""
    world = World(clock or Clock(), seed)
    owner = world.add_user(User(OWNER_ID, "harbourmaster", "Harbour Master", "en-GB", colour="#56718c"))
    bot = world.add_user(User(APPLICATION_ID, name.lower().replace(" ", "-"), name, "en-US", bot=True))
    world.application = Application(APPLICATION_ID, name, bot, owner)
    guild = world.add_guild(Guild(GUILD_ID, "Harbour", OWNER_ID), everyone=EVERYONE)
    world.add_member(guild, owner)
    for index, (username, display, locale, colour) in enumerate(PEOPLE):
        person = world.add_user(User(FIRST_ID + 10 + index, username, display, locale, colour=colour))
        person.installed = username == INSTALLED
        person.avatar = f"{person.id:032x}" if username in WITH_AVATARS else None
        world.add_member(guild, person)
    world.add_channel(guild, id=GAMES_ID, name="games")
    world.add_channel(guild, id=GENERAL_ID, name="general")
    guilds.invite_bot(world, guild, bits=BOT_PERMISSIONS)
    other = world.add_guild(Guild(OTHER_GUILD_ID, "Lighthouse", OWNER_ID), everyone=EVERYONE)
    for member in guild.members.values():
        if not member.user.bot:
            world.add_member(other, member.user)
            place = FIRST_ID + 20 + member.user.id % 10
            world.channels[place] = Channel(
                place, ChannelType.DM, member.user.username, None, recipient=member.user, created=world.now()
            )
    world.add_channel(other, id=LOUNGE_ID, name="lounge")
    return world


def add_guild(world: World, name: str, *, channels: tuple[str, ...] = ("general",), bot: bool = True) -> Guild:
    """Add another guild with everybody in it, and with the bot if `bot`."""
    guild = world.add_guild(Guild(world.new_id(), name, world.application.owner.id), everyone=EVERYONE)
    for user in world.users.values():
        if not user.bot:
            world.add_member(guild, user)
    for channel in channels:
        world.add_channel(guild, id=world.new_id(), name=channel)
    if bot:
        guilds.invite_bot(world, guild, bits=BOT_PERMISSIONS)
    return guild


def deny_bot(world: World, channel_name: str, bits: int) -> None:
    """Take permissions from the bot in one channel, by an overwrite for its user."""
    channel = world.channel_named(channel_name)
    guilds.overwrite(world, channel, Overwrite(world.bot.id, 1, 0, bits))
