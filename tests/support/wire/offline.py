"""The client without a connection: its commands and messages, checked against Discord's limits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import discord
from discord import ui

import games
from client.commands.loading import load_cogs
from client.core.bot import Slowboat
from client.create import create_bot
from client.help import help as help_screens
from games.core import AnyGame
from games.rng import Rng
from matches.machines.machines import Machines
from matches.machines.nature import NatureWorker
from matches.match import Holder, Match
from matches.referee import Referee
from matches.texts import Texts
from sandbox.discord.composing import Upload
from sandbox.validate import Validator

LANGUAGES = ("en", "de", "fr", "it")
LONGEST_NAME = "W" * 32
LINE, MOST_LINES = 36, 20
"""Characters in a line of a phone, and the lines of text that it shows above the buttons of `/help`."""

_MENTION = re.compile(r"<(/[^:]+):\d+>")
"""A command as Discord is told; people see only its name."""


def offline(folder: Path) -> Slowboat:
    """Make a client that is not logged in. Its referee has no store, so only methods that need none may be called."""
    referee = Referee(None, now=lambda: 1.8e9)  # type: ignore[arg-type]
    return create_bot(referee, Machines(referee, NatureWorker()), Texts(), state_folder=folder, on_ready=lambda: None)


async def commands(bot: Slowboat) -> list[dict[str, Any]]:
    """Build the whole command tree as Discord receives it."""
    await load_cogs(bot)
    translator = bot.tree.translator
    assert translator is not None
    return [await command.get_translated_payload(bot.tree, translator) for command in bot.tree.get_commands()]


def check_message(view: ui.LayoutView, *files: discord.File) -> None:
    """Raise if Discord would refuse the message."""
    uploads = {n: Upload(file.filename, b"png") for n, file in enumerate(files)}
    body = {
        "components": view.to_components(),
        "flags": 1 << 15,
        "attachments": [
            {"id": n, "filename": file.filename, "description": file.description} for n, file in enumerate(files)
        ],
    }
    Validator().check_request("POST", "/channels/{channel_id}/messages", body, uploads, None)


def check_help(bot: Slowboat, language: str, topic: str) -> None:
    """Assert that Discord takes a screen of `/help`, and that a phone shows all of it."""
    check_message(help_screens.build_help_screen(bot, language, topic))
    lines = help_screens.describe_topic(bot, language, topic)
    rows = sum(-(-len(_MENTION.sub(r"\1", line)) // LINE) for line in lines)
    assert rows <= MOST_LINES, "\n".join(lines)


def make_running_match(game: AnyGame, state: Any, seats: int, options: Any, *, language: str) -> Match:
    """Put a match in the middle of play, with names as long as possible."""
    return Match(
        id=2**40,
        guild_id=2**62,
        channel_id=2**62,
        game_name=game.name,
        rules_version=game.version,
        phase="running",
        host_id=2**62,
        capacity=seats,
        options=options,
        language=language,
        secret=b"s" * 32,
        seq=9999,
        head=9999,
        decisions=dict.fromkeys((*game.to_act(state), *game.may_revise(state)), 9999),
        created_at=1.8e9,
        started_at=1.8e9,
        seats=tuple(Holder(seat, 2**62 + seat, LONGEST_NAME) for seat in range(seats)),
        state=state,
    )


def list_playable() -> list[str]:
    return list(Slowboat.list_playable())


def setup(name: str, seats: int, seed: int) -> tuple[AnyGame, Any, Any]:
    """Set up a game with its options."""
    game = games.load(name)
    presets = list(game.presets.values()) or [game.options_type()]
    options = presets[seed % len(presets)]
    return game, game.setup(seats, options, Rng(bytes([seed % 256]) * 32, "setup", 0)), options
