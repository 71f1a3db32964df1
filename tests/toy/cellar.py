"""Cellar: a small game in which seats remember cards that they no longer hold.

In turn, each seat shows a card of its hand, which scores its number, or puts one into the cellar, face down, and takes
the card that lay there. A seat may do so three times. When the next seat has no cards, the highest score wins.

A seat knows the cards it has put into the cellar and taken from it. So it knows what lies there, or what the seat holds
that took it: until that seat has put in a card again that this one never sees.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.core import HIDDEN, BadNotation, Event, Game, Known, Outcome, Seat
from games.rng import Rng

CARDS: Final = range(1, 13)
HAND: Final = 3
VISITS: Final = 3

Card = int | str
"""A number, or `HIDDEN` in a view."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to choose."""


class Move(Struct, frozen=True):
    """Show a card, or put it into the cellar."""

    card: Card
    to: str = "show"

    @property
    def code(self) -> str:
        return f"{self.to}/{self.card}"


class Shown(Event, frozen=True):
    seat: Seat
    card: Card


class Swapped(Event, frozen=True):
    seat: Seat

    reveals = True


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position."""

    hands: Annotated[tuple[tuple[Card, ...], ...], Known.OWN]
    cellar: Annotated[tuple[Card, ...], Known.NOBODY]
    put: Annotated[tuple[tuple[Card, ...], ...], Known.OWN]
    """The cards that each seat has put into the cellar, in order."""
    taken: Annotated[tuple[tuple[Card, ...], ...], Known.OWN]
    """The cards that each seat has taken from it, in order."""
    met: Annotated[tuple[tuple[Card, ...], ...], Known.MEMORY]
    """The cards that each seat has held, each once. How many they are tells whether a seat has taken one again."""
    swaps: tuple[Seat, ...] = ()
    """The seats that have gone to the cellar, in order."""
    shown: tuple[tuple[Card, ...], ...] = ()
    """By seat, in order."""
    turn: Seat = 0
    events: tuple[Shown | Swapped, ...] = ()


class Cellar(Game[State, Move, Options]):
    """The rules; see the docstring of the module."""

    name = "cellar"
    command = "cellar"
    seats = range(2, 4)
    ply_limit = 3 * (HAND + VISITS)

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        cards, none = rng.shuffle(CARDS), ((),) * seats
        hands = tuple(tuple(sorted(cards[HAND * seat : HAND * (seat + 1)])) for seat in range(seats))
        return State(hands, cards[-1:], put=none, taken=none, met=hands, shown=none)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if state.hands[state.turn] else ()

    def legal_moves(self, state: State, seat: Seat) -> list[Move]:
        if seat not in self.to_act(state):
            return []
        ways = ("show", "put") if state.swaps.count(seat) < VISITS else ("show",)
        return [Move(card, way) for way in ways for card in state.hands[seat] if card != HIDDEN]

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> State:
        left = [card for card in state.hands[seat] if card != move.card]
        after = replace(state, turn=(seat + 1) % len(state.hands))
        if move.to == "show":
            shown = _add(state.shown, seat, move.card)
            return replace(after, hands=_put(state.hands, seat, left), shown=shown, events=(Shown(seat, move.card),))
        found = state.cellar[0]
        return replace(
            after,
            hands=_put(state.hands, seat, [*left, found]),
            cellar=(move.card,),
            put=_add(state.put, seat, move.card),
            taken=_add(state.taken, seat, found),
            met=_put(state.met, seat, {*state.met[seat], found}),
            swaps=(*state.swaps, seat),
            events=(Swapped(seat),),
        )

    def outcome(self, state: State) -> Outcome | None:
        return None if self.to_act(state) else Outcome.by_score([sum(map(int, shown)) for shown in state.shown])

    def reshuffle(self, state: State, seat: Seat | None, rng: Rng) -> State:
        """Deal what the seat does not see, and leave where they are the cards it has put into the cellar."""
        seats, known = range(len(state.hands)), list_known_swaps(state, seat)
        kept: list[list[Card]] = [[] for _ in seats]
        for number, card in known.items():
            taker = state.swaps[number + 1] if number + 1 < len(state.swaps) else None
            later = [known.get(n) for n in range(number + 2, len(state.swaps)) if state.swaps[n] == taker]
            if taker not in (None, seat) and card not in later and None not in later and card not in state.shown[taker]:
                kept[taker].append(card)
        cellar = [known[len(state.swaps) - 1]] if len(state.swaps) - 1 in known else []
        own = state.hands[seat] if seat is not None else ()
        seen = {*own, *cellar, *(card for cards in (*state.shown, *kept) for card in cards)}
        unseen = list(rng.shuffle([card for card in CARDS if card not in seen]))
        hands, put, taken, met = list(state.hands), list(state.put), list(state.taken), list(state.met)
        for other in seats:
            if other == seat:
                continue
            hands[other] = tuple(sorted(kept[other] + [unseen.pop() for _ in hands[other][len(kept[other]) :]]))
            numbers = [number for number, swapper in enumerate(state.swaps) if swapper == other]
            put[other] = tuple(known.get(number) or rng.choice(CARDS) for number in numbers)
            taken[other] = tuple(known.get(number - 1) or rng.choice(CARDS) for number in numbers)
            met[other] = tuple(sorted({*hands[other], *put[other], *taken[other], *state.shown[other]}))
        deck = tuple(cellar) or (unseen.pop(),)
        return replace(state, hands=tuple(hands), cellar=deck, put=tuple(put), taken=tuple(taken), met=tuple(met))

    def check(self, state: State) -> None:
        seats = range(len(state.hands))
        by_seat = (state.put, state.taken, state.met, state.shown)
        if len(seats) not in self.seats or any(len(each) != len(seats) for each in by_seat):
            raise BadNotation(f"{len(seats)} hands: there are two or three seats")
        if state.turn not in seats or not {*state.swaps} <= {*seats} or len(state.cellar) != 1:
            raise BadNotation(f"turn={state.turn} swaps={state.swaps[:9]} cellar={state.cellar[:9]}")
        for seat in seats:
            if not len(state.put[seat]) == len(state.taken[seat]) == state.swaps.count(seat) <= VISITS:
                raise BadNotation(f"seat {seat} has gone to the cellar {len(state.put[seat])} times")
        cards = [card for group in (*state.hands, *state.shown, state.cellar) for card in group if card != HIDDEN]
        held = [card for group in (*state.put, *state.taken, *state.met) for card in group if card != HIDDEN]
        if not {*cards, *held} <= {*CARDS} or len({*cards}) < len(cards) or len(cards) > len(CARDS):
            raise BadNotation("a card is unknown, or there twice")


def list_known_swaps(state: State, seat: Seat | None) -> dict[int, Card]:
    """List what a seat knows of the cards that were put into the cellar, by their number: its own, and what it took."""
    known: dict[int, Card] = {}
    if seat is not None:
        numbers = [number for number, swapper in enumerate(state.swaps) if swapper == seat]
        known |= zip(numbers, state.put[seat], strict=True)
        known |= {number - 1: card for number, card in zip(numbers, state.taken[seat], strict=True) if number}
    return known


def _put(hands: tuple[tuple[Card, ...], ...], seat: Seat, cards: Any) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(sorted(cards)) if other == seat else hand for other, hand in enumerate(hands))


def _add(piles: tuple[tuple[Card, ...], ...], seat: Seat, card: Card) -> tuple[tuple[Card, ...], ...]:
    return tuple((*pile, card) if other == seat else pile for other, pile in enumerate(piles))


GAME = Cellar()
