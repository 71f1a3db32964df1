"""Riff Raff's pictures can be read on a phone: random positions, and the fullest ship there can be, in every language.

Aboard the ship pieces may hide each other, as they do at the table; text must stay visible.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from games.core import NATURE, Move
from games.riff_raff import GAME
from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import KINDS, SECTORS, Piece
from games.riff_raff.state import State
from games.rng import Rng
from matches.texts import LANGUAGES, Texts
from rendering import Look, Strip
from rendering.riff_raff import sea
from rendering.riff_raff.renderer import assign_letters, draw
from tests.rendering.legible import (
    LARGE,
    LETTER,
    LOOKS,
    PATIENCE,
    PIECE,
    POSITIONS,
    STRIP,
    Boxes,
    list_meeting,
    list_shortened,
    of_kind,
    outside,
)
from tests.riff_raff.stub_nature import nature

pytestmark = pytest.mark.timeout(PATIENCE)

SAYS = {language: Texts().say(language) for language in LANGUAGES}


def lean_ship(state: State, chance: random.Random) -> State:
    """Lean the ship at random, within the limits of a ship at rest."""
    return replace(state, roll=chance.uniform(-15, 15), pitch=chance.uniform(-10, 10))


def fill_up(state: State, chance: random.Random) -> State:
    """Put everybody's pieces aboard, each upright on its own spot."""
    spots = [(area, spot) for area in ship.AREAS for spot in ship.spots(area)]
    cargo = []
    for number, (area, spot) in enumerate(chance.sample(spots, 64)):
        x, y = ship.spot_point(area, spot)
        cargo.append(Piece(number, KINDS[number % 8], x, y, ship.surface(area) + 1.2, 1.0, 0.0, 0.0, 0.0, area))
    return replace(state, cargo=tuple(cargo))


