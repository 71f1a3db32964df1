"""Nobody sees what they may not know: two positions that differ only in hidden things look the same, byte for byte."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import structs

import games
from cogs import _board
from cogs._board import board
from cogs._panel import panel, with_forced
from cogs._pictures import private_board, public_board
from data import LogRow
from games.core import HIDDEN, NATURE, AnyGame, Seat
from games.rng import Rng
from games.text import T
from matches.match import Match
from matches.play import folded
from matches.texts import Texts

from .offline import LANGUAGES, playable, running, setup

PAIRS = 20_000 if os.environ.get("SLOWBOAT_FULL") else 2_000
"""Pairs compared in words and menus, over all games; every tenth of them in pictures too."""


def _secretive(name: str) -> bool:
    game, state, _ = setup(name, games.load(name).seats[0], 1)
    return HIDDEN in json.dumps(msgspec.to_builtins(game.view(state, None)))


SECRETIVE = [name for name in playable() if _secretive(name)]


def positions(name: str, most: int) -> Iterator[tuple[AnyGame, Any, int, Any, int]]:
    """Positions of random games: (game, state, seats, options, number)."""
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
    """Everything a person (None: the channel) is told in words: position, status, menus, autocomplete, board."""
    say = texts.say(language, match.cast())
    view = match.view(seat)
    words = match.words
    told: list[Any] = [say(words.status(view)), *(say(line) for line in words.position(view, seat))]
    told += _board.summary(match, [LogRow(1, "ply", 0, "x", "[]", None, None, None, 0.0)], say)
    told += _board.awaited(match, say)
    if seat is not None and seat in match.decisions:
        draft = with_forced(match, seat, ())
        told.append(draft.codes)
        position = folded(match, seat, draft.codes)
        shown = match.game.view(position.state, seat)
        told.append(say(words.prompt(shown, seat)))
        for move in match.game.legal_moves(position.state, seat):
            told.append([move.code, *map(say, words.menu(shown, seat, move))])
            told += [say(warning) for warning in words.warnings(shown, seat, move)]
    return json.dumps(told, default=str)


async def in_pictures(match: Match, seat: Seat, texts: Texts, language: str) -> tuple[object, ...]:
    """Everything that is drawn or sent with a picture: components, bytes, file names, alt texts."""
    say = texts.say(language, match.cast())
    public = await public_board(match, texts, seq=match.row.seq)
    view, _ = board(match, public, [], say)
    mine = await private_board(match, texts, language, seat=seat)
    shown = await panel(match, seat, (), texts, language)
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
    texts = Texts()
    differing = 0
    for game, state, players, options, number in positions(name, PAIRS // len(SECRETIVE)):
        seat = number % players
        language = LANGUAGES[number % 4]
        other = game.resample(game.view(state, seat), seat, Rng(number.to_bytes(32, "big"), "resample", 0))
        differing += other != state
        one, two = (running(game, world, players, options, language=language) for world in (state, other))
        assert in_words(one, seat, texts, language) == in_words(two, seat, texts, language)
        assert in_words(one, None, texts, language) == in_words(two, None, texts, language)
        if number % 10 == 0:
            assert await in_pictures(one, seat, texts, language) == await in_pictures(two, seat, texts, language)
    assert differing > 0, "the pairs never differed: this proves nothing"


@pytest.mark.parametrize("name", SECRETIVE)
async def test_a_leak_would_be_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that hides nothing, and a word that says what is in it."""
    game, words = games.load(name), games.words(name)
    monkeypatch.setattr(type(game), "view", lambda self, state, seat: structs.replace(state))
    monkeypatch.setattr(words, "status", lambda view: T("{all}", all=msgspec.json.encode(view).decode()))
    with pytest.raises(AssertionError):
        await test_the_other_world_looks_the_same(name)
