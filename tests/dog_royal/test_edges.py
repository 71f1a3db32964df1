"""The worked cases of section 10 of the rules, and the lines of section 11 that no other test covers."""

from __future__ import annotations

import pytest

from games.core import IllegalMove
from games.dog_royal import GAME
from games.dog_royal.components.cards import COPIES, FULL_DECK
from games.dog_royal.events import Captured
from games.dog_royal.options import Options
from tests.dog_royal.playing import codes, dice, play, results


def moves(position: str) -> set[str]:
    """List the codes of the seat to move."""
    state = GAME.read(position)
    return set(codes(state, state.turn))


def test_10_1_own_blockade() -> None:
    assert moves("base/4 0p@0 0p@60 0p@h 0p@h hand0=6,13") == {"6/p:0>6", "13/p:0>13"}


def test_10_2_forced_self_capture() -> None:
    state = GAME.read("base/4 0p@28 0p@31 2p@32 hand0=3")
    assert codes(state, 0) == ["3/p:28>31"]
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(state, 0, "pass")
    assert refused.value.reason == "must_play"


def test_10_3_backward_trick() -> None:
    state = play(GAME.read("base/4 0p@0 0p@h hand0=4 hand1=2 1p@h"), "0 4/p:0>60")
    assert 60 in state.pieces[0]
    for card, goal in (("5", "g1"), ("6", "g2"), ("1-7", "g3"), ("8", "g4")):
        assert f"{card}/p:60>{goal}" in moves(f"base/4 0p@60 hand0={card}")


def test_10_4_backward_landing_on_own_start() -> None:
    state = play(GAME.read("base/4 0p@4 1p@62 hand0=4,5 hand1=6,2"), "0 4/p:4>0")
    # The piece there is protected and blocks: neither past it (6) nor onto it (2), so seat 1 has dropped out …
    assert state.dropped == (1,)
    # … and it needs another lap, unless it moves backward again.
    assert codes(state, 0) == ["5/p:0>5"]
    assert moves("base/4 0p@0 hand0=4") == {"4/p:0>4", "4/p:0>60"}


def test_10_5_magnet_past_home() -> None:
    assert results(GAME.read("base/4 0p@60 1p@3 hand0=magnet"), 0) == ["0p:60>2"]
    state = play(GAME.read("base/4 0p@60 0p@50 1p@1 hand0=magnet hand1=2,3"), "0 magnet/p:60>0")
    assert state.pieces[0][2:] == (0, 50)
    # From the start space there is no way into the goal.
    assert moves("base/4 0p@0 hand0=2") == {"2/p:0>2"}


def test_10_6_copy_chain() -> None:
    start = GAME.read("royal/4 0J@17 1K@19 0K@40 hand0=10,=,= turn=0")
    state = play(start, "0 10/J:17>27")
    assert state.last == "10"
    # J passes a king with a copy, which is green; the king at 40 cannot use it.
    assert codes(state, 0) == ["=/J:27>37"]
    state = play(state, "0 =/J:27>37")
    assert state.last == "10"
    assert codes(state, 0) == ["=/J:37>47"]


def test_10_7_copy_of_13() -> None:
    assert moves("royal/4 0K@h hand0== last=13") == {"=/K:h>0"}
    assert moves("royal/4 0K@20 hand0== last=13") == set()


def test_the_king_walks_up_to_seven() -> None:
    assert moves("royal/4 0K@17 hand0=1-7") == {f"1-7/K:17>{17 + n}" for n in range(1, 8)}
    assert moves("royal/4 0K@17 hand0=8,9,10,12,13") == set()


def test_10_8_foreign_king_on_my_start() -> None:
    assert "5/C:62>3" not in moves("royal/4 0C@62 1K@0 hand0=5")
    assert moves("royal/4 0C@62 1K@0 hand0=10") >= {"10/C:62>8"}
    assert results(GAME.read("royal/4 0J@h 1K@0 hand0=13"), 0) == ["0J:h>0 1K:0>h"]
    assert "0J:61>0 1K:0>h" in results(GAME.read("royal/4 0J@61 1K@0 hand0=3"), 0)
    assert moves("royal/4 2J@61 1K@0 turn=2 hand2=3") == set()
    # A king is not protected there: another king captures it.
    assert results(GAME.read("royal/4 2K@61 1K@0 turn=2 hand2=3"), 2) == ["1K:0>h 2K:61>0"]


