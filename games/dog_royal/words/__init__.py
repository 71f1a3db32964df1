"""DOG Royal in words: the modules of this folder hold the functions of `games.core.Words`."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("DOG Royal")
NEUTRAL_TITLE: Final = T("Partners’ Race")
PITCH: Final = T("A race for two to six: pass a card, then play what your hand allows.")
