"""Riff Raff in words: the modules of this folder hold the functions of `games.core.Words`."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("Riff Raff")
NEUTRAL_TITLE: Final = T("Rocking Ship")
PITCH: Final = T("Load your cargo onto a rocking ship. What falls is yours again. Empty your supply to win!")
