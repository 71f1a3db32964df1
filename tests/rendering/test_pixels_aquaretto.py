"""Caches change no pixel: Aquaretto drawn after many other pictures, and with empty caches."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.aquaretto import GAME
from matches.texts import Texts
from rendering import Look
from rendering.aquaretto import stretchable_panels
from rendering.aquaretto.renderer import draw
from rendering.drawing import sprites
from rendering.drawing.canvas import Canvas
from rendering.drawing.sprites import draw_plate, draw_ring
from rendering.drawing.theme import INK, WHITE
from tests.rendering.caches import forget
from tests.rendering.legible import PATIENCE
from tests.rendering.test_legibility_aquaretto import fill_up, playout
from tests.support.numbers import times

POSITIONS = times(40, usual=2)
pytestmark = pytest.mark.timeout(PATIENCE)
SAY = Texts().say("de")


def test_caches_change_no_pixel() -> None:
    chance, cases = random.Random(21), []
    for number in range(POSITIONS):
        states = playout(2 + number % 4, chance)
        for state in (chance.choice(states), fill_up(states[-1], chance)):
            view = GAME.view(state, None)
            how: dict[str, Any] = {"say": SAY, "look": (Look(), Look(theme="dark"), Look(contrast=True))[number % 3]}
            if number % 2 and not view.over:
                how |= {"seat": view.active, "moves": GAME.legal_moves(view, view.active)}
            cases.append((view, how, draw(view, **how).png()))
    for view, how, first in cases:
        assert draw(view, **how).png() == first  # everything is cached by now
        assert forget() > 10
        assert draw(view, **how).png() == first


@pytest.mark.parametrize("size", [(90, 70), (301, 218), (583, 341)])
def test_a_panel_equals_one_large_sprite(size: tuple[int, int]) -> None:
    width, height = size
    ground = sprites.Layer(700, 400, (200, 220, 230), lambda _: None)
    one, other = (Canvas(ground, "aquaretto", Look()) for _ in range(2))
    stretchable_panels.draw_panel(one, (20, 30, width, height), WHITE, INK, radius=16)
    stretchable_panels.draw_frame(one, (11, 21, width + 18, height + 18))
    other.paste(draw_plate(width, height, WHITE, 16, INK), 20, 30)
    other.paste(draw_ring(width + 18, height + 18, 20, one.theme.line, one.theme.rim), 11, 21)
    assert one.finish().image.tobytes() == other.finish().image.tobytes()
