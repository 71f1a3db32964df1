"""Test cards about people: words fit and can be read in every language, and nothing overlaps."""

from __future__ import annotations

import io
from itertools import combinations
from typing import Any, Literal

import pytest
from msgspec import structs
from PIL import Image, ImageChops

import games
from games.text import N, T
from matches.texts import LANGUAGES, Texts
from rendering import Look, Picture, renderer
from rendering.cards.badges import NAMES, measure_badges
from rendering.cards.record_card import HEIGHT, WIDTH, RecordCard, describe, draw
from rendering.cards.streak import HEIGHT as STREAK_HEIGHT
from rendering.cards.streak import add_streak
from rendering.posters.hero import find_opening
from tests.rendering.seeing import contrast

FULL = RecordCard(
    title=T("all games"),
    matches=12_345,
    won=10_345,
    rating=(2184, 162),
    provisional=True,
    curve=tuple(1500 + (37 * number) % 400 for number in range(700)),
    streak=103,
    longest=109,
    seat=2,
    partner=1131,
    reply=N("{count} day", "{count} days", 13),
    finished=100,
)

CARDS = {
    "full": FULL,
    "decorated": structs.replace(FULL, badges=tuple(NAMES)),
    "one badge": structs.replace(FULL, badges=("relief", "of another version")),
    "named": structs.replace(FULL, name="Annalena von der Wasserkante"),
    "named in Arabic": structs.replace(FULL, title=T("DOG Royal"), name="\u2068محمد عبد الله\u2069"),
    "with an avatar": structs.replace(FULL, name="Annalena von der Wasserkante", picture=b"no picture"),
    "named in Osage": structs.replace(FULL, name="𐓏𐓘𐓻𐓘𐓻𐓟"),
    "before the first match": RecordCard(T("all games"), 0, 0, name="Ben"),
    "first": RecordCard(T("all games"), 1, 0, seat=5),
    "flat": structs.replace(FULL, curve=(1500, 1500)),
    "of another": structs.replace(FULL, curve=(), rating=None, partner=0, reply=None, finished=None),
}

every_card = pytest.mark.parametrize("card", CARDS.values(), ids=list(CARDS))


@every_card
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_whole_large_enough_and_apart(card: RecordCard, language: str) -> None:
    drawn = draw(card, say=Texts().say(language), look=Look())
    assert drawn.size == (WIDTH, HEIGHT + measure_badges(card.badges if card.matches else tuple(NAMES)))
    words = [box for box in drawn.boxes if box.kind == "text"]
    for box in words:
        assert "…" not in box.label, f"{language}: {box.label!r} does not fit"
        assert box.height >= 36, box
        assert 0 <= box.x0 < box.x1 <= WIDTH, box
        assert 0 <= box.y0 < box.y1 <= drawn.size[1], box
    for one, other in combinations(words, 2):
        apart = one.x1 <= other.x0 or other.x1 <= one.x0 or one.y1 <= other.y0 or other.y1 <= one.y0
        assert apart, f"{language}: {one.label!r} and {other.label!r} overlap"


@pytest.mark.parametrize("look", [Look(theme="dark"), Look(contrast=True), Look(theme="dark", contrast=True)])
@every_card
def test_every_look_is_small_and_deterministic(card: RecordCard, look: Look) -> None:
    say = Texts().say("en")
    png = draw(card, say=say, look=look).encode()
    assert png == draw(card, say=say, look=look).encode()
    assert len(png) < 100_000
    with Image.open(io.BytesIO(png)) as image:
        assert image.size == (WIDTH, HEIGHT + measure_badges(card.badges if card.matches else tuple(NAMES)))


def test_the_card_names_its_person_where_the_faces_have_the_letters() -> None:
    say = Texts().say("en")
    shown = {
        key: {box.label for box in draw(CARDS[key], say=say, look=Look()).boxes} for key in CARDS if "named" in key
    }
    assert {"Annalena von der Wasserkante", "all games"} <= shown["named"]
    assert {"محمد عبد الله", "DOG Royal"} <= shown["named in Arabic"]
    assert "Stats: all games" in shown["named in Osage"]
    assert describe(CARDS["named in Osage"], say).startswith("𐓏𐓘𐓻𐓘𐓻𐓟. all games: 12345 matches")


