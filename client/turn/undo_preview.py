"""Show the effects of an undo, in words and as a picture of the restored position."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from client.core.bot import Slowboat
from client.messages.custom_ids import Id
from client.messages.log_text import describe_log
from client.messages.parts import button
from client.pictures.painter import Drawn
from games.text import Player, Say, T
from matches.directory import read_log
from matches.errors import Stale
from matches.machines.offload import run_rules
from matches.match import Match, unpack
from matches.rows import LogRow
from matches.votes.undo import LOOK_BACK, Undo, find_agreed_undo, find_free_undo, list_positions
from rendering import Look

_GLANCE = 48
"""Log rows read to find out whether there is anything to take back."""


async def look_up_free_undo(bot: Slowboat, match: Match, user_id: int, *, glance: bool = False) -> Undo | None:
    """Find the undo a person may make without asking.

    `glance`: find out only whether there is one, and read less of the log.
    """
    hidden = match.game.has_private_hands and match.held is None
    if hidden or match.phase != "running" or not match.seats_of(user_id):
        return None
    after = match.seq - (_GLANCE if glance else LOOK_BACK)
    log = await read_log(bot.referee, match.id, after=after)
    return await run_rules(match.game, lambda: find_free_undo(match, user_id, log))


async def look_up_agreed_undo(bot: Slowboat, match: Match, user_id: int) -> Undo | None:
    """Find the undo a person may propose to the others; none in a rated match, see `docs/ratings.md`."""
    if match.rated or match.phase != "running" or not match.seats_of(user_id):
        return None
    log = await read_log(bot.referee, match.id, after=match.seq - LOOK_BACK)
    return await run_rules(match.game, lambda: find_agreed_undo(match, user_id, log))


def make_undo(to: int, log: Sequence[LogRow]) -> Undo:
    """Make the undo that restores the position of the row `to`. Raises Stale if that position was undone meanwhile."""
    rows = list_positions(log)
    first = next((index for index, row in enumerate(rows) if row.seq == to), len(rows)) + 1
    if first >= len(rows):
        raise Stale
    return Undo(rows[first:], rows[first - 1])


def describe_undo(match: Match, undo: Undo, say: Say) -> list[str]:
    """Describe what an undo takes back, one line per event; if no event has words, name the move's player."""
    told = describe_log(match, undo.plies, say)
    whose = undo.plies[0].seat
    if not told and whose is not None and whose >= 0:
        told = [say(T("The last move of {player}", player=Player(whose)))]
    return [f"• {line}" for line in told]


async def draw_undo(bot: Slowboat, match: Match, undo: Undo, language: str, *, look: Look | None = None) -> Drawn:
    """Draw the public view of the position that an undo restores."""
    state = unpack(match.game, undo.to.snapshot or b"")
    return await bot.painter.draw_position(match, language, state=state, look=look or Look())


def make_take_back_button(match: Match, undo: Undo, say: Say, *, confirmed: bool = False) -> ui.Button[ui.LayoutView]:
    """Build a button that takes the turn back in one click, as long as that undoes the same plies."""
    action = Id("take_back", match.id, undo.plies[-1].seq, str(undo.to.seq))
    style = discord.ButtonStyle.danger if confirmed else discord.ButtonStyle.secondary
    return button(say(T("Take it back")), action, style=style)
