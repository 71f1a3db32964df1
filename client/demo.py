"""Let computer players show a game (`/demo`); take a seat in a demonstration, or stop it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import games
from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.visit import Visit
from client.lobby.opening import begin_if_full, open_lobby, require_allowed
from client.play import find_game
from client.turn.turn import show_panel
from games.levels import LEVELS
from games.text import T, Text
from matches.lobby import demonstration
from matches.match import Match
from matches.people.preferences import Server
from matches.rows import Level
from matches.texts import LEVEL_NAMES


@action("take_over", "private")
async def take_over(visit: Visit) -> None:
    """Handle *Take the seat of …* on the board of a demonstration."""
    seat = visit.number
    done = await visit.change(lambda match: demonstration.take_over(match, visit.who, seat, now=visit.now))
    done = await visit.bot.machines.run(done)
    note = visit.say_about(done.match)(T("You play this seat from now on. No result is kept."))
    await show_panel(visit, done.match, note=note)
    await visit.bot[Postman].post_board(done, visit.interaction)


@action("stop_demo", "private")
async def stop_demo(visit: Visit) -> None:
    """Handle *Stop the demonstration*."""
    done = await visit.change(lambda match: demonstration.stop(match, visit.who, now=visit.now))
    said = visit.say_about(done.match)(T("The demonstration has been stopped."))
    await visit.answer(said)
    await visit.bot[Postman].post_board(done, visit.interaction)


async def open_demo(
    visit: Visit,
    typed: str,
    *,
    level: Level | None,
    players: int | None,
    thread: bool,
) -> None:
    """Let computer players show a game to the channel (`/demo`)."""
    name = find_game(visit.bot, typed, visit.say)
    game, words = games.load(name), games.words(name)

    def make(server: Server, place: int) -> Match:
        require_allowed(server, game, words.TITLE)
        return demonstration.create(
            name,
            visit.who,
            level=level,
            seats=players,
            guild_id=visit.interaction.guild_id or 0,
            channel_id=place,
            language=server.language or visit.bot.texts.language(str(visit.interaction.guild_locale)),
            secret=secrets.token_bytes(32),
            now=visit.now,
        )

    await begin_if_full(visit, await open_lobby(visit, make, thread=thread))


def list_levels(_: Slowboat) -> Mapping[str, Text]:
    """List the levels of computer players, as choices."""
    return {level: LEVEL_NAMES[level] for level in LEVELS}
