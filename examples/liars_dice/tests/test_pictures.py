"""What the pictures of Liar's Dice show. Slowboat's `tests/laws` look whether they can be read."""

from __future__ import annotations

from games.rng import Rng
from rendering.english import say
from slowboat_liars_dice import GAME
from slowboat_liars_dice.rendering.renderer import draw
from slowboat_liars_dice.state import Bid, Doubt, Options

BEGUN = GAME.setup(3, Options(), Rng(b"secret", "setup", 0))
BID = GAME.apply(BEGUN, 0, Bid(3, "4"), Rng(b"secret", "ply", 1))
LIFTED = GAME.apply(BID, 1, Doubt(), Rng(b"secret", "ply", 2))


def test_the_ghost_of_a_bid_and_of_a_doubt_can_be_seen() -> None:
    view = GAME.view(BID, 1)
    plain, bid, doubt = (draw(view, say=say, seat=1, ghost=ghost).encode() for ghost in (None, Bid(4, "2"), Doubt()))
    assert len({plain, bid, doubt}) == 3


def test_dice_that_were_shown_are_drawn_until_the_next_bid() -> None:
    shown = {box.label for box in draw(GAME.view(LIFTED, None), say=say).boxes if box.label.startswith("die")}
    assert shown == {f"die {face}" for hand in BID.dice for face in hand}
    again = GAME.apply(LIFTED, LIFTED.turn, Bid(1, "2"), Rng(b"secret", "ply", 3))
    shown = {box.label for box in draw(GAME.view(again, None), say=say).boxes if box.label.startswith("die")}
    assert shown == {"die ?"}
