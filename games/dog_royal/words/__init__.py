"""DOG Royal in words: title, pitch and presets; the rest stands in the modules of this folder."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("DOG Royal")
NEUTRAL_TITLE: Final = T("Partners’ Race")
PITCH: Final = T("A race for two to six: pass a card, then play what your hand allows.")
FEEL: Final = T("about a minute a turn · cards with a twist, luck you can steer · swap places with whoever leads")
STORY_ROOM: Final = 5
PRESETS: Final = {
    "royal": T("Royal"),
    "base": T("Base"),
    "royal_short": T("Royal, three pieces"),
    "base_short": T("Base, three pieces"),
}
