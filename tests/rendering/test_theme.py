"""Colours: seats that nobody confuses, text that can be read, a palette that holds them all."""

from __future__ import annotations

import sys
from itertools import combinations
from math import dist
from types import ModuleType

import pytest

import games
from games.colours import GLYPHS
from rendering import Look
from rendering.drawing.theme import (
    _APART,
    BLACK,
    INK,
    PLAIN_DARK,
    PLAIN_LIGHT,
    RGB,
    SEATS,
    WHITE,
    Theme,
    _load_themes,
    make_theme,
    mix,
    palette,
    rgb,
    theme,
)
from tests.rendering.seeing import DEFICIENCIES, contrast, distance

LOOKS = tuple(Look(theme=ground, contrast=stark) for ground in ("light", "dark") for stark in (False, True))

LIT = ("on", "top", "side", "edge")

LEAST_DISTANCE = 24
"""ΔE between any two seat colours, to normal sight and to full protanopia, deuteranopia and tritanopia."""


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_any_two_seats_differ_to_everybody(deficiency: str) -> None:
    found = {(a.name, b.name): distance(a.fill, b.fill, deficiency) for a, b in combinations(SEATS, 2)}
    closest = min(found, key=found.__getitem__)
    assert found[closest] >= LEAST_DISTANCE, (closest, found[closest])


def test_the_measure_knows_confusable_colours() -> None:
    red, green = (200, 60, 40), (110, 115, 30)
    assert distance(red, green, "normal") > 50
    assert distance(red, green, "deuteranopia") < 15
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


def test_seats_have_different_glyphs_and_patterns() -> None:
    assert len(set(GLYPHS)) == len(SEATS)
    assert len({seat.pattern for seat in SEATS}) == len(SEATS)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.theme}-{'stark' if look.contrast else 'normal'}")
@pytest.mark.parametrize("game", games.names())
def test_text_has_contrast(game: str, look: Look) -> None:
    ours = theme(game, look)
    written = [("ink", "ground"), ("on_panel", "panel"), ("dim", "panel")]
    if not look.contrast:  # in high contrast lines are no text colour
        written.append(("line", "panel"))
    for words, ground in written:
        found = contrast(getattr(ours, words), getattr(ours, ground))
        assert found >= 4.5, f"{words} on {ground}: the contrast is {found:.1f}, letters need 4.5"


def test_glyphs_have_contrast() -> None:
    for seat in SEATS:
        assert contrast(seat.on, seat.fill) >= 3, seat.name  # WCAG's bound for graphics; glyphs are no text


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.theme}-{'stark' if look.contrast else 'normal'}")
@pytest.mark.parametrize("game", games.names())
def test_the_palette_holds_every_pure_colour(game: str, look: Look) -> None:
    ours = theme(game, look)
    assert list_near(ours) == []
    entries = list_entries(ours)
    assert len(entries) <= 256
    assert {*name_colours(ours)} <= entries


def list_entries(ours: Theme) -> set[RGB]:
    return set(zip(*[iter(palette(ours).getpalette() or [])] * 3, strict=True))


def name_colours(ours: Theme) -> dict[RGB, str]:
    """Name the colours that a palette must hold. One that has several names gets the first."""
    named = {getattr(ours, field): field for field in ("ground", "shade", "line", "ink", "panel", "on_panel", "dim")}
    others = [(ours.chalk, "chalk"), (ours.rim, "rim"), *((colour, name) for name, colour in ours.extra)]
    others += [(getattr(seat, tone), f"{tone} of {seat.name}") for seat in SEATS for tone in ("fill", *LIT)]
    for colour, name in (*others, (WHITE, "WHITE"), (INK, "INK"), (BLACK, "BLACK")):
        named.setdefault(colour, name)
    return named


def list_near(ours: Theme) -> list[str]:
    """Name all pairs of colours of which a palette would drop one."""
    named = name_colours(ours)
    return [
        f"{named[one]} #{bytes(one).hex()} and {named[other]} #{bytes(other).hex()} are too near: see `make_theme`"
        for one, other in combinations(named, 2)
        if not are_apart(one, other)
    ]


