"""Riff Raff's pictures and clips, measured by their layout boxes in random positions, and compared with goldens."""

from __future__ import annotations

import io
import os
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageSequence, ImageStat

from games.core import NATURE
from games.riff_raff import GAME
from games.riff_raff.events import Fell
from games.riff_raff.loading.settled import KINDS, SECTORS, Frame, Keyframes, Piece, Sector
from games.riff_raff.moves import Aim, Grip, Pose
from games.riff_raff.state import Aftermath, Loading, State
from games.rng import Rng
from matches.texts import LANGUAGES, Texts
from rendering import Look, Picture, Strip
from rendering.drawing import canvas as canvases
from rendering.drawing.theme import palette, theme
from rendering.riff_raff import sea
from rendering.riff_raff.renderer import assign_letters, draw, draw_clip
from rendering.riff_raff.ship.camera import place_camera
from rendering.riff_raff.ship.scene import OBLIQUE, Moment, Scene
from tests.rendering.legible import list_meeting, overlap
from tests.riff_raff.stub_nature import nature
from tests.support.numbers import times

POSITIONS = times(300, usual=10)
GOLDEN = Path(__file__).parent / "golden"
SAYS = {language: Texts().say(language) for language in LANGUAGES}
LOADED = (
    "seats=4 phase=piece round=3 captain=1 shown=7;9;4;2 order=1,0,2,3 turn=1 announced=1 ship=9,-4 "
    "cargo=crate@6/Q2/flat@0;rat@5/E2/belly@90;barrel@9/D2/stand@0;sailor@7/H2/hang@0;plank@8/J2/flat@90;"
    "boat@1/H3/keel@0;bottle@4;barrel@2;rat@10/F2/belly@0"
)
AIMING = "seats=4 phase=piece shown=1;9;4;2 order=0,1,2,3 announced=1 cargo=rat@1;plank@8/J2/flat@90"
FALLS = (
    Fell(1, 20, "crate", "port", 0.4, 90, False, False),
    Fell(1, 21, "sailor", "stern", 0.6, 180, False, False),
    Fell(1, 22, "barrel", "port-stern", 0.8, 135, True, True),
    *(Fell(1, 30 + i, "rat", "starboard", 0.9, 270, False, False) for i in range(6)),
)


def picture(view: State | str, language: str = "en", **how: Any) -> Picture:
    return draw(GAME.read(view) if isinstance(view, str) else view, say=SAYS[language], **how)


def accident() -> State:
    """Return a loaded ship after nine pieces fell, one of them caught."""
    view = GAME.read(LOADED)
    loading = Loading("rat", "F2", "belly", 0, "one", "port-stern")
    return replace(view, last=Aftermath(1, 10, view.cargo[-1].id, loading, FALLS, 12.0))


@cache
def positions() -> tuple[State, ...]:
    """List random positions of matches whose nature is a stub, with all numbers of seats."""
    chance = random.Random(5)
    out: list[State] = []
    for seats in (2, 3, 4):
        secret, seq = chance.randbytes(32), 1
        state = GAME.setup(seats, GAME.options_type(), Rng(secret, "setup", 0))
        while (acting := GAME.to_act(state)) and seq < 260:
            rng = Rng(secret, "ply", seq)
            move = nature(state, rng) if acting[0] == NATURE else chance.choice(GAME.legal_moves(state, acting[0]))
            state, seq = GAME.apply(state, acting[0], move, rng), seq + 1
            out.append(state)
    return tuple(chance.sample(out, POSITIONS))


@cache
def draw_all() -> tuple[tuple[bool, Picture], ...]:
    """Draw random positions and the busiest one, in all languages; each with whether it is a close-up."""
    out: list[tuple[bool, Picture]] = []
    for number, state in enumerate((*positions(), accident())):
        language = LANGUAGES[number % 4]
        public = GAME.view(state, None)
        spoken = LANGUAGES if number > POSITIONS - 2 else (language,)
        out.extend((False, picture(public, tongue, strip=Strip(clock="23 h 59 min"))) for tongue in spoken)
        out.append((True, picture(public, language, look=Look(large=True))))
        for seat in GAME.to_act(state)[:1]:
            if seat != NATURE:
                view = GAME.view(state, seat)
                out.append((True, picture(view, language, seat=seat, moves=tuple(GAME.legal_moves(view, seat)))))
    return tuple(out)


