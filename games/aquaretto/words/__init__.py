"""Aquaretto in words: implements `games.core.Words`."""

from __future__ import annotations

from typing import Final

from games.aquaretto.words.edits import edit
from games.aquaretto.words.events import event
from games.aquaretto.words.feats import feats
from games.aquaretto.words.guide import rules
from games.aquaretto.words.lesson import lesson
from games.aquaretto.words.menus import menu, name, prompt, warnings
from games.aquaretto.words.options import command_texts, option_name, option_value, preset
from games.aquaretto.words.position import position, status
from games.aquaretto.words.reasons import reason
from games.aquaretto.words.refusals import refusal
from games.aquaretto.words.signs import signs
from games.text import T

__all__ = [
    "NEUTRAL_TITLE",
    "PITCH",
    "TITLE",
    "command_texts",
    "edit",
    "event",
    "feats",
    "lesson",
    "menu",
    "name",
    "option_name",
    "option_value",
    "position",
    "preset",
    "prompt",
    "reason",
    "refusal",
    "rules",
    "signs",
    "status",
    "warnings",
]

TITLE: Final = T("Aquaretto")
NEUTRAL_TITLE: Final = T("Water Zoo")
PITCH: Final = T("Load trucks, take one at the right moment, and fit its animals into your water zoo.")
