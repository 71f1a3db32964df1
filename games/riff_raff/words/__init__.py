"""Riff Raff in words: title, pitch, presets and commands; the rest stands in the modules of this folder."""

from __future__ import annotations

from typing import Final

from games.text import T

TITLE: Final = T("Riff Raff")
NEUTRAL_TITLE: Final = T("Rocking Ship")
PITCH: Final = T("Load your cargo onto a rocking ship. What falls is yours again. Empty your supply to win!")
PRESETS: Final = {"standard": T("Fresh breeze"), "calm": T("Calm sea"), "storm": T("Storm")}
COMMANDS: Final = {
    "card": T("The card you choose for this round"),
    "count": T("How many pieces you announce, if you have the choice"),
    "piece": T("The piece you take from your supply"),
    "spot": T("Where you put the piece: a letter and a number, such as E2"),
    "pose": T("How the piece lies or hangs, and how far it is turned"),
    "hands": T("Both hands, or one while the other waits to catch"),
}