def test_nothing_leaves_the_canvas() -> None:
    for _, shown in draw_all():
        assert shown.size in {(1200, sea.HEIGHT + rows * sea.SUPPLY_HEIGHT) for rows in (0, 2, 3, 4)} | {
            (1200, sea.PRIVATE_HEIGHT)
        }
        for box in shown.boxes:
            # Pieces far out on a ship that lies on its side may be cut off, but no text.
            slack = 90 if box.kind == "piece" else 0
            assert box.x0 >= -slack, box
            assert box.y0 >= -slack, box
            assert box.x1 <= 1200 + slack, box
            assert box.y1 <= shown.size[1] + slack, box


def test_no_text_meets_another() -> None:
    for _, shown in draw_all():
        boxes = [box for box in shown.boxes if box.kind in ("text", "letter")]
        for index, box in enumerate(boxes):
            for other in boxes[index + 1 :]:
                assert not overlap(box, other, 8), (box, other)


def test_no_sentence_is_cut_short() -> None:
    for _, shown in draw_all():
        assert not [box for box in shown.boxes if "…" in box.label]


def test_everything_is_large_enough_for_a_phone() -> None:
    for close, shown in draw_all():
        for box in shown.boxes:
            if box.kind == "piece":
                assert max(box.width, box.height) >= 36, box
            elif box.kind in ("letter", "text"):
                assert box.height >= (66 if close else 30 if box.kind == "letter" else 36), box


def test_every_piece_and_area_is_there() -> None:
    shown = picture(accident())
    letters = [box.label for box in shown.boxes if box.kind == "letter"]
    assert {str(area) for area in range(1, 11)} <= set(letters)
    assert "+1" in letters  # six fell to starboard, five are drawn
    aboard = [box.label for box in shown.boxes if " on " in box.label]
    assert len(aboard) == len(accident().cargo)
    assert [box.label for box in shown.boxes if box.label.startswith("hand")] == ["hand port-stern"]


@pytest.mark.parametrize("sector", SECTORS)
def test_where_many_fell_no_letter_meets_another(sector: Sector) -> None:
    view = accident()
    assert view.last is not None
    for first in range(8):
        kinds = (KINDS[(first + 3 * i) % 8] for i in range(7))
        falls = tuple(replace(FALLS[0], piece=90 + i, kind=kind, sector=sector) for i, kind in enumerate(kinds))
        shown = picture(replace(view, last=replace(view.last, falls=falls)))
        written = [box for box in shown.boxes if box.kind in ("text", "letter")]
        assert not list_meeting(written, 8)
        assert sum(box.label.endswith(f" {sector}") for box in shown.boxes if box.kind == "piece") >= 4


def test_letters_of_kinds_differ_in_every_language() -> None:
    for say in SAYS.values():
        assert len(set(assign_letters(say))) == len(KINDS)
    assert assign_letters(SAYS["de"]) != assign_letters(SAYS["en"])


def test_nearer_bodies_are_painted_later() -> None:
    def order(*pieces: Piece) -> list[int]:
        scene = Scene(Moment(pieces), OBLIQUE.at(20, 0, 0), bare=True)
        return [scene.things[i].piece.id for i in scene._order]  # type: ignore[union-attr]  # only pieces

    low, high = Piece(1, "crate", 3, 0, 4, 1, 0, 0, 0, 1), Piece(2, "crate", 3, 0, 6.4, 1, 0, 0, 0, 1)
    near = Piece(3, "crate", 0.1, 0, 4, 1, 0, 0, 0, 3)
    assert order(high, low) == order(low, high) == [1, 2]
    assert order(near, low) == order(low, near) == [1, 3]