@pytest.mark.parametrize("n", [5, 6, 8])
def test_10_9_knight_enters_over_own_citizen(n: int) -> None:
    assert f"{n}/N:60>g{n - 4}" in moves(f"royal/4 0N@60 0C@0 hand0={n}")


def test_10_9_knight_and_own_king_need_green() -> None:
    for n in (5, 6, 8):
        assert not any("N:60" in code for code in moves(f"royal/4 0N@60 0K@0 hand0={n}"))
    for place in (54, 55, 56, 57, 58, 59, 60):
        entered = any(">g" in code for code in moves(f"royal/4 0N@{place} 0K@0 hand0=10"))
        assert entered == (55 <= place <= 58)
    for place in (60, 61, 62, 63):
        entered = any(">g" in code for code in moves(f"royal/4 0N@{place} 0K@0 hand0=4"))
        assert entered == (61 <= place <= 63)


def test_10_10_citizen() -> None:
    assert results(GAME.read("royal/4 0C@5 hand0=5"), 0) == ["0C:5>10 +1", "0C:5>26 +1"]
    assert results(GAME.read("royal/4 0C@5 1K@26 hand0=5"), 0) == ["0C:5>10 +1", "0C:5>42 +1"]
    assert results(GAME.read("royal/4 0C@5 1K@26 2C@42 3J@58 hand0=5"), 0) == ["0C:5>10 +1"]


def test_10_11_jester() -> None:
    assert moves("royal/4 0J@60 hand0=9") == {"9/J:60>5", "9/J:60>g4", "9/J:60>g3"}
    assert moves("royal/4 0J@60 hand0=1/11") == {"1/11/J:60>61", "1/11/J:60>7"}
    assert moves("royal/4 0J@60 0C@g3 hand0=9") == {"9/J:60>5"}


def test_10_12_dropped_hand_and_copy() -> None:
    state = GAME.read("royal/4 0N@20 2N@40 hand0=8,2 hand1=13,2 hand2==,5 turn=0")
    state = play(state, "0 8/N:20>28")
    assert state.dropped == (1,)
    assert state.discard[0] == "8"
    assert set(state.discard[1:]) == {"13", "2"}
    assert "=/N:40>48" in codes(state, 2)


def test_11_c_magnet_zero() -> None:
    state = GAME.read("royal/4 magnet_zero=yes 0N@10 0C@11 1J@12 hand0=magnet,2 hand1=2")
    assert [code for code in codes(state, 0) if code.startswith("magnet")] == ["magnet/N:10>10"]
    after = play(state, "0 magnet/N:10>10")
    assert after.pieces == state.pieces
    assert after.last == "magnet"
    assert len(after.hands[0]) == 1  # a piece that has not moved draws nothing


def test_11_m_seats_of_the_small_tables() -> None:
    assert GAME.colours(2, Options()) == ((0,), (2,))
    assert GAME.colours(3, Options()) == ((0,), (1,), (2,))
    six = Options(three_on_six=True)
    assert GAME.colours(3, six) == ((0,), (2,), (4,))
    state = GAME.setup(3, six, dice(1))
    assert [len(row) for row in state.pieces] == [4, 0, 4, 0, 4, 0]
    assert state.board.length == 96


SPECIAL = "royal/4 draw_optional=yes 0C@5 hand0=5,6 hand1=2 1N@40"
"""A citizen five spaces before a special space whose card may be declined."""


def test_11_r_optional_draw() -> None:
    state = play(GAME.read(SPECIAL), "0 5/C:5>10")
    assert codes(state, 0) == ["draw", "decline"]
    taken = play(state, "0 draw")
    assert codes(taken, 0) == ["jump/26", "stay"]
    assert len(taken.hands[0]) == 2
    assert any(event.reveals for event in taken.events)


def test_11_r_declining_the_card_forfeits_the_jump() -> None:
    """The rules let the citizen jump "after drawing a card" (8.7)."""
    declined = play(GAME.read(SPECIAL), "0 5/C:5>10", "0 decline")
    assert [type(event).__name__ for event in declined.events] == ["Declined"]
    assert len(declined.hands[0]) == 1
    assert (declined.phase, declined.turn, declined.arrived) == ("turn", 1, -1)
    assert declined.pieces[0][2] == 10


