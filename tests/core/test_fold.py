"""Test drafts: plies that are previewed without drawing chance or revealing anything."""

from __future__ import annotations

import pytest

from games.core import NATURE, IllegalMove
from games.rng import NO_CHANCE, ChanceRefused, Rng
from matches.draft import fold
from tests.toy import GAME
from tests.toy.game import Aim, Give, Options, Pick

START = GAME.read("hands=cdkr/cdkr deck=rrc left=4")


def test_an_empty_draft_is_the_state_itself() -> None:
    folded = fold(GAME, START, 0, ())
    assert folded.state is START
    assert (folded.ghost, folded.last, folded.complete) == (None, None, False)


def test_a_first_ply_is_previewed_and_leaves_the_turn_open() -> None:
    folded = fold(GAME, START, 0, ("card/c",))
    assert folded.state.card == "c"
    assert (folded.ghost, folded.last, folded.complete) == (None, Pick("c"), False)


def test_the_last_ply_completes_the_turn() -> None:
    folded = fold(GAME, START, 0, ("card/c", "on/1"))
    assert folded.state.scores == (0, 1)
    assert (folded.ghost, folded.last, folded.complete) == (None, Aim(1), True)


def test_a_ply_that_needs_chance_becomes_the_ghost() -> None:
    picked = fold(GAME, START, 0, ("card/r",)).state
    folded = fold(GAME, START, 0, ("card/r", "on/1"))
    assert folded.state == picked
    assert (folded.ghost, folded.last, folded.complete) == (Aim(1), Aim(1), True)


def test_a_ply_that_reveals_becomes_the_ghost_and_shows_nothing() -> None:
    folded = fold(GAME, START, 0, ("card/d", "on/1"))
    assert folded.state == fold(GAME, START, 0, ("card/d",)).state
    assert folded.state.deck == START.deck
    assert (folded.ghost, folded.complete) == (Aim(1), True)


def test_a_draw_from_an_empty_deck_is_previewed() -> None:
    folded = fold(GAME, GAME.read("hands=cd/kr deck=- left=4"), 0, ("card/d", "on/1"))
    assert folded.ghost is None
    assert folded.state.left == 3


def test_a_turn_that_nature_ends_is_complete() -> None:
    folded = fold(GAME, START, 0, ("card/k", "on/1"))
    assert GAME.to_act(folded.state) == (NATURE,)
    assert (folded.ghost, folded.complete) == (None, True)


@pytest.mark.parametrize(
    ("codes", "offender", "reason"),
    [
        (("card/x",), "card/x", "not_legal"),
        (("on/1",), "on/1", "not_legal"),
        (("card/c", "card/d"), "card/d", "not_legal"),
        (("card/c", "on/1", "card/d"), "card/d", "turn_is_complete"),
        (("card/r", "on/1", "card/d"), "card/d", "not_before_confirming"),
        (("card/d", "on/1", "card/d"), "card/d", "not_before_confirming"),
        (("card/k", "on/1", "gust/1"), "gust/1", "turn_is_complete"),
    ],
)
def test_an_illegal_code_is_refused_and_named(codes: tuple[str, ...], offender: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        fold(GAME, START, 0, codes)
    assert (caught.value.code, caught.value.reason) == (offender, reason)


def test_a_seat_that_is_not_to_act_cannot_draft() -> None:
    with pytest.raises(IllegalMove):
        fold(GAME, START, 1, ("card/c",))


def test_dropping_codes_undoes_them() -> None:
    codes = ("card/c", "on/1")
    states = [fold(GAME, START, 0, codes[:count]).state for count in range(3)]
    assert states[0] == START
    assert states[1] == GAME.apply(START, 0, Pick("c"), NO_CHANCE)
    assert states[2] == GAME.apply(states[1], 0, Aim(1), NO_CHANCE)


def test_folding_agrees_with_committing() -> None:
    codes = ("card/k", "on/1")
    state = START
    for seq, code in enumerate(codes, 1):
        state = GAME.apply(state, 0, GAME.parse(state, 0, code), Rng(b"s", "ply", seq))
    assert state == fold(GAME, START, 0, codes).state


def test_a_choice_that_can_be_revised_needs_no_confirmation() -> None:
    swap = GAME.setup(3, Options(), Rng(b"s", "setup", 0))
    card = swap.hands[2][0]
    folded = fold(GAME, swap, 2, (f"give/{card}",))
    assert folded.complete
    assert not GAME.needs_confirmation(swap, 2, Give(card))
    assert GAME.may_revise(folded.state) == (2,)
    assert GAME.to_act(folded.state) == (0, 1)


def test_the_order_of_simultaneous_choices_does_not_matter() -> None:
    results = set()
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        state = GAME.setup(3, Options(), Rng(b"s", "setup", 0))
        for seat in (*order[:2], order[0], order[2]):  # the first changes nothing by choosing again
            state = GAME.apply(state, seat, Give(state.hands[seat][0]), NO_CHANCE)
        results.add(GAME.notate(state))
    assert len(results) == 1


def test_a_void_move_gives_the_turn_back() -> None:
    blown = fold(GAME, START, 0, ("card/k", "on/1")).state
    back = GAME.apply(blown, NATURE, GAME.nature.void_move(blown), NO_CHANCE)
    assert GAME.notate(back) == GAME.notate(START)


def test_apply_raises_where_chance_is_refused() -> None:
    picked = fold(GAME, START, 0, ("card/r",)).state
    with pytest.raises(ChanceRefused):
        GAME.apply(picked, 0, Aim(1), NO_CHANCE)
