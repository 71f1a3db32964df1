"""Aquaretto in words: title, pitch and presets; the rest stands in the modules of this folder."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("Aquaretto")
NEUTRAL_TITLE: Final = T("Water Zoo")
PITCH: Final = T("Load trucks, take one at the right moment, and fit its animals into your water zoo.")
FEEL: Final = T("about a minute a turn · easy to learn, with a plan to make · take the truck others were filling")
STORY_ROOM: Final = 5
