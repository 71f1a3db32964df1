"""Aquaretto in words: title, pitch, presets and commands; the rest stands in the modules of this folder."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("Aquaretto")
NEUTRAL_TITLE: Final = T("Water Zoo")
PITCH: Final = T("Load trucks, take one at the right moment, and fit its animals into your water zoo.")
COMMANDS: Final = {
    "truck": T("The truck"),
    "tile1": T("An animal and where it goes: a cell or the depot"),
    "tile2": T("The next animal and where it goes"),
    "tile3": T("The last animal and where it goes"),
    "cell": T("The cell"),
    "seller": T("Whose depot you buy from"),
    "job": T("The new job"),
    "expansion": T("The expansion and its place"),
}