def test_a_sailor_clasps_his_yard() -> None:
    view = GAME.read("seats=4 cargo=sailor@7/H2/hang@0")
    scene = Scene(Moment(view.cargo), OBLIQUE.at(20, 0, 0))
    yard = next(i for i, thing in enumerate(scene.things) if not thing.piece and thing.at[2] == 14.5)
    body, tip = len(scene.things) - 3, len(scene.things) - 1
    painted = scene._order.index
    assert painted(tip) < painted(yard) < painted(body)  # he hangs on the side of the viewer


def test_the_ship_is_drawn_leaning_to_the_side_of_its_roll() -> None:
    def tip(roll: float, pitch: float) -> tuple[float, float]:
        scene = Scene(Moment((), roll, pitch), place_camera(0, 4).at(20, 0, 0))
        return scene.eye.point((0.0, 0.0, 20.0))

    assert tip(10, 0)[0] < -50  # port is on the left from astern
    assert tip(-10, 0)[0] > 50
    along = Scene(Moment((), 0, 10), place_camera(90, 4).at(20, 0, 0)).eye.point((0.0, 0.0, 20.0))
    assert along[0] > 50  # from abeam the bow is on the right


def test_a_picture_is_a_function_of_its_view() -> None:
    view = accident()
    first = picture(view, look=Look(theme="dark"))
    canvases._render_word.cache_clear()
    again = picture(view, look=Look(theme="dark"))
    assert again.png() == first.png()
    assert again.boxes == first.boxes
    assert len(first.png()) <= 125_000
    looks = (Look(), Look(theme="dark"), Look(contrast=True), Look(theme="dark", contrast=True), Look(large=True))
    assert len({picture(view, look=look).png() for look in looks}) == len(looks)


def test_a_card_that_is_hidden_is_not_drawn() -> None:
    state, rng = GAME.read("seats=4"), Rng(bytes(32), "x", 1)
    four, nine = (GAME.apply(state, 1, GAME.parse(state, 1, f"card/{card}"), rng) for card in (4, 9))
    for seat in (None, 0):
        assert picture(GAME.view(four, seat), seat=seat).png() == picture(GAME.view(nine, seat), seat=seat).png()
    assert picture(GAME.view(four, 1), seat=1).png() != picture(GAME.view(nine, 1), seat=1).png()


def make_aiming_view(*codes: str) -> State:
    state = GAME.read(AIMING)
    for code in codes:
        state = GAME.apply(state, 0, GAME.parse(state, 0, code), Rng(bytes(32), "x", 1))
    return state


def labels(shown: Picture) -> str:
    return next(box.label for box in shown.boxes if box.kind == "text")


def test_spots_have_columns_and_rows() -> None:
    shown = picture(make_aiming_view("barrel"), seat=0, moves=GAME.legal_moves(make_aiming_view("barrel"), 0))
    letters = {box.label for box in shown.boxes if box.kind == "letter"}
    assert set("ABCDEFGHIJKLMNOPQ123456") <= letters
    assert labels(shown) == "Choose a spot"
    chosen = picture(make_aiming_view("barrel"), seat=0, ghost=Aim("E3"))
    assert chosen.png() != picture(make_aiming_view("barrel"), seat=0).png()


def test_a_ghost_says_whether_it_fits() -> None:
    state = make_aiming_view("plank", "spot/L2")
    assert labels(picture(state, seat=0, ghost=Pose("flat", 0))) == "Area 1, L2: fits"
    assert labels(picture(state, seat=0, ghost=Pose("flat", 90))) == "Into another area"
    waiting = picture(make_aiming_view("plank", "spot/L2", "pose/flat@0"), seat=0, ghost=Grip("one", "port"))
    assert {"oblique", "level"} <= {box.label for box in waiting.boxes}


