"""The film of a match names its game first, and says what happened at its turning points."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import msgspec
import pytest
from PIL import Image

import games
from client.pictures import render_worker
from games.story import tell_decisive, tell_turn
from matches.texts import LANGUAGES, Persona, Texts
from rendering import Look, Picture
from rendering.drawing.film import DECISIVE, STILLS, choose_steps, make_film, make_stills
from rendering.drawing.frame import add_caption
from rendering.drawing.writing.direction import PLAIN
from rendering.drawing.writing.names import drop_missing
from tests.support.boxes import list_outside
from tests.support.laws.playouts import playout

STEPS = 24
CAPTION = 102
"""Height of a caption of four lines in a film, in pixels."""


def prepare(name: str) -> tuple[list[bytes], list[int], tuple[Persona, ...]]:
    """Prepare the first steps of a match; every fourth is a turning point, as is the last, and one is decisive."""
    game, tried = games.load(name), (playout(name, number) for number in range(1, 60))
    match = next((each for each in tried if len(each.states) >= STEPS), None)
    if match is None:
        pytest.skip(f"no match of {name} has {STEPS} steps")
    views = [msgspec.msgpack.encode(game.view(state, None)) for state in match.states[:STEPS]]
    cast = tuple(Persona("", colours) for colours in game.colours(match.record.seats, game.options_type()))
    return views, [DECISIVE if step == 15 else int(step % 4 == 3) for step in range(STEPS)], cast


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.own_names())
def test_turning_points_have_a_caption_and_the_first_frame_names_the_game(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[Picture] = []

    def draw_all(draw: Callable[[int], Picture], turning: Sequence[int], **_: object) -> bytes:
        frames.extend(draw(step) for step in range(len(turning)))
        return b""

    views, turning, cast = prepare(name)
    monkeypatch.setattr(render_worker, "make_film", draw_all)
    render_worker.draw_film(name, views, turning, language, cast)
    say, words, told = Texts().say(language, cast), games.words(name), 0
    state_type = games.load(name).state_type
    for step, frame in enumerate(frames):
        labels = [box.label for box in frame.boxes]
        view = msgspec.msgpack.decode(views[step], type=state_type)
        turn = tell_turn(words, view)
        if turn is not None and turning[step] == DECISIVE:
            turn = tell_decisive(turn)
        said = drop_missing(say(turn)).translate(PLAIN) if turn is not None else ""
        if step == 0:
            assert any(label.startswith(f"{say(words.TITLE)} · ●") for label in labels)
        elif turning[step] and step < STEPS - 1 and said:
            told += 1
            assert any(said.startswith(label.rstrip("…")) and len(label) > 12 for label in labels), (said, labels)
        else:
            assert not said or said not in labels
        assert {frame.size} == {frames[0].size}
    assert told >= 2


@pytest.mark.parametrize("name", games.own_names())
def test_captions_are_all_that_differs_and_films_stay_small(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    views, turning, cast = prepare(name)
    film = render_worker.draw_film(name, views, turning, "de", cast)
    with Image.open(io.BytesIO(film)) as opened:
        assert len(film) * 30 / getattr(opened, "n_frames", 1) <= 250_000
    monkeypatch.setattr(render_worker, "add_caption", lambda picture, *_: picture)
    silent = render_worker.draw_film(name, views, turning, "de", cast)
    assert len(film) != len(silent)
    with Image.open(io.BytesIO(film)) as spoken, Image.open(io.BytesIO(silent)) as plain:
        line = spoken.height - CAPTION
        first, other = (opened.convert("RGB") for opened in (spoken, plain))
        box = (0, 0, spoken.width, line)
        assert first.crop(box).tobytes() == other.crop(box).tobytes()
        assert first.tobytes() != other.tobytes()


@pytest.mark.parametrize("name", games.own_names())
def test_stills_are_frames_of_the_film_row_by_row(name: str) -> None:
    views, turning, cast = prepare(name)
    strip = render_worker.draw_stills(name, views, turning, "fr", cast)
    assert len(strip) <= 200_000
    draw = render_worker._prepare_steps(name, views, "fr", cast, None, look=Look(half=True))
    steps = choose_steps(turning, STILLS)
    assert steps[0] == 0
    assert steps[-1] == STEPS - 1
    with Image.open(io.BytesIO(strip)) as opened:
        whole = opened.convert("RGB")
    for place, step in enumerate(steps):
        still = draw(step).image.convert("RGB")
        wide, high = still.width, still.height - CAPTION
        left, top = place % 2 * (wide + 12), place // 2 * (still.height + 12)
        assert whole.crop((left, top, left + wide, top + high)).tobytes() == still.crop((0, 0, wide, high)).tobytes()
    assert whole.size == (2 * wide + 12, 3 * still.height + 24)


@pytest.mark.parametrize("count", [1, 12, 40])
def test_no_caption_is_shortened(count: int) -> None:
    views, _, cast = prepare("docker")
    look = Look(half=True)
    drawn = render_worker._prepare_steps("docker", views[:1], "en", cast, None, look=look)(0)
    words = " ".join(f"● Red moves {number}." for number in range(count))
    shown = add_caption(drawn, words, "docker", look)
    new = [box.label for box in shown.boxes if box not in drawn.boxes]
    assert " ".join(new) == words
    assert not list_outside(shown.boxes, (0, 0, 1200, 900))


def test_stills_of_one_position_are_one_picture() -> None:
    views, _, cast = prepare("docker")
    with Image.open(io.BytesIO(render_worker.draw_stills("docker", views[:1], [False], "en", cast))) as opened:
        assert opened.width == 600
    with pytest.raises(ValueError, match="without stills"):
        make_stills(lambda _: pytest.fail("drawn"), [])


def test_a_caption_leaves_out_symbols_that_no_face_has() -> None:
    views, _, cast = prepare("aquaretto")
    look = Look(half=True)
    drawn = render_worker._prepare_steps("aquaretto", views[:1], "en", cast, None, look=look)(0)
    labels = [box.label for box in add_caption(drawn, "● Red places Penguin ♀ on K14.", "aquaretto", look).boxes]
    assert "● Red places Penguin on K14." in labels


def test_a_film_of_one_position_has_no_caption() -> None:
    views, _, cast = prepare("docker")
    drawn = render_worker.draw_film("docker", views[:1], [False], "en", cast)
    draw = render_worker._prepare_steps("docker", views[:1], "en", cast, None, look=Look(half=True))
    assert drawn == make_film(draw, [False])