def are_apart(one: RGB, other: RGB) -> bool:
    """Tell whether a palette holds two colours: Pillow looks up each as its red, green and blue rounded down to
    multiples of four."""

    def is_itself(colour: RGB, another: RGB) -> bool:
        looked_up = [channel // 4 * 4 for channel in colour]
        return dist(looked_up, colour) < dist(looked_up, another)

    differ = max(abs(a - b) for a, b in zip(one, other, strict=True)) >= _APART
    return differ and is_itself(one, other) and is_itself(other, one)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("282828", "2E2828", True),  # 6
        ("252828", "2B2828", False),  # 6, and rounded down in the middle between both
        ("2B2B2B", "232828", False),  # 8
        ("2B2B2B", "222828", True),  # 9
        ("282828", "2D2D2D", False),  # 5
    ],
)
def test_nine_is_always_enough_and_six_for_colours_that_pillow_tells_apart(one: str, other: str, apart: bool) -> None:
    ours = make_theme("E9E4DA C9C2B4 F2C14E 101014 27343F FFFFFF C9D3DA", honey=one, cellar=other)
    assert are_apart(rgb(f"#{one}"), rgb(f"#{other}")) == apart
    assert ({rgb(f"#{one}"), rgb(f"#{other}")} <= list_entries(ours)) == apart


def test_all_pairs_of_colours_that_are_too_near_are_named() -> None:
    near = make_theme("E9E4DA C9C2B4 F2C14E 2B2B33 2D2D30 FFFFFF C9D3DA", honey="F0C04A", cellar="2C2C32")
    assert [said.split(" are too near")[0] for said in list_near(near)] == [
        "line #f2c14e and honey #f0c04a",
        "ink #2b2b33 and panel #2d2d30",
        "ink #2b2b33 and cellar #2c2c32",
        "panel #2d2d30 and cellar #2c2c32",
    ]


@pytest.fixture
def new_here(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Write the pictures of a new game whose colours are still missing."""
    package = ModuleType("rendering.new_here")
    package.__path__ = []
    monkeypatch.setitem(sys.modules, "rendering.new_here", package)
    _load_themes.cache_clear()
    theme.cache_clear()
    return package


def test_a_game_without_colours_is_drawn_in_plain_ones(new_here: ModuleType) -> None:
    assert theme("new_here", Look()) == PLAIN_LIGHT
    assert theme("new_here", Look(theme="dark")) == PLAIN_DARK


def test_a_game_brings_its_colours_in_its_own_folder(new_here: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    colours = ModuleType("rendering.new_here.colours")
    tones = "E6CFA8 CFB184 E39B2D 33231A 4A2C1D FFF6E6 E2C79E"
    colours.LIGHT = make_theme(tones, honey="F0A63C", meadow="A0C060", wide=("meadow",))  # type: ignore[attr-defined]
    colours.DARK = make_theme(tones, honey="C08020", meadow="405030")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "rendering.new_here.colours", colours)
    assert theme("new_here", Look()).own("honey") == rgb("#F0A63C")
    assert theme("new_here", Look(theme="dark")).own("meadow") == rgb("#405030")
    stark = theme("new_here", Look(contrast=True))
    assert stark.own("meadow") == mix((255, 255, 255), (0, 0, 0), 0.12)
    assert stark.own("honey") == mix((255, 255, 255), (0, 0, 0), 0.3)
    entries = palette(theme("new_here", Look())).getpalette() or []
    assert rgb("#F0A63C") in set(zip(*[iter(entries)] * 3, strict=True))


def test_an_error_in_a_games_colours_is_not_hidden(new_here: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def import_colours(name: str) -> ModuleType:
        raise ModuleNotFoundError("No module named 'colour_wheel'", name="colour_wheel")

    monkeypatch.setattr("rendering.drawing.theme.importlib.import_module", import_colours)
    with pytest.raises(ModuleNotFoundError, match="colour_wheel"):
        theme("new_here", Look())
