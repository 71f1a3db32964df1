"""The options of the game, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.text import N, T, Text


def command_texts() -> Mapping[str, Text]:
    """Describe the options of the slash commands."""
    return {
        "entry": T("On which arrows your cubes may come in"),
        "pieces2": T("How many cubes each of two players has"),
        "revisit": T("Where a cube may pass twice in one turn"),
        "reroll": T("Who may roll again when nothing fits"),
        "turn_limit": T("After how many turns the game is a draw; 0: no limit"),
        "entry_on_stack": T("Whether an occupied arrow can be entered by climbing"),
    }


def option_name(option: str) -> Text:
    """Name an option for the lobby."""
    return {
        "entry": T("Arrows to come in on"),
        "pieces2": T("Cubes with two players"),
        "revisit": T("Passing a square twice"),
        "reroll": T("Rolling again"),
        "turn_limit": T("Draw after"),
        "entry_on_stack": T("Occupied arrows"),
    }[option]


def option_value(option: str, value: Any) -> Text:
    """Name a value of an option. Raises KeyError for an unknown one."""
    match option, value:
        case "entry", "own":
            return T("only your own side's")
        case "entry", "any":
            return T("any of the four")
        case "pieces2", 6:
            return T("six each, in two colours")
        case "pieces2", 3:
            return T("three each, in one colour")
        case "revisit", "strict":
            return T("never, the start included")
        case "revisit", "start_ok":
            return T("only the start, once")
        case "revisit", "no_reverse":
            return T("allowed, but no stepping straight back")
        case "reroll", "reserve":
            return T("while you have a cube in reserve")
        case "reroll", "none":
            return T("nobody may")
        case "turn_limit", 0:
            return T("no turn limit")
        case "turn_limit", int(limit):
            return N("{count} turn", "{count} turns", limit)
        case "entry_on_stack", True:
            return T("can be climbed")
        case "entry_on_stack", False:
            return T("are closed")
    raise KeyError(option, value)


def preset(preset: str) -> Text:
    """Name a preset."""
    return {
        "standard": T("Standard"),
        "english": T("English and German rules"),
        "french": T("French rules"),
        "italian": T("Italian rules"),
    }[preset]
