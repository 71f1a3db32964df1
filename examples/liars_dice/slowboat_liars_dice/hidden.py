"""The view of a seat in Liar's Dice, and other states it could not tell apart."""

from __future__ import annotations

from msgspec.structs import replace

from games.core import HIDDEN, Seat
from games.rng import Rng
from slowboat_liars_dice.play import roll
from slowboat_liars_dice.state import State


def view(state: State, seat: Seat | None) -> State:
    """Hide the dice under the cups of the other seats. Dice that were shown stand in the events and stay visible."""
    dice = tuple(hand if other == seat else (HIDDEN,) * len(hand) for other, hand in enumerate(state.dice))
    return replace(state, dice=dice)


def reshuffle(state: State, seat: Seat | None, rng: Rng) -> State:
    """Reroll the dice that `seat` (None: the public) cannot see."""
    rolled = roll([len(hand) for hand in state.dice], rng)
    return replace(state, dice=tuple(state.dice[other] if other == seat else hand for other, hand in enumerate(rolled)))
