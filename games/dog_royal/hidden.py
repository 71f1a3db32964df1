"""What a seat may know, and filling in what it may not (rules, sections 4 and 14)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from games.core import HIDDEN
from games.dog_royal.cards import CARDS, FULL_DECK, Card, hand_of
from games.dog_royal.choices import hand_plays
from games.dog_royal.state import State, receiver
from games.rng import Rng


def view(state: State, seat: int | None) -> State:
    """Hidden: the deck's order, other hands, cards put down for the exchange; afterwards the giver and the receiver of
    a card still see it. The discard pile is open: all in it was played or shown."""

    def knows(giver: int) -> bool:
        return seat == giver or (state.phase != "exchange" and seat == receiver(state, giver))

    return replace(
        state,
        deck=(HIDDEN,) * len(state.deck),
        hands=tuple(hand if k == seat else (HIDDEN,) * len(hand) for k, hand in enumerate(state.hands)),
        given=tuple(card if not card or knows(k) else HIDDEN for k, card in enumerate(state.given)),
        drawn=state.drawn if seat == state.drawer else state.drawn and HIDDEN,
    )


def resample(view: State, rng: Rng) -> State:
    """A full state that looks like `view`. Whoever must play a card is given one that can be played, whoever must
    discard none."""
    known = [*view.discard, *(card for hand in view.hands for card in hand)]
    known += view.given if view.phase == "exchange" else ()
    unseen = list(rng.shuffled(_remaining(known)))
    hands = list(view.hands)
    if view.turn >= 0 and HIDDEN in hands[view.turn]:
        hands[view.turn] = _plausible_hand(view, unseen)
    for seat, hand in enumerate(hands):
        if HIDDEN in hand:
            hands[seat] = _take(unseen, len(hand))
    if view.phase == "exchange":
        given = tuple(_take(unseen, 1)[0] if card == HIDDEN else card for card in view.given)
    else:  # only a memory: the card itself is in a hand or was played
        given = tuple(rng.choice(FULL_DECK) if card == HIDDEN else card for card in view.given)
    drawn = view.drawn
    if drawn == HIDDEN:  # it is in the drawer's hand, unless the game ended or everybody has new cards since
        drawn = rng.choice(hands[view.drawer] or FULL_DECK)
    return replace(view, hands=tuple(hands), given=given, drawn=drawn, deck=tuple(unseen))


def _remaining(known: list[Card]) -> tuple[Card, ...]:
    """The full deck without the cards that can be seen."""
    left = Counter(FULL_DECK)
    left.subtract(card for card in known if card and card != HIDDEN)
    return tuple(left.elements())


def _take(cards: list[Card], count: int) -> tuple[Card, ...]:
    """Remove the last `count` cards and return them as a hand."""
    taken = cards[len(cards) - count :]
    del cards[len(cards) - count :]
    return hand_of(taken)


def _plausible_hand(view: State, unseen: list[Card]) -> tuple[Card, ...]:
    """A hand for the seat whose turn it is, taken from `unseen`: with a legal play just where the phase says so."""
    count = len(view.hands[view.turn])
    playable = {play.card for play in hand_plays(view, view.turn, hand=CARDS)}
    if view.phase == "turn":
        picked = [next(card for card in unseen if card in playable)]
    elif view.phase in ("discard", "discard_again"):
        picked = [card for card in unseen if card not in playable][:count]
    else:
        picked = []
    for card in picked:
        unseen.remove(card)
    return hand_of((*picked, *_take(unseen, count - len(picked))))