def test_figures_have_the_full_contrast() -> None:
    for look, ink in ((Look(contrast=True), (0, 0, 0)), (Look(theme="dark", contrast=True), (255, 255, 255))):
        drawn = draw(FULL, say=Texts().say("en"), look=look)
        (box,) = [box for box in drawn.boxes if box.label == "12345"]
        shown = drawn.image.convert("RGB").crop((box.x0, box.y0, box.x1, box.y1))
        assert ink in [colour for count, colour in shown.getcolors(1 << 16) or () if count > 500]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("is_high", [False, True], ids=["usual", "high contrast"])
def test_medals_show_their_signs(theme: Literal["light", "dark"], is_high: bool) -> None:
    say = Texts().say("en")
    drawn = draw(CARDS["decorated"], say=say, look=Look(theme=theme, contrast=is_high))
    for name in NAMES.values():
        (box,) = [box for box in drawn.boxes if box.label == say(name)]
        x, y = box.x0 - 16 - 34, (box.y0 + box.y1) // 2
        seen: Any = drawn.image.convert("RGB").crop((x - 20, y - 20, x + 20, y + 20)).getcolors(1600) or []
        (_, ground), (_, sign) = sorted(seen, reverse=True)[:2]
        assert contrast(ground, sign) > 7, say(name)


def test_a_card_before_the_first_match_shows_what_will_stand_there() -> None:
    shown = {box.label for box in draw(CARDS["before the first match"], say=Texts().say("en"), look=Look()).boxes}
    assert {"Won in a row", "Usual reply time", "Played to the end", "Your first match will stand here"} <= shown


def test_day_and_night_differ() -> None:
    say = Texts().say("en")
    assert draw(FULL, say=say, look=Look()).encode() != draw(FULL, say=say, look=Look(theme="dark")).encode()


def test_the_alt_text_says_what_the_picture_shows() -> None:
    said = describe(FULL, Texts().say("en"))
    for part in ("all games: 12345 matches, 10345 won.", "Rating 2184 ± 162.", "Favourite seat: ◆", "100%", "13 days"):
        assert part in said
    assert "Rating" not in describe(CARDS["first"], Texts().say("en"))
    assert "Badges" not in said
    assert "Badges: Relief watch." in describe(CARDS["one badge"], Texts().say("en"))
    assert "Jouées jusqu’au bout\u202f: 100" in describe(FULL, Texts().say("fr"))


@pytest.mark.parametrize("name", games.own_names())
@pytest.mark.parametrize("look", [Look(), Look(contrast=True)])
def test_a_streak_has_a_pennant_for_each_day(name: str, look: Look) -> None:
    game = games.load(name)
    view = game.view(find_opening(game), 0)
    puzzle = renderer(name).draw(view, say=Texts().say("en"), seat=0, look=look)
    width, height = puzzle.size
    shown = [add_streak(puzzle, days, name, look) for days in (2, 3, 7, 365)]
    for days, picture in zip((2, 3, 7, 365), shown, strict=True):
        assert picture.size == (width, height + STREAK_HEIGHT)
        assert picture.boxes[-1].label == str(days)
        assert 0 < picture.boxes[-1].x0 < picture.boxes[-1].x1 < width
        assert picture.image.crop((0, 0, width, height)).tobytes() == puzzle.image.tobytes()
        assert len(picture.encode()) <= 100_000
    pennants = [find_end(picture, height) for picture in shown]
    assert pennants[0] < pennants[1] < pennants[2] == pennants[3], "a week of pennants at most"


def find_end(picture: Picture, top: int) -> int:
    """Find where the last pennant ends: left of the number, everything that is not the panel."""
    band = picture.image.convert("RGB").crop((0, top + 8, picture.boxes[-1].x0 - 8, picture.size[1]))
    bare = Image.new("RGB", band.size, band.getpixel((2, 100)))
    return (ImageChops.difference(band, bare).getbbox() or (0, 0, 0, 0))[2]
