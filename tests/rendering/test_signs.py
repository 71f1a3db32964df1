"""The signs of games: every move that names one finds it, and Discord takes it as an emoji."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import games
from games.coaching import list_wishes
from games.rng import Rng
from rendering import renderer
from rendering.signs import SIZE
from tests.support.here import draw_signs

_MOST_BYTES = 256 * 1024
"""Discord's limit for an emoji."""


@pytest.mark.parametrize("name", games.names())
def test_discord_takes_every_sign(name: str) -> None:
    for sign, png in draw_signs(name).items():
        assert len(png) < _MOST_BYTES
        with Image.open(io.BytesIO(png)) as shown:
            assert (shown.format, shown.size, shown.mode) == ("PNG", (SIZE, SIZE), "RGBA")
            left, top, right, bottom = shown.getbbox() or (0, 0, 0, 0)
            assert max(right - left, bottom - top) > SIZE * 0.9, f"{sign} is small"


@pytest.mark.parametrize("name", [each for each in games.names() if "draw_signs" in vars(type(renderer(each)))])
def test_every_sign_of_a_move_is_drawn(name: str) -> None:
    game, words, signs, met = games.load(name), games.words(name), draw_signs(name), set()
    for seed in range(2):
        secret = bytes([seed]) * 32
        state = game.setup(max(game.seats), game.options_type(), Rng(secret, "setup", 0))
        for ply in range(60):
            acting = [seat for seat in game.to_act(state) if seat >= 0]
            if not acting:
                break
            moves = game.legal_moves(state, acting[0])
            view = game.view(state, acting[0])
            for move in (*moves, *list_wishes(game, view, acting[0])):
                named = words.signs(view, acting[0], move)
                assert len(named) <= len(words.menu(view, acting[0], move)), move.code
                met |= {*named}
            chosen = Rng(secret, "choice", ply).choice(moves)
            state = game.apply(state, acting[0], chosen, Rng(secret, "ply", ply))
    assert met - {""}
    assert met - {""} <= {*signs}
