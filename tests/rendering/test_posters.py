"""The pictures of lobbies, which every game has without being listed, and the card of the winners."""

from __future__ import annotations

import io
from itertools import combinations, pairwise
from typing import Any

import pytest
from PIL import Image

import games
from games.rng import Rng
from matches.lobby.rivals import RIVALS
from rendering import Picture
from rendering.drawing.frame import Chip
from rendering.drawing.theme import SEATS
from rendering.drawing.writing.lines import break_words
from rendering.drawing.writing.names import make_writable
from rendering.english import say
from rendering.posters import hero, result
from rendering.posters.face import CHARACTERS, KINDS, Face, cheer, choose_face, draw_face
from rendering.posters.hero import draw_hero, find_opening
from rendering.posters.result import Placed, draw_result
from tests.support.boxes import overlap


def seats_of(name: str, count: int, *, taken: int) -> list[Chip]:
    game = games.load(name)
    colours = game.colours(count, game.options_type())
    return [Chip(each, out=seat >= taken) for seat, each in enumerate(colours)]


@pytest.mark.parametrize("name", games.own_names())
def test_each_lobby_has_a_poster(name: str) -> None:
    title = say(games.words(name).TITLE)
    for count in games.load(name).seats:
        one, all_ = (draw_hero(name, seats_of(name, count, taken=taken), title=title, say=say) for taken in (1, count))
        assert one.size == all_.size == (1200, 784)
        assert len(one.encode()) <= 100_000
        assert one.encode() == draw_hero(name, seats_of(name, count, taken=1), title=title, say=say).encode()
        (words,) = (box for box in one.boxes if box.label == title)
        seats = [box for box in one.boxes if box.kind == "badge"]
        colours = [colour for seat in seats_of(name, count, taken=1) for colour in seat.colours]
        assert [box.label for box in seats] == [SEATS[colour].name for colour in colours]
        for seat in seats:
            assert 0 <= seat.x0 < seat.x1 <= 1200
            assert 0 <= seat.y0 < seat.y1 <= 784
            assert min(seat.width, seat.height) >= 108, "36 px on a phone"
            assert not overlap(words, seat)
        for place, (before, after) in enumerate(pairwise(_see_seats(name, count))):
            assert before != after, f"a free seat {place} looks free"


def _see_seats(name: str, count: int) -> list[bytes]:
    """Return the pixels of posters on which more and more seats are taken."""
    shown = (draw_hero(name, seats_of(name, count, taken=taken), title="x", say=say) for taken in range(count + 1))
    return [picture.image.tobytes() for picture in shown]


@pytest.mark.parametrize("name", games.own_names())
def test_the_title_of_a_poster_survives_cropping(name: str) -> None:
    for title in (say(games.words(name).TITLE), "An unusually long title of a game with many words"):
        shown = draw_hero(name, (), title=title, say=say)
        (words,) = (box for box in shown.boxes if box.kind == "text")
        square = (1200 - 784) / 2, (1200 + 784) / 2
        assert square[0] <= words.x0 < words.x1 <= square[1]
        assert abs((words.x0 + words.x1) / 2 - 600) < 10


def test_a_game_without_a_poster_shows_its_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hero, "_load_scene", lambda _: None)
    one, all_ = (draw_hero("docker", seats_of("docker", 4, taken=taken), title="Docker", say=say) for taken in (1, 4))
    assert one.size == (1200, 784)
    assert one.image.tobytes() != all_.image.tobytes()
    assert len([box for box in one.boxes if box.kind == "badge"]) == 4
    assert len(games.load("docker").to_act(find_opening(games.load("docker")))) == 1


def end_of(name: str, *, seats: int = 4) -> Any:
    """Return the last state of a random match, without physics."""
    game = games.load(name)
    state = game.setup(seats, game.options_type(), Rng(bytes(32), "setup", 0))
    while acting := game.to_act(state):
        chance = Rng(bytes(32), "choose", len(game.notate(state)))
        state = game.apply(state, acting[0], chance.choice(game.legal_moves(state, acting[0])), chance)
    return state


@pytest.mark.parametrize("name", ["docker", "aquaretto"])
def test_the_card_of_the_winners_shows_everybody_by_place(name: str) -> None:
    game, state = games.load(name), end_of(name)
    outcome, colours = game.outcome(state), game.colours(4, game.options_type())
    assert outcome is not None
    table = [
        Placed(place, colours[seat], f"Player {seat}", "17")
        for place, group in enumerate(outcome.ranking, 1)
        for seat in group
    ]
    notes = ("27 turns in 3 days", "Decisive: " + "a very long sentence about a move " * 4)
    card = draw_result(name, game.view(state, None), headline="Player 1 wins!", table=table, notes=notes, say=say)
    width, height = card.size
    assert width == 1200
    words = [box for box in card.boxes if box.label]
    for placed in table:
        assert (placed.name in [box.label for box in words]) == (placed.place > 1), "the headline names the winner"
    assert "Player 1 wins!" in [box.label for box in words]
    assert all(box.x0 >= 0 and box.x1 <= width and box.y0 >= 0 and box.y1 <= height for box in words)
    assert len(card.encode()) <= 100_000


