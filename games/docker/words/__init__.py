"""Docker in words: title, pitch, presets and commands; the rest stands in the modules of this folder."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("Docker")
NEUTRAL_TITLE: Final = T("Dice Harbour")
PITCH: Final = T("Cubes on a tiny quay: cover the others, keep room to move, be the last one left.")
FEEL: Final = T("about a minute a turn · quick and nasty, with a trap in every corner · one roll, and somebody is out")
PRESETS: Final = {
    "standard": T("Standard"),
    "english": T("English and German rules"),
    "french": T("French rules"),
    "italian": T("Italian rules"),
}
