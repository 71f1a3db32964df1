"""The options of the game and of its commands, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.aquaretto.words.names import ANIMAL
from games.text import T, Text

_OPTION: Final = {
    "leave_out": T("First kind left out"),
    "leave_out_2": T("Second kind left out"),
    "leave_out_3": T("Third kind left out"),
}

_COMMAND: Final = {
    "leave_out": T("A kind of animal to leave out; if you name none, chance decides"),
    "leave_out_2": T("A second kind to leave out (2 or 3 players)"),
    "leave_out_3": T("A third kind to leave out (2 players)"),
    "truck": T("The truck"),
    "tile1": T("An animal and where it goes: a cell or the depot"),
    "tile2": T("The next animal and where it goes"),
    "tile3": T("The last animal and where it goes"),
    "cell": T("The cell"),
    "seller": T("Whose depot you buy from"),
    "job": T("The new job"),
    "expansion": T("The expansion and its place"),
}


def command_texts() -> Mapping[str, Text]:
    """Describe the options of the slash commands."""
    return _COMMAND


def option_name(option: str) -> Text:
    """Name an option for the lobby."""
    return _OPTION[option]


def option_value(option: str, value: Any) -> Text:
    """Name a value of an option: a kind of animal, or chance."""
    return T("by chance") if value == "random" else ANIMAL[value]


def preset(preset: str) -> Text:
    """Raise KeyError: Aquaretto has no presets."""
    raise KeyError(preset)