def keyframes(view: State, seconds: float) -> Keyframes:
    """Return the keyframes of a rocking ship with everything aboard, and fallen pieces on their way down."""
    frames, count = [], round(seconds * 15)
    for i in range(count + 1):
        time = i / 15
        aboard = tuple((p.id, p.x, p.y, p.z, p.qw, p.qx, p.qy, p.qz) for p in view.cargo)
        falling = tuple(
            (f.piece, -3.0, 5.0, 6.0 - 8 * time / f.time, 1.0, 0.0, 0.0, 0.0) for f in FALLS if time <= f.time + 0.5
        )
        roll = view.roll + 12 * (1 - i / count) * (-1) ** (i // 8)
        frames.append(Frame(round(time, 3), roll, view.pitch, (0.0, 0.0, 0.0), aboard + falling))
    return Keyframes(0.25, tuple(frames))


@pytest.mark.parametrize("seconds", [2.0, 12.0])
def test_a_clip_keeps_its_limits_and_ends_on_the_board(seconds: float) -> None:
    view = accident()
    made = draw_clip(view, keyframes(view, seconds), say=SAYS["en"])
    assert len(made) <= 200_000
    assert made == draw_clip(view, keyframes(view, seconds), say=SAYS["en"])
    with Image.open(io.BytesIO(made)) as shown:
        assert shown.size == (600, 450)
        assert "loop" not in shown.info
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(shown)]
        last = shown.convert("RGB")
    assert len(durations) >= 8
    assert sum(durations) <= 8000
    assert durations[-1] >= 1000
    still = picture(view).image.convert("RGB")  # the public picture, with all its words, and with sail and clouds
    differences = ImageChops.difference(last.reduce(8), still.reduce(16)).tobytes()
    assert sum(difference >= 50 for difference in differences) < 0.004 * len(differences)


def test_a_private_picture_shows_the_readers_pieces_and_a_large_one_those_of_all() -> None:
    view = GAME.read("seats=3 supplies=crate+rat*2;boat;plank")
    assert _list_supplies(picture(view, seat=0)) == {"crate of 0", "rat of 0"}
    assert _list_supplies(picture(view, look=Look(large=True))) == {"crate of 0", "rat of 0", "boat of 1", "plank of 2"}


def _list_supplies(shown: Picture) -> set[str]:
    return {box.label for box in shown.boxes if " of " in box.label and box.kind == "piece"}


def test_a_film_needs_a_loading() -> None:
    with pytest.raises(ValueError, match="loaded"):
        draw_clip(GAME.read("seats=2"), Keyframes(0.1, ()), say=SAYS["en"])


CASES: dict[str, tuple[Any, dict[str, Any]]] = {
    "accident": (accident, {}),
    "dark": (lambda: GAME.read(LOADED), {"look": Look(theme="dark"), "language": "de"}),
    "contrast": (lambda: GAME.read(LOADED), {"look": Look(contrast=True), "language": "fr"}),
    "spot": (lambda: make_aiming_view("barrel", "spot/H4"), {"seat": 0, "ghost": Pose("lie", 30), "language": "it"}),
    "card": (lambda: GAME.read("seats=2"), {"seat": 0}),
}


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str) -> None:
    """Compare at 400 px; see `test_docker.test_golden` for how to accept a change."""
    view, how = CASES[name]
    small = picture(view(), **how).image.convert("RGB").reduce(3)
    path = GOLDEN / f"riff_raff-{name}.png"
    if os.environ.get("SLOWBOAT_GOLDEN") and not path.exists():
        small.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    with Image.open(path) as golden:
        difference = ImageChops.difference(small, golden.convert("RGB")).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 3
    assert max(difference.reduce(10).tobytes()) < 30


def test_the_palette_has_every_colour_of_the_cargo() -> None:
    table = palette(theme("riff_raff", Look())).getpalette() or []
    colours = {tuple(table[i : i + 3]) for i in range(0, len(table), 3)}
    assert {(76, 139, 63), (140, 196, 232), (174, 59, 63), (237, 167, 47)} <= colours
