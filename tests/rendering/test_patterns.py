"""Patterns in the colours of seats: they differ without colour, leave glyphs alone, and change no layout."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from PIL import Image, ImageChops

import games
from rendering import Look
from rendering.docker.crates import draw_crate
from rendering.docker.plan import FACE
from rendering.dog_royal.pieces import draw_piece
from rendering.drawing.sprites import Sprite, token
from rendering.drawing.theme import SEATS, WHITE, theme
from tests.rendering.shots import SHOWN, read_shots

LEAST = {"token": 0.12, "crate": 0.06, "piece": 0.022}
"""The share of a thing's pixels in which the patterns of two seats differ at least (found: 0.133, 0.068, 0.025; the
robe below the letter is an eighth of a piece)."""
KILOBYTES = 100

SEATED = range(len(SEATS))


def find_figures(plain: Sprite, patterned: Sprite) -> Image.Image:
    """Return where a pattern is drawn: the pixels in which two sprites differ."""
    one, other = (sprite.pixels.convert("RGBA").convert("RGB") for sprite in (plain, patterned))
    return ImageChops.difference(one, other).convert("L").point([0] * 25 + [255] * 231)


@cache
def figures_of(kind: str, seat: int) -> Image.Image:
    match kind:
        case "token":
            return find_figures(token(seat, 53, WHITE), token(seat, 53, WHITE, patterned=True))
        case "crate":
            plain, patterned = (draw_crate(seat, FACE, 72, 30, patterned=is_on) for is_on in (False, True))
        case _:
            plain, patterned = (draw_piece(seat, "p", 54, patterned=is_on) for is_on in (False, True))
    return find_figures(plain, patterned)


def share_of(mask: Image.Image) -> float:
    return sum(mask.histogram()[128:]) / (mask.width * mask.height)


@pytest.mark.parametrize("kind", ["token", "crate", "piece"])
def test_any_two_patterns_differ_without_colour(kind: str) -> None:
    seats = range(4) if kind == "crate" else SEATED
    shares = {
        (one, other): share_of(ImageChops.difference(figures_of(kind, one), figures_of(kind, other)))
        for one, other in combinations(seats, 2)
    }
    closest = min(shares, key=shares.__getitem__)
    assert shares[closest] >= LEAST[kind], (closest, shares[closest])


@pytest.mark.parametrize("seat", SEATED)
@pytest.mark.parametrize("size", [38, 53, 88])
def test_a_token_keeps_its_glyph_and_its_outline(size: int, seat: int) -> None:
    plain, patterned = (token(seat, size, WHITE, patterned=is_on).pixels.convert("RGBA") for is_on in (False, True))
    outlines = (picture.getchannel("A").tobytes() for picture in (plain, patterned))
    assert sum(one != other for one, other in zip(*outlines, strict=True)) <= size // 3  # a few of its soft edge
    on = bytes(SEATS[seat].on)
    usual, shown = (picture.convert("RGB").tobytes() for picture in (plain, patterned))
    glyph = [place for place in range(size * size) if usual[3 * place :][:3] == on and _is_inside(place, size)]
    kept = sum(shown[3 * place :][:3] == on for place in glyph)
    assert len(glyph) > size
    assert kept >= 0.94 * len(glyph)  # only its soft edge may differ


def _is_inside(place: int, size: int) -> bool:
    """Tell whether a pixel is not at the rim, whose colour may be that of the glyph."""
    y, x = divmod(place, size)
    return (x - size / 2) ** 2 + (y - size / 2) ** 2 < (size * 0.38) ** 2


@pytest.mark.parametrize("ground", ["light", "dark"])
@pytest.mark.parametrize("name", SHOWN)
def test_pictures_differ_in_patterns_alone(name: str, ground: str) -> None:
    """The same boxes mean that all rules of legibility hold as without patterns."""
    for shot in read_shots(name):
        plain, patterned = (shot.draw(Look(theme=ground, patterns=is_on)) for is_on in (False, True))  # type: ignore[arg-type]
        assert plain.boxes == patterned.boxes
        difference = ImageChops.difference(plain.image.convert("RGB"), patterned.image.convert("RGB")).convert("L")
        changed = sum(difference.histogram()[8:]) / (difference.width * difference.height)
        assert 0 < changed < 0.05, (shot.stage, shot.sight, changed)
        assert len(patterned.encode()) <= KILOBYTES * 1000


def test_high_contrast_has_patterns() -> None:
    for name in games.own_names():
        assert theme(name, Look(contrast=True)).patterns
        assert theme(name, Look(theme="dark", contrast=True)).patterns
        assert theme(name, Look(patterns=True)).patterns
        assert not theme(name, Look(theme="dark")).patterns
