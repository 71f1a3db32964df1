"""Hide what a seat may not know, and reshuffle it (rules A3, B4).

The secrets are the cards chosen for this round, the cards in other hands (with the option `hide_played`), and the
result of a loading while a player may still stretch out a hand.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.core import HIDDEN
from games.riff_raff.loading.settled import SECTORS, Fall, Settled
from games.riff_raff.state import Card, State
from games.rng import Rng


def view(state: State, seat: int | None) -> State:
    """Hide the secrets of others from `seat` (None: the public), and the pending result from everybody."""
    chosen, hands, pending = state.chosen, state.hands, state.pending
    if state.phase == "select":
        chosen = tuple(c if c is None or s == seat else HIDDEN for s, c in enumerate(chosen))
    if state.options.hide_played:
        hands = tuple(h if s == seat else _hide_cards(len(h)) for s, h in enumerate(hands))
    if pending is not None:
        pending = HIDDEN
    if chosen == state.chosen and hands == state.hands and pending == state.pending:
        return state
    return replace(state, chosen=chosen, hands=hands, pending=pending)


def reshuffle(state: State, seat: int | None, rng: Rng) -> State:
    """Draw new random secrets for the other seats, and a new pending result."""
    hands = tuple(
        _draw_other_hand(hand, top, rng) if state.options.hide_played and s != seat else hand
        for s, (hand, top) in enumerate(zip(state.hands, state.shown, strict=True))
    )
    chosen = tuple(card if card is None or s == seat else rng.choice(hands[s]) for s, card in enumerate(state.chosen))
    pending = state.pending if state.pending is None else _draw_other_end(state, rng)
    return replace(state, hands=hands, chosen=chosen, pending=pending)


def _hide_cards(count: int) -> tuple[Card, ...]:
    card: Card = HIDDEN
    return (card,) * count


def _draw_other_hand(hand: tuple[Card, ...], top: int | None, rng: Rng) -> tuple[Card, ...]:
    """Draw a hand of the same size, without the card on top of its owner's pile."""
    possible = [card for card in range(1, 11) if card != top]
    return tuple(sorted(rng.shuffle(possible)[: len(hand)]))


def _draw_other_end(state: State, rng: Rng) -> Settled:
    """Draw another result of the loading. Seats know only the heel: the loaded piece falls on that side, perhaps with
    others."""
    heel = state.heel or "bow"
    bearing = 45 * SECTORS.index(heel)
    gone = tuple(piece.id for piece in state.cargo if rng.below(4) == 0)
    falls = tuple(Fall(n, 1.0 + i / 4, bearing, heel) for i, n in enumerate((state.serial, *gone)))
    left = tuple(piece for piece in state.cargo if piece.id not in gone)
    peak = 5.0 + 20.0 * rng.unit()
    return Settled(left, state.roll, state.pitch, falls, yards=state.yards, peak=peak, heel=heel)
