"""Test the picture of the chances: words fit in every language, bands are as broad as the chances, every look works."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from msgspec import structs
from PIL import Image

from matches.texts import LANGUAGES, Texts
from rendering import Look
from rendering.cards.chances import HEIGHT, WIDTH, Chances, describe, draw, look_up
from rendering.drawing.theme import SEATS, theme
from rendering.english import say

CHANCES = {
    "two": Chances(((0,), (1,)), ((0, (0.5, 0.5)), (10, (0.75, 0.25)), (20, (0.0, 1.0))), (1, 2, 19)),
    "decisive": Chances(((0,), (1,)), ((0, (0.5, 0.5)), (20, (0.0, 1.0))), (4, 12), 2),
    "teams": Chances(((0, 3), (1, 4), (2, 5)), ((0, (0.3, 0.4, 0.3)), (600, (1.0, 0.0, 0.0)))),
    "six": Chances(tuple((n,) for n in range(6)), ((0, (1 / 6,) * 6), (9, (0, 0, 0, 0, 0, 1.0))), (0, 9)),
    "at once": Chances(((0,), (1,)), ((0, (1.0, 0.0)),)),
}

every_kind = pytest.mark.parametrize("chances", CHANCES.values(), ids=list(CHANCES))


@every_kind
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("look", [Look(), Look(large=True)], ids=["usual", "large"])
def test_words_are_whole_large_enough_and_apart(chances: Chances, language: str, look: Look) -> None:
    drawn = draw(chances, say=Texts().say(language), look=look)
    assert drawn.size == (WIDTH, HEIGHT)
    words = [box for box in drawn.boxes if box.kind in ("text", "letter")]
    for box in words:
        assert "…" not in box.label, f"{language}: {box.label!r} does not fit"
        assert box.height >= 36, box
        assert 0 <= box.x0 < box.x1 <= WIDTH, box
        assert 0 <= box.y0 < box.y1 <= HEIGHT, box
    for one, other in combinations(words, 2):
        apart = one.x1 <= other.x0 or other.x1 <= one.x0 or one.y1 <= other.y0 or other.y1 <= one.y0
        assert apart, f"{language}: {one.label!r} and {other.label!r} overlap"


@pytest.mark.parametrize("look", [Look(), Look(theme="dark"), Look(contrast=True), Look(theme="dark", contrast=True)])
@every_kind
def test_every_look_is_small_and_deterministic(chances: Chances, look: Look) -> None:
    png = draw(chances, say=say, look=look).encode()
    assert png == draw(chances, say=say, look=look).encode()
    assert len(png) < 60_000


def test_a_band_is_as_broad_as_the_chance() -> None:
    chances = Chances(((0,), (1,)), ((0, (0.25, 0.75)), (10, (0.25, 0.75))))
    picture = Image.open(io.BytesIO(draw(chances, say=say, look=Look()).encode())).convert("RGB")
    column = [picture.getpixel((WIDTH // 2, y)) for y in range(HEIGHT)]
    red, yellow = (column.count(SEATS[seat].fill) for seat in (0, 1))
    assert 0.22 < red / (red + yellow) < 0.28


def test_every_band_of_six_is_named_where_it_begins() -> None:
    shown = draw(CHANCES["six"], say=say, look=Look())
    first = {box.label for box in shown.boxes if box.kind == "badge" and box.x1 < WIDTH // 3}
    assert first == {SEATS[seat].name for seat in range(6)}


def test_the_decisive_turning_point_is_marked() -> None:
    chances = structs.replace(CHANCES["two"], decisive=2)
    shown = draw(chances, say=say, look=Look())
    assert "Decisive: 2" in [box.label for box in shown.boxes]
    assert describe(chances, say).endswith("Decisive: 2.")
    (plate,) = (box for box in shown.boxes if box.label == "2")
    corner = shown.image.convert("RGB").getpixel((plate.x0 - 12, (plate.y0 + plate.y1) // 2))
    assert corner == theme("cards", Look()).line
    assert "Decisive" not in describe(CHANCES["two"], say)


def test_chances_between_two_points_are_in_proportion() -> None:
    assert look_up(CHANCES["two"], 0.25) == pytest.approx((0.625, 0.375))
    assert look_up(CHANCES["two"], 1.0) == (0.0, 1.0)
    assert look_up(CHANCES["at once"], 0.5) == (1.0, 0.0)


def test_the_words_tell_the_chances_at_even_distances() -> None:
    """Points lie closer where more was estimated: most of these are near the beginning."""
    early = tuple((step, (0.5, 0.5)) for step in range(8))
    told = describe(Chances(((0,), (1,)), (*early, (27, (0.75, 0.25)), (40, (1.0, 0.0)))), say)
    assert "Red: 50%, 54%, 66%, 81%, 100%." in told


@every_kind
def test_the_words_tell_what_the_picture_shows(chances: Chances) -> None:
    told = describe(chances, say)
    assert told.count("%") == 5 * len(chances.sides)
    assert len(told) < 1024
