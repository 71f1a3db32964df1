"""Riff Raff in words: title, pitch and presets; the rest stands in the modules of this folder."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("Riff Raff")
NEUTRAL_TITLE: Final = T("Rocking Ship")
PITCH: Final = T("Load your cargo onto a rocking ship. What falls is yours again. Empty your supply to win!")
FEEL: Final = T("two minutes a turn · a party game for steady hands · the ship tips over under somebody else’s crate")
PRESETS: Final = {"standard": T("Fresh breeze"), "calm": T("Calm sea"), "storm": T("Storm")}
