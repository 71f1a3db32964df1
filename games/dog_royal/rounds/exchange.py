"""The exchange at the beginning of a round: every seat passes a card, all at the same time (rules, section 4)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core import HIDDEN
from games.dog_royal.components.cards import Card, hand_of
from games.dog_royal.moves import Give
from games.dog_royal.rounds.dealing import with_hand, without_card
from games.dog_royal.state import State, find_receiver


def list_gifts(state: State, seat: int) -> tuple[Give, ...]:
    """List the cards `seat` may pass: those of its hand, and the one it has chosen already."""
    cards = (*state.hands[seat], state.given[seat]) if state.given[seat] else state.hands[seat]
    return tuple(Give(card) for card in dict.fromkeys(hand_of(cards)) if card != HIDDEN)


def choose_card(state: State, seat: int, card: Card) -> State:
    """Lay aside the card that `seat` passes; a card it chose before returns to its hand."""
    before = state.given[seat]
    hand = hand_of((*state.hands[seat], before)) if before else state.hands[seat]
    given = (*state.given[:seat], card, *state.given[seat + 1 :])
    return replace(state, hands=with_hand(state, seat, without_card(hand, card)), given=given)


def exchange_cards(state: State) -> State:
    """Give all chosen cards to their receivers. `given` keeps them: giver and receiver know them from now on."""
    hands = list(state.hands)
    for giver, passed in enumerate(state.given):
        taker = find_receiver(state, giver)
        hands[taker] = hand_of((*hands[taker], passed))
    return replace(state, hands=tuple(hands))


def knows_gift(state: State, seat: int | None, giver: int) -> bool:
    """Tell whether `seat` knows the card that `giver` passes: the giver does, and after the exchange the receiver."""
    return seat == giver or (state.phase != "exchange" and seat == find_receiver(state, giver))
