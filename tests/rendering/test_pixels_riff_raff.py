"""Caches change no pixel: Riff Raff drawn after many other pictures, and with empty caches."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any

import pytest

from games.core import NATURE
from games.riff_raff import GAME
from games.riff_raff.loading.settled import Piece
from matches.texts import Texts
from rendering import Look, Strip
from rendering.riff_raff import renderer
from rendering.riff_raff.renderer import draw, draw_clip
from rendering.riff_raff.ship.camera import grow
from rendering.riff_raff.ship.scene import OBLIQUE, Moment, Scene
from tests.rendering.caches import forget
from tests.rendering.legible import PATIENCE
from tests.rendering.test_legibility_riff_raff import positions
from tests.rendering.test_riff_raff import accident, keyframes
from tests.support.laws.playouts import playout
from tests.support.numbers import times

POSITIONS = times(80, usual=2)
pytestmark = pytest.mark.timeout(PATIENCE)
SAY = Texts().say("it")


def test_caches_change_no_pixel() -> None:
    cases = []
    for number, state in enumerate(positions()[:POSITIONS]):
        seat = next((seat for seat in GAME.to_act(state) if seat != NATURE), None) if number % 2 else None
        view = GAME.view(state, seat)
        how: dict[str, Any] = {"say": SAY, "look": (Look(), Look(theme="dark"), Look(contrast=True))[number % 3]}
        if seat is not None:
            how |= {"seat": seat, "moves": tuple(GAME.legal_moves(view, seat))}
        cases.append((view, how, draw(view, **how).png()))
    for view, how, first in cases:
        assert draw(view, **how).png() == first  # everything is cached by now
        assert forget() > 10
        assert draw(view, **how).png() == first


def test_caches_change_no_clip() -> None:
    view = accident()
    first = draw_clip(view, keyframes(view, 3.0), say=SAY)
    assert forget() > 10
    assert draw_clip(view, keyframes(view, 3.0), say=SAY) == first


def test_a_film_draws_equal_plies_once_and_each_ply_as_if_alone() -> None:
    half = Look(half=True)
    views = [GAME.view(state, None) for state in playout("riff_raff", 1).states]
    shown = [draw(view, say=SAY, look=half) for view in views]
    assert len({id(picture) for picture in shown}) < len(shown) * 3 // 4
    for view, picture in zip(views, shown, strict=True):
        alone = renderer._draw_public(view, SAY, half, Strip())
        assert alone.image.tobytes() == picture.image.tobytes()
        assert alone.boxes == picture.boxes


RESTED = (
    Piece(15, "crate", 1.7643, -2.4512, 3.9812, 0.03618, 1.5e-05, -0.000866, 0.999345, 2),
    Piece(1, "plank", 6.8919, 0.9075, 3.0322, 0.000692, 0.010902, -0.99994, -5e-05, 1),
    Piece(18, "bottle", 1.9291, 1.6569, 3.8451, 0.706625, 0.279958, 0.649688, -0.014484, 1),
    Piece(13, "boat", 0.3777, -7.3985, 15.1609, 0.001001, -0.979304, -0.202386, 0.001586, 8),
)
"""Pieces as settles left them: they have sunk some hundredths of a centimetre into the things below."""


@pytest.mark.parametrize("piece", RESTED, ids=lambda piece: piece.kind)
@pytest.mark.parametrize(("roll", "pitch"), [(0, 0), (-4, 1), (9, -3), (-12, 5)])
def test_the_ship_does_not_hide_its_cargo(piece: Piece, roll: float, pitch: float) -> None:
    scene = Scene(Moment((piece,), roll, pitch), OBLIQUE.at(25, 765, 664))
    hull, yard = 0, next(index for index, thing in enumerate(scene.things) if thing.at[2] == 14.5)
    cargo = next(index for index, thing in enumerate(scene.things) if thing.piece)
    painted = scene._order.index
    assert painted(yard if piece.area == 8 else hull) < painted(cargo)


@pytest.mark.parametrize("count", [3, 4, 6, 8, 16])
def test_a_grown_shape_has_the_shape_inside(count: int) -> None:
    turns = [-2 * pi * i / count for i in range(count)]  # anticlockwise on a picture, whose y runs down
    out = grow([(10 * cos(turn), 10 * sin(turn)) for turn in turns], 3)
    away = [
        abs(x0 * y1 - x1 * y0) / hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise((*out, out[0]))
    ]  # of its sides from the middle
    assert min(away) == pytest.approx(10 * cos(pi / count) + 3)
    assert 13 - 1e-9 < max(hypot(x, y) for x, y in out) < 13.5
