"""No secret is shown: two positions a seat cannot tell apart look the same to it, byte for byte."""

from __future__ import annotations

import json
import logging
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from discord import app_commands
from msgspec import structs

import games
from client.board import board as _board
from client.board.board import build_board
from client.messages.log_text import describe_log
from client.pictures.painter import Painter
from client.turn.panel import add_forced, build_panel
from data import LogRow
from games.core import NATURE, AnyGame, Seat
from games.rng import Rng
from games.text import T
from matches.match import Match
from matches.play import fold_draft
from matches.texts import Texts
from tests.laws.playouts import has_secrets
from tests.numbers import FULL, times
from tests.security.scene import other_world, scene
from tests.security.wire import Wire, draw_no_films, wire

from .offline import LANGUAGES, list_playable, make_running_match, setup

PAIRS = times(20_000, usual=400)
"""Pairs of positions compared in words and menus, over all games; every tenth of them in pictures too."""


SECRETIVE = [name for name in list_playable() if has_secrets(games.load(name))]


def positions(name: str, most: int) -> Iterator[tuple[AnyGame, Any, int, Any, int]]:
    """Play random games and yield their positions: (game, state, seats, options, number)."""
    number = 0
    seed = 0
    while True:
        seats = setup(name, 2, 0)[0].seats
        game, state, options = setup(name, seats[seed % len(seats)], seed)
        players = seats[seed % len(seats)]
        for ply in range(80):
            to_act = game.to_act(state)
            if not to_act or NATURE in to_act:
                break
            yield game, state, players, options, number
            number += 1
            if number >= most:
                return
            rng = Rng(seed.to_bytes(32, "big"), "ply", ply)
            seat = rng.choice(to_act)
            state = game.apply(state, seat, rng.choice(game.legal_moves(state, seat)), rng)
        seed += 1


def in_words(match: Match, seat: Seat | None, texts: Texts, language: str) -> str:
    """Collect all words a seat (None: the channel) is shown: position, status, events, menus, autocomplete, board."""
    say = texts.say(language, match.cast())
    view = match.view(seat)
    words = match.words
    told: list[Any] = [say(words.status(view)), *(say(line) for line in words.position(view, seat))]
    events = msgspec.json.encode(match.state.events).decode()
    told += describe_log(match, [LogRow(1, "ply", 0, "x", events, None, None, None, 0.0)], say)
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


async def in_pictures(match: Match, seat: Seat | None, painter: Painter, language: str) -> tuple[object, ...]:
    """Collect everything that is drawn or sent with a picture: components, bytes, file names, alt texts."""
    say = painter.texts.say(language, match.cast())
    public = await painter.draw_public_board(match, seq=match.seq)
    view = build_board(match, public, [], say).view
    if seat is None:
        return public, json.dumps(view.to_components(), default=str)
    mine = await painter.draw_private_board(match, language, seat=seat)
    shown = await build_panel(match, seat, (), painter, language)
    return (
        public,
        mine,
        json.dumps(view.to_components(), default=str),
        json.dumps(shown.view.to_components(), default=str),
        shown.file.filename,
        shown.file.description,
        shown.file.fp.read(),
    )


@pytest.mark.parametrize("name", SECRETIVE)
async def test_the_other_world_looks_the_same(name: str) -> None:
    painter = Painter(Texts())
    differing = 0
    for game, state, players, options, number in positions(name, PAIRS // len(SECRETIVE)):
        seat = (*range(players), None)[(number + number // 10) % (players + 1)]
        language = LANGUAGES[number % 4]
        other = game.reshuffle(state, seat, Rng(number.to_bytes(32, "big"), "reshuffle", 0))
        differing += other != state
        one, two = (make_running_match(game, world, players, options, language=language) for world in (state, other))
        assert in_words(one, seat, painter.texts, language) == in_words(two, seat, painter.texts, language)
        assert in_words(one, None, painter.texts, language) == in_words(two, None, painter.texts, language)
        if number % 10 == 0:
            assert await in_pictures(one, seat, painter, language) == await in_pictures(two, seat, painter, language)
    assert differing > 0, "the pairs never differed: this proves nothing"


@pytest.mark.parametrize("name", SECRETIVE)
async def test_a_leak_would_be_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a view that hides nothing, and a status that quotes it."""
    game, words = games.load(name), games.words(name)
    monkeypatch.setattr(type(game), "view", lambda self, state, seat: structs.replace(state))
    monkeypatch.setattr(words, "status", lambda view: T("{all}", all=msgspec.json.encode(view).decode()))
    with pytest.raises(AssertionError):
        await test_the_other_world_looks_the_same(name)


SHOWN = ("play", "words", "replay", "step", "jump", "sight", "film", "journal", "log", "more", "ask_undo", "show_undo")
"""Buttons and menus that show something of a match."""

COMMANDS = ("board", "log", "report", "replay", "film", "verify", "turns", "rules", "hand")
"""Commands that show something of a match, in any group."""


AnyCommand = app_commands.Command[Any, ..., Any]


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


async def look_around(folder: Path, patch: pytest.MonkeyPatch, *, hide_nothing: bool = False) -> None:
    """Compare all answers in two worlds, in every game with secrets, for the first two seats and for a stranger."""
    log = Everything()
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(log)
    root.setLevel(logging.DEBUG)
    try:
        first = await scene(folder / "first", SECRETIVE)
        for seat in (0, 1):
            other, differing = other_world(first, folder / f"other{seat}", seat=seat)
            assert differing > 0, "the worlds are the same: this proves nothing"
            shutil.copytree(first.folder, folder / f"one{seat}")
            with pytest.MonkeyPatch.context() as leaky:
                if hide_nothing:
                    reveal(leaky)
                async with wire(folder / f"one{seat}", patch) as one, wire(other, patch) as two:
                    log.lines = []
                    for name in SECRETIVE:
                        match = first.matches[name]
                        for user in (match.holder(seat).user_id or 0, 5):
                            seen = [await answers(at, match, user, log) for at in (one, two)]
                            assert len(seen[0]) > 40, "hardly anything was answered"
                            for here, there in zip(*seen, strict=True):
                                assert here == there, f"{name}: seat {seat} (user {user}) can tell the worlds apart"
    finally:
        root.removeHandler(log)
        root.setLevel(level)


def reveal(patch: pytest.MonkeyPatch) -> None:
    """Mutant: return the state to everybody who asks for a view."""
    patch.setattr(Match, "view", lambda self, seat: self.state)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_no_films(monkeypatch)


async def test_every_answer_is_the_same_in_both_worlds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undrawn: None
) -> None:
    await look_around(tmp_path, monkeypatch)


async def test_a_leaking_answer_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undrawn: None) -> None:
    with pytest.raises(AssertionError, match="tell the worlds apart"):
        await look_around(tmp_path, monkeypatch, hide_nothing=True)
