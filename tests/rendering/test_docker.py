"""Docker's pictures: what only they show. `tests/laws/test_pictures.py` measures all games."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from games.docker import GAME
from games.docker.events import Eliminated, Moved
from games.docker.play import list_deadly_rolls
from games.docker.state import COLOURS, Move, State
from rendering import Box, Picture
from rendering.docker import plan
from rendering.docker.crates import draw_crate
from rendering.docker.renderer import draw
from rendering.drawing.theme import SEATS
from tests.docker.pictures import THREE_TOWERS
from tests.support.boxes import find_changed, hidden, list_meeting, list_outside, of_kind, overlap
from tests.support.laws.pictures import SAYS, Boxes, list_positions, show_all


def picture(view: State | str, language: str = "en", **how: Any) -> Picture:
    """Draw a position, given as a view or in notation."""
    return draw(GAME.read(view) if isinstance(view, str) else view, say=SAYS[language], **how)


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
    return any(box.label == colour and not list_outside([glyph], (box.x0, box.y0, box.x1, box.y1)) for box in boxes)


def test_nothing_hides_a_glyph_or_a_name() -> None:
    for boxes in (shown.boxes for shown in show_all("docker")):
        found = crates(boxes)
        assert len(names(boxes)) == 9
        for index, (crate, glyph) in enumerate(found):
            for other, _ in found[index + 1 :]:  # drawn later, so in front
                assert not overlap(glyph, other), (glyph, other)
            for name in names(boxes):
                # Letters begin a little below the top of their line, and the crate's side a little inside its box.
                assert not overlap(name, crate, 12), (name, crate)
            for figure in (box for box in of_kind(boxes, "letter") if box.label.isdigit()):
                assert not overlap(figure, glyph, 4), (figure, glyph)


def test_die_and_reserves_do_not_touch_the_quay() -> None:
    for boxes in (shown.boxes for shown in show_all("docker")):
        glyphs = [glyph for _, glyph in crates(boxes)]
        apart = [box for box in boxes if box.label.startswith(("die", "failed", "reserve"))]
        apart += [box for box in of_kind(boxes, "badge") if not any(has_token(glyph, (box,)) for glyph in glyphs)]
        assert not list_meeting(apart, 9)
        assert not [(box, glyph) for box in apart for glyph in glyphs if overlap(box, glyph)]


def test_no_arrow_hides_a_name_or_a_glyph() -> None:
    """Allow a rim of a name. Where the arrow crosses a crate's glyph, a token of its colour must be drawn instead."""
    arrows = 0
    for number, view in enumerate(list_positions("docker")):
        still = replace(view, events=())
        pairs = [(picture(still), picture(view))]
        if not view.over and (moves := GAME.legal_moves(view, view.to_move)):
            ghost = moves[number % len(moves)]
            pairs.append((picture(still, seat=view.to_move), picture(view, seat=view.to_move, ghost=ghost)))
        for plain, marked in pairs:
            found = crates(marked.boxes)
            if len({box.height for box, _ in found} | {box.height for box, _ in crates(plain.boxes)}) > 1:
                continue  # a ghost on top of a tower makes all crates flatter
            arrows += 1
            for name in names(marked.boxes):
                letters = replace(name, y0=name.y0 + name.height // 8, y1=name.y1 - name.height // 8)  # capitals
                assert hidden(letters, plain, marked) < 0.06, (number, name)
            for _, glyph in found:
                assert hidden(glyph, plain, marked) < 0.3 or has_token(glyph, marked.boxes), (number, glyph)
    assert arrows > 10


@pytest.mark.parametrize(("width", "height"), [*((plan.FACE, unit) for unit in plan.UNITS), (42, 40), (60, 50)])
def test_crates_of_all_seats_differ_in_grey_on_a_phone(width: int, height: int) -> None:
    """At a third of their size, at least ten pixels of two fronts differ by a quarter of the range of greys."""
    fronts = []
    for colour in range(len(COLOURS)):
        crate = draw_crate(colour, width, height, 12)
        (x, y), whole = crate.origin, crate.pixels.convert("RGBA").convert("L")
        front = whole.crop((x - width // 2 + 2, y - height + 4, x + width // 2 - 4, y - 2)).reduce(3)
        fronts.append(np.asarray(front, dtype=int))
    for one, other in combinations(fronts, 2):
        assert (abs(one - other) > 60).sum() >= 10


def test_every_cube_is_drawn() -> None:
    for view in list_positions("docker"):
        boxes = picture(view).boxes
        labels = [box.label for box in of_kind(boxes, "piece")]
        assert len([label for label in labels if " on " in label]) == sum(map(len, view.squares))
        waiting = {
            f"reserve {colour}": str(count) for colour, count in zip(COLOURS, view.reserves, strict=True) if count
        }
        assert {label for label in labels if label.startswith("reserve")} == set(waiting)
        for pile in (box for box in boxes if box.label in waiting):
            beside = [box for box in of_kind(boxes, "letter") if pile.x1 <= box.x0 < pile.x0 + 160]
            assert waiting[pile.label] in [box.label for box in beside if pile.y0 < box.y0 < pile.y1]


def test_heights_are_written_on_every_stack_of_two_or_more() -> None:
    found = [box.label for box in picture("A1=RYG B2=Y C3=GB / move R die 1").boxes if box.kind == "letter"]
    assert sorted(label for label in found if label.isdigit()) == ["2", "3"]


def test_a_target_and_its_source_are_marked() -> None:
    view = GAME.read("B2=GR A1=Y / move R die 2 / seats 4")
    plain, marked = (picture(view, seat=0, moves=moves) for moves in ((), GAME.legal_moves(view, 0)))
    shown = {box.label: box for box in marked.boxes}
    for name in ("B1", "A2", "C2", "B3", "R on B2"):
        assert find_changed(plain, marked, shown[name]), name
    assert not find_changed(plain, marked, shown["C3"])


def test_a_seat_with_two_colours_sees_which_turn_it_is() -> None:
    now, later = (GAME.read(f"B2=GR A1=Y / move R die 2 / seats 2 / turns {turns}") for turns in (5, 16))
    strip = Box("area", 0, 0, 1200, 100)
    assert find_changed(picture(now, seat=0), picture(later, seat=0), strip)


def test_a_ghost_stands_where_the_move_would_end() -> None:
    view = GAME.read("B2=GR A1=Y / move R die 2 / seats 4")
    plain, ghost = picture(view), picture(view, ghost=Move("R", "B2", "C2"))
    x, y = plan.Plan(112, 758, False).foot(5)
    assert find_changed(plain, ghost, Box("area", x - 30, y - 60, x + 30, y - 5))


def test_eliminated_seats_are_crossed_and_their_crates_lashed() -> None:
    view = GAME.read("B2=YG / res Y1 / move R die 2 / seats 4")
    there, gone = picture(view), picture(replace(view, out=(1,)))
    shown = {box.label: box for box in gone.boxes}
    free = shown["G on B2"]
    assert find_changed(there, gone, shown["Y on B2"])
    assert not find_changed(there, gone, replace(free, y1=free.y1 - 12))
    token = next(box for box in gone.boxes if box.kind == "badge" and box.label == SEATS[1].name)
    assert find_changed(there, gone, token)


def test_the_last_line_is_shortened_step_by_step() -> None:
    def line(way: tuple[int, ...], count: int) -> str:
        events = (Moved(3, 3, None, way[-1], way), *(Eliminated(seat, 6) for seat in range(count)))
        view = replace(GAME.read(THREE_TOWERS), out=tuple(range(count)), events=events)
        return next(box.label for box in reversed(picture(view, "de").boxes) if box.kind == "text")

    assert line((5, 2), 1).endswith("C2 → C1 · Ausgeschieden: ● Rot")
    assert line((5, 2, 1, 0), 1).endswith("C2 → C1 → B1 → A1 · Ausgeschieden: ●")
    assert line((5, 2, 1, 0, 3, 4), 1).endswith("C2 → B2 · Ausgeschieden: ● Rot")
    assert line((5, 2, 1, 0, 3, 4), 3).endswith("C2 → B2 · Ausgeschieden: ●▲◆")


def test_the_rolls_that_would_put_a_rival_out_stand_in_the_picture() -> None:
    """The seat to move has rolled already, and those that are out cannot fall. Whatever yellow does, green has no 5."""
    view = GAME.read("A1=RYY C2=YG B3=RGGR / res - / move Y die 3 / seats 3")
    assert [list_deadly_rolls(view, seat) for seat in (0, 2)] == [[1, 2, 3], [1]]
    assert list_dangers(view) == ["1–3", "1  5"]
    assert list_dangers(replace(view, out=(2,))) == ["1–3"]
    assert list_dangers(replace(view, over=True)) == []


def list_dangers(view: State) -> list[str]:
    """List the rolls in the sky on the right, row by row."""
    return [box.label for box in picture(view).boxes if box.kind == "text" and box.x0 > 900 and 90 < box.y0 < 320]
