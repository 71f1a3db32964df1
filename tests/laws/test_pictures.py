"""Laws about pictures: they can be read on a phone, and are functions of what they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

import games
from games.core import AnyGame, BadNotation
from matches.texts import LANGUAGES
from rendering import Look
from rendering.memory import empty_caches
from tests.support.art import shared_art
from tests.support.laws.pictures import (
    LOOKS,
    SAYS,
    Drawn,
    find_rules,
    list_faults,
    list_pictures,
    list_positions,
    show_all,
)
from tests.support.laws.playouts import every_position, load, load_words, playout
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
    first = [each.draw(name).encode() for each in cases]
    for drawn, png in zip(cases, first, strict=True):
        kept = drawn.draw(name)
        assert kept.encode() == png
        assert empty_caches("rendering") > 5
        full = drawn.draw(name)
        assert full.encode() == png
        assert full.boxes == kept.boxes


@every_drawn_game
def test_languages_and_looks_differ(name: str) -> None:
    view = load(name).view(list_positions(name)[0], None)
    looks = (*LOOKS[:4], Look(large=True))
    assert len({Drawn(view, Look(), language).draw(name).encode() for language in LANGUAGES}) == len(LANGUAGES)
    assert len({Drawn(view, look, "en").draw(name).encode() for look in looks}) == len(looks)


@every_drawn_game
def test_what_reads_differently_looks_different_in_every_look(name: str) -> None:
    """Change one thing of a position. If its description changes, so does the picture, in all colours and sizes."""
    game, words, left_out = load(name), load_words(name), find_rules(name, "LEFT_TO_WORDS", ())
    for field, *states in list_neighbours(name):
        views = [game.view(state, None) for state in states]
        read, again = ([*map(SAYS["en"], words.position(view, None))] for view in views)
        for look in (*LOOKS, Look(large=True)) if read != again and field not in left_out else ():
            first, second = (Drawn(view, look, "en").draw(name).image.tobytes() for view in views)
            is_shown, told = first != second, [find_difference(*each) for each in ((read, again), (again, read))]
            assert is_shown, (
                f"the picture does not show {field}: draw it, or name it in LEFT_TO_WORDS of tests/{name}/pictures.py. "
                f"{told[0]!r} looks like {told[1] or 'no such line'!r} in {look}, in {game.notate(states[0])}"
            )


def find_difference(lines: list[str], others: list[str]) -> str:
    """Find the first line that is not among others; "" if there is none."""
    return next((line for line in lines if line not in others), "")


def list_neighbours(name: str) -> Iterator[tuple[str, Any, Any]]:
    """List pairs of possible positions that differ in one field of the state, or in one item of it; a few of each."""
    game, seen = load(name), Counter[str]()
    for number, step in product(range(times(40, usual=2)), range(6)):
        states = playout(name, number).states
        state, later = states[step * (len(states) - 1) // 6], states[(step + 1) * (len(states) - 1) // 6]
        state = replace(state, events=())
        for field in state.__struct_fields__:
            old, new = getattr(state, field), getattr(later, field)
            changed = [new]
            if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
                changed += [(*old[:place], item, *old[place + 1 :]) for place, item in enumerate(new)]
            for value in changed:
                neighbour = replace(state, **{field: value})
                if value != old and seen[field] < times(40, usual=2) and is_possible(game, neighbour):
                    seen[field] += 1
                    yield field, state, neighbour


def is_possible(game: AnyGame, state: Any) -> bool:
    """Tell whether a position can be, by the check that it gets when it is read."""
    try:
        return bool(game.read(game.notate(state)) == state)
    except BadNotation:
        return False


@every_drawn_game
def test_files_are_small(name: str) -> None:
    for number, position in enumerate(every_position(name, times(200, usual=6))):
        public, *others = list_pictures(name, number, position.state)
        large = [drawn for drawn in others if drawn.look.large]
        for drawn in (public, *large, *others[-1:]):
            assert len(drawn.draw(name).encode()) <= find_rules(name, "MOST_BYTES", MOST_BYTES)
