"""Docker in words: implements `games.core.Words`. Everything is public, so a view is the state."""

from __future__ import annotations

from typing import Final

from games.docker.words.edits import edit
from games.docker.words.events import event
from games.docker.words.feats import feats
from games.docker.words.guide import rules
from games.docker.words.lesson import lesson
from games.docker.words.menus import menu, prompt, warnings
from games.docker.words.options import command_texts, option_name, option_value, preset
from games.docker.words.position import position, status
from games.docker.words.reasons import reason
from games.docker.words.refusals import refusal
from games.docker.words.signs import signs
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

TITLE: Final = T("Docker")
NEUTRAL_TITLE: Final = T("Dice Harbour")
PITCH: Final = T("Cubes on a tiny quay: cover the others, keep room to move, be the last one left.")
