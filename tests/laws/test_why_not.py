"""Laws of *why not?*: every wish has a name, and every refused one has a rule and places in the picture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.coaching import can_ask, find_refusal, list_wishes
from games.core import NATURE, AnyGame, IllegalMove, Seat
from matches.texts import Texts
from rendering import renderer
from tests.laws.translated import translate_refusal
from tests.support.laws.playouts import GAMES, Position, every_position, load, load_words
from tests.support.numbers import times

ASKED = tuple(name for name in GAMES if can_ask(load(name)))
PLACELESS = {"boards_used_up", "not_tied", "not_all_tied"}
"""Reasons for refusing a wish that no place on the board explains."""
SAY = Texts().say("en")


def list_asked(name: str) -> Iterator[tuple[AnyGame, Position, Seat]]:
    """Yield positions with a seat that has to decide."""
    game = load(name)
    for position in every_position(name, times(400, usual=24)):
        for seat in game.to_act(position.state):
            if seat != NATURE:
                yield game, position, seat


def test_every_game_answers() -> None:
    assert {"docker", "dog_royal", "aquaretto", "riff_raff"} <= {*ASKED}


@pytest.mark.parametrize("name", ASKED)
def test_wishes_contain_the_legal_moves_and_have_names(name: str) -> None:
    for game, position, seat in list_asked(name):
        view = game.view(position.state, seat)
        wishes = list_wishes(game, view, seat)
        codes = [wish.code for wish in wishes]
        assert len(codes) == len(set(codes))
        assert {move.code for move in game.legal_moves(view, seat)} <= {*codes}
        assert all(load_words(name).menu(view, seat, wish) for wish in wishes)


@pytest.mark.parametrize("name", ASKED)
def test_a_refused_wish_names_its_rule_without_secrets(name: str) -> None:
    """The reason comes from the view, is that of the state, and is a sentence of its own in every language."""
    refused = 0
    for game, position, seat in list_asked(name):
        view = game.view(position.state, seat)
        for wish in list_wishes(game, view, seat)[:: times(1, usual=3)]:
            refusal = find_refusal(game, view, seat, wish.code)
            if refusal is None:
                continue
            refused += 1
            told = find_refusal(game, position.state, seat, wish.code)
            assert told is not None
            assert (told.reason, told.about) == (refusal.reason, refusal.about)
            assert refusal.reason != "not_legal", f"{wish.code} is refused without a rule in {game.notate(view)}"
            assert refusal.about or refusal.reason in PLACELESS, f"{wish.code}: {refusal.reason} marks nothing"
            general = load_words(name).refusal(IllegalMove(wish.code))
            assert translate_refusal(load_words(name).refusal(refusal)) != translate_refusal(general)
    assert refused


@pytest.mark.parametrize("name", ASKED)
def test_a_picture_shows_what_a_refusal_is_about(name: str) -> None:
    """Every place that a refused wish is about lies in the private picture."""
    shown = 0
    for game, position, seat in list(list_asked(name))[:: times(1, usual=4)]:
        view = game.view(position.state, seat)
        picture = renderer(name).draw(view, say=SAY, seat=seat)
        width, height = picture.size
        for wish in list_wishes(game, view, seat):
            refusal = find_refusal(game, view, seat, wish.code)
            for place in refusal.about if refusal is not None else ():
                x, y, wide, tall = picture.places[place]
                assert 0 <= x < x + wide <= width, place
                assert 0 <= y < y + tall <= height, place
                shown += 1
    assert shown
