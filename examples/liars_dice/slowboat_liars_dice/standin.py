"""Choose a computer player's move by how likely a bid is true, judged from its own dice."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

from games.core import Seat
from games.rng import Rng
from slowboat_liars_dice.moves import legal_moves
from slowboat_liars_dice.play import count_dice
from slowboat_liars_dice.state import Bid, Doubt, Move, State

BELIEVED: Final = 0.4
"""A bid that is less likely than this is doubted, unless one's own best bid is likelier than the doubt to succeed."""
TEMPTING: Final = 0.1
"""The most by which a bid may be less likely than the best one and still be chosen, so that bids reveal less."""


def choose(view: State, seat: Seat, rng: Rng) -> Move:
    """Doubt a bid that is hard to believe, and otherwise raise to one of the likeliest bids."""
    bids = [move for move in legal_moves(view, seat) if isinstance(move, Bid)]
    chances = [chance(view, seat, bid) for bid in bids]
    best = max(chances, default=0.0)
    if view.bid is not None:
        believed = chance(view, seat, view.bid)
        if not bids or (believed < BELIEVED and 1 - believed > best):
            return Doubt()
    likely = [bid for bid, likelihood in zip(bids, chances, strict=True) if likelihood >= best - TEMPTING]
    return rng.choice(likely[:3])


def chance(view: State, seat: Seat, bid: Bid) -> float:
    """Estimate how likely a bid is true, from 0 to 1, if the dice of the others were rolled at random."""
    own = view.dice[seat]
    missing = bid.count - count_dice([own], bid.face, wild=view.wild)
    return at_least(missing, view.total - len(own), wild=view.wild)


@cache
def at_least(count: int, dice: int, *, wild: bool) -> float:
    """Compute the probability that at least `count` of `dice` dice show a certain face or a wild one."""
    hit = (2 if wild else 1) / 6
    return sum(comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(max(0, count), dice + 1))
