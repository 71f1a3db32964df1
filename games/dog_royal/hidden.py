"""Hide what a seat may not know, and reshuffle it (rules, sections 4 and 14)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core import HIDDEN
from games.dog_royal.choices import legal_plays
from games.dog_royal.components.cards import CARDS, FULL_DECK, Card, hand_of
from games.dog_royal.rounds.exchange import knows_gift
from games.dog_royal.state import State, find_receiver
from games.rng import Rng


def view(state: State, seat: int | None) -> State:
    """Hide the order of the deck, other hands and other passed cards.

    After the exchange the giver and the receiver of a card still see it. The discard pile is face up.
    """

    return replace(
        state,
        deck=(HIDDEN,) * len(state.deck),
        hands=tuple(hand if k == seat else (HIDDEN,) * len(hand) for k, hand in enumerate(state.hands)),
        given=tuple(card if not card or knows_gift(state, seat, k) else HIDDEN for k, card in enumerate(state.given)),
        drawn=state.drawn if seat == state.drawer else state.drawn and HIDDEN,
    )


def reshuffle(state: State, seat: int | None, rng: Rng) -> State:
    """Deal anew all cards that `seat` cannot know.

    A card the seat has passed stays with its receiver. The new hand of the seat to move fits the phase: it has a legal
    play in `turn`, and none in the discard phases.
    """
    exchange = state.phase == "exchange"
    kept = [_list_known_cards(state, seat, owner) for owner in range(state.seats)]
    unknown = list(state.deck)
    for hand, known in zip(state.hands, kept, strict=True):
        unknown += _remove_cards(hand, known)
    if exchange:
        unknown += [card for giver, card in enumerate(state.given) if card and giver != seat]
    cards = list(rng.shuffle(unknown))
    hands = list(kept)
    # Deal to the seat to move first, while the pool still has the cards that the phase requires.
    for owner in sorted(range(state.seats), key=lambda owner: owner != state.turn):
        count = len(state.hands[owner]) - len(kept[owner])
        picked = _pick_required_cards(state, kept[owner], cards, count=count) if owner == state.turn and count else []
        for card in picked:
            cards.remove(card)
        hands[owner] = hand_of((*kept[owner], *picked, *_take(cards, count - len(picked))))
    given = list(state.given)
    for giver, card in enumerate(given):
        taker = find_receiver(state, giver)
        if not card or seat == giver or (not exchange and seat == taker):
            continue
        if exchange:
            given[giver] = _take(cards, 1)[0]
        else:
            given[giver] = _draw_other_memory(state, card, taker, hands[taker], rng)
    drawn = state.drawn
    if drawn and seat != state.drawer:
        possible = hands[state.drawer]
        if _has_drawn_the_only_play(state):
            possible = tuple(card for card in possible if card in _list_playable_cards(state))
        drawn = _draw_other_memory(state, drawn, state.drawer, possible, rng)
    return replace(state, deck=tuple(cards), hands=tuple(hands), given=tuple(given), drawn=drawn)


def _list_known_cards(state: State, seat: int | None, owner: int) -> tuple[Card, ...]:
    """List the cards in the hand of `owner` that `seat` knows: its own, and the one it passed if it is still there."""
    hand = state.hands[owner]
    if owner == seat:
        return hand
    if seat is None or state.phase == "exchange" or owner != find_receiver(state, seat):
        return ()
    return (state.given[seat],) if state.given[seat] in hand else ()


def _remove_cards(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> list[Card]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def _take(cards: list[Card], count: int) -> list[Card]:
    """Remove the last `count` cards and return them."""
    taken = cards[len(cards) - count :]
    del cards[len(cards) - count :]
    return taken


def _list_playable_cards(state: State) -> frozenset[Card]:
    """List the cards the seat to move could play if it held them."""
    return frozenset(play.card for play in legal_plays(state, state.turn, hand=CARDS))


def _has_drawn_the_only_play(state: State) -> bool:
    """Tell whether the seat to move had no legal play, discarded, and drew a card it can play."""
    hand = state.hands[state.turn]
    if state.phase != "turn" or state.drawer != state.turn or state.drawn not in hand:
        return False
    playable = _list_playable_cards(state)
    return state.drawn in playable and playable.isdisjoint(_remove_cards(hand, (state.drawn,)))


def _pick_required_cards(state: State, kept: tuple[Card, ...], cards: list[Card], *, count: int) -> list[Card]:
    """Pick the cards that the seat to move must be dealt: one it can play in `turn`, none in the discard phases."""
    playable = _list_playable_cards(state)
    picked = []
    if state.phase == "turn" and playable.isdisjoint(kept):
        picked = [next(card for card in cards if card in playable)]
    if state.phase in ("discard", "discard_again") or _has_drawn_the_only_play(state):
        picked += [card for card in cards if card not in playable][: count - len(picked)]
    return picked


def _draw_other_memory(state: State, card: Card, owner: int, hand: tuple[Card, ...], rng: Rng) -> Card:
    """Draw another value for a remembered card: from the owner's new hand if the card was in the old one, else from the
    cards that were played."""
    if state.phase != "exchange" and card in state.hands[owner]:
        return rng.choice(hand)
    return rng.choice(state.discard or FULL_DECK)
