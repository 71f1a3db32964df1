"""Prepare a slash command as Discord's client does: find it, check its options, resolve the names in them.

Refusals are sentences for the person who types; the bot never sees them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from sandbox.discord import composing, installs, permissions
from sandbox.discord.model import Channel, Json, User
from sandbox.discord.world import World
from sandbox.payloads import messages, objects


class Refused(Exception):
    """The client would not send this; the text says why."""


class OptionType(IntEnum):
    """Kinds of command options."""

    SUB_COMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


def localise(thing: Json, key: str, locale: str) -> str:
    """Return a name or description in a locale, or else in its default form."""
    words: Mapping[str, str] = thing.get(f"{key}_localizations") or {}
    return words.get(locale) or str(thing.get(key, ""))


CHAT, USER_MENU = 1, 2
"""Types of commands: typed, and in the menu of a person."""


def list_usable(world: World, user: User, channel: Channel, *, kind: int = CHAT) -> list[Json]:
    """List the commands of a type that a user is offered in a channel: the guild's own and the global ones that
    installations, contexts and permissions allow.
    """
    guild = channel.guild
    if guild is None:
        held, own = permissions.ALL, {}
    else:
        held = permissions.compute_in_channel(guild, guild.members[user.id], channel) if user.id in guild.members else 0
        own = world.commands[guild.id]
    if not held & permissions.Permission.USE_APPLICATION_COMMANDS:
        return []
    return [
        command
        for command in (*own.values(), *world.commands[None].values())
        if command["type"] == kind
        and installs.find_command_owners(world, user, channel, command)
        and _is_allowed(command.get("default_member_permissions"), held)
    ]


def _is_allowed(needed: str | None, held: int) -> bool:
    """Whether permissions suffice: "0" means administrators only; otherwise every bit is needed."""
    if needed is None or held == permissions.ALL:
        return True
    return int(needed) != 0 and held & int(needed) == int(needed)


def build_command_data(
    world: World, user: User, channel: Channel, words: str, options: Mapping[str, Any], *, focused: str | None = None
) -> Json:
    """Build an interaction's `data` for the command called `words` ("docker new") with `options` by name.

    `focused` names the option being typed: then no option is required, and this one is passed on unchecked.
    """
    names = words.removeprefix("/").split()
    candidates = [c for c in list_usable(world, user, channel) if names and c["name"] == names[0]]
    if not candidates:
        raise Refused(f"There is no command /{words.removeprefix('/')} here.")
    command = candidates[0]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    node, at = command, data
    for name in names[1:]:
        inner = next((o for o in node.get("options", []) if o["name"] == name and o["type"] in (1, 2)), None)
        if inner is None:
            raise Refused(f"There is no command /{words.removeprefix('/')} here.")
        at["options"] = [{"name": name, "type": inner["type"]}]
        node, at = inner, at["options"][0]
    if any(o["type"] in (1, 2) for o in node.get("options", [])):
        raise Refused(f"/{words.removeprefix('/')} needs one of its sub-commands.")
    resolved: Json = {}
    values = _read_values(world, user, channel, node.get("options", []), options, resolved, focused)
    if values or at is not data:
        at["options"] = values
    if resolved:
        data["resolved"] = resolved
    return data


def build_menu_data(world: World, user: User, channel: Channel, name: str, target: User) -> Json:
    """Build an interaction's `data` for a command in the menu of a person, by its name in the user's language."""
    known = list_usable(world, user, channel, kind=USER_MENU)
    command = next((each for each in known if localise(each, "name", user.locale) == name), None)
    if command is None:
        raise Refused(f"There is no “{name}” in this person's menu.")
    resolved: Json = {}
    resolve(world, user, channel, OptionType.USER, target.id, resolved, shown=name)
    found = {"id": command["id"], "name": command["name"], "type": USER_MENU, "target_id": str(target.id)}
    return found | {"resolved": resolved}


def _read_values(
    world: World,
    user: User,
    channel: Channel,
    known: list[Json],
    given: Mapping[str, Any],
    resolved: Json,
    focused: str | None,
) -> list[Json]:
    names = {option["name"] for option in known}
    for name in given:
        if name not in names:
            raise Refused(f"This command has no option “{name}”.")
    if focused is not None and focused not in names:
        raise Refused(f"This command has no option “{focused}”.")
    values = []
    for option in known:
        name = option["name"]
        if name == focused:
            if not option.get("autocomplete"):
                raise Refused(f"The option “{name}” has no suggestions.")
            typed = given.get(name, "")
            values.append({"name": name, "type": option["type"], "value": typed, "focused": True})
        elif given.get(name) is None:
            if option.get("required") and focused is None:
                raise Refused(f"The option “{localise(option, 'name', user.locale)}” is required.")
        else:
            value = _read_value(world, user, channel, option, given[name], resolved)
            values.append({"name": name, "type": option["type"], "value": value})
    return values


def _read_value(world: World, user: User, channel: Channel, option: Json, value: Any, resolved: Json) -> Any:
    """Check one option's value and convert it to the type Discord sends."""
    shown = localise(option, "name", user.locale)
    kind = option["type"]
    if kind == OptionType.STRING:
        value = str(value)
        low, high = option.get("min_length") or 0, option.get("max_length") or 6000
        if not low <= len(value) <= high:
            raise Refused(f"“{shown}” must have {low} to {high} characters.")
    elif kind in (OptionType.INTEGER, OptionType.NUMBER):
        value = _read_number(shown, option, value)
    elif kind == OptionType.BOOLEAN:
        if not isinstance(value, bool):
            raise Refused(f"“{shown}” must be true or false.")
    elif kind in (OptionType.USER, OptionType.CHANNEL, OptionType.ROLE, OptionType.MENTIONABLE):
        return resolve(world, user, channel, kind, value, resolved, shown=shown)
    else:
        return _attach(world, channel, value, resolved)
    choices = option.get("choices")
    if choices:
        for choice in choices:
            if value in (choice["value"], choice["name"], localise(choice, "name", user.locale)):
                return choice["value"]
        raise Refused(f"“{shown}” must be one of its choices.")
    return value


