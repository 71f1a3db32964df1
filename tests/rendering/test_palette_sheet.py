"""A sheet of palette indices gives the same picture as drawing in colours."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from PIL import Image

import games
from rendering.drawing.palette_sheet import BLENDED, Sheet, to_palette
from rendering.drawing.sprites import Layer, Sprite, draw_capsule, draw_plate, draw_ring, token
from rendering.drawing.stored.packed import Recent
from rendering.drawing.theme import SEATS, WHITE, Look, palette, theme
from tests.support.numbers import FULL

OURS = theme("docker", Look())
WAVY = Layer(210, 130, OURS.ground, lambda pen: pen.line([(5, 5), (120, 90), (200, 20)], OURS.shade, 9))
SPRITES = (
    token(0, 40, WHITE),
    token(3, 17, WHITE, faint=True),
    draw_plate(90, 80, OURS.line, 14, OURS.ink),
    draw_capsule(90, -30, 8, OURS.chalk),
    draw_plate(70, 50, OURS.panel, 0),
    draw_ring(120, 90, 20, OURS.line, OURS.rim),
)
COLOURS = (OURS.panel, OURS.line, SEATS[4].fill, (1, 200, 77), WHITE, OURS.ink)

across, down = some.integers(-60, 230), some.integers(-60, 150)
steps = some.lists(
    some.tuples(some.sampled_from(("put", "fill", "replace")), some.integers(0, 5), across, down, across, down),
    max_size=12,
)


@settings(deadline=None, derandomize=not FULL, database=None)
@given(steps)
def test_a_sheet_equals_drawing_in_colours_and_reducing(
    steps: list[tuple[str, int, int, int, int, int]],
) -> None:
    sheet, wanted = Sheet(WAVY, OURS), to_palette(WAVY.paint_colours(), OURS)
    for how, which, x, y, right, below in steps:
        colours = wanted.convert("RGB")
        if how == "put":
            sprite = SPRITES[which]
            sheet.put(sprite, x, y)
            sprite.paste_on(colours, x, y)
        elif how == "fill":
            box = (min(x, right), min(y, below), max(x, right), max(y, below))
            sheet.fill(box, COLOURS[which])
            colours.paste(COLOURS[which], box)
        else:
            part = to_palette(Image.new("RGB", (33, 21), COLOURS[which]), OURS)
            sheet.replace(part, x, y)
            colours.paste(part.convert("RGB"), (x, y))
        wanted = to_palette(colours, OURS)
    assert sheet.image.tobytes() == wanted.tobytes()
    assert sheet.image.getpalette() == wanted.getpalette()


def test_sheets_leave_the_layer_as_it_was() -> None:
    before = WAVY.paint_colours().tobytes()
    for step in (1, 2):
        for _ in range(2):
            Sheet(WAVY, OURS, step).fill((0, 0, 210, 130), OURS.panel)
    assert WAVY.paint_colours().tobytes() == before
    assert Sheet(WAVY, OURS).image.tobytes() == to_palette(WAVY.paint_colours(), OURS).tobytes()
    assert Sheet(WAVY, OURS, 2).image.tobytes() == to_palette(WAVY.paint_colours().reduce(2), OURS).tobytes()


def test_every_place_in_the_palette_is_found_again() -> None:
    """Each entry must be found by its own colour, otherwise colours would drift when they are drawn over repeatedly."""
    for name in games.names():
        for look in (Look(), Look(theme="dark"), Look(contrast=True), Look(theme="dark", contrast=True)):
            ours = theme(name, look)
            colours = palette(ours).getpalette() or []
            all_of_them = Image.frombytes("RGB", (len(colours) // 3, 1), bytes(colours))
            assert list(to_palette(all_of_them, ours).tobytes()) == list(range(len(colours) // 3))


def test_a_sprite_is_blended_once_with_the_same_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    make, times = Sheet._make, list[int]()

    def count(sheet: Sheet, ground: Any, sprite: Sprite) -> Any:
        times.append(1)
        return make(sheet, ground, sprite)

    monkeypatch.setattr(Sheet, "_make", count)
    ring = draw_ring(111, 77, 19, OURS.line, OURS.rim)

    def draw(x: int) -> bytes:
        sheet = Sheet(WAVY, OURS)
        sheet.put(ring, x, 20)
        return sheet.image.tobytes()

    drawn = draw(30)
    assert draw(30) == drawn
    assert len(times) == 1, "nothing is blended again"
    assert draw(33) != drawn
    assert len(times) == 2, "the ring has another ground"
    BLENDED.clear()
    assert draw(30) == drawn
    assert len(times) == 3


def test_another_sprite_on_the_same_ground_is_blended_too() -> None:
    sheets = [Sheet(WAVY, OURS) for _ in SPRITES]
    for sheet, sprite in zip(sheets, SPRITES, strict=True):
        sheet.put(sprite, 9, 9)
    assert len({sheet.image.tobytes() for sheet in sheets}) == len(SPRITES)


def test_what_was_used_last_is_kept() -> None:
    recent = Recent[str](12)
    for key in "abc":
        assert recent.keep(key, key.upper(), 4) == key.upper()
    assert recent.find("a") == "A"
    recent.keep("d", "D", 4)
    assert [recent.find(key) for key in "abcd"] == ["A", None, "C", "D"], "the second was used longest ago"
    recent.keep("e", "E", 9)
    assert [recent.find(key) for key in "acde"] == [None, None, None, "E"], "a large thing replaces several"
    recent.clear()
    assert recent.find("e") is None
