"""Docker in words: the modules of this folder hold the functions of `games.core.Words`."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("Docker")
NEUTRAL_TITLE: Final = T("Dice Harbour")
PITCH: Final = T("Cubes on a tiny quay: cover the others, keep room to move, be the last one left.")
