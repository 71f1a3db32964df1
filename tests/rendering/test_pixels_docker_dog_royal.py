"""Caches change no pixel: each picture equals the one drawn with empty caches."""

from __future__ import annotations

from typing import Any

import pytest

import games
from games.core import NATURE
from games.rng import Rng
from rendering import Look, Picture, renderer
from rendering.__main__ import play_at_random
from rendering.english import say
from tests.rendering.caches import forget
from tests.rendering.legible import PATIENCE
from tests.support.numbers import times

POSITIONS = times(20, usual=2)
pytestmark = pytest.mark.timeout(PATIENCE)
LOOKS = (Look(), Look(theme="dark"), Look(contrast=True), Look(large=True), Look(half=True))


def orders(name: str, seats: int) -> list[dict[str, Any]]:
    """List arguments of `draw`: positions spread over a match, each public and for the seat to act."""
    game, chance, out = games.load(name), Rng(bytes(32), "orders", seats), []
    states = play_at_random(game, seats)
    for index in range(POSITIONS):
        state = states[index * (len(states) - 1) // (POSITIONS - 1)]
        look = LOOKS[(seats + index) % len(LOOKS)]
        out.append({"view": game.view(state, None), "look": look})
        for seat in [seat for seat in game.to_act(state) if seat != NATURE][:1]:
            view = game.view(state, seat)
            moves = tuple(game.legal_moves(view, seat))
            out.append({"view": view, "seat": seat, "moves": moves, "look": look})
            out.append({"view": view, "seat": seat, "ghost": chance.choice(moves), "look": look})
    return out


def draw_orders(name: str, order: dict[str, Any]) -> Picture:
    how = dict(order)
    return renderer(name).draw(how.pop("view"), say=say, **how)


@pytest.mark.parametrize(("name", "seats"), [("docker", 2), ("docker", 4), ("dog_royal", 3), ("dog_royal", 6)])
def test_a_kept_picture_equals_a_full_redraw(name: str, seats: int) -> None:
    wanted = orders(name, seats)
    for order in wanted:  # so that everything is cached, and in the order of a match
        draw_orders(name, order)
    kept = [draw_orders(name, order) for order in wanted]
    for order, picture in zip(wanted, kept, strict=True):
        assert forget() > 5
        full = draw_orders(name, order)
        assert full.image.tobytes() == picture.image.tobytes()
        assert full.image.getpalette() == picture.image.getpalette()
        assert full.boxes == picture.boxes
