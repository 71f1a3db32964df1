"""Docker's pictures can be read on a phone: random positions, and the highest towers there are, in every language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from games.core import Move
from games.docker import GAME
from games.docker.events import Eliminated, Moved, Won
from games.docker.state import COLOURS, State
from matches.texts import LANGUAGES
from rendering import Box, Strip
from rendering.docker import plan
from rendering.drawing.theme import SEATS
from tests.rendering.legible import (
    LARGE,
    LETTER,
    LOOKS,
    PATIENCE,
    PIECE,
    POSITIONS,
    STRIP,
    Boxes,
    Shown,
    cut,
    hidden,
    list_meeting,
    list_shortened,
    measure_picture,
    of_kind,
    outside,
    overlap,
)
from tests.rendering.positions import HIGHEST_IN_FRONT, LARGEST, OPENING, THREE_TOWERS, matches, picture

pytestmark = pytest.mark.timeout(PATIENCE)

EVENTFUL = (Moved(3, 3, None, 1, (5, 2, 1, 0, 3, 4)), *(Eliminated(seat, 6) for seat in (0, 1, 2)), Won(3))
"""The events of a ply with a long path and three eliminations."""


@cache
def positions() -> tuple[tuple[State, Sequence[Move]], ...]:
    """List random positions with their moves, and the extreme ones."""
    extreme = [(GAME.read(text), ()) for text in (OPENING, THREE_TOWERS, LARGEST, HIGHEST_IN_FRONT)]
    extreme.append((replace(GAME.read(THREE_TOWERS), out=(0, 1, 2), over=True, events=EVENTFUL), ()))
    return (*matches(POSITIONS, 9), *extreme)


@cache
def public() -> tuple[Shown, ...]:
    """Draw public pictures in all languages, the looks in turn, and with a preview."""
    out, strip = [], Strip(clock="23 h 59 min")
    for number, (view, moves) in enumerate(positions()):
        look = LOOKS[number % 4]
        out += [measure_picture(picture(view, language, look=look, strip=strip)) for language in LANGUAGES]
        if moves:
            out.append(measure_picture(picture(view, look=look, ghost=moves[number % len(moves)])))
    return tuple(out)


@cache
def large() -> tuple[Shown, ...]:
    """Draw large pictures: private ones with moves in all languages; with the languages in turn a preview and a large
    public one."""
    out = []
    for number, (view, moves) in enumerate(positions()):
        language, look, seat = LANGUAGES[number // 4 % 4], LOOKS[number % 4], view.to_move
        out += [measure_picture(picture(view, tongue, look=look, seat=seat, moves=moves)) for tongue in LANGUAGES]
        out.append(measure_picture(picture(view, language, look=replace(look, large=True))))
        if moves:
            out.append(measure_picture(picture(view, language, look=look, seat=seat, ghost=moves[number % len(moves)])))
    return tuple(out)


def draw_everything() -> Iterator[Boxes]:
    for boxes, _ in (*public(), *large()):
        yield boxes


def crates(boxes: Boxes) -> list[tuple[Box, Box]]:
    """List every crate on a square: its box, and that of the glyph in the middle of its front."""
    out = []
    for box in boxes:
        if " on " in box.label:
            up = 34 if box.height == 106 else 25  # on deep and on flat squares
            x, y = box.x0 + plan.FACE // 2, box.y1 - (box.height - up) // 2
            out.append((box, Box("piece", x - 16, y - 16, x + 16, y + 16, box.label)))
    return out


def names(boxes: Boxes) -> list[Box]:
    """List the boxes of the names of the squares."""
    return [box for box in of_kind(boxes, "letter") if box.label[:1] in "ABC"]


def has_token(glyph: Box, boxes: Boxes) -> bool:
    """Tell whether a token of its colour stands in the place of a glyph."""
    colour = SEATS[COLOURS.index(glyph.label[0])].name
    return any(box.label == colour and not outside([glyph], (box.x0, box.y0, box.x1, box.y1)) for box in boxes)


def test_nothing_is_cut() -> None:
    for made in (*public(), *large()):
        assert not cut(made)
        assert not list_shortened(made.boxes)


def test_nothing_written_overlaps() -> None:
    for boxes in draw_everything():
        assert not list_meeting(of_kind(boxes, "text", "letter"), 6)


def test_no_crate_hides_the_glyph_of_another() -> None:
    for boxes in draw_everything():
        found = crates(boxes)
        for index, (_, glyph) in enumerate(found):
            for other, _ in found[index + 1 :]:  # drawn later, so in front
                assert not overlap(glyph, other), (glyph, other)


def test_no_name_of_a_square_meets_a_crate() -> None:
    for boxes in draw_everything():
        assert len(names(boxes)) == 9
        for name in names(boxes):
            for crate, _ in crates(boxes):
                # Letters begin a little below the top of their line, and the crate's side a little inside its box.
                assert not overlap(name, crate, 12), (name, crate)


def test_no_figure_hides_the_glyph_of_a_crate() -> None:
    for boxes in draw_everything():
        for figure in (box for box in of_kind(boxes, "letter") if box.label.isdigit()):
            for _, glyph in crates(boxes):
                assert not overlap(figure, glyph, 4), (figure, glyph)


def test_die_and_reserves_do_not_touch_the_quay() -> None:
    for boxes in draw_everything():
        glyphs = [glyph for _, glyph in crates(boxes)]
        apart = [box for box in boxes if box.label.startswith(("die", "failed", "reserve"))]
        apart += [box for box in of_kind(boxes, "badge") if not any(has_token(glyph, (box,)) for glyph in glyphs)]
        assert not list_meeting(apart, 9)
        for box in apart:
            for glyph in glyphs:
                assert not overlap(box, glyph), (box, glyph)


def test_no_arrow_hides_a_name_or_a_glyph() -> None:
    """Allow a rim of a name. Where the arrow crosses a crate's glyph, a token of its colour must be drawn instead."""
    arrows = 0
    for number, (view, moves) in enumerate(positions()):
        still = replace(view, events=())
        pairs = [(picture(still), picture(view))]
        if moves:
            ghost = moves[number % len(moves)]
            pairs.append((picture(still, seat=view.to_move), picture(view, seat=view.to_move, ghost=ghost)))
        for plain, marked in pairs:
            found = crates(marked.boxes)
            if len({box.height for box, _ in found} | {box.height for box, _ in crates(plain.boxes)}) > 1:
                continue  # a ghost on top of a tower makes all crates flatter
            arrows += 1
            for name in names(marked.boxes):
                assert hidden(name, plain, marked) < 0.06, (number, name)
            for _, glyph in found:
                assert hidden(glyph, plain, marked) < 0.3 or has_token(glyph, marked.boxes), (number, glyph)
    assert arrows > len(positions())


def test_everything_public_is_large_enough() -> None:
    for boxes, _ in public():
        assert min(min(box.width, box.height) for box in of_kind(boxes, "piece")) >= PIECE
        assert min(box.height for box in of_kind(boxes, "letter")) >= LETTER
        assert min(box.height for box in of_kind(boxes, "text")) >= STRIP


def test_everything_large_is_large() -> None:
    """Towers of more than nine crates are exempt, because nobody builds them: with all twelve, crates are 58 pixels
    high."""
    for boxes, _ in large():
        tall = max(Counter(box.label[5:] for box, _ in crates(boxes)).values(), default=0) > 9
        assert min(min(box.width, box.height) for box in of_kind(boxes, "piece")) >= (58 if tall else LARGE)
        assert min(box.height for box in of_kind(boxes, "letter", "text")) >= LARGE
