"""The words and buttons of a match with a pace of days while it is played live."""

from __future__ import annotations

import discord
from discord import ui

from client.messages.custom_ids import Id
from client.messages.parts import button
from games.text import Moment, Say, T, Text
from matches.clocks.liveliness import is_live, is_lively, read_live
from matches.match import Match


def describe_live(match: Match) -> Text:
    """Explain playing live, and say until when the match is played live."""
    until = Moment(read_live(match.row).until or 0.0)
    return T("Live: nobody is pinged, and clocks wait. This ends {when} unless somebody moves.", when=until)


def make_live_buttons(match: Match, say: Say, *, now: float) -> list[ui.Button[ui.LayoutView]]:
    """Build the button that offers to play live where everybody answers within minutes, or the one that ends it."""
    if is_live(match):
        return [button(say(T("Stop playing live")), Id("stop_live", match.row.id))]
    if not is_lively(match, now):
        return []
    return [button(say(T("Play live")), Id("go_live", match.row.id), style=discord.ButtonStyle.success)]
