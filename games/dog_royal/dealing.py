"""Set up a game, deal its rounds, and exchange a card at the beginning of each (rules, sections 3 and 4)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core import HIDDEN
from games.dog_royal.components.boards import ABSENT, HOME, Place, arms, seating
from games.dog_royal.components.cards import FULL_DECK, Card, hand_of
from games.dog_royal.events import AnyEvent, Dealt, Reshuffled
from games.dog_royal.moves import Give
from games.dog_royal.options import Options
from games.dog_royal.state import HAND, State, count_pieces_per_colour, find_receiver
from games.rng import Rng


def setup(seats: int, options: Options, rng: Rng) -> State:
    """Create the first position: all pieces at home, a random dealer, five cards dealt."""
    colours = seating(seats, three_on_six=options.three_on_six)
    state = State(
        options=options,
        colours=colours,
        pieces=tuple(
            _first_places(options) if colour in colours else ()
            for colour in range(arms(seats, three_on_six=options.three_on_six))
        ),
        phase="exchange",
        round=0,
        dealer=rng.below(seats),
        turn=-1,
        turns=0,
        deck=rng.shuffle(FULL_DECK),
        discard=(),
        hands=((),) * seats,
        given=("",) * seats,
    )
    return deal_round(state, rng, [])


def _first_places(options: Options) -> tuple[Place, ...]:
    """Return the first places of a colour's pieces. With three pieces the first one, in Royal the king, is absent."""
    absent = 4 - count_pieces_per_colour(options)
    return (ABSENT,) * absent + (HOME,) * (4 - absent)


def draw_cards(state: State, count: int, rng: Rng, events: list[AnyEvent]) -> tuple[State, tuple[Card, ...]]:
    """Draw cards. If the deck runs short, shuffle the discard pile and put it under the deck (11-N)."""
    deck, pile = state.deck, state.discard
    if len(deck) < count:
        events.append(Reshuffled(len(pile)))
        deck, pile = deck + rng.shuffle(pile), ()
    return replace(state, deck=deck[count:], discard=pile), deck[:count]


def deal_round(state: State, rng: Rng, events: list[AnyEvent]) -> State:
    """Begin the next round, whose dealer is already set: deal five cards each and open the exchange."""
    n = state.seats
    state, cards = draw_cards(state, HAND * n, rng, events)
    hands: list[tuple[Card, ...]] = [()] * n
    for k in range(n):
        hands[(state.starter + k) % n] = hand_of(cards[HAND * k : HAND * (k + 1)])
    number = state.round + 1
    events.append(Dealt(number, state.starter))
    return replace(
        state,
        phase="exchange",
        round=number,
        turn=-1,
        hands=tuple(hands),
        given=("",) * n,
        last="",
        dropped=(),
        events=tuple(events),
    )


def with_hand(state: State, seat: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return all hands with that of one seat replaced."""
    hands = [*state.hands]
    hands[seat] = hand
    return tuple(hands)


def without_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return a hand without one card."""
    index = hand.index(card)
    return hand[:index] + hand[index + 1 :]


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
