"""Docker's pictures: their content, and a comparison with goldens."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from games.docker import GAME
from games.docker.events import Eliminated, Moved
from games.docker.state import Move
from matches.texts import LANGUAGES
from rendering import Box, Look, Picture, Strip
from rendering.docker import crates, harbour, plan, quay
from rendering.drawing import canvas as canvases
from rendering.drawing import sprites
from tests.rendering.legible import POSITIONS
from tests.rendering.positions import LARGEST, LOOKS, OPENING, THREE_TOWERS, matches, picture

GOLDEN = Path(__file__).parent / "golden"


def test_every_cube_is_drawn() -> None:
    for view, _ in matches(POSITIONS, 5):
        labels = [box.label for box in picture(view).boxes if box.kind == "piece"]
        assert len([label for label in labels if " on " in label]) == sum(map(len, view.squares))
        assert len([label for label in labels if label.startswith("reserve")]) == sum(view.reserves)


def test_heights_are_written_on_every_stack() -> None:
    found = [box.label for box in picture("A1=RYG B2=Y / move R die 1").boxes if box.kind == "letter"]
    assert sorted(label for label in found if label.isdigit()) == ["1", "3"]


def test_a_target_and_its_source_are_marked() -> None:
    view = GAME.read("B2=GR A1=Y / move R die 2 / seats 4")
    plain, marked = (picture(view, seat=0, moves=moves) for moves in ((), GAME.legal_moves(view, 0)))
    for name in ("B1", "A2", "C2", "B3"):
        (box,) = (box for box in marked.boxes if box.label == name)
        assert find_changed(plain, marked, box), name
    (crate,) = (box for box in marked.boxes if box.label == "R on B2")
    assert find_changed(plain, marked, crate)
    (other,) = (box for box in marked.boxes if box.label == "C3")
    assert not find_changed(plain, marked, other)


def test_a_seat_with_two_colours_sees_which_turn_it_is() -> None:
    now, later = (GAME.read(f"B2=GR A1=Y / move R die 2 / seats 2 / turns {turns}") for turns in (5, 16))
    strip = Box("area", 0, 0, 1200, 100)
    assert find_changed(picture(now, seat=0), picture(later, seat=0), strip)


def test_a_ghost_stands_where_the_move_would_end() -> None:
    view = GAME.read("B2=GR A1=Y / move R die 2 / seats 4")
    plain, ghost = picture(view), picture(view, ghost=Move("R", "B2", "C2"))
    x, y = plan.Plan(112, 766, False).foot(5)
    assert find_changed(plain, ghost, Box("area", x - 30, y - 60, x + 30, y - 5))


def test_eliminated_seats_are_crossed_and_their_crates_lashed() -> None:
    view = GAME.read("B2=YG / res Y1 / move R die 2 / seats 4")
    there, gone = picture(view), picture(replace(view, out=(1,)))
    (lashed,) = (box for box in gone.boxes if box.label == "Y on B2")
    (free,) = (box for box in gone.boxes if box.label == "G on B2")
    assert find_changed(there, gone, lashed)
    assert not find_changed(there, gone, replace(free, y1=free.y1 - 12))
    token = next(box for box in gone.boxes if box.kind == "badge" and box.label == "yellow")
    assert find_changed(there, gone, token)


def find_changed(one: Picture, other: Picture, box: Box) -> bool:
    where = (box.x0, box.y0, box.x1, box.y1)
    return ImageChops.difference(*(p.image.convert("RGB").crop(where) for p in (one, other))).getbbox() is not None


def test_the_last_line_is_shortened_step_by_step() -> None:
    def line(way: tuple[int, ...], count: int) -> str:
        events = (Moved(3, 3, None, way[-1], way), *(Eliminated(seat, 6) for seat in range(count)))
        view = replace(GAME.read(THREE_TOWERS), out=tuple(range(count)), events=events)
        return next(box.label for box in reversed(picture(view, "de").boxes) if box.kind == "text")

    assert line((5, 2), 1).endswith("C2 → C1 · Ausgeschieden: ● Rot")
    assert line((5, 2, 1, 0), 1).endswith("C2 → C1 → B1 → A1 · Ausgeschieden: ●")
    assert line((5, 2, 1, 0, 3, 4), 1).endswith("C2 → B2 · Ausgeschieden: ● Rot")
    assert line((5, 2, 1, 0, 3, 4), 3).endswith("C2 → B2 · Ausgeschieden: ●▲◆")


def test_a_picture_is_a_function_of_its_view() -> None:
    view, moves = matches(1, 11)[0]
    how: dict[str, Any] = {
        "seat": view.to_move,
        "moves": moves,
        "look": Look(theme="dark"),
        "strip": Strip(clock="1 h"),
    }
    first = picture(view, **how)
    assert picture(view, **how).png() == first.png()
    for module in (canvases, crates, harbour, quay, sprites):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    again = picture(view, **how)
    assert again.png() == first.png()
    assert again.size == (harbour.WIDTH, plan.HEIGHT + plan.LINE)
    assert again.boxes == first.boxes


def test_languages_and_looks_differ() -> None:
    assert len({picture(OPENING, language).png() for language in LANGUAGES}) == len(LANGUAGES)
    assert len({picture(OPENING, look=look).png() for look in LOOKS}) == len(LOOKS)


def test_a_picture_is_small() -> None:
    sizes = sorted(len(picture(view).png()) for view, _ in matches(POSITIONS, 6))
    assert sizes[len(sizes) // 2] <= 75_000
    assert sizes[len(sizes) * 98 // 100 - 1] <= 88_000
    assert sizes[-1] <= 95_000  # nine high towers


CASES: dict[str, tuple[str, dict[str, object]]] = {
    "opening": (OPENING, {}),
    "towers": (THREE_TOWERS, {"look": Look(theme="dark")}),
    "largest": (LARGEST, {"look": Look(contrast=True), "language": "de"}),
    "private": ("B2=GR A1=Y C3=B / res R1 G2 / move R die 2 / seats 2", {"seat": 0, "language": "it"}),
}


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str) -> None:
    """Compare at 400 px, as on a phone, so that another FreeType's rounding does not matter.

    To accept a changed picture, delete its golden, run once with SLOWBOAT_GOLDEN=1, and look at the new one.
    """
    text, settings = CASES[name]
    how: dict[str, Any] = settings
    view = GAME.read(text)
    moves: Sequence[Move] = GAME.legal_moves(view, view.to_move) if "seat" in how else ()
    small = picture(view, moves=moves, **how).image.convert("RGB").reduce(3)
    path = GOLDEN / f"docker-{name}.png"
    if os.environ.get("SLOWBOAT_GOLDEN") and not path.exists():
        small.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    with Image.open(path) as golden:
        difference = ImageChops.difference(small, golden.convert("RGB")).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 1.5
    # No patch of the picture may differ, however small its share of the whole.
    assert np.asarray(difference.reduce(10)).max() < 24
