"""The commands that a test types one after the other, and the names of actions."""

from __future__ import annotations

from typing import Any

from discord import app_commands

import games
from client.messages.custom_ids import parse
from tests.support.play.table import Table

GAMES = {name: games.load(name).command for name in games.names()}
"""The games and their commands."""

ELSEWHERE = frozenset({"play", *(f"{command} new" for command in GAMES.values())})
"""Commands with kinds of their own: they open a match or take one to another channel."""

LEAGUES = "league"
"""The command left to `test_leagues_in_trouble`, because leagues open matches by themselves."""


def find_action_name(custom_id: str) -> str:
    """Return the action that a custom id names."""
    known = parse(custom_id)
    return known.action if known is not None else custom_id


Command = app_commands.Command[Any, ..., Any]


def list_commands(at: Table) -> list[Command]:
    """List every command but those with kinds of their own."""
    found = [each for each in at.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    ours = [each for each in found if each.qualified_name not in ELSEWHERE and each.name != LEAGUES]
    return sorted(ours, key=lambda command: command.qualified_name)


def find_group(command: Command) -> str:
    """Return the name of a command's group; "" for a command of its own."""
    return command.root_parent.name if command.root_parent is not None else ""
