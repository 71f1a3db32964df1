"""No secret is shown: two positions a seat cannot tell apart look the same to it, byte for byte."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from discord import app_commands
from msgspec import structs

import games
from client.board.board import build_board
from client.pictures.painter import Painter
from client.turn.panel import build_panel
from games.core import NATURE, AnyGame, Seat
from games.rng import Rng
from games.text import T
from matches.guesses import find_turn
from matches.match import Match
from matches.texts import Texts
from tests.support.numbers import times
from tests.support.wire.offline import LANGUAGES, make_running_match, setup
from tests.support.wire.scene import other_world, scene
from tests.support.wire.shown import SECRETIVE, Everything, answers, in_words, reveal
from tests.support.wire.wire import draw_no_films, wire

PAIRS = times(20_000, usual=400)
"""Pairs of positions compared in words and menus, over all games; every tenth of them in pictures too."""


STRANGER = 99
"""Somebody without a seat."""


def positions(name: str, most: int) -> Iterator[tuple[AnyGame, Any, int, Any, int]]:
    """Play random games and yield their positions: (game, state, seats, options, number)."""
    number = 0
    seed = 0
    while True:
        seats = games.load(name).seats
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
        for user in (STRANGER, STRANGER if seat is None else one.holder(seat).user_id or STRANGER):
            assert find_turn(one, user) == find_turn(two, user), "what onlookers may say they would play"
        if number % 10 == 0:
            assert await in_pictures(one, seat, painter, language) == await in_pictures(two, seat, painter, language)
    assert differing > 0, "the pairs never differed: this proves nothing"


@pytest.mark.mutant
@pytest.mark.parametrize("name", SECRETIVE)
async def test_a_leak_would_be_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a view that hides nothing, and a status that quotes it."""
    game, words = games.load(name), games.words(name)
    monkeypatch.setattr(type(game), "view", lambda self, state, seat: structs.replace(state))
    monkeypatch.setattr(words, "status", lambda view: T("{all}", all=msgspec.json.encode(view).decode()))
    with pytest.raises(AssertionError):
        await test_the_other_world_looks_the_same(name)


AnyCommand = app_commands.Command[Any, ..., Any]


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


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_no_films(monkeypatch)


async def test_every_answer_is_the_same_in_both_worlds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undrawn: None
) -> None:
    await look_around(tmp_path, monkeypatch)


@pytest.mark.mutant
async def test_a_leaking_answer_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undrawn: None) -> None:
    with pytest.raises(AssertionError, match="tell the worlds apart"):
        await look_around(tmp_path, monkeypatch, hide_nothing=True)
