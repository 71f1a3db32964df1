"""Liar's Dice in words: the modules of this folder hold the functions of `games.core.Words`."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("Liar’s Dice")
PITCH: Final = T("Bid on everybody’s dice, see only your own, and doubt what you cannot believe.")
