"""DOG Royal in words: implements `games.core.Words`."""

from __future__ import annotations

from typing import Final

from games.dog_royal.words.edits import edit
from games.dog_royal.words.events import event
from games.dog_royal.words.feats import feats
from games.dog_royal.words.guide import rules
from games.dog_royal.words.lesson import lesson
from games.dog_royal.words.menus import menu, prompt, warnings
from games.dog_royal.words.options import command_texts, option_name, option_value, preset
from games.dog_royal.words.position import position, status
from games.dog_royal.words.reasons import reason
from games.dog_royal.words.refusals import refusal
from games.dog_royal.words.signs import signs
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

TITLE: Final = T("DOG Royal")
NEUTRAL_TITLE: Final = T("Partners’ Race")
PITCH: Final = T("A race for two to six: pass a card, then play what your hand allows.")
