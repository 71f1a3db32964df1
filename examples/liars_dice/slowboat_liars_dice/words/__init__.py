"""Liar's Dice in words: implements `games.core.Words`; the catalogues have the other languages."""

from __future__ import annotations

from typing import Final

from games.text import T
from slowboat_liars_dice.words.events import event
from slowboat_liars_dice.words.guide import rules
from slowboat_liars_dice.words.menus import menu, prompt, warnings
from slowboat_liars_dice.words.options import command_texts, option_name, option_value, preset
from slowboat_liars_dice.words.position import position, status
from slowboat_liars_dice.words.refusals import refusal

__all__ = [
    "PITCH",
    "TITLE",
    "command_texts",
    "event",
    "menu",
    "option_name",
    "option_value",
    "position",
    "preset",
    "prompt",
    "refusal",
    "rules",
    "status",
    "warnings",
]

TITLE: Final = T("Liar’s Dice")
PITCH: Final = T("Bid on everybody’s dice, see only your own, and doubt what you cannot believe.")
