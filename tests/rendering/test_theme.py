"""Colours: seats that nobody confuses, text that can be read, a palette that holds them all."""

from __future__ import annotations

import sys
from itertools import combinations
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
    assert list_lost(theme(game, look)) == []


def list_lost(ours: Theme) -> list[str]:
    """Name the colours that the palette of a theme lacks, each with the one that took its place."""
    table = palette(ours).getpalette() or []
    entries = set(zip(*[iter(table)] * 3, strict=True))
    assert len(entries) <= 256
    tones = [(f"{tone} of {seat.name}", getattr(seat, tone)) for seat in SEATS for tone in ("fill", *LIT)]
    named = {
        **{name: getattr(ours, name) for name in ("ground", "shade", "line", "ink", "panel", "on_panel", "dim")},
        **{name: getattr(ours, name) for name in ("chalk", "rim")},
        **dict(ours.extra),
        **dict(tones),
        "WHITE": WHITE,
        "INK": INK,
        "BLACK": BLACK,
    }
    return [
        f"{name} #{bytes(colour).hex()} and {taken} #{bytes(named[taken]).hex()} are too near: any two colours of a "
        f"theme, of the seats, white, INK and black are the same or differ by {_APART} or more in red, green or blue"
        for name, colour in named.items()
        if colour not in entries
        for taken in [min(named, key=lambda other: (named[other] not in entries, _measure(named[other], colour)))]
    ]


def _measure(one: RGB, other: RGB) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def test_a_colour_that_a_palette_lacks_is_named_with_its_neighbour() -> None:
    near = make_theme("E9E4DA C9C2B4 F2C14E 2B2B33 2D2D30 FFFFFF C9D3DA", honey="F0A63C")
    (said,) = list_lost(near)
    assert said.startswith("panel #2d2d30 and ink #2b2b33 are too near: ")
    assert "differ by 6 or more" in said


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
