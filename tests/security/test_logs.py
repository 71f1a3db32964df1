"""No log line at DEBUG contains a card of a hand, the secret of a running match, or the token.

Every game is played in the sandbox, through the real client, with the levels that `bot.py` sets for SLOWBOAT_LOG_LEVEL
DEBUG; everything that would be written is searched for secrets.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import bot
import games
from client.core import controls, logs
from games.core import HIDDEN
from games.rng import Rng
from matches.clocks import pauses
from matches.directory import read_log
from matches.match import Match
from matches.referee import MACHINE, Referee
from matches.rows import LogRow
from matches.texts import LANGUAGES
from sandbox.person.person import Answer
from tests.play.light import light  # noqa: F401 - a fixture for every test here
from tests.play.table import Table, decide, is_board, table

TURNS = 6
"""Turns played of each game."""

GAMES = {name: games.load(name).command for name in games.names()}

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


async def play_and_search(folder: Path, written: Written, *, turns: int = TURNS) -> None:
    """Play, and raise AssertionError for the first secret that was written."""
    tokens: set[str] = set()
    hidden: set[str] = set()
    async with table(folder) as at:
        tokens |= {at.sandbox.token}
        for number, (name, command) in enumerate(GAMES.items()):
            channel = "games" if number % 2 == 0 else "general"
            anna = at.person("anna", channel)
            drawn = random.Random(name)
            people = {user.id: user.name for user in at.sandbox.world.users.values()}
            if number >= 2:  # the channel's match must be over
                old = await at.referee.match_in(anna.channel.id)
                assert old is not None
                await _end(at, old)
            await _open(at, channel, command)
            found = await at.referee.match_in(anna.channel.id)
            assert found is not None
            assert found.game_name == name
            for _ in range(turns):
                match = await at.referee.match(found.id)
                if match.phase != "running":
                    break
                hidden |= secrets_of(match, at)
                if not match.awaited:  # nature has not moved yet
                    await asyncio.sleep(0.1)
                    continue
                user = drawn.choice([holder.user_id for holder in match.awaited])
                await decide(at, at.person(people[user or 0], channel), drawn)
                (ply, *_) = await read_log(at.referee, found.id, after=match.seq)
                hidden |= {ply.code} if is_secret(match, ply) else set()
            match = await at.referee.match(found.id)
            if match.phase == "running":
                hidden |= secrets_of(match, at)
        tokens |= {each.token for each in at.sandbox.world.interactions.values()}
    assert len(hidden) > 40, "hardly any secrets: this proves nothing"
    assert len(tokens) > 20
    assert len(written.lines) > 100
    text = "\n".join(written.lines)
    for secret in (*tokens, *hidden):
        place = text.find(secret)
        assert place < 0, f"{secret!r} was written: {text[max(0, place - 200) : place + 200]!r}"


async def _open(at: Table, channel: str, command: str) -> None:
    """Open a match between Anna and Ben in a channel."""
    anna, ben = at.person("anna", channel), at.person("ben", channel)
    before = len([message for message in anna.messages() if is_board(message)])
    opened: Answer = await anna.slash(f"{command} new", {"players": 2})
    await ben.click(opened.message, "Join")
    await anna.until(lambda: len([message for message in anna.messages() if is_board(message)]) > before)


async def _end(at: Table, match: Match) -> None:
    await at.referee.change(match.id, MACHINE, lambda found: pauses.end_without_result(found, now=at.referee.now()))


async def test_no_secret_is_written(tmp_path: Path, written: Written) -> None:
    await play_and_search(tmp_path, written)


def talkative(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a change is logged with the whole match."""
    change: Callable[..., Any] = Referee.change

    async def log_and_change(self: Referee, *args: Any) -> Any:
        done = await change(self, *args)
        logging.getLogger("matches.referee").debug("changed: %s", done.match)
        return done

    patch.setattr(Referee, "change", log_and_change)


def log_everything(patch: pytest.MonkeyPatch) -> None:
    """Mutant: discord.py logs everything."""
    assert bot.PRIVATE_LOGGERS
    for name in bot.PRIVATE_LOGGERS:
        logging.getLogger(name).setLevel(logging.DEBUG)
    patch.setattr(bot, "PRIVATE_LOGGERS", ())


def announcing(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a committed move is logged with its code."""
    change: Callable[..., Any] = Referee.change

    async def log_and_change(self: Referee, *args: Any) -> Any:
        done = await change(self, *args)
        codes = [row.code for row in await read_log(self, done.match.id)]
        logging.getLogger("matches.referee").debug("moved: %s", codes)
        return done

    patch.setattr(Referee, "change", log_and_change)


def log_presses(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a press is logged with the choice."""
    honest: Callable[..., Any] = controls._carry_out

    async def log_and_carry_out(at: Any, interaction: Any, pressed: Any, data: Any) -> None:
        chosen = data.get("values") or data.get("custom_id")
        logging.getLogger("client.core.controls").debug("press %s: %s", interaction.id, chosen)
        await honest(at, interaction, pressed, data)

    patch.setattr(controls, "_carry_out", log_and_carry_out)


@pytest.mark.parametrize("mutant", [talkative, log_everything, announcing, log_presses])
async def test_a_written_secret_would_be_found(
    tmp_path: Path, written: Written, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError, match=re.escape("was written")):
        await play_and_search(tmp_path, written, turns=2)