def a_photo(*, edge: int = 128, kind: str = "PNG") -> bytes:
    """Make a picture of colours that no theme has."""
    packed = io.BytesIO()
    Image.linear_gradient("L").resize((edge, edge)).convert("RGB").save(packed, kind)
    return packed.getvalue()


def draw_card(seats: int, *, machine: bool = False, data: bytes = b"", name: str = "Anna") -> Picture:
    """Draw the card of a match of Aquaretto in which everybody has this avatar."""
    game, state = games.load("aquaretto"), end_of("aquaretto", seats=seats)
    colours = game.colours(seats, game.options_type())
    table = [Placed(seat + 1, colours[seat], name, "17", data, machine) for seat in range(seats)]
    return draw_result("aquaretto", game.view(state, None), headline="Anna wins!", table=table, notes=("x",), say=say)


@pytest.mark.parametrize("seats", [2, 5])
def test_avatars_stand_beside_the_names(seats: int) -> None:
    ours, machine, own = draw_card(seats), draw_card(seats, machine=True), draw_card(seats, data=a_photo())
    assert len({ours.encode(), machine.encode(), own.encode()}) == 3
    for card in (ours, machine, own):
        shown = [box for box in card.boxes if box.label == "avatar"]
        assert len(shown) == seats
        assert shown[0].width >= 2 * shown[1].width - 8, "the winner's is the largest"
        words = [box for box in card.boxes if box.label == "Anna"]
        assert len(words) == seats - 1
        for picture, name in zip(shown[1:], words, strict=True):
            assert picture.x1 <= name.x0
            assert picture.y0 <= (name.y0 + name.y1) / 2 <= picture.y1
        assert all(one.y1 <= other.y0 for one, other in pairwise(shown[1:]))
        assert min(box.width for box in shown) >= 60, "20 px on a phone"
        again = draw_card(seats, machine=card is machine, data=a_photo() if card is own else b"")
        assert card.encode() == again.encode()
        assert len(card.encode()) <= 100_000


@pytest.mark.parametrize(
    "data",
    [b"no picture", a_photo()[:200], a_photo(kind="GIF"), a_photo(edge=1025)],
    ids=["words", "cut off", "another kind", "too large"],
)
def test_a_picture_that_cannot_be_read_is_replaced_by_ours(data: bytes) -> None:
    assert draw_card(2, data=data).encode() == draw_card(2).encode()


def test_everybody_has_a_face_of_their_own_that_stays_the_same() -> None:
    people = [choose_face(f"person {number}") for number in range(200)]
    assert len(set(people)) > 190
    assert people == [choose_face(f"person {number}") for number in range(200)]
    for part, count in KINDS._asdict().items():
        assert {getattr(face, part) for face in people} == set(range(count)), part
    for colour in range(6):
        one, same, other = (draw_face(seed, colour, 60).pixels.tobytes() for seed in ("Anna", "Anna", "Ben"))
        assert one == same != other


def test_every_computer_player_has_a_drawn_face() -> None:
    assert {rival.name for rival in RIVALS} == CHARACTERS.keys()
    faces = {draw_face(name, 2, 136).pixels.tobytes() for name in CHARACTERS}
    assert len(faces) == len(CHARACTERS)
    assert draw_card(2, machine=True, name="Pip").encode() == draw_card(2, name="Pip").encode()
    assert draw_card(2, machine=True).encode() != draw_card(2).encode()


def test_winners_laugh(monkeypatch: pytest.MonkeyPatch) -> None:
    for face in CHARACTERS.values():
        assert draw_face(cheer(face), 2, 136).pixels.tobytes() != draw_face(face, 2, 136).pixels.tobytes()
        assert cheer(face)._replace(mouth=face.mouth, eyes=face.eyes, brows=face.brows) == face
    laughing: dict[str, bool] = {}
    monkeypatch.setattr(result, "draw_avatar", lambda *_, seed, happy, **__: laughing.update({seed: happy}))
    view = find_opening(games.load("aquaretto"))
    table = [Placed(1, (0,), "Anna"), Placed(1, (1,), "Ben"), Placed(3, (2,), "Chiara")]
    draw_result("aquaretto", view, headline="x", table=table, notes=(), say=say)
    assert laughing == {"Anna": True, "Ben": True, "Chiara": False}


