"""Laws about pictures: they can be read on a phone, and are functions of what they show."""

from __future__ import annotations

import pytest

import games
from matches.texts import LANGUAGES
from rendering import Look
from rendering.memory import empty_caches
from tests.support.art import shared_art
from tests.support.laws.pictures import LOOKS, Drawn, find_rules, list_faults, list_pictures, list_positions, show_all
from tests.support.laws.playouts import every_position, load
from tests.support.numbers import patience, times

pytestmark = [pytest.mark.long, pytest.mark.timeout(patience(300))]
__all__ = ["shared_art"]

every_drawn_game = pytest.mark.parametrize("name", games.names())

REDRAWN = times(80, usual=2)
"""Positions of each game whose pictures are drawn with and without caches."""

MOST_BYTES = 100_000
"""The largest file, so that a board is soon there on a phone."""


@every_drawn_game
def test_pictures_can_be_read_on_a_phone(name: str) -> None:
    """In every language and look, with moves and previews, in the fullest positions: nothing is cut or shortened, no
    words meet others, and everything is large enough."""
    for shown in show_all(name):
        assert not [*list_faults(name, shown)], load(name).notate(shown.view)


@every_drawn_game
def test_a_picture_is_a_function_of_its_view(name: str) -> None:
    """Draw each picture after others, with full and with empty caches: no pixel differs."""
    states = list_positions(name)
    cases = []
    for number in range(REDRAWN):
        public, *others = list_pictures(name, number, states[number * len(states) // REDRAWN])
        cases += [public, public._replace(look=Look(half=True)), *others[-4:]]
    first = [each.draw(name).png() for each in cases]
    for drawn, png in zip(cases, first, strict=True):
        kept = drawn.draw(name)
        assert kept.png() == png
        assert empty_caches("rendering") > 5
        full = drawn.draw(name)
        assert full.png() == png
        assert full.boxes == kept.boxes


@every_drawn_game
def test_languages_and_looks_differ(name: str) -> None:
    view = load(name).view(list_positions(name)[0], None)
    looks = (*LOOKS[:4], Look(large=True))
    assert len({Drawn(view, Look(), language).draw(name).png() for language in LANGUAGES}) == len(LANGUAGES)
    assert len({Drawn(view, look, "en").draw(name).png() for look in looks}) == len(looks)


@every_drawn_game
def test_files_are_small(name: str) -> None:
    for number, position in enumerate(every_position(name, times(200, usual=6))):
        public, *_, preview = list_pictures(name, number, position.state)
        for drawn in (public, preview):
            assert len(drawn.draw(name).png()) <= find_rules(name, "MOST_BYTES", MOST_BYTES)