@pytest.mark.parametrize(("answer", "place"), [("jump/26", 26), ("stay", 10)])
def test_logs_of_earlier_versions_decline_the_card_and_jump(answer: str, place: int) -> None:
    """Up to 0.2 the code was `no` and the citizen could jump without the card."""
    state = play(GAME.read(SPECIAL), "0 5/C:5>10")
    declined = play(state, "0 no")
    assert codes(declined, 0) == ["jump/26", "stay"]
    assert len(declined.hands[0]) == 1
    assert play(declined, f"0 {answer}").pieces[0][2] == place
    with pytest.raises(IllegalMove):
        GAME.parse(declined, 0, "no")


OWN_CAPTURES = "base/4 0p@20 0p@22 0p@25 1p@24 hand0=1-7"
"""Capturing the own piece on 22 leaves the same position as capturing the one on 25."""


def test_captures_of_own_pieces_with_the_same_result_are_listed_once() -> None:
    state = GAME.read(OWN_CAPTURES)
    listed = codes(state, 0)
    assert "1-7/p:20>22" in listed
    assert "1-7/p:20>25" not in listed
    assert "1-7/p:22>25" in listed, "captures of different pieces are different results"
    assert {"1-7/p:20>24", "1-7/p:22>24"} <= set(listed), "captures of other colours stay"


def test_logs_of_earlier_versions_may_contain_a_code_that_is_no_longer_listed() -> None:
    state = GAME.read(OWN_CAPTURES)
    listed, old = play(state, "0 1-7/p:20>22"), play(state, "0 1-7/p:20>25")
    assert old.pieces == listed.pieces
    assert Captured(0, "p", 25) in old.events
    with pytest.raises(IllegalMove):
        GAME.parse(state, 0, "1-7/p:20>28")
    with pytest.raises(IllegalMove):
        GAME.parse(state, 1, "1-7/p:20>25")


def test_the_110_cards() -> None:
    assert len(FULL_DECK) == 110
    assert {card: COPIES[card] for card in ("1/11", "13", "magnet", "swap", "=")} == {
        "1/11": 10,
        "13": 10,
        "magnet": 6,
        "swap": 7,
        "=": 7,
    }


def test_short_two_out() -> None:
    options = Options(short="two_out")
    state = GAME.setup(4, options, dice(3))
    for seat in range(4):
        state = play(state, f"{seat} {codes(state, seat)[0]}")
    first = state.turn
    assert codes(state, first) == ["start/K", "start/N", "start/C", "start/J"]
    after = play(state, f"{first} start/N")
    assert GAME.continues_turn(state, after)
    assert codes(after, first) == ["start/K", "start/C", "start/J"]
    after = play(after, f"{first} start/C")
    assert after.pieces[first] == (-1, 16 * first, 16 * first + 10, -1)
    assert after.turn == (first + 1) % 4


def test_short_three_pieces() -> None:
    state = GAME.read("royal/2 short=three_pieces 0N@63 0C@g3 0J@g4 2N@20 hand0=3 hand1=5,5")
    state = play(state, "0 3/N:63>g2")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranking == ((0,), (1,))


def test_solo_for_four() -> None:
    assert receivers(4, solo=True) == [1, 2, 3, 0]
    assert receivers(4, solo=False) == [2, 3, 0, 1]
    # No dropping out, and no partner to wait for.
    assert GAME.read("base/4 solo=yes 0p@h hand0=8,9 phase=discard").teams is False
    state = play(GAME.read("base/4 solo=yes 0p@g2 0p@g3 0p@g4 0p@63 2p@h hand0=2 hand1=8"), "0 2/p:63>g1")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranking == ((0,), (1, 2, 3))


def receivers(seats: int, *, solo: bool) -> list[int]:
    """Play an exchange of four different cards and list the receiver of each seat's card."""
    hands = " ".join(f"hand{seat}={card},8" for seat, card in enumerate(("2", "3", "5", "6")))
    flag = "solo=yes " if solo else ""
    state = GAME.read(f"base/{seats} {flag}0p@0 1p@16 2p@32 3p@48 phase=exchange round=2 {hands}")
    state = play(state, *(f"{seat} give/{card}" for seat, card in enumerate(("2", "3", "5", "6"))))
    return [next(seat for seat, hand in enumerate(state.hands) if card in hand) for card in ("2", "3", "5", "6")]


def test_round_limit_ranks_by_progress() -> None:
    # Seat 1 (colour 2) has one in the goal, seat 0 is further round.
    state = GAME.read("base/2 round_limit=3 round=3 0p@50 0p@60 2p@g1 2p@h hand0=3")
    state = play(state, "0 3/p:50>53")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranking == ((1,), (0,))
    assert getattr(state.events[-1], "limit", False)
