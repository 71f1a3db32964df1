"""Riff Raff in words: implements `games.core.Words`."""

from __future__ import annotations

from typing import Final

from games.riff_raff.words.candidates import candidate
from games.riff_raff.words.events import event
from games.riff_raff.words.feats import feats
from games.riff_raff.words.guide import rules
from games.riff_raff.words.lesson import lesson
from games.riff_raff.words.menus import edit, menu, prompt, warnings
from games.riff_raff.words.options import command_texts, option_name, option_value, preset
from games.riff_raff.words.position import position, status
from games.riff_raff.words.reasons import reason
from games.riff_raff.words.refusals import refusal
from games.riff_raff.words.signs import signs
from games.text import T

__all__ = [
    "NEUTRAL_TITLE",
    "PITCH",
    "TITLE",
    "candidate",
    "command_texts",
    "edit",
    "event",
    "feats",
    "lesson",
    "menu",
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

TITLE: Final = T("Riff Raff")
NEUTRAL_TITLE: Final = T("Rocking Ship")
PITCH: Final = T("Load your cargo onto a rocking ship. What falls is yours again. Empty your supply to win!")
