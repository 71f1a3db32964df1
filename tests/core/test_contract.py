"""Test the contract's own parts: parsing codes, the registry, errors that quote the code."""

from __future__ import annotations

import pytest

import games
from games.core import NATURE, GameError, IllegalMove, Outcome
from games.rng import Rng
from tests.toy import GAME
from tests.toy import words as toy_words
from tests.toy.game import Give, Gust, Options
from tests.toy.registered import register_toy

START = GAME.read("hands=cd/kr deck=rrc left=4")


def test_parse_finds_the_legal_move() -> None:
    swap = GAME.setup(2, Options(), Rng(b"", "setup", 0))
    card = swap.hands[1][0]
    assert GAME.parse(swap, 1, f"give/{card}") == Give(card)


@pytest.mark.parametrize("code", ["card/k", "card", "", "on/0", "card/c ", "\u202ecard/c", "x" * 10_000])
def test_parse_refuses_an_illegal_code_and_quotes_it(code: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(START, 0, code)
    assert caught.value.code == code
    assert caught.value.reason == "not_legal"
    assert caught.value.facts == {"code": code}


def test_parse_refuses_a_seat_that_is_not_to_act() -> None:
    assert GAME.to_act(START) == (0,)
    with pytest.raises(IllegalMove):
        GAME.parse(START, 1, "card/k")


def test_parse_reads_natures_moves() -> None:
    assert GAME.parse(START, NATURE, "gust/2") == Gust(2)
    with pytest.raises(IllegalMove):
        GAME.parse(START, NATURE, "gust/9")


def test_an_error_names_its_reason_and_facts() -> None:
    assert str(GameError("too_far", squares=7)) == "too_far {'squares': 7}"
    assert str(GameError("too_far")) == "too_far"


def test_winners_are_the_first_group() -> None:
    assert Outcome(((1, 3), (0, 2))).winners == (1, 3)


def test_games_are_registered_by_their_folders() -> None:
    assert list(games.names()) == sorted(games.names())
    assert "core" not in games.names()
    with pytest.raises(KeyError):
        games.load("../toy")
    with pytest.raises(KeyError):
        games.words("toy")


def test_the_toy_is_registered_and_removed_again() -> None:
    before = games.names()
    with register_toy():
        assert "toy" in games.names()
        assert games.load("toy") is GAME
        assert games.words("toy").menu is toy_words.menu
    assert games.names() == before
    with pytest.raises(KeyError):
        games.load("toy")


def test_setup_refuses_contradicting_options() -> None:
    with pytest.raises(games.core.BadOptions) as caught:
        GAME.setup(4, Options(turns=1, swap=True), Rng(b"", "setup", 0))
    assert toy_words.refusal(caught.value).args == (("turns", 1),)
