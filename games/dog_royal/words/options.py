"""The options of the game and of its commands, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.text import N, T, Text

_OPTION: Final = {
    "mode": T("Rules"),
    "short": T("Shorter game"),
    "talk": T("Talk about cards"),
    "solo": T("No partners"),
    "three_on_six": T("Three on the big board"),
    "magnet_zero": T("Magnet that moves nothing"),
    "plus4_green": T("Green 4 forward"),
    "draw_optional": T("Optional draw on special spaces"),
    "round_limit": T("Round limit"),
    "jester_in_goal": T("Jester wastes points in the goal"),
    "king_exception_any_arrival": T("Kings captured backward"),
}

_COMMAND: Final = {
    "card": T("The card"),
    "move": T("What to do with the card"),
    "mode": T("Royal with ranks and special spaces, or the plain base game"),
    "short": T("House rule: a second piece on the track from the start, or only three pieces each"),
    "talk": T("Whether partners may talk about their cards and plans"),
    "solo": T("House rule: four or six players without partners"),
    "three_on_six": T("Three players use the board with six arms"),
    "magnet_zero": T("A magnet may be played on a piece right behind another, although nothing moves"),
    "plus4_green": T("The 4 ignores ranks forward too, not only backward"),
    "draw_optional": T("The card of a special space may be declined; a citizen then cannot jump"),
    "round_limit": T("Number of rounds after which progress decides (0: no limit)"),
    "jester_in_goal": T("The jester may waste points inside the goal too"),
    "king_exception_any_arrival": T("A backward 4 may also capture a king on your start space"),
}

_VALUE: Final = {
    "royal": T("Royal: ranks and special spaces"),
    "base": T("Base: the plain race"),
    "no": T("full game"),
    "silent": T("not allowed"),
    "open": T("open table: partners may talk"),
    "two_out": T("two pieces on the track from the start"),
    "three_pieces": T("three pieces each"),
    "True": T("yes"),
    "False": T("no"),
}

_PRESET: Final = {
    "royal": T("Royal"),
    "base": T("Base"),
    "royal_short": T("Royal, three pieces"),
    "base_short": T("Base, three pieces"),
}


def command_texts() -> Mapping[str, Text]:
    """Describe the options of the slash commands."""
    return _COMMAND


def option_name(option: str) -> Text:
    """Name an option for the lobby."""
    return _OPTION[option]


def option_value(option: str, value: Any) -> Text:
    """Name a value of an option. Raises KeyError for an unknown one."""
    if option == "round_limit":
        return N("{count} round", "{count} rounds", value) if value else T("none")
    return _VALUE[str(value)]


def preset(preset: str) -> Text:
    """Name a preset."""
    return _PRESET[preset]
