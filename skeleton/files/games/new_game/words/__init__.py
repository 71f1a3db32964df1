"""New Game in words: implements `games.core.Words`. `just texts` collects the sentences."""

from __future__ import annotations

from typing import Final

from games.new_game.words.events import event
from games.new_game.words.guide import rules
from games.new_game.words.menus import menu, prompt, warnings
from games.new_game.words.options import command_texts, option_name, option_value, preset
from games.new_game.words.position import position, status
from games.new_game.words.refusals import refusal
from games.text import T

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

TITLE: Final = T("New Game")
PITCH: Final = T("Play a card from your hand: the highest takes the trick, and most tricks win.")
