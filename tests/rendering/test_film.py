"""A match as one GIF: its frames, their durations, and its largest size."""

from __future__ import annotations

import io
import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

import games
from matches.texts import Texts
from rendering import Look, Picture, renderer
from rendering.drawing.film import (
    DECISIVE,
    HELD,
    LARGEST,
    MOST,
    choose_durations,
    choose_steps,
    make_film,
    make_stills,
    split_gif,
)
from rendering.drawing.palette_sheet import find_index
from rendering.drawing.theme import palette, theme
from rendering.riff_raff import loading_clip
from rendering.riff_raff import renderer as riff_raff
from tests.riff_raff.pictures import accident, keyframes
from tests.support.laws.pictures import SAYS
from tests.support.laws.playouts import playout

GAMES = games.names()


def list_frames(gif: bytes) -> list[tuple[Image.Image, int]]:
    """List the frames of a film as they are seen, each with its milliseconds."""
    out = []
    with Image.open(io.BytesIO(gif)) as opened:
        for number in range(getattr(opened, "n_frames", 1)):
            opened.seek(number)
            out.append((opened.convert("RGB"), opened.info["duration"]))
    return out


def make_draw(name: str, number: int = 1) -> tuple[Callable[[int], Picture], int]:
    """Return the function that draws the public positions of a playout at 600 px, and their number."""
    game, states, draw, say = games.load(name), playout(name, number).states, renderer(name).draw, Texts().say("en")
    return lambda step: draw(game.view(states[step], None), say=say, look=Look(half=True)), len(states)


def noise(step: int) -> Picture:
    """Make a picture that no codec can make small: 600 x 450, 270 kB."""
    image = Image.frombytes("P", (600, 450), random.Random(step).randbytes(270_000)).point([*range(255), 0])
    image.putpalette([value for value in range(255) for _ in range(3)])
    return Picture(image)


