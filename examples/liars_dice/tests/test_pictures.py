"""Liar's Dice can be read in every look, with any number of players: on a phone, in the dark, with large letters."""

from __future__ import annotations

from itertools import product
from typing import Literal

import pytest

from games.core import Seat
from games.rng import Rng
from rendering import Look, Picture
from rendering.english import say
from slowboat_liars_dice import GAME
from slowboat_liars_dice.rendering.renderer import draw
from slowboat_liars_dice.state import Bid, Doubt, Options, State
from tests.support.boxes import overlap

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOOKS = [Look(theme=theme, contrast=contrast) for theme, contrast in product(THEMES, (False, True))]


def positions(seats: int) -> list[State]:
    """List states of the first round of a match: at its start, after a bid, and after a doubt."""
    state = GAME.setup(seats, Options(), Rng(b"secret", "setup", 0))
    bid = GAME.apply(state, 0, Bid(3, "4"), Rng(b"secret", "ply", 1))
    return [state, bid, GAME.apply(bid, 1, Doubt(), Rng(b"secret", "ply", 2))]


def check(picture: Picture, *, piece: int, letter: int) -> None:
    """Check that everything is inside the picture, no words are cut short, and pieces and letters are large enough."""
    width, height = picture.size
    for box in picture.boxes:
        assert min(box.x0, box.y0) >= 0, box
        assert box.x1 <= width, box
        assert box.y1 <= height, box
        assert "…" not in box.label, box
        if box.kind == "piece":
            assert min(box.width, box.height) >= piece, box
        if box.kind in ("letter", "text"):
            assert box.height >= letter, box
    pieces = [box for box in picture.boxes if box.kind == "piece"]
    assert not [pair for pair in product(pieces, pieces) if pair[0] is not pair[1] and overlap(*pair)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_pictures_can_be_read(seats: int) -> None:
    for state in positions(seats):
        seat: Seat = state.turn
        public, private = GAME.view(state, None), GAME.view(state, seat)
        moves = GAME.legal_moves(private, seat)
        for look in LOOKS:
            check(draw(public, say=say, look=look), piece=36, letter=30)
            for ghost in (None, moves[0], moves[-1]):
                check(draw(private, say=say, seat=seat, moves=moves, ghost=ghost, look=look), piece=66, letter=66)
        check(draw(public, say=say, look=Look(large=True)), piece=66, letter=66)


def test_the_ghost_of_a_bid_and_of_a_doubt_can_be_seen() -> None:
    _, state, _ = positions(3)
    view = GAME.view(state, 1)
    plain, bid, doubt = (draw(view, say=say, seat=1, ghost=ghost).encode() for ghost in (None, Bid(4, "2"), Doubt()))
    assert len({plain, bid, doubt}) == 3


def test_dice_that_were_shown_are_drawn_until_the_next_bid() -> None:
    _, bid, lifted = positions(2)
    shown = {box.label for box in draw(GAME.view(lifted, None), say=say).boxes if box.label.startswith("die")}
    assert shown == {f"die {face}" for hand in bid.dice for face in hand}
    again = GAME.apply(lifted, lifted.turn, Bid(1, "2"), Rng(b"secret", "ply", 3))
    shown = {box.label for box in draw(GAME.view(again, None), say=say).boxes if box.label.startswith("die")}
    assert shown == {"die ?"}
