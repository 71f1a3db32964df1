"""The options of the game, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.text import N, T, Text


def command_texts() -> Mapping[str, Text]:
    """Describe the options of the slash commands."""
    return {
        "entry": T("Where cubes enter the board"),
        "pieces2": T("Cubes per player in a game of two"),
        "revisit": T("Whether a cube may visit a square twice in one turn"),
        "reroll": T("Who rolls again when no move fits"),
        "turn_limit": T("Number of turns after which the game is a draw (0: no limit)"),
        "entry_on_stack": T("Whether cubes may enter on an occupied arrow"),
    }


def option_name(option: str) -> Text:
    """Name an option for the lobby."""
    return {
        "entry": T("Entry arrows"),
        "pieces2": T("Cubes for two players"),
        "revisit": T("Visiting a square twice"),
        "reroll": T("Rolling again"),
        "turn_limit": T("Draw after"),
        "entry_on_stack": T("Occupied arrows"),
    }[option]


def option_value(option: str, value: Any) -> Text:
    """Name a value of an option. Raises KeyError for an unknown one."""
    match option, value:
        case "entry", "own":
            return T("only your own colour's")
        case "entry", "any":
            return T("any of the four")
        case "pieces2", 6:
            return T("six each, in two colours")
        case "pieces2", 3:
            return T("three each, in one colour")
        case "revisit", "strict":
            return T("never, not even the start")
        case "revisit", "start_ok":
            return T("only the start, once")
        case "revisit", "no_reverse":
            return T("allowed, except straight back")
        case "reroll", "reserve":
            return T("with a cube in reserve")
        case "reroll", "none":
            return T("never")
        case "turn_limit", 0:
            return T("no turn limit")
        case "turn_limit", int(limit):
            return N("{count} turn", "{count} turns", limit)
        case "entry_on_stack", True:
            return T("open, by climbing")
        case "entry_on_stack", False:
            return T("closed")
    raise KeyError(option, value)


def preset(preset: str) -> Text:
    """Name a preset."""
    return {
        "standard": T("Standard"),
        "english": T("English and German rules"),
        "french": T("French rules"),
        "italian": T("Italian rules"),
    }[preset]