@pytest.mark.parametrize("part", [part for part in KINDS._fields if part != "extra"])
def test_every_kind_of_a_part_can_be_seen(part: str) -> None:
    plain = Face(hair=5, beard=KINDS.beard - 1, hat=KINDS.hat - 1, extra=KINDS.extra - 1)
    kinds = range({"beard": 4, "hat": 6}.get(part, getattr(KINDS, part)))
    assert len({draw_face(plain._replace(**{part: kind}), 0, 136).pixels.tobytes() for kind in kinds}) == len(kinds)


def test_names_of_any_length_and_script_stay_in_their_line() -> None:
    for name in ("W" * 32, "i", "Łukasz " * 4, "Щ" * 32, "Ben Ελένη Иван"):
        card = draw_card(5, name=name)
        assert all(box.x0 >= 0 and box.x1 <= 1200 for box in card.boxes)


def test_a_draw_of_many_shows_nobody_in_the_banner() -> None:
    game, state = games.load("docker"), end_of("docker")
    table = [Placed(1, (colour,), f"Player {colour}") for colour in range(4)]
    card = draw_result("docker", game.view(state, None), headline="A draw", table=table, notes=(), say=say)
    assert len([box for box in card.boxes if box.label == "avatar"]) == 4


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Anna", "Anna"),
        ("Łukasz Żółć", "Łukasz Żółć"),
        ("E\u0301milie", "Émilie"),
        ("⚓ Ben 🚀 ⚓", "Ben"),
        ("𝓒𝓱𝓲𝓪𝓻𝓪", "Chiara"),
        ("Ｄａｎａ", "Dana"),
        ("\u2068Ben\u2069 👨‍👩‍👧", "Ben"),
        ("Ben 2", "Ben 2"),
        ("😀", ""),
        ("-", ""),
        ("", ""),
        ("\u2068محمد\u2069", "\u2068محمد\u2069"),
        ("Ben 美", "Ben 美"),
        ("अनिता", "अनिता"),
        ("Ёлка Ковальчук", "Ёлка Ковальчук"),
        ("🌊 Ελένη 🌊", "Ελένη"),
        ("Ben Иван", "Ben Иван"),
    ],
)
def test_names_are_written_as_far_as_the_fonts_have_letters(name: str, written: str) -> None:
    assert make_writable(name) == written


def write_notes(*notes: str) -> list[str]:
    """Return the lines at the foot of a card with these notes."""
    game = games.load("docker")
    state = game.setup(2, game.options_type(), Rng(bytes(32), "setup", 0))
    table = Placed(1, (0, 2), "Anna"), Placed(2, (1, 3), "Ben")
    card = draw_result("docker", game.view(state, None), headline="Anna wins!", table=table, notes=notes, say=say)
    foot = max(box.y1 for box in card.boxes if box.label == "Ben")
    return [box.label for box in card.boxes if box.kind == "text" and box.y0 > foot and box.x0 < 100]


def test_a_long_note_has_two_lines_and_is_whole() -> None:
    note = "Decisive: ▲ Yellow loads with both hands: chest, flat, lengthwise, towards the bow, on K3, area 3 (deck)."
    assert write_notes("13 turns in 1 min")[-1:] == ["13 turns in 1 min"]
    lines = write_notes(note)[-2:]
    assert " ".join(lines) == note
    assert abs(len(lines[0]) - len(lines[1])) < 12


def test_symbols_that_cannot_be_drawn_are_left_out() -> None:
    assert write_notes("● Red takes truck 2: Orca ♀ and Dolphin ♂.")[-1] == "● Red takes truck 2: Orca and Dolphin."
    assert write_notes("▲ Jaune\u202f: Orque ♀ → J11")[-1] == "▲ Jaune\xa0: Orque → J11"


def test_long_names_and_headlines_have_two_lines() -> None:
    long = "Maximiliana Featherstonehaugh"
    game, state = games.load("aquaretto"), end_of("aquaretto", seats=5)
    table = [Placed(seat + 1, (seat,), long, "17") for seat in range(5)]
    headline = f"{long} and her friends win!"
    card = draw_result("aquaretto", game.view(state, None), headline=headline, table=table, notes=("x",), say=say)
    words = [box for box in card.boxes if box.kind == "text"]
    assert not [box.label for box in words if "…" in box.label]
    parts = [box for box in words if box.label and box.label in headline and box.label != "x"]
    assert [" ".join(box.label for box in parts[:2])] == [headline]
    assert [box.label for box in parts[2:4]] == ["Maximiliana", "Featherstonehaugh"]
    assert not [pair for pair in combinations(parts, 2) if overlap(*pair)]


def test_words_without_a_place_to_break_stay_in_one_line() -> None:
    assert break_words("Donaudampfschifffahrt", 100, 40) == ("Donaudampfschifffahrt",)
    assert break_words("\u2068שלום עולם\u2069", 100, 40) == ("\u2068שלום\u2069", "\u2068עולם\u2069")
