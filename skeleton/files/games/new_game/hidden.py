"""The view of a seat in New Game, and other states it could not tell apart."""

from __future__ import annotations

from msgspec.structs import replace

from games.core import HIDDEN, Seat
from games.new_game.state import CARDS, State
from games.rng import Rng


def view(state: State, seat: Seat | None) -> State:
    """Hide the deck and the hands of the other seats."""
    return replace(
        state,
        hands=tuple(hand if other == seat else (HIDDEN,) * len(hand) for other, hand in enumerate(state.hands)),
        deck=(HIDDEN,) * len(state.deck),
    )


def reshuffle(state: State, seat: Seat | None, rng: Rng) -> State:
    """Reshuffle all cards that `seat` (None: the public) has not seen."""
    seen = {*state.played, *state.table, *(state.hands[seat] if seat is not None else ())}
    unseen = list(rng.shuffle([card for card in CARDS if card not in seen]))
    hands = tuple(
        hand if other == seat else tuple(sorted(unseen.pop() for _ in hand)) for other, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, deck=tuple(unseen))
