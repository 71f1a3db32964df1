"""Deal the cards that a seat cannot see."""

from __future__ import annotations

from msgspec.structs import replace

from games.core import HIDDEN
from games.dog_royal.components.cards import Card, hand_of
from games.dog_royal.hidden import find_passed_card, list_unseen_cards
from games.dog_royal.state import State, find_receiver
from games.rng import Rng


class Worlds:
    """The deals that a seat cannot tell from the real one."""

    def __init__(self, view: State, seat: int) -> None:
        self._view = view
        self._exchange = view.phase == "exchange"
        self._own = view.hands[seat]
        self._seat = seat
        passed = find_passed_card(view, seat)
        self._passed = (passed,) if passed else ()
        self._unseen = list_unseen_cards(view, seat, (self._own, self._passed))

    def deal(self, rng: Rng) -> State:
        """Deal one world, a full state. In the exchange, others have no choices yet: the playout chooses for them."""
        view, seat = self._view, self._seat
        cards = list(rng.shuffle(self._unseen))
        hands: list[tuple[Card, ...]] = []
        for owner, hand in enumerate(view.hands):
            if owner == seat:
                hands.append(hand)
                continue
            known = self._passed if owner == find_receiver(view, seat) else ()
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