@cache
def positions() -> tuple[State, ...]:
    """List random positions of matches with all numbers of seats, leaning, and a tenth of them crowded."""
    chance, matches = random.Random(12), []
    for number in range(max(4, POSITIONS // 40)):
        secret, seq = chance.randbytes(32), 1
        states = [GAME.setup(2 + number % 3, GAME.options_type(), Rng(secret, "setup", 0))]
        while (acting := GAME.to_act(state := states[-1])) and seq < 260:
            rng = Rng(secret, "ply", seq)
            move = nature(state, rng) if acting[0] == NATURE else chance.choice(GAME.legal_moves(state, acting[0]))
            states.append(GAME.apply(state, acting[0], move, rng))
            seq += 1
        matches.append(states)
    out = [lean_ship(chance.choice(chance.choice(matches)), chance) for _ in range(POSITIONS)]
    # A piece that has been let go was placed before the ship was filled.
    return tuple(
        fill_up(state, chance) if number % 10 == 0 and state.phase != "settle" else state
        for number, state in enumerate(out)
    )


@cache
def public() -> tuple[Boxes, ...]:
    """Draw public pictures in all languages, the looks in turn."""
    out = []
    for number, state in enumerate(positions()):
        view, look, strip = GAME.view(state, None), LOOKS[number % 4], Strip(clock="23 h 59 min")
        out += [draw(view, say=SAYS[language], look=look, strip=strip).boxes for language in LANGUAGES]
    return tuple(out)


@cache
def public_large() -> tuple[Boxes, ...]:
    """Draw public pictures for readers who ask for large ones."""
    out = []
    for number, state in enumerate(positions()):
        look = replace(LOOKS[number % 4], large=True)
        out.append(draw(GAME.view(state, None), say=SAYS[LANGUAGES[number // 4 % 4]], look=look).boxes)
    return tuple(out)


@cache
def private() -> tuple[Boxes, ...]:
    """Draw private pictures with moves, and with a preview."""
    out = []
    for number, state in enumerate(positions()):
        say, look = SAYS[LANGUAGES[number // 4 % 4]], LOOKS[number % 4]
        for seat in GAME.to_act(state)[:1]:
            if seat != NATURE:
                view = GAME.view(state, seat)
                moves: tuple[Move, ...] = tuple(GAME.legal_moves(view, seat))
                out.append(draw(view, say=say, look=look, seat=seat, moves=moves).boxes)
                if moves:  # on a crowded ship there may be no room
                    out.append(draw(view, say=say, look=look, seat=seat, ghost=moves[number % len(moves)]).boxes)
    return tuple(out)


def draw_everything() -> Iterator[tuple[Boxes, int]]:
    """Yield the boxes of all pictures, with the heights of these."""
    for boxes in public():
        yield boxes, sea.HEIGHT
    for number, boxes in enumerate(public_large()):
        yield boxes, sea.HEIGHT + positions()[number].seats * sea.SUPPLY_HEIGHT
    for boxes in private():
        yield boxes, sea.PRIVATE_HEIGHT


def test_nothing_is_cut() -> None:
    for boxes, height in draw_everything():
        assert not outside(boxes, (0, 0, 1200, height))
        assert not list_shortened(boxes)


def test_nothing_written_overlaps() -> None:
    for boxes, _ in draw_everything():
        assert not list_meeting(of_kind(boxes, "text", "letter"), 8)
        assert not list_meeting([box for box in boxes if box.label.startswith("seat ")], 0)


def test_everything_public_is_large_enough() -> None:
    """Measure a piece by its longer side, because a plank is thin."""
    for boxes in public():
        assert min(max(box.width, box.height) for box in of_kind(boxes, "piece")) >= PIECE
        assert min(box.height for box in of_kind(boxes, "letter")) >= LETTER
        assert min(box.height for box in of_kind(boxes, "text")) >= STRIP


def test_everything_large_is_large() -> None:
    for boxes in (*public_large(), *private()):
        assert min(box.height for box in of_kind(boxes, "letter", "text")) >= LARGE
        for box in of_kind(boxes, "piece"):
            assert max(box.width, box.height) >= (LARGE if "in hand" in box.label else PIECE), box


FIELDS = ((public, (336, 90, 1200, 834)), (public_large, (336, 114, 1200, 804)))
"""The pictures with the whole ship, and the area between their strips, right of the seats."""


def test_everything_aboard_is_in_the_picture() -> None:
    """Allow pieces high on the top yard of a leaning ship to reach under the strip, which seldom happens."""
    for pictures, field in FIELDS:
        aboard = [box for boxes in pictures() for box in boxes if " on " in box.label]
        assert len(outside(aboard, field)) <= 0.01 * len(aboard)
    counts = [sum(" on " in box.label for box in boxes) for boxes in public_large()]
    assert all(count >= len(state.cargo) for count, state in zip(counts, positions(), strict=True))


def test_nothing_in_the_water_is_cut() -> None:
    for pictures, field in FIELDS:
        for boxes in pictures():
            afloat = [box for box in boxes if box.label.partition(" ")[2] in SECTORS or box.label.startswith("+")]
            assert not outside(afloat, field)


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_winners_are_all_named(language: str) -> None:
    tied = replace(GAME.read("seats=4"), phase="over")
    for look in (Look(), Look(large=True)):
        boxes = draw(tied, say=SAYS[language], look=look).boxes
        assert not list_shortened(boxes)
        title = next(box.label for box in of_kind(boxes, "text") if "▲" in box.label)
        assert all(glyph in title for glyph in "●▲◆■")


def test_most_pieces_show_their_letter() -> None:
    """Leave out the letter of a piece on or beside the ship only where it would be partly hidden, or hide another
    piece."""
    shown = aboard = 0
    for number, boxes in enumerate(public()):
        if len(positions()[number // len(LANGUAGES)].cargo) > 40:
            continue  # with everything aboard, most of it is behind something
        letters = [box for box in boxes if box.kind == "letter" and box.label.isalpha()]
        kinds = [box for box in of_kind(boxes, "piece") if box.label.split()[0] in KINDS]
        here = sum(" on " in box.label for box in kinds)
        shown, aboard = shown + len(letters) - (len(kinds) - here), aboard + here
    assert aboard > 5 * POSITIONS
    assert shown >= 0.65 * aboard


def test_close_ups_show_the_letters_of_pieces_to_take() -> None:
    for state in positions():
        if state.phase == "piece":
            seat = GAME.to_act(state)[0]
            view = GAME.view(state, seat)
            moves: tuple[Move, ...] = tuple(GAME.legal_moves(view, seat))
            boxes = draw(view, say=SAYS["en"], seat=seat, moves=moves).boxes
            letters = [box.label for box in boxes if box.kind == "letter" and box.label.isalpha()]
            assert sorted(letters) == sorted(assign_letters(SAYS["en"]))
