"""Choose a card: a small game between plans, solved by regret matching.

Each seat follows one of a few plans for its cards. Which plan is good depends on the position and on the plans of the
others. So the plans are played against each other to the end of the match, and a mixture is sought in which no other
plan would have won more. It is not quite an equilibrium: the others are expected to play like normal players most of
the time.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from games.core import Seat
from games.riff_raff import standin
from games.riff_raff.moves import CARDS, PlayCard
from games.riff_raff.state import State
from games.riff_raff.strong.sketch import BALANCED, HIGH, PLANS, Array, Sketch, begin
from games.rng import Rng

MATCHES: Final = 640
"""Matches that are played to their end to choose a card."""
TRUST: Final = 0.6
"""How often others are expected to play like a normal player, whatever would be best for them."""
_ITERATIONS: Final = 100


def choose_card(view: State, seat: Seat, rng: Rng) -> PlayCard:
    """Choose a card by the plan that is drawn from the solved game. Of seats with equal supplies the first takes the
    plan's best card, the second its second best and so on, as normal players do: so they do not play the same card.
    """
    sketch = Sketch([begin(view)], MATCHES, rng)
    plans = draw_plans(sketch, seat)
    costs = sketch.list_costs(plans)[:, seat]
    chances = solve(plans, sketch.finish(plans), seat)
    plan = min(int(np.searchsorted(np.cumsum(chances), rng.unit() * chances.sum(), side="right")), PLANS - 1)
    ranked = np.argsort(costs[plans[:, seat] == plan].mean(axis=0), kind="stable")
    held = len(view.hands[seat])
    return CARDS[int(ranked[min(standin.count_equals_before(view, seat), held - 1)]) + 1]


def draw_plans(sketch: Sketch, seat: Seat) -> Array:
    """Draw a plan for each seat and match: all equally often for `seat`, for others that of normal players in half of
    the cases."""
    plans: Array = np.floor(sketch.draw(sketch.seats) * PLANS).astype(int)
    normal = sketch.draw(sketch.seats) < (0.5 - 1 / PLANS) / (1 - 1 / PLANS)
    normal[:, seat] = False
    plans[normal] = get_normal_plan(sketch.seats)
    return plans


def get_normal_plan(seats: int) -> int:
    """Get the plan that normal players follow."""
    return HIGH if seats == 2 else BALANCED


def solve(plans: Array, shares: Array, seat: Seat) -> Array:
    """Find how often `seat` should follow each plan, by regret matching over matches played with random plans.

    `plans`, `shares`: each seat's plan and its share of the win, by match.
    """
    seats = plans.shape[1]
    drawn = np.array([np.bincount(plans[:, other], minlength=PLANS) for other in range(seats)]) + 1e-9
    regrets, total = np.zeros((seats, PLANS)), np.zeros((seats, PLANS))
    for _ in range(_ITERATIONS):
        mixed = _mix_plans(regrets)
        total += mixed
        expected = mixed.copy()
        expected[[other for other in range(seats) if other != seat]] *= 1 - TRUST
        expected[[other for other in range(seats) if other != seat], get_normal_plan(seats)] += TRUST
        weights = np.stack([expected[other, plans[:, other]] / drawn[other, plans[:, other]] for other in range(seats)])
        for mover in range(seats):
            weight = np.prod(np.delete(weights, mover, axis=0), axis=0)
            gained, met = (
                np.bincount(plans[:, mover], weights=each, minlength=PLANS)
                for each in (weight * shares[:, mover], weight)
            )
            worth = np.where(met > 0, gained / np.maximum(met, 1e-30), 0.0)
            regrets[mover] += worth - mixed[mover] @ worth
    chances: Array = total[seat] / _ITERATIONS
    return chances


def _mix_plans(regrets: Array) -> Array:
    """Mix plans in proportion to their positive regrets; in equal parts if there are none."""
    positive = np.maximum(regrets, 0.0)
    total = positive.sum(axis=1, keepdims=True)
    mixed: Array = np.where(total > 0, positive / np.maximum(total, 1e-30), 1 / regrets.shape[1])
    return mixed
