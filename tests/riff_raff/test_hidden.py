"""Reshuffles of Riff Raff keep the knowledge of a seat: its own card, public information, and where the ship heels."""

from __future__ import annotations

from msgspec.structs import replace

from games.riff_raff import GAME
from games.riff_raff.loading.settled import Settled
from games.rng import Rng
from tests.riff_raff.playing import decide_loading, play, resolve, reveal_cards, turn_of
from tests.riff_raff.stub_nature import answer


def dice(number: int) -> Rng:
    return Rng(b"hidden", "reshuffle", number)


def test_simultaneous_cards_of_others_are_reshuffled() -> None:
    state = play(GAME.read("seats=4"), "card/7", "card/9", "card/9")
    others = [GAME.reshuffle(state, 0, dice(number)) for number in range(200)]
    assert {other.chosen[0] for other in others} == {7}
    assert {other.chosen[1] for other in others} == {other.chosen[2] for other in others} == set(range(1, 11))
    assert {other.chosen[3] for other in others} == {None}
    assert all(other.hands == state.hands for other in others)
    assert len({GAME.reshuffle(state, None, dice(number)).chosen[0] for number in range(200)}) == 10


def test_hidden_hands_are_reshuffled_without_the_card_on_top() -> None:
    state = reveal_cards("seats=2 options=hide_played:yes", 10, 3)
    for number in range(100):
        other = GAME.reshuffle(state, 0, dice(number))
        assert other.hands[0] == state.hands[0]
        assert len(other.hands[1]) == 9
        assert 3 not in other.hands[1]
    late = replace(state, hands=((1, 2, 9), (1, 2, 5)))
    hands = {GAME.reshuffle(late, 0, dice(number)).hands[1] for number in range(100)}
    assert len(hands) > 20
    assert all(hand == tuple(sorted(hand)) and len(hand) == 3 for hand in hands)


def test_the_pending_result_is_reshuffled_and_accounts_for_every_piece() -> None:
    state = decide_loading(turn_of(0, cargo="rat@7;crate@9", options="catch_mode:reaction"), "crate", hands="one")
    falling = resolve(state, answer(state, (1, state.serial)))
    ends = set()
    for seat in (None, 0, 1):
        for number in range(40):
            other = GAME.reshuffle(falling, seat, dice(number))
            assert isinstance(other.pending, Settled)
            assert other.pending.heel == other.heel == falling.heel
            assert {fall.sector for fall in other.pending.falls} == {falling.heel}
            pieces = [piece.id for piece in other.pending.cargo] + [fall.piece for fall in other.pending.falls]
            assert sorted(pieces) == [*(piece.id for piece in state.cargo), state.serial]
            ends.add(tuple(fall.piece for fall in other.pending.falls))
            assert play(other, "catch/port").phase != "catch"
    assert len(ends) > 2


def test_what_is_dealt_anew_depends_on_nothing_hidden() -> None:
    """Other cards chosen in secret, other hidden hands and another end of a loading lead to the same guesses."""
    chosen = play(GAME.read("seats=4"), "card/7", "card/9", "card/9")
    played = replace(reveal_cards("seats=2 options=hide_played:yes", 10, 3), hands=((1, 2, 9), (1, 2, 5)))
    loaded = decide_loading(turn_of(0, cargo="rat@7;crate@9", options="catch_mode:reaction"), "crate", hands="one")
    falling = resolve(loaded, answer(loaded, (1, loaded.serial)))
    same = (
        (chosen, replace(chosen, chosen=(7, 1, 10, None))),
        (played, replace(played, hands=((1, 2, 9), (4, 6, 8)))),
        (falling, GAME.reshuffle(falling, 0, dice(1))),
    )
    for state, other in same:
        assert state != other
        assert GAME.view(state, 0) == GAME.view(other, 0)
        for number in range(20):
            dealt = GAME.reshuffle(state, 0, dice(number))
            assert dealt == GAME.reshuffle(other, 0, dice(number)) == GAME.guess(state, 0, dice(number))
