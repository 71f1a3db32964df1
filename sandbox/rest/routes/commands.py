"""Application commands, global and of one guild."""

from __future__ import annotations

from typing import Any

from sandbox import errors
from sandbox.discord.components import drop_nulls
from sandbox.discord.model import Json
from sandbox.discord.world import World
from sandbox.rest.call import Answer, Call, Route

MAX_COMMANDS = 100
"""Chat commands an application may have, globally and again in each guild."""

MAX_MENU_COMMANDS = 15
"""The most user commands, and also the most message commands."""

ECHOED = (
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "default_member_permissions",
    "contexts",
    "integration_types",
    "dm_permission",
    "nsfw",
)


def find_registry(call: Call) -> tuple[int | None, dict[int, Json]]:
    """Return the guild and the commands that a path is about."""
    if call.id("application_id") != call.world.application.id:
        raise errors.FOREIGN_APPLICATION()
    guild_id = call.guild().id if "guild_id" in call.ids else None
    return guild_id, call.world.commands[guild_id]


def build_command(world: World, body: Json, *, command_id: int, guild_id: int | None) -> Json:
    """Build a command as Discord keeps it, from a request's body."""
    kept: Json = drop_nulls({key: body[key] for key in ECHOED if key in body})
    bits = kept.get("default_member_permissions")
    command: Json = {
        "id": str(command_id),
        "application_id": str(world.application.id),
        "version": str(world.new_id()),
        "type": body.get("type") or 1,
        "description": "",
        "description_localizations": None,
        "name_localizations": None,
        "nsfw": False,
        "dm_permission": True,
        "integration_types": list(world.application.installs),
        "contexts": None,
    }
    command |= kept
    command["default_member_permissions"] = None if bits is None else str(bits)
    if guild_id is not None:
        command["guild_id"] = str(guild_id)
        for key in ("contexts", "integration_types", "dm_permission"):
            del command[key]
    return command


def check_installs(world: World, body: Any) -> None:
    """Refuse commands for an installation that the application's settings do not allow. The error's code is a guess.

    Source: https://docs.discord.com/developers/interactions/application-commands#installation-context
    """
    several = isinstance(body, list)
    problems = [
        errors.Problem(
            (*((index,) if several else ()), "integration_types"),
            "APPLICATION_COMMAND_INTEGRATION_TYPES_INVALID",
            "The application does not support this installation context",
        )
        for index, command in enumerate(body if several else [body])
        if not {*(command.get("integration_types") or ())} <= {*world.application.installs}
    ]
    if problems:
        raise errors.invalid_form_body(problems)


def remove_localizations(command: Any) -> Any:
    """Remove the localizations of a command, as in lists without `with_localizations`."""
    if isinstance(command, list):
        return [remove_localizations(item) for item in command]
    if isinstance(command, dict):
        dropped = ("name_localizations", "description_localizations")
        return {key: remove_localizations(value) for key, value in command.items() if key not in dropped}
    return command


def key_of(command: Json) -> tuple[str, int]:
    """Return the name and type of a command, which identify it."""
    return command["name"], command.get("type") or 1


async def list_commands(call: Call) -> Answer:
    commands = list(find_registry(call)[1].values())
    return commands if call.flag("with_localizations") else remove_localizations(commands)


async def overwrite_commands(call: Call) -> Answer:
    world = call.world
    guild_id, commands = find_registry(call)
    check_installs(world, call.body or [])
    ids = {key_of(c): int(c["id"]) for c in commands.values()}
    made = [
        build_command(world, body, command_id=ids.get(key_of(body)) or world.new_id(), guild_id=guild_id)
        for body in call.body or []
    ]
    commands.clear()
    commands.update((int(c["id"]), c) for c in made)
    notify_pages(world)
    return made


async def create_command(call: Call) -> Answer:
    world = call.world
    guild_id, commands = find_registry(call)
    check_installs(world, call.body)
    ids = {key_of(c): int(c["id"]) for c in commands.values()}
    known = ids.get(key_of(call.body))
    same_type = [c for c in commands.values() if c["type"] == (call.body.get("type") or 1)]
    chat = (call.body.get("type") or 1) == 1
    if known is None and len(same_type) >= (MAX_COMMANDS if chat else MAX_MENU_COMMANDS):
        raise errors.TOO_MANY_COMMANDS() if chat else errors.TOO_MANY_MENU_COMMANDS()
    command = build_command(world, call.body, command_id=known or world.new_id(), guild_id=guild_id)
    commands[int(command["id"])] = command
    notify_pages(world)
    return (201 if known is None else 200), command


def find_command(call: Call) -> tuple[int | None, dict[int, Json], Json]:
    """Find the command of the path."""
    guild_id, commands = find_registry(call)
    command = commands.get(call.id("command_id"))
    if command is None:
        raise errors.UNKNOWN_COMMAND()
    return guild_id, commands, command


async def get_command(call: Call) -> Answer:
    return find_command(call)[2]


async def edit_command(call: Call) -> Answer:
    guild_id, commands, command = find_command(call)
    check_installs(call.world, call.body)
    changed = build_command(call.world, {**command, **call.body}, command_id=int(command["id"]), guild_id=guild_id)
    commands[int(command["id"])] = changed
    notify_pages(call.world)
    return changed


async def delete_command(call: Call) -> Answer:
    _, commands, command = find_command(call)
    del commands[int(command["id"])]
    notify_pages(call.world)
    return None


def notify_pages(world: World) -> None:
    """Tell open pages to fetch the commands again."""
    world.notify("commands", 0, {})


def double_route(method: str, path: str, handler: Any) -> tuple[Route, Route]:
    """Return the same route for global commands and for a guild's."""
    return (
        Route(method, f"/applications/{{application_id}}/commands{path}", handler),
        Route(method, f"/applications/{{application_id}}/guilds/{{guild_id}}/commands{path}", handler),
    )


ROUTES = (
    *double_route("GET", "", list_commands),
    *double_route("PUT", "", overwrite_commands),
    *double_route("POST", "", create_command),
    *double_route("GET", "/{command_id}", get_command),
    *double_route("PATCH", "/{command_id}", edit_command),
    *double_route("DELETE", "/{command_id}", delete_command),
)
