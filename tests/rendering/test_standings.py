"""Test tables of people: names in any script, words that fit in every language, the whole table in the alt text."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from msgspec import structs
from PIL import Image

from games.text import T
from matches.texts import LANGUAGES, Texts, defuse_name
from rendering import Look
from rendering.cards.standings import MOST_LINES, WIDTH, Standing, Standings, describe, draw, has_podium, split

NAMES = (
    "Annalena von der Wasserkante-Süd",
    "Бен Ольгерд",
    "שלמה בן דוד",
    "🎲 Chiara 🚢",
    "田中さくら",
    "",
    "محمد عبد الله",
    "W" * 32,
    "𐓏𐓘𐓻𐓘𐓻𐓟",
)

COLUMNS = (T("Points"), T("Won"), T("Drawn"), T("Lost"))

TABLE = Standings(
    T("Division {number}", number=10),
    COLUMNS,
    tuple(
        Standing(place, defuse_name(name), (str(33 - place), "11", "0", "10"), "up" if place == 1 else "")
        for place, name in enumerate(NAMES, 1)
    ),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_large_enough_and_apart(language: str) -> None:
    drawn = draw(TABLE, say=Texts().say(language), look=Look())
    words = [box for box in drawn.boxes if box.kind == "text"]
    assert len(words) >= 1 + len(COLUMNS) + len(NAMES) * 6
    for box in words:
        assert box.height >= 36, box
        assert 0 <= box.x0 < box.x1 <= WIDTH, box
        assert "…" not in box.label or box.label.startswith("WWW"), f"{language}: {box.label!r} does not fit"
    for one, other in combinations(words, 2):
        apart = one.x1 <= other.x0 or other.x1 <= one.x0 or one.y1 <= other.y0 or other.y1 <= one.y0
        assert apart, f"{language}: {one.label!r} and {other.label!r} overlap"


def test_names_that_cannot_be_written_are_left_to_the_message() -> None:
    labels = [box.label for box in draw(TABLE, say=Texts().say("en"), look=Look()).boxes]
    assert labels.count("name: see below") == 1
    assert labels.count("former player") == 1
    assert {
        "Бен Ольгерд",
        "Chiara",
        "שלמה בן דוד",
        "田中さくら",
        "محمد عبد الله",
        "Annalena von der",
        "Wasserkante-Süd",
    } <= set(labels)


def test_somebody_without_a_visible_name_is_told_from_a_former_player() -> None:
    nameless = Standings(TABLE.title, COLUMNS[:1], (Standing(1, T("without a name"), ("3",)), Standing(2, "", ("0",))))
    labels = [box.label for box in draw(nameless, say=Texts().say("en"), look=Look()).boxes]
    assert [label for label in labels if label in ("without a name", "former player")] == [
        "without a name",
        "former player",
    ]
    assert "1. without a name: 3" in describe(nameless, Texts().say("en"))


@pytest.mark.parametrize("look", [Look(), Look(theme="dark"), Look(contrast=True), Look(theme="dark", contrast=True)])
def test_every_look_is_small_and_deterministic(look: Look) -> None:
    say = Texts().say("en")
    png = draw(TABLE, say=say, look=look).encode()
    assert png == draw(TABLE, say=say, look=look).encode()
    assert len(png) < 100_000
    with Image.open(io.BytesIO(png)) as image:
        assert image.width == WIDTH
    assert (png == draw(TABLE, say=say, look=Look()).encode()) == (look == Look())


def test_the_table_can_be_read_from_the_alt_text() -> None:
    """Every name in its own script, isolated where it runs from right to left, within Discord's 1,024 characters."""
    said = describe(TABLE, Texts().say("en"))
    first, *lines = said.splitlines()
    assert first == "Division 10. The figures are: Points, Won, Drawn, Lost."
    assert lines[0] == "1. Annalena von der Wasserkante-Süd: 32, 11, 0, 10 (moves up)"
    assert lines[2] == "3. \u2068שלמה בן דוד\u2069: 30, 11, 0, 10"
    assert lines[5] == "6. former player: 27, 11, 0, 10"
    longest = Standing(10, "W" * 32, ("100", "100", "100", "100"), "down")
    full = Standings(T("Division {number}", number=10), COLUMNS, (longest,) * MOST_LINES)
    for language in LANGUAGES:
        assert len(describe(full, Texts().say(language))) <= 1024


def test_the_first_three_stand_on_a_podium_once_somebody_has_won() -> None:
    say = Texts().say("en")
    begun = Standings(TABLE.title, COLUMNS[:1], tuple(Standing(place, "Anna", ("0",)) for place in range(1, 5)))
    won = structs.replace(begun, lines=(Standing(1, "Anna", ("3",)), *begun.lines[1:]))
    faces = [
        [box for box in draw(table, say=say, look=Look()).boxes if box.label == "avatar"] for table in (begun, won)
    ]
    assert list(map(len, faces)) == [4, 7]
    assert faces[1][0].y0 < faces[1][1].y0 <= faces[1][2].y0 < faces[1][3].y0
    assert not has_podium(Standings(TABLE.title, COLUMNS, TABLE.lines[1:])), "a later page of a long table"


def test_a_long_table_is_split() -> None:
    parts = split(Standings(TABLE.title, COLUMNS, TABLE.lines * 3))
    assert [len(part.lines) for part in parts] == [10, 10, 7]
    assert tuple(line for part in parts for line in part.lines) == TABLE.lines * 3


def test_people_who_are_shown_by_a_number_have_the_face_of_their_number() -> None:
    """They can be told apart, and stand on the podium as others do; somebody without a name has no face."""

    def draw_one(**args: int) -> bytes:
        table = Standings(TABLE.title, COLUMNS[:1], (Standing(1, T("no. … of the other server", **args), ("0",)),))
        return draw(table, say=Texts().say("en"), look=Look()).encode()

    assert len({draw_one(), *(draw_one(number=each) for each in (1, 2, 3))}) == 4
