"""Hide what a seat may not know, and reshuffle it (rules, sections 4 and 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from games.core import HIDDEN
from games.dog_royal.choices import legal_plays
from games.dog_royal.components.cards import CARDS, FULL_DECK, Card, hand_of
from games.dog_royal.dealing import knows_gift
from games.dog_royal.events import Discarded
from games.dog_royal.state import HAND, State, find_receiver
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

    Nothing but its view is used. The card that the seat has passed stays with its receiver if `find_passed_card` says
    so. The new hand of the seat to move fits the phase: it has a legal play in `turn`, and none in the discard phases.
    """
    exchange = state.phase == "exchange"
    kept = [_list_known_cards(state, seat, owner) for owner in range(state.seats)]
    cards = list(rng.shuffle(list_unseen_cards(state, seat, kept)))
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
        if not card or (seat is not None and knows_gift(state, seat, giver)):
            continue
        given[giver] = _take(cards, 1)[0] if exchange else _guess_gift(state, hands[find_receiver(state, giver)], rng)
    drawn = state.drawn
    if drawn and seat != state.drawer:
        possible = hands[state.drawer]
        if _has_drawn_the_only_play(state):
            playable = _list_playable_cards(state)
            possible = tuple(card for card in possible if card in playable)
        drawn = rng.choice(possible if possible and not exchange else state.discard or FULL_DECK)
    deck = tuple(cards[: len(state.deck)])
    return replace(state, deck=deck, hands=tuple(hands), given=tuple(given), drawn=drawn)


def find_passed_card(state: State, seat: int) -> Card:
    """Return the card that `seat` has passed in this round, if its receiver seems to hold it still; else "".

    A view does not say who played a card. So assume that the receiver still has it if nobody has played or discarded an
    identical card lately; the newest played cards are on top of the pile, the newest discarded ones at its bottom.
    """
    card, taker = state.given[seat], find_receiver(state, seat)
    if state.phase == "exchange" or not card or not state.hands[taker]:
        return ""
    if FULL_DECK.count(card) <= (*state.discard, *state.hands[seat]).count(card):
        return ""
    played = sum(
        HAND - len(hand) for owner, hand in enumerate(state.hands) if owner not in state.dropped and len(hand) < HAND
    )
    newest = state.discard[:played] + (() if state.teams else state.discard[-HAND:])
    return "" if card in newest else card


def _list_known_cards(state: State, seat: int | None, owner: int) -> tuple[Card, ...]:
    """List the cards in the hand of `owner` that `seat` knows: its own, and the one it has passed."""
    if owner == seat:
        return state.hands[owner]
    if seat is None or owner != find_receiver(state, seat) or not (card := find_passed_card(state, seat)):
        return ()
    return (card,) if owner != state.turn or _may_hold(state, card) else ()


def _may_hold(state: State, card: Card) -> bool:
    """Tell whether the seat to move may have held this card for some time, as far as everybody can deduce."""
    is_playable = card in _list_playable_cards(state)
    must_be_playable = state.phase == "turn" and len(state.hands[state.turn]) == 1
    if state.phase in ("discard", "discard_again") or _has_drawn_the_only_play(state):
        return not is_playable and not must_be_playable
    return is_playable or not must_be_playable


def list_unseen_cards(state: State, seat: int | None, kept: Sequence[tuple[Card, ...]]) -> list[Card]:
    """List the cards that `seat` sees nowhere, in the order of the full deck. `kept`: those it knows to be in hands."""
    seen = Counter([*state.discard, *(card for cards in kept for card in cards)])
    if seat is not None and state.phase == "exchange" and state.given[seat]:
        seen[state.given[seat]] += 1
    return list((Counter(FULL_DECK) - seen).elements())


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
    return (
        state.phase == "turn"
        and state.drawer == state.turn
        and any(isinstance(event, Discarded) for event in state.events)
    )


def _pick_required_cards(state: State, kept: tuple[Card, ...], cards: list[Card], *, count: int) -> list[Card]:
    """Pick the cards that the seat to move must be dealt: one it can play in `turn`, none in the discard phases."""
    playable = _list_playable_cards(state)
    picked = []
    if state.phase == "turn" and playable.isdisjoint(kept):
        picked = [card for card in cards if card in playable][:1]
    if state.phase in ("discard", "discard_again") or _has_drawn_the_only_play(state):
        picked += [card for card in cards if card not in playable][: count - len(picked)]
    return picked


def _guess_gift(state: State, hand: tuple[Card, ...], rng: Rng) -> Card:
    """Guess a card that two others have passed: in this round its receiver has perhaps played it."""
    is_held = hand and rng.below(HAND) < len(hand)
    return rng.choice(hand if is_held else state.discard or FULL_DECK)
