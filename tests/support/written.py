"""Log lines as they would be written, and secrets that may not be among them."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

import bot
from client.core import logs
from games.core import HIDDEN
from games.rng import Rng
from matches.directory import read_log
from matches.match import Match
from matches.referee import Referee
from matches.rows import LogRow
from matches.texts import LANGUAGES
from tests.support.play.table import Table

NOT_OURS = ("sandbox", "aiohttp")
"""Loggers of the sandbox, which runs in the same process as the bot."""


class Written(logging.Handler):
    """The log lines, as they would be written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.addFilter(logs.References())
        self.setFormatter(logs.Lines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith(NOT_OURS):
            self.lines.append(self.format(record))


@pytest.fixture
def written() -> Iterator[Written]:
    """Use the levels of a bot that logs everything."""
    found = Written()
    root = logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in (None, *bot.PRIVATE_LOGGERS)}
    root.addHandler(found)
    root.setLevel(logging.DEBUG)
    bot.hide_private_lines()
    yield found
    root.removeHandler(found)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def secrets_of(match: Match, at: Table) -> set[str]:
    """List all spellings of things nobody may read in a log in this position."""
    secret = match.secret
    found = {secret.hex(), repr(secret), secret.hex(" "), str(list(secret)), json.dumps(repr(secret))[1:-1]}
    state = msgspec.to_builtins(match.state)
    public = msgspec.to_builtins(match.view(None))
    for field in state:
        if HIDDEN in json.dumps(public[field]):
            found |= _spellings(state[field], public[field])
    openly = {_say(match, at, language, None) for language in LANGUAGES}
    for language in LANGUAGES:
        for holder in match.seats:
            lines = _say(match, at, language, holder.seat).split("\n")
            found |= {line for line in lines if len(line) > 12 and not any(line in shown for shown in openly)}
    return {each for each in found if each}


def _spellings(hidden: Any, shown: Any) -> set[str]:
    """List how Python and JSON write a hand or a pile, and each hand of several."""
    found = set()
    if isinstance(hidden, list) and len(hidden) > 2:
        found |= {json.dumps(hidden), json.dumps(hidden, separators=(",", ":")), repr(hidden), repr(tuple(hidden))}
    if isinstance(hidden, list) and isinstance(shown, list) and len(hidden) == len(shown):
        for one, other in zip(hidden, shown, strict=True):
            if one != other and isinstance(one, list):
                found |= _spellings(one, other)
    return found | {each.replace('"', '\\"') for each in found}


def is_secret(match: Match, ply: LogRow) -> bool:
    """Tell whether others cannot tell a committed ply from another: an exchanged card, a card face down."""
    state, seat = match.state, ply.seat
    if state is None or seat is None or seat < 0 or not ply.code:
        return False

    def see(code: str) -> Any:
        move = match.game.parse(state, seat, code)
        return match.game.view(match.game.apply(state, seat, move, Rng(match.secret, "ply", ply.seq)), None)

    seen = see(ply.code)
    return any(see(other.code) == seen for other in match.game.legal_moves(state, seat) if other.code != ply.code)


def _say(match: Match, at: Table, language: str, seat: int | None) -> str:
    say = at.bot.texts.say(language, match.cast())
    view = match.view(seat)
    return "\n".join(say(line) for line in match.words.position(view, seat))


def talkative(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a change is logged with the whole match."""
    change: Callable[..., Any] = Referee.change

    async def log_and_change(self: Referee, *args: Any) -> Any:
        done = await change(self, *args)
        logging.getLogger("matches.referee").debug("changed: %s", done.match)
        return done

    patch.setattr(Referee, "change", log_and_change)


def announcing(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a committed move is logged with its code."""
    change: Callable[..., Any] = Referee.change

    async def log_and_change(self: Referee, *args: Any) -> Any:
        done = await change(self, *args)
        codes = [row.code for row in await read_log(self, done.match.id)]
        logging.getLogger("matches.referee").debug("moved: %s", codes)
        return done

    patch.setattr(Referee, "change", log_and_change)
