"""The options and presets of Liar's Dice, and their values in the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.text import N, T, Text


def command_texts() -> Mapping[str, Text]:
    """Describe the slash options."""
    return {
        "dice": T("How many dice each player starts with"),
        "wild": T("Whether ones count as every face"),
    }


def option_name(option: str) -> Text:
    """Name an option for the lobby."""
    return {"dice": T("Dice of each player"), "wild": T("Ones")}[option]


def option_value(option: str, value: Any) -> Text:
    """Name a value of an option."""
    if option == "dice":
        return N("{count} die", "{count} dice", value)
    return T("count as every face") if value else T("count as ones only")


def preset(preset: str) -> Text:
    """Name a preset."""
    return {"standard": T("Standard"), "plain": T("Without wild ones"), "quick": T("Quick, with three dice")}[preset]
