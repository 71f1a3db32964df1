"""Show a game to one person: computer players play for a minute, in a private message (*Show me*).

Nothing is stored: the match ends with the message.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final

import discord
from discord import ui

import games
from client.core.bot import Slowboat
from client.core.client import Client
from client.core.controls import action
from client.core.events import on
from client.core.intake import answers_to
from client.core.refusals import FAILURES
from client.core.visit import Visit
from client.lobby.card import ACCENT
from client.lobby.lobby_panel import make_own_buttons
from client.messages.crowd_text import make_learn_button
from client.messages.custom_ids import Id
from client.messages.log_text import describe_standing, describe_tale, tell_story
from client.messages.parts import attach_file, button, gallery, layout, media, rows, text
from games.text import T
from matches.errors import StoreError, UserError, make_old_button_error
from matches.lobby import demonstration, lobby
from matches.machines.worker import WorkerFailed, WorkerStopped
from matches.match import Match
from matches.play import commit_machine_ply
from matches.rows import LogRow

log = logging.getLogger(__name__)

TURNS: Final = 12
"""Turns that are shown."""

PAUSE: Final = 4.0
"""Seconds between two turns."""

SEATS: Final = 3
"""Computer players: so few that in twelve turns even a round of Aquaretto is over."""

MOST: Final = 4
"""People to whom something is shown at the same time."""


class _Shows(dict[int, asyncio.Task[None]]):
    """What is being shown, by the id of the person."""

    def __init__(self, _: Client) -> None:
        super().__init__()


@action("show_me", "private")
async def show_game(visit: Visit) -> None:
    """Handle *Show me* on the card of a lobby. What was being shown to the person stops."""
    name, shows = visit.id.rest, visit.bot[_Shows]
    if name not in visit.bot.list_playable():
        raise make_old_button_error()
    if (earlier := shows.pop(visit.user_id, None)) is not None:
        earlier.cancel()
    if len(shows) >= MOST:
        raise UserError(T("I am showing games to several people just now. Try again in a minute."))
    match = _begin(visit, name)
    await _show(visit, match, [], turn=0)
    task = asyncio.create_task(_play(visit, match), name="a show")
    shows[visit.user_id] = task
    task.add_done_callback(lambda ended: shows.get(visit.user_id) is ended and shows.pop(visit.user_id))


@on("stop")
async def stop_shows(bot: Slowboat) -> None:
    """Stop what is being shown."""
    for task in (running := tuple(bot[_Shows].values())):
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


def _begin(visit: Visit, name: str) -> Match:
    """Begin a match of computer players that is not stored."""
    rules = games.load(name)
    level = rules.levels[min(1, len(rules.levels) - 1)]
    made = demonstration.create(
        name,
        visit.who,
        level=level,
        seats=min(SEATS, rules.seats[-1]),
        guild_id=0,
        channel_id=0,
        language=visit.language,
        secret=secrets.token_bytes(32),
        now=visit.now,
    )
    return lobby.start(made, visit.who, now=visit.now).match


async def _play(visit: Visit, match: Match) -> None:
    """Play the turns, and show each."""
    try:
        for turn in range(1, TURNS + 1):
            await asyncio.sleep(PAUSE)
            match, told = await _take_turn(visit, match)
            await _show(visit, match, told, turn=turn)
            if match.phase != "running":
                break
    except (*FAILURES, UserError, StoreError, WorkerFailed, WorkerStopped) as error:  # such as a dismissed message
        log.info("a show of %s has ended early: %s", match.game_name, error)


async def _take_turn(visit: Visit, match: Match) -> tuple[Match, list[LogRow]]:
    """Make the plies up to the end of a turn."""
    told: list[LogRow] = []
    while match.phase == "running":
        seat, code, film = await visit.bot.machines.choose(match)
        change = commit_machine_ply(match, seat, code, seq=match.seq, now=visit.now, film=film)
        match = change.match
        told += change.log
        if match.move_at is not None:
            break
    return match, told


async def _show(visit: Visit, match: Match, told: list[LogRow], *, turn: int) -> None:
    """Show the position and what has happened; at the end also how to go on."""
    say, over = visit.bot.texts.say(visit.language, match.cast()), turn == TURNS or match.phase != "running"
    drawn = await visit.bot.painter.draw_public_board(match, seq=match.seq, news=told, look=visit.look)
    lines = [*describe_tale(match, tell_story(match, told, say), say), *describe_standing(match, say)]
    lines.append("-# " + say(T("Turn {turn} of {all} that computer players show you.", turn=turn, all=TURNS)))
    file = attach_file(drawn.data, drawn.name, drawn.alt)
    items: list[ui.Item[ui.LayoutView]] = [text(*lines), gallery(media([file]))]
    view = layout(*items, *(rows(await _make_buttons(visit, match)) if over else ()), accent=ACCENT)
    await answers_to(visit.interaction).show(view, [file])


async def _make_buttons(visit: Visit, match: Match) -> list[ui.Button[ui.LayoutView]]:
    """Make the buttons at the end: join the lobby, if that is possible; learn the game; see more."""
    say, here = visit.say, await visit.read_match()
    may_join = here.phase == "lobby" and visit.user_id not in here.people
    return [
        *(make_own_buttons(here, say, visit.user_id) if may_join else []),
        *make_learn_button(match, say, style=discord.ButtonStyle.primary),
        button(say(T("Show me more")), Id("show_me", here.id, rest=match.game_name)),
    ]
