"""All that a person is shown of a match, to compare it between two worlds."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import msgspec
import pytest
from discord import app_commands

import games
from client import more
from client.board import board as _board
from client.messages.log_text import describe_log, tell_story
from client.turn.panel import add_forced
from data import LogRow
from games.core import Seat
from matches.match import Match
from matches.play import fold_draft
from matches.texts import Texts
from tests.support.laws.playouts import has_secrets
from tests.support.numbers import FULL
from tests.support.wire.offline import list_playable
from tests.support.wire.wire import Wire

SECRETIVE = [name for name in list_playable() if has_secrets(games.load(name))]


def in_words(match: Match, seat: Seat | None, texts: Texts, language: str) -> str:
    """Collect all words a seat (None: the channel) is shown: position, status, events, menus, autocomplete, board."""
    say = texts.say(language, match.cast())
    view = match.view(seat)
    words = match.words
    told: list[Any] = [say(words.status(view)), *(say(line) for line in words.position(view, seat))]
    events = msgspec.json.encode(match.state.events).decode()
    log = [LogRow(1, "ply", 0, "x", events, None, None, None, 0.0)]
    tale, standing = tell_story(match, log, say), words.standing(match.view(None))
    told += [*describe_log(match, log, say), *tale.lines, tale.shout, standing and say(standing)]
    told += _board.describe_awaited(match, say)
    if seat is not None and seat in match.decisions:
        draft = add_forced(match, seat, ())
        told.append(draft.codes)
        position = fold_draft(match, seat, draft.codes)
        shown = match.game.view(position.state, seat)
        told.append(say(words.prompt(shown, seat)))
        for move in match.game.legal_moves(position.state, seat):
            told.append([move.code, *map(say, words.menu(shown, seat, move))])
            told += [say(warning) for warning in words.warnings(shown, seat, move)]
    return json.dumps(told, default=str)


SHOWN = (
    "play", "words", "replay", "step", "jump", "sight", "film", "journal", "log", "more", "seldom", "ask_undo",
    "show_undo", "report", "fair_play", "predict", "would",
)  # fmt: skip
"""Buttons and menus that show something of a match."""


COMMANDS = ("board", "match", "turns", "rules")
"""Commands that show something of a match, in any group."""


class Everything(logging.Handler):
    """Collect all log lines, down to DEBUG, without memory addresses.

    Lines about completed operations of the database are left out, because its thread may write them after the answer.
    Each operation also has a line when it begins.
    """

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == "aiosqlite" and record.getMessage().endswith(" completed"):
            return
        self.lines.append(re.sub(r"0x[0-9a-f]+", "0x", f"{record.name} {self.format(record)}"))


async def answers(at: Wire, match: Match, user: int, log: Everything) -> list[object]:
    """Collect all answers to a person's presses, commands and autocompletes in a match, and the log lines."""
    told: list[object] = []
    where: dict[str, Any] = {"user": user, "guild": match.guild_id, "channel": match.channel_id}
    for language in ("en-GB", "de", "fr", "it") if FULL else ("de" if user % 2 else "en-GB",):
        for action in SHOWN:
            for rest in ("", "0.0", "1.3", "p.2") if FULL else ("1.3",):
                custom_id = f"sb:{action}:{match.id}:{match.seq}:{rest}"
                told += await at.press(
                    custom_id, **where, values=["1"] if action in ("jump", "sight") else (), locale=language
                )
        for command in at.bot.tree.walk_commands():
            if not isinstance(command, app_commands.Command):
                continue
            if command.name in COMMANDS:
                told += await at.command(*nest(command, []), **where, locale=language)
                if command.name == "board":
                    words = [{"name": "text", "type": 5, "value": True}]
                    told += await at.command(*nest(command, words), **where, locale=language)
            for page in more.PAGES if command.name == "match" else ():
                shown = [{"name": "show", "type": 3, "value": page}]
                told += await at.command(*nest(command, shown), **where, locale=language)
            for parameter in command.parameters:
                if parameter.autocomplete:
                    typed = [{"name": parameter.name, "type": parameter.type.value, "value": "", "focused": True}]
                    told += await at.command(*nest(command, typed), **where, locale=language, autocomplete=True)
    told.append(sorted(set(log.lines)))  # lines of the database come from another thread, in any order
    log.lines = []
    return told


def nest(
    command: app_commands.Command[Any, ..., Any], options: list[dict[str, Any]]
) -> tuple[str, list[dict[str, Any]]]:
    """Nest a command's options in its groups, as Discord sends them."""
    first, *rest = command.qualified_name.split()
    for name in reversed(rest):
        options = [{"name": name, "type": 1, "options": options}]
    return first, options


def reveal(patch: pytest.MonkeyPatch) -> None:
    """Mutant: return the state to everybody who asks for a view."""
    patch.setattr(Match, "view", lambda self, seat: self.state)
