"""What a sheet keeps in the palette is what its colours give."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from rendering.sheet import Coloured, Flat, indexed
from rendering.sprites import capsule, layer, plate, token
from rendering.theme import SEATS, WHITE, Look, theme

OURS = theme("docker", Look())
WAVY = layer(210, 130, OURS.ground, lambda pen: pen.line([(5, 5), (120, 90), (200, 20)], OURS.shade, 9))
SPRITES = (
    token(0, 40, WHITE),
    token(3, 17, WHITE, faint=True),
    capsule(90, -30, 8, OURS.chalk),
    plate(70, 50, OURS.panel, 0),
)
COLOURS = (OURS.panel, OURS.line, SEATS[4].fill, (1, 200, 77))

across, down = some.integers(-60, 230), some.integers(-60, 150)
steps = some.lists(
    some.tuples(some.sampled_from(("put", "fill", "replace")), some.integers(0, 3), across, down, across, down),
    max_size=12,
)


@given(steps)
def test_only_what_was_drawn_is_looked_up_and_nothing_is_forgotten(
    steps: list[tuple[str, int, int, int, int, int]],
) -> None:
    sheet = Coloured(WAVY, OURS)
    for how, which, x, y, right, below in steps:
        if how == "put":
            sheet.put(SPRITES[which], x, y)
        elif how == "fill":
            sheet.fill((min(x, right), min(y, below), max(x, right), max(y, below)), COLOURS[which])
        else:
            sheet.replace(Image.new("RGB", (33, 21), COLOURS[which]), x, y)
    wanted = indexed(sheet.image, OURS)
    found = sheet.finish()
    assert found.tobytes() == wanted.tobytes()
    assert found.getpalette() == wanted.getpalette()


def test_sheets_leave_the_layer_as_it_was() -> None:
    before = WAVY.tobytes()
    for kind in (Coloured, Flat):
        for _ in range(2):
            sheet = kind(WAVY, OURS)
            sheet.fill((0, 0, 210, 130), OURS.panel)
            sheet.finish()
    assert WAVY.tobytes() == before
    assert Coloured(WAVY, OURS).finish().tobytes() == indexed(WAVY, OURS).tobytes()
    assert Flat(WAVY, OURS).finish().tobytes() == indexed(WAVY.reduce(2), OURS).tobytes()
