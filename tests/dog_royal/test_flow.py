"""All rows of the rules' table 12.2, as short records."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import pytest

from games.core import IllegalMove
from games.dog_royal import GAME
from games.dog_royal.components.cards import CARDS, FULL_DECK
from games.dog_royal.events import Dealt, Discarded, Drew, DroppedOut, Played, Reshuffled
from games.dog_royal.options import Options
from games.dog_royal.state import State, find_acting_colour, list_sides
from tests.dog_royal.playing import check_invariants, codes, dice, play, playout, results


def exchange(state: State) -> State:
    """Let all seats pass their first card."""
    for seat in range(state.seats):
        state = play(state, f"{seat} {codes(state, seat)[0]}")
    return state


def kinds(state: State) -> list[str]:
    return [type(event).__name__ for event in state.events]


def test_s01_deal() -> None:
    state = next(s for s in (GAME.setup(4, Options(mode="base"), dice(k)) for k in range(50)) if s.dealer == 3)
    assert [len(hand) for hand in state.hands] == [5, 5, 5, 5]
    assert len(state.deck) == 90
    assert state.starter == 0
    for after, _, _ in playout(4, Options(mode="base"), 1):
        if after.round == 2:
            break
        first = after
    assert after.dealer == first.starter
    assert after.starter == (first.starter + 1) % 4


def test_s01_every_dealer_is_drawn() -> None:
    assert {GAME.setup(4, Options(), dice(k)).dealer for k in range(50)} == {0, 1, 2, 3}


def test_s02_a_chosen_card_is_hidden() -> None:
    state = GAME.setup(4, Options(), dice(1))
    state = play(state, f"0 {codes(state, 0)[0]}")
    mine = GAME.view(state, 0)
    assert len(mine.hands[0]) == 4
    assert mine.given[0] == state.given[0] != ""
    assert GAME.view(state, 2).given == ("?", "", "", "")
    assert GAME.to_act(state) == (1, 2, 3)
    assert GAME.may_revise(state) == (0,)
    check_invariants(state)


def test_s02_the_choice_may_be_changed() -> None:
    state = GAME.setup(4, Options(), dice(1))
    hand = state.hands[0]
    cards = list(dict.fromkeys(hand))
    state = play(state, f"0 give/{cards[0]}")
    assert codes(state, 0) == [f"give/{card}" for card in cards]
    state = play(state, f"0 give/{cards[1]}")
    assert state.given[0] == cards[1]
    assert Counter(state.hands[0]) + Counter([cards[1]]) == Counter(hand)


@pytest.mark.parametrize(
    ("seats", "goes_to"), [(4, [2, 3, 0, 1]), (3, [1, 2, 0]), (2, [1, 0]), (6, [3, 4, 5, 0, 1, 2])]
)
def test_s03_cards_change_hands(seats: int, goes_to: list[int]) -> None:
    state = GAME.setup(seats, Options(), dice(2))
    before, passed = state.hands, [codes(state, seat)[0].removeprefix("give/") for seat in range(seats)]
    state = exchange(state)
    assert kinds(state)[:2] == ["Chose", "Exchanged"]
    for giver, taker in enumerate(goes_to):
        own = Counter(before[taker])
        assert Counter(state.hands[taker]) == own - Counter([passed[taker]]) + Counter([passed[giver]])
        assert GAME.view(state, taker).given[giver] == passed[giver]
    assert all(len(hand) == 5 for hand in state.hands)
    assert GAME.view(state, None).given == ("?",) * seats


def test_s04_free_start_in_turn_order() -> None:
    state = next(s for s in (GAME.setup(4, Options(), dice(k)) for k in range(50)) if s.starter == 2)
    state = exchange(state)
    assert state.phase == "start"
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(state, 3, "start/K")
    assert refused.value.reason == "not_your_turn"
    deck = state.deck
    for seat, rank in ((2, "K"), (3, "N"), (0, "C"), (1, "J")):
        assert state.turn == seat
        assert codes(state, seat) == ["start/K", "start/N", "start/C", "start/J"]
        state = play(state, f"{seat} start/{rank}")
    assert state.pieces == ((-1, -1, 0, -1), (-1, -1, -1, 16), (32, -1, -1, -1), (-1, 48, -1, -1))
    assert state.deck == deck
    assert state.turn == 2


def test_s04_base_is_automatic() -> None:
    state = exchange(GAME.setup(4, Options(mode="base"), dice(1)))
    assert state.pieces == ((-1, -1, -1, 0), (-1, -1, -1, 16), (-1, -1, -1, 32), (-1, -1, -1, 48))
    assert state.phase == "turn"


@pytest.mark.parametrize("mode", ["base", "royal"])
def test_s05_no_free_start_later(mode: Literal["base", "royal"]) -> None:
    for state, _, _ in playout(4, Options(mode=mode), 5):
        if state.round > 1:
            assert state.phase != "start"
            assert "FreeStarted" not in kinds(state)


def test_s06_a_player_without_a_legal_play_drops_out() -> None:
    # The partner gives seat 0 an 8; with the copy it already holds it can do nothing, and starts the round.
    state = GAME.read(
        "royal/4 0N@h 1N@20 2N@h 3N@h phase=exchange round=2 dealer=3 given=-,5,8,5 hand0==,8 hand1=6 hand2=8 hand3=9"
    )
    state = play(state, "0 give/8")
    assert kinds(state) == ["Chose", "Exchanged", "DroppedOut"]
    assert state.events[2] == DroppedOut(0, ("8", "="))
    assert state.dropped == (0,)
    assert state.discard == ("8", "=")
    assert state.turn == 1


def test_s07_a_dropped_13_is_not_copied() -> None:
    state = GAME.read("royal/4 0N@40 2J@17 3K@19 hand0=10 hand1=13 hand2== turn=0 1N@g1")
    state = play(state, "0 10/N:40>50")
    assert state.dropped == (1,)
    assert codes(state, 2) == ["=/J:17>27"]


def test_s08_no_copy_at_the_start_of_a_round() -> None:
    state = play(GAME.read("base/4 0p@5 1p@20 2p@40 3p@55 hand0=1-7 dealer=3"), "0 1-7/p:5>6")
    assert state.round == 2
    assert state.last == ""
    state = GAME.read("base/4 0p@5 1p@20 hand0=5 hand1==,= round=2 phase=turn turn=1 dealer=0 last=1-7")
    assert any(code.startswith("=") for code in codes(state, 1))
    state = GAME.read("base/4 0p@5 1p@20 hand1==,= round=2 turn=1 dealer=0")
    assert codes(state, 1) == []


def test_s09_copy_of_ones_own_card() -> None:
    state = play(GAME.read("base/4 0p@20 hand0=5,="), "0 5/p:20>25")
    assert codes(state, 0) == ["=/p:25>30"]
    assert play(state, "0 =/p:25>30").events[0] == Played(0, "=", "5", 0, "p", 25, 30)


def test_s10_play_is_compulsory() -> None:
    state = GAME.read("base/4 0p@20 2p@23 hand0=3")
    assert results(state, 0) == ["0p:20>23 2p:23>h"]
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(state, 0, "pass")
    assert refused.value.reason == "must_play"


def test_s11_round_six_reshuffles() -> None:
    spread = Counter(FULL_DECK) - Counter(["8"])
    old = tuple(list(spread.elements())[:10])
    pile = ",".join((spread - Counter(old)).elements())
    state = GAME.read(f"base/4 0p@20 1p@30 2p@40 3p@50 round=5 hand0=8 discard={pile} deck={','.join(old)}")
    state = play(state, "0 8/p:20>28")
    assert state.round == 6
    assert kinds(state) == ["Played", "Reshuffled", "Dealt"]
    assert state.events[1] == Reshuffled(100)
    assert len(state.deck) == 90
    assert state.discard == ()
    assert state.hands[state.starter] == tuple(sorted(old[:5], key=CARDS.index))
    check_cards(state)


def check_cards(state: State) -> None:
    """Assert the part of S26 about cards, for positions without all pieces."""
    assert Counter([*state.deck, *state.discard, *(c for hand in state.hands for c in hand)]) == Counter(FULL_DECK)


def test_s12_last_card_draws_another() -> None:
    state = play(GAME.read("royal/4 1N@20 2N@50 hand1=6 hand2=5 turn=1 deck=13,2,2"), "1 6/N:20>26")
    assert kinds(state) == ["Played", "Drew"]
    assert state.hands[1] == ("13",)
    assert state.turn == 2
    assert play(state, "2 5/N:50>55").dropped == ()  # seat 1 is still in, with its 13


def test_s13_the_jump_is_decided_after_the_draw() -> None:
    state = GAME.read("royal/4 0C@21 1N@1 hand0=5 hand1=2 deck=13,2")
    played = play(state, "0 5/C:21>26")
    assert played.phase == "jump"
    assert GAME.view(played, 0).hands[0] == ("13",)
    assert any(event.reveals for event in played.events)
    assert GAME.continues_turn(state, played)
    assert codes(played, 0) == ["jump/42", "stay"]
    jumped = play(played, "0 jump/42")
    assert jumped.pieces[0][2] == 42
    assert jumped.hands[0] == ("13",)
    assert Drew(0) not in jumped.events
    assert play(played, "0 stay").pieces[0][2] == 26


def test_s14_deck_empty_on_a_special_space() -> None:
    state = play(GAME.read("royal/4 0N@5 1N@20 hand0=5 hand1=2 discard=8 deck=-"), "0 5/N:5>10")
    assert kinds(state) == ["Played", "Reshuffled", "Drew"]
    assert state.events[1] == Reshuffled(2)  # the card being played is already on the pile
    assert sorted((*state.deck, *state.hands[0])) == ["5", "8"]
    assert state.discard == ()


def test_s15_redraw_brings_a_play() -> None:
    state = GAME.read("royal/2 0N@h 0K@h 2N@20 hand0=8,9 hand1=5 phase=discard deck=13,2")
    assert codes(state, 0) == ["drop/8", "drop/9"]
    state = play(state, "0 drop/8")
    assert kinds(state) == ["Discarded", "Drew"]
    assert state.events[0] == Discarded(0, "8")
    assert state.phase == "turn"
    assert codes(state, 0) == ["13/K:h>0", "13/N:h>0"]
    state = play(state, "0 13/N:h>0")
    assert state.hands[0] == ("9",)


def test_s16_redraw_brings_nothing() -> None:
    state = GAME.read("royal/2 0N@h 2N@20 hand0=8,9 hand1=5 phase=discard deck=12,2")
    state = play(state, "0 drop/8")
    assert codes(state, 0) == ["drop/9", "drop/12"]
    with pytest.raises(IllegalMove):
        GAME.parse(state, 0, "12/N:h>0")
    after = play(state, "0 drop/12")
    assert after.hands[0] == ("9",)
    assert after.turn == 1
    assert after.discard == ("8", "12")
    after = play(after, "1 5/N:20>25")
    assert after.turn == 0  # not out of the round
    assert after.phase == "discard"


def test_s17_a_discarded_card_is_not_copied() -> None:
    # A piece on the start space: the 13 cannot start another, and the king does not walk 13.
    state = GAME.read("royal/2 0K@0 0N@h 2N@40 hand0=13 hand1=2 last=6 phase=discard deck==,2")
    state = play(state, "0 drop/13")
    assert state.last == "6"
    assert codes(state, 0) == ["=/K:0>6"]


def test_s18_the_fourth_piece_ends_the_turn() -> None:
    state = GAME.read("base/4 0p@g2 0p@g3 0p@g4 0p@63 2p@40 1p@20 hand0=2,5 hand1=3")
    assert find_acting_colour(state, 0) == 0
    state = play(state, "0 2/p:63>g1")
    assert kinds(state) == ["Played", "ColourIn"]
    assert state.turn == 1
    state = play(state, "1 3/p:20>23")
    assert find_acting_colour(state, 0) == 2
    assert codes(state, 0) == ["5/p:40>45"]


def test_s19_starting_for_the_partner() -> None:
    state = GAME.read("base/4 0p@g1 0p@g2 0p@g3 0p@g4 2p@h hand0=13")
    assert results(state, 0) == ["2p:h>32"]


def test_s20_swapping_for_the_partner() -> None:
    state = GAME.read("base/4 0p@g1 0p@g2 0p@g3 0p@g4 2p@40 1p@20 3p@10 hand0=swap")
    assert sorted(results(state, 0)) == ["1p:20>40 2p:40>20", "2p:40>10 3p:10>40"]


def test_s21_the_helper_draws() -> None:
    state = GAME.read("royal/4 0K@g1 0N@g2 0C@g3 0J@g4 2N@37 1N@20 hand0=5 hand1=2 hand2=2 deck=13,2")
    state = play(state, "0 5/N:37>42")
    assert Drew(0) in state.events
    assert state.hands[0] == ("13",)


def test_s22_the_last_piece_wins_at_once() -> None:
    state = GAME.read("base/4 0p@g1 0p@g2 0p@g3 0p@g4 2p@g4 2p@g3 2p@g2 2p@31 hand0=2,5 hand1=3,3 hand2=8 hand3=9")
    state = play(state, "0 2/p:31>g1")
    assert kinds(state) == ["Played", "ColourIn", "Finished"]
    assert GAME.to_act(state) == ()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0, 2)
    assert all(hand == () for hand in state.hands)
    assert sorted(state.discard) == sorted(["2", "5", "3", "3", "8", "9"])
    check_cards(state)


def test_s22_one_colour_is_not_enough() -> None:
    state = GAME.read("base/4 0p@g4 0p@g3 0p@g2 0p@63 2p@20 hand0=2 hand1=3 1p@40")
    assert GAME.outcome(play(state, "0 2/p:63>g1")) is None


def test_s23_three_teams() -> None:
    assert list_sides(GAME.setup(6, Options(), dice(1))) == ((0, 3), (1, 4), (2, 5))


def test_s24_start_space_of_an_empty_seat() -> None:
    state = GAME.read("royal/5 0J@79 1J@80 hand0=3 hand1=2")
    assert results(state, 0) == ["0J:79>82"]
    assert "0J:79>80 1J:80>h" in results(GAME.read("royal/5 0J@79 1J@80 hand0=1-7"), 0)


def test_s25_empty_hands_are_skipped() -> None:
    state = play(GAME.read("base/4 0p@20 3p@40 hand0=5,2 hand3=3"), "0 5/p:20>25")
    assert state.turn == 3
    assert play(state, "3 3/p:40>43").turn == 0


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("mode", ["base", "royal"])
def test_s26_conserved(seats: int, mode: Literal["base", "royal"]) -> None:
    for state, _, _ in playout(seats, Options(mode=mode), 11):
        check_invariants(state)


def test_the_starter_deals_the_next_round() -> None:
    rounds = [s for s, _, _ in playout(3, Options(), 4) if any(isinstance(event, Dealt) for event in s.events)]
    assert [s.starter for s in rounds] == [(rounds[0].starter + k) % 3 for k in range(len(rounds))]
    assert len(rounds) > 3
