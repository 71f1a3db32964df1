"""Deal the cards that a seat cannot see."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from games.core import HIDDEN
from games.dog_royal.components.cards import FULL_DECK, ORDER, Card, hand_of
from games.dog_royal.state import HAND, State, find_receiver
from games.rng import Rng


class Worlds:
    """The deals that a seat cannot tell from the real one."""

    def __init__(self, view: State, seat: int) -> None:
        self._view = view
        self._exchange = view.phase == "exchange"
        self._own = view.hands[seat]
        self._seat = seat
        seen = [*view.discard, *self._own]
        if self._exchange and view.given[seat]:
            seen.append(view.given[seat])
        left = Counter(FULL_DECK)
        left.subtract(seen)
        self._passed = self._find_passed(left)
        left.subtract(self._passed)
        self._unseen = sorted(left.elements(), key=ORDER.__getitem__)

    def _find_passed(self, left: Counter[Card]) -> list[Card]:
        """Find the card that the seat has passed in this round, if its receiver seems to have it still.

        The view does not say who played a card. So assume that the receiver still has it if nobody has played an
        identical card in this round; the newest cards are on top of the pile.
        """
        view, seat = self._view, self._seat
        card = view.given[seat]
        taker = find_receiver(view, seat)
        if self._exchange or not card or not view.hands[taker] or not left[card]:
            return []
        played = sum(
            HAND - len(hand) for other, hand in enumerate(view.hands) if other not in view.dropped and len(hand) < HAND
        )
        return [] if card in view.discard[:played] else [card]

    def deal(self, rng: Rng) -> State:
        """Deal one world, a full state. In the exchange, others have no choices yet: the playout chooses for them."""
        view, seat = self._view, self._seat
        cards = list(rng.shuffle(self._unseen))
        hands: list[tuple[Card, ...]] = []
        for owner, hand in enumerate(view.hands):
            if owner == seat:
                hands.append(hand)
                continue
            known = self._passed if owner == find_receiver(view, seat) else []
            count = len(hand) + (self._exchange and bool(view.given[owner])) - len(known)
            hands.append(hand_of([*known, *cards[len(cards) - count :]]))
            del cards[len(cards) - count :]
        given = view.given
        if self._exchange:
            given = tuple(card if owner == seat else "" for owner, card in enumerate(given))
        return replace(
            view,
            deck=tuple(cards),
            hands=tuple(hands),
            given=tuple(card if card != HIDDEN else "" for card in given),
            drawer=-1,
            drawn="",
            events=(),
        )