def _attach(world: World, channel: Channel, value: Any, resolved: Json) -> str:
    """Upload a file that is given to a command as its name and content; add it to `resolved` and return its id."""
    if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], bytes)):
        raise Refused("A file is given as its name and its content.")
    (made,) = composing.attach(world, channel, {}, {0: composing.Upload(*value)})
    resolved.setdefault("attachments", {})[str(made.id)] = messages.attachment(made, ephemeral=True)
    return str(made.id)


def _read_number(shown: str, option: Json, value: Any) -> int | float:
    whole = option["type"] == OptionType.INTEGER
    if isinstance(value, str):
        try:
            value = int(value) if whole else float(value)
        except ValueError:
            by_name = next((c["value"] for c in option.get("choices") or [] if c["name"] == value), None)
            if by_name is None:
                raise Refused(f"“{shown}” must be a number.") from None
            value = by_name
    if isinstance(value, bool) or not isinstance(value, (int, float)) or (whole and value != int(value)):
        raise Refused(f"“{shown}” must be a {'whole ' if whole else ''}number.")
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and value < low) or (high is not None and value > high):
        raise Refused(f"“{shown}” must be between {low} and {high}.")
    return int(value) if whole else float(value)


def resolve(world: World, user: User, channel: Channel, kind: int, value: Any, resolved: Json, *, shown: str) -> str:
    """Look up a user, channel or role by id, mention or name, as `user` may; add it to `resolved` and return its id."""
    guild = channel.guild
    text = str(value).strip().lstrip("<").rstrip(">").lstrip("@#&!")
    if kind in (OptionType.USER, OptionType.MENTIONABLE):
        for who in list_people(world, channel):
            if text == str(who.id) or text.casefold() in (who.username.casefold(), who.name.casefold()):
                resolved.setdefault("users", {})[str(who.id)] = objects.user(who)
                if guild is not None:
                    member = guild.members[who.id]
                    resolved.setdefault("members", {})[str(who.id)] = objects.member(member, with_user=False) | {
                        "permissions": str(permissions.compute_in_channel(guild, member, channel))
                    }
                return str(who.id)
    if guild is not None and kind in (OptionType.ROLE, OptionType.MENTIONABLE):
        for role in guild.roles.values():
            if text in (str(role.id), role.name):
                resolved.setdefault("roles", {})[str(role.id)] = objects.role(role)
                return str(role.id)
    if guild is not None and kind == OptionType.CHANNEL:
        for place in guild.channels.values():
            held = permissions.compute_in_channel(guild, guild.members[user.id], place)
            if text in (str(place.id), place.name) and held & permissions.Permission.VIEW_CHANNEL:
                partial = objects.channel(place) | {"permissions": str(held)}  # the chooser's permissions
                resolved.setdefault("channels", {})[str(place.id)] = partial
                return str(place.id)
    raise Refused(f"“{shown}”: nobody and nothing here is called “{value}”.")


def list_people(world: World, channel: Channel) -> list[User]:
    """List the people who can be named in a channel: the guild's members, or both sides of a direct conversation."""
    if channel.guild is not None:
        return [member.user for member in channel.guild.members.values()]
    if channel.is_group:
        return [world.users[user] for user in channel.members]
    return [channel.recipient, world.bot] if channel.recipient else [world.bot]
