"""Say where commands of the previous release are now. Discord's clients may show them for a while after an update.

Remove the rows with the release after the one that has moved them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from client.core.bot import Slowboat
from client.core.events import on
from games.text import T, Text

MOVED: Final[Mapping[str, tuple[str, Text | None]]] = {
    "about": ("help", T("About")),
    "status": ("help", T("Status")),
    "doctor": ("help", T("Check permissions")),
    "replay": ("match", T("Replay")),
    "film": ("match", T("Film")),
    "analyse": ("match", T("Analysis")),
    "log": ("match", T("What has happened")),
    "verify": ("match", T("Fair play")),
    "report": ("match", T("Record for a bug report")),
    "away": ("me", T("I am away …")),
    "privacy": ("me", T("Privacy")),
    "export": ("me", T("My matches as files")),
    "stats": ("me", T("My stats")),
    "hall": ("me", T("Best of this server")),
    "looking": ("lobbies", T("Look for others …")),
    "link": ("lobbies", T("Enter a code …")),
    "move-here": ("turns", T("Continue one of them here …")),
    "settings": ("server", T("Settings")),
    "manage": ("server", T("Manage this match")),
    "league new": ("league", T("New …")),
    "league start": ("league", T("Start the next season")),
    "league end": ("league", T("End the season …")),
    "league correct": ("league", T("Correct a result …")),
    "league remove": ("league", T("Remove a person …")),
    "dog play": ("dog move", None),
    "dog exchange": ("dog move", None),
    "aquaretto draw": ("aquaretto move", None),
    "aquaretto take": ("aquaretto move", None),
    "aquaretto place": ("aquaretto move", None),
    "aquaretto buy": ("aquaretto move", None),
    "aquaretto discard": ("aquaretto move", None),
    "aquaretto expand": ("aquaretto move", None),
    "aquaretto reassign": ("aquaretto move", None),
    "riffraff card": ("riffraff move", None),
    "riffraff load": ("riffraff move", None),
}
"""The commands that are gone: the one that does the same, and the label of its button, menu or choice."""


@on("setup")
async def point_to_new_places(bot: Slowboat) -> None:
    """Let the bot answer calls of commands that are gone."""
    bot.moved = MOVED
