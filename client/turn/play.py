"""Handle *Play*: open a player's panel. If they were away, it begins with what happened, in words and as a film.

A panel that is still open shows the next turn by itself.
"""

from __future__ import annotations

import logging

import discord

from client.core.bot import Slowboat
from client.core.controls import action
from client.core.events import on
from client.core.refusals import FAILURES
from client.core.visit import Visit
from client.turn.open_panels import OpenPanels
from client.turn.recap import Recaps, make_replay_button
from client.turn.turn import show_panel, show_seat
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.plans.keeper import take_drop
from matches.plans.plan import explain_drop


@action("play", "private")
async def open_panel(visit: Visit) -> None:
    """Open the panel of the person who pressed. The film of a recap is added later, because drawing takes a while.

    Until then this press counts as one of the few that a person may have in progress (`UserLimit`), so that nobody can
    ask for many films at once. It hinders nobody: a match has no second recap within hours, so only somebody who opens
    sixteen matches within twenty seconds is asked to wait.
    """
    match = await visit.read_match()
    say = visit.say_about(match)
    recap = await visit.bot[Recaps].build(match, visit.user_id, say)
    dropped = await take_drop(visit.referee, match, visit.user_id)
    note = "\n".join(line for line in (f"⚠ {say(explain_drop(dropped))}" if dropped else "", recap.note) if line)
    extra = make_replay_button(match, recap, say)
    panel = await show_panel(visit, match, note=note, extra=extra)
    if panel is not None and recap.since is not None:
        drawing = _draw_film(visit, match, since=recap.since)
        await visit.bot[OpenPanels].add_film(visit.interaction, match, panel, drawing)


async def _draw_film(visit: Visit, match: Match, *, since: int) -> discord.File:
    """Draw the moves from the ply `since` on as a person likes to see them. Raises what `attach_film` raises."""
    say, still = visit.say_about(match), (await visit.bot.preferences.load(visit.user_id)).still
    language, look = visit.language, visit.look
    return await visit.bot.films.attach_film(match, say, language=language, look=look, still=still, since=since)


log = logging.getLogger(__name__)


@on("board_posted")
async def renew_panels(bot: Slowboat, match_id: int) -> None:
    """Show the next turn in the open panels of those who are to act.

    Skip people who play several hidden hands: somebody else may hold the device.
    """
    match = await bot.referee.match(match_id)
    for seat, interaction in bot[OpenPanels].find_waiting(match):
        if match.game.has_private_hands and len(match.seats_of(interaction.user.id)) > 1:
            continue
        chosen = await bot.referee.draft(match, seat)
        try:
            await show_seat(Visit(bot, interaction), match, seat, chosen)
        except (*FAILURES, WorkerFailed) as error:
            log.info("match %s: an open panel is not renewed: %s", match_id, error)
