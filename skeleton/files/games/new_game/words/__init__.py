"""New Game in words: the modules of this folder hold the functions of `games.core.Words`."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("New Game")
PITCH: Final = T("Play a card from your hand: the highest takes the trick, and most tricks win.")
