"""The options and presets of New Game, and their values in the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.text import N, T, Text


def command_texts() -> Mapping[str, Text]:
    """Describe the slash options."""
    return {"hand": T("How many cards each player is dealt")}


def option_name(option: str) -> Text:
    """Name an option for the lobby."""
    return {"hand": T("Cards in hand")}[option]


def option_value(option: str, value: Any) -> Text:
    """Name a value of an option. Raises KeyError for an unknown one."""
    return {"hand": N("{count} card", "{count} cards", value)}[option]


def preset(preset: str) -> Text:
    """Name a preset."""
    return {"standard": T("Standard"), "quick": T("A quick match")}[preset]