def plain(step: int) -> Picture:
    """Make a small, different picture for every step."""
    image = Image.new("P", (16, 16), step % 255)
    image.putpalette([value for value in range(255) for _ in range(3)])
    image.putpixel((step // 255, 0), (step + 1) % 255)
    return Picture(image)


@pytest.mark.parametrize("name", GAMES)
def test_every_frame_is_the_picture_of_its_step(name: str) -> None:
    draw, count = make_draw(name)
    count = min(count, 30)
    frames = list_frames(make_film(draw, [False] * count))
    wanted: list[bytes] = []
    for step in range(count):
        pixels = draw(step).image.convert("RGB").tobytes()
        if not wanted or wanted[-1] != pixels:
            wanted.append(pixels)
    assert [frame.tobytes() for frame, _ in frames] == wanted
    assert frames[0][0].width == 600
    assert frames[-1][1] >= HELD


def test_an_unchanged_picture_extends_the_frame_before_it() -> None:
    frames = list_frames(make_film(lambda step: plain(step // 3), [False] * 9))
    assert len(frames) == 3
    assert [length for _, length in frames] == [1500 + 1600, 2400, 1600 + HELD]


def test_a_film_of_one_step() -> None:
    assert [length for _, length in list_frames(make_film(plain, [False]))] == [HELD]


def test_a_film_can_repeat() -> None:
    with Image.open(io.BytesIO(make_film(plain, [False] * 3))) as opened:
        assert opened.info["loop"] == 0


@pytest.mark.parametrize("count", [2, 10, 75, 200, MOST])
def test_turning_points_are_shown_longer_and_the_last_frame_longest(count: int) -> None:
    turning = [step % 8 == 3 for step in range(count)]
    lengths = choose_durations(turning)
    assert len(lengths) == count
    assert lengths[-1] == HELD > max(lengths[:-1])
    assert lengths[0] == 1500, "time to see where it begins"
    ordinary = {length for length, turns in zip(lengths[1:-1], turning[1:], strict=False) if not turns}
    dwelt = {length for length, turns in zip(lengths[:-1], turning, strict=False) if turns}
    assert len(ordinary) == (count > 2)
    assert not dwelt or min(dwelt) >= 2 * max(ordinary, default=0)
    assert 200 <= min(ordinary, default=200) <= 800
    assert not dwelt or min(dwelt) >= 1200, "time to read a caption"
    assert sum(lengths) <= 90_000
    assert all(length % 10 == 0 for length in lengths), "GIF counts in hundredths of a second"


def test_pieces_travel_between_steps_unless_the_film_is_long() -> None:
    def travel(step: int) -> list[Picture]:
        return [plain(100 + 3 * step), plain(101 + 3 * step)]

    frames = list_frames(make_film(plain, [False] * 4, between=travel))
    assert [length for _, length in frames] == [1500, 70, 70, 660, 70, 70, 660, 70, 70, HELD - 140]
    wanted = [plain(step) for step in (0, 103, 104, 1, 106, 107, 2, 109, 110, 3)]
    assert [frame.tobytes() for frame, _ in frames] == [each.image.convert("RGB").tobytes() for each in wanted]
    assert len(list_frames(make_film(plain, [False] * MOST, between=travel))) == MOST + 2, "only to the last step"


@pytest.mark.parametrize("name", GAMES)
def test_pictures_of_a_move_on_its_way_differ_from_those_around_it(name: str) -> None:
    game, draw_between, say = games.load(name), renderer(name).draw_between, Texts().say("en")
    draw, count = make_draw(name)
    for step in range(1, min(count, 60)):
        before, after = (draw(each).image for each in (step - 1, step))
        view = game.view(playout(name, 1).states[step], None)
        way = [picture.image for picture in draw_between(view, say=say, look=Look(half=True))]
        shown = [image.tobytes() for image in (before, *way, after)]
        assert not way or all(one != other for one, other in itertools.pairwise(shown))
        assert {image.size for image in way} <= {after.size}


@pytest.mark.parametrize("count", [1, 2, 4, 5, 9, 100, 241, 2001, 50_000])
@pytest.mark.parametrize("most", [4, 30, MOST])
def test_long_matches_keep_their_ends_and_turning_points(count: int, most: int) -> None:
    turning = [step % 20 == 7 for step in range(count)]
    steps = choose_steps(turning, most)
    assert len(steps) == min(count, most)
    assert list(steps) == sorted(set(steps))
    assert steps[0] == 0
    assert steps[-1] == count - 1
    decisive = choose_steps([DECISIVE if step == count // 3 else 1 for step in range(count)], most)
    assert count // 3 in decisive
    assert len(decisive) == len(steps)
    points = {step for step in range(count) if turning[step]}
    if len(points) <= most // 2 - 1:
        assert points <= set(steps)
    gaps = [later - earlier for earlier, later in itertools.pairwise(steps)]
    assert max(gaps, default=1) <= max(1, 4 * count // most), "the steps are spread evenly"


def test_a_match_of_thousands_of_steps_is_drawn_step_by_step() -> None:
    asked: list[int] = []

    def draw(step: int) -> Picture:
        asked.append(step)
        return plain(step)

    make_film(draw, [False] * 4000)
    assert len(asked) == MOST
    assert asked == sorted(asked)


def test_a_film_is_never_too_large() -> None:
    asked: list[int] = []

    def draw(step: int) -> Picture:
        asked.append(step)
        return noise(step)

    made = make_film(draw, [False] * 40)
    assert len(asked) > 40, "a film that is too large is made again with fewer steps"
    assert len(made) <= LARGEST < 10 * 1024 * 1024
    frames = list_frames(made)
    assert len(frames) >= 10
    assert frames[-1][0].tobytes() == noise(39).image.convert("RGB").tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_thirty_frames_are_small(name: str) -> None:
    draw, count = make_draw(name)
    middle = max(0, count // 2 - 15)
    made = make_film(lambda step: draw(middle + step), [False] * min(30, count))
    assert len(made) < 450_000


def test_pictures_of_other_sizes_are_refused() -> None:
    def draw(step: int) -> Picture:
        return Picture(Image.new("P", (16, 16 + step)))

    with pytest.raises(ValueError, match=r"\(16, 17\) in a film of \(16, 16\)"):
        make_film(draw, [False] * 3)


def test_a_film_that_cannot_be_shorter_is_drawn_once() -> None:
    drawn: list[int] = []

    def draw(step: int) -> Picture:
        drawn.append(step)
        return plain(step)

    assert len(make_film(draw, [False] * 3, largest=1)) > 1
    assert drawn == [0, 1, 2]


def test_a_film_needs_a_step() -> None:
    with pytest.raises(ValueError, match="without steps"):
        make_film(plain, [])


def test_a_clip_that_is_too_large_reuses_fewer_of_its_painted_frames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painted: list[int] = []
    paint = loading_clip._draw_frame

    def painting(*args: Any) -> Picture:
        painted.append(args[4])
        return paint(*args)

    view = accident()
    whole = riff_raff.draw_clip(view, keyframes(view, 5.0), say=SAYS["en"])
    monkeypatch.setattr(loading_clip, "_draw_frame", painting)
    monkeypatch.setattr(loading_clip, "LARGEST", len(whole) * 3 // 4)
    made = riff_raff.draw_clip(view, keyframes(view, 5.0), say=SAYS["en"])
    assert len(made) <= len(whole) * 3 // 4
    assert len(painted) == len(set(painted)) == len(list_frames(whole)) - 1 > len(list_frames(made)) - 1


def test_a_clip_can_be_shown_as_stills() -> None:
    grey = theme("docker", Look())
    shown = [Picture(Image.new("P", (16, 16), find_index(grey.own(name), grey))) for name in ("sea", "slab", "hull")]
    for picture in shown:
        picture.image.putpalette(palette(grey).getpalette() or [])
    frames = split_gif(make_film(lambda step: shown[step // 2], [False] * 6))
    assert [frame.image.tobytes() for frame in frames] == [picture.image.tobytes() for picture in shown]
    strip = make_stills(frames.__getitem__, [False] * len(frames))
    assert strip.size == (16 + 12 + 16, 16 + 12 + 16)
    assert strip.image.crop((0, 28, 16, 44)).convert("RGB").tobytes() == shown[2].image.convert("RGB").tobytes()
