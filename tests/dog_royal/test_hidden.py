"""Reshuffles of DOG Royal keep the knowledge of a seat: its hand, the card it passed, and facts that follow from the
phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from games.core import Seat
from games.dog_royal import GAME, hidden
from games.dog_royal.choices import legal_plays
from games.dog_royal.events import Discarded
from games.dog_royal.state import State, find_receiver
from tests.dog_royal.playing import check_invariants, dice, some_states


def pairs(count: int = 600) -> Iterator[tuple[State, State, Seat]]:
    """Yield random states, a reshuffle of each, in which no card is lost, and the seat it was made for."""
    for state, number in some_states(count, every=5):
        seat = number % state.seats
        other = GAME.reshuffle(state, seat, dice(number))
        check_invariants(other)
        yield state, other, seat


def check_passed_cards() -> int:
    """Assert that the receiver still holds the card a seat passed, if nobody has played an identical one since. Returns
    the number of reshuffles checked."""
    seen = 0
    for state, other, seat in pairs():
        taker = find_receiver(state, seat)
        if hidden.find_passed_card(state, seat) and state.turn != taker:
            assert state.given[seat] in state.hands[taker], "it is known to be there"
            assert state.given[seat] in other.hands[taker], "the passed card has left its receiver"
            seen += other.hands[taker] != state.hands[taker]
    return seen


def test_a_passed_card_stays_with_its_receiver() -> None:
    assert check_passed_cards() > 20


@pytest.mark.mutant
def test_mutant_a_passed_card_that_is_reshuffled_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    known: Callable[[State, Seat | None, Seat], tuple[str, ...]] = hidden._list_known_cards
    monkeypatch.setattr(
        hidden, "_list_known_cards", lambda state, seat, owner: known(state, seat, owner) * (owner == seat)
    )
    with pytest.raises(AssertionError, match="has left its receiver"):
        check_passed_cards()


def test_remembered_gifts_are_where_they_can_be() -> None:
    """Check gifts between two others: each is in its receiver's hand, or was played."""
    seen = 0
    for state, other, seat in pairs():
        for giver, card in enumerate(other.given):
            taker = find_receiver(state, giver)
            if state.phase == "exchange" or not card or seat in (giver, taker):
                continue
            assert card in (*other.hands[taker], *(state.discard or (card,)))
            seen += card not in other.hands[taker]
    assert seen > 20


def test_nothing_of_a_hidden_gift_is_kept() -> None:
    """Whether a card that two others have passed is still held has no influence on what is dealt anew."""
    seen = 0
    for state, _, seat in pairs():
        for giver, card in enumerate(state.given):
            taker = find_receiver(state, giver)
            if state.phase == "exchange" or not card or seat in (giver, taker):
                continue
            for gift in {*state.hands[taker], *state.discard}:
                given = (*state.given[:giver], gift, *state.given[giver + 1 :])
                another = replace(state, given=given)
                assert GAME.view(another, seat) == GAME.view(state, seat)
                assert GAME.reshuffle(another, seat, dice(1)) == GAME.reshuffle(state, seat, dice(1))
                seen += gift != card
    assert seen > 200


def test_the_hand_to_move_suits_the_phase() -> None:
    seen = dict.fromkeys(("turn", "discard", "discard_again"), 0)
    for state, other, seat in pairs(2000):
        if state.phase in seen and seat != state.turn:
            assert bool(legal_plays(other, state.turn)) == (state.phase == "turn")
            seen[state.phase] += 1
    assert min(seen.values()) > 0, seen


def test_after_a_discard_only_the_drawn_card_can_be_played() -> None:
    seen = 0
    for state, other, seat in pairs(6000):
        if state.phase == "turn" and seat != state.turn and any(isinstance(e, Discarded) for e in state.events):
            if state.drawer != state.turn:
                continue
            rest = list(other.hands[state.turn])
            rest.remove(other.drawn)
            assert legal_plays(other, state.turn, hand=(other.drawn,))
            assert not legal_plays(other, state.turn, hand=tuple(rest))
            seen += 1
    assert seen > 0
