"""Riff Raff's pictures and clips: what only they show. `tests/laws/test_pictures.py` measures all games."""

from __future__ import annotations

import io
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageSequence

from games.riff_raff import GAME
from games.riff_raff.loading.settled import KINDS, SECTORS, Keyframes, Piece, Sector
from games.riff_raff.moves import Aim, Grip, Pose, Take
from games.riff_raff.state import Aftermath, Loading, State
from games.rng import Rng
from matches.texts import LANGUAGES
from rendering import Look, Picture, Strip
from rendering.drawing.canvas import Canvas
from rendering.drawing.palette_sheet import find_index
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import mix, palette, theme
from rendering.memory import empty_caches
from rendering.riff_raff import renderer
from rendering.riff_raff.renderer import assign_letters, draw, draw_clip
from rendering.riff_raff.ship.brushes import Doubled, Flat
from rendering.riff_raff.ship.camera import grow, place_camera
from rendering.riff_raff.ship.scene import OBLIQUE, Moment, Scene, show_scene
from tests.riff_raff.pictures import FALLS, accident, keyframes, make_aiming_view
from tests.support.boxes import list_meeting, list_outside, list_shortened, of_kind
from tests.support.laws.pictures import SAYS, list_positions, show_all
from tests.support.laws.playouts import playout


def picture(view: State | str, language: str = "en", **how: Any) -> Picture:
    return draw(GAME.read(view) if isinstance(view, str) else view, say=SAYS[language], **how)


def test_every_piece_and_area_is_there() -> None:
    shown = picture(accident())
    letters = [box.label for box in shown.boxes if box.kind == "letter"]
    assert {str(area) for area in range(1, 11)} <= set(letters)
    assert "+1" in letters  # six fell to starboard, five are drawn
    aboard = [box.label for box in shown.boxes if " on " in box.label]
    assert len(aboard) == len(accident().cargo)
    assert [box.label for box in shown.boxes if box.label.startswith("hand")] == ["hand port-stern"]


def test_a_painted_part_blends_only_at_its_edges() -> None:
    ours = theme("riff_raff", Look())
    water, ink = (find_index(colour, ours) for colour in (ours.own("deep"), ours.chalk))
    part = (10, 20, 14, 23)
    doubled = Doubled(part)
    doubled.lay(part, bytes([water] * 12))
    Flat(doubled.sheet, 10, 20, ours, 2).polygon([(2, 0), (4, 0), (4, 5), (2, 5)], ours.chalk)
    shown = doubled.halve(part, ours)
    blend = find_index(mix(ours.own("deep"), ours.chalk, 0.5), ours)
    assert shown.tobytes() == bytes([water, ink, blend, water] * 3)


def test_a_ship_that_was_painted_before_is_painted_again_on_other_water() -> None:
    crate, ours = Piece(1, "crate", 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1), theme("riff_raff", Look())
    for water, other in (("rose", "deep"), ("deep", "rose")):
        canvas = Canvas(Layer(400, 300, ours.own(water), lambda _: None), "riff_raff", Look())
        show_scene(canvas, Moment((crate,)), OBLIQUE.at(9, 200, 200), (0, 0, 400, 300), assign_letters(SAYS["en"]))
        shown = canvas.finish().image
        assert find_index(ours.own(water), ours) in shown.tobytes()
        assert find_index(ours.own(other), ours) not in shown.tobytes()


@pytest.mark.parametrize("sector", SECTORS)
def test_where_many_fell_no_letter_meets_another(sector: Sector) -> None:
    view = accident()
    assert view.last is not None
    leans = ((0, 0), (9, -4), (-9, 4), (14, 8), (-14, -8))
    for first, (roll, pitch) in enumerate(leans):
        kinds = [KINDS[(first + 3 * i) % 8] for i in range(7)]
        for caught, look in ((False, Look()), (False, Look(large=True)), (True, Look()), (True, Look(large=True))):
            falls = (
                replace(FALLS[0], piece=90 + i, kind=kind, sector=sector, caught=caught) for i, kind in enumerate(kinds)
            )
            leaning = replace(view, roll=roll, pitch=pitch, last=replace(view.last, falls=tuple(falls)))
            shown = picture(leaning, look=look)
            written = [box for box in shown.boxes if box.kind in ("text", "letter")]
            assert not list_meeting(written, 6), (roll, pitch, caught, look)
            drawn = sum(box.label.endswith(f" {sector}") for box in shown.boxes if box.kind == "piece")
            assert drawn >= (2 if caught else 4)
            assert [box.label for box in written if box.label.startswith("+")] == [f"+{7 - (2 if caught else drawn)}"]


@pytest.mark.parametrize("look", [Look(contrast=True), Look(theme="dark", contrast=True)])
def test_columns_are_named_over_cargo(look: Look) -> None:
    view = GAME.read("seats=4 phase=piece shown=8;9;4;2 order=0,1,2,3 announced=1 cargo=boat@8/H2/keel@0")
    halo = Aftermath(1, 8, view.cargo[0].id, Loading("boat", "H2", "keel", 0), (), 1.0)
    state = GAME.apply(replace(view, last=halo), 0, Take("barrel"), Rng(bytes(32), "x", 1))
    shown, ours = draw(state, say=SAYS["en"], seat=0, look=look), theme("riff_raff", look)
    names = [box for box in shown.boxes if box.kind == "letter" and box.y0 < 552 and box.label.isalnum()]
    assert len(names) > 15
    for box in names:
        seen = shown.image.convert("RGB").crop((box.x0, box.y0, box.x1, box.y1)).getcolors(1 << 16) or ()
        counted = {colour: count for count, colour in seen}
        assert min(counted.get(ours.ink, 0), counted.get(ours.ground, 0)) > 150, box


@pytest.mark.parametrize(("roll", "pitch"), [(2, 0), (-2, 0), (0, 2), (0, -2), (6, 6), (-20, 0)])
def test_the_ball_shows_where_the_ship_dips(roll: float, pitch: float) -> None:
    level, leaning = (draw(replace(accident(), roll=r, pitch=p), say=SAYS["en"]) for r, p in ((0, 0), (roll, pitch)))
    (dish,) = (box for box in leaning.boxes if box.label == "gauge")
    seen = (each.image.convert("RGB").crop((dish.x0, dish.y0, dish.x1, dish.y1)) for each in (level, leaning))
    middles = []
    for each in seen:
        pixels = np.argwhere((np.asarray(each) == theme("riff_raff", Look()).chalk).all(axis=2))
        middles.append(pixels.mean(axis=0))
    (down, across), reach = middles[1] - middles[0], dish.width / 2
    assert hypot(across, down) > (0.15 if hypot(roll, pitch) < 3 else 0.4) * reach, "so far that it can be seen"
    assert cos(atan2(-across, -down) - atan2(roll, pitch)) > 0.98, "to port and to the bow where these are positive"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_great_fall_is_told_whole(language: str) -> None:
    view = accident()
    assert view.last is not None
    falls = tuple(replace(FALLS[0], piece=90 + i, caught=i < 14) for i in range(26))
    great = replace(view, last=replace(view.last, falls=falls), supplies=((3,) * 8,) * 4)
    for how in ({}, {"look": Look(large=True)}, {"seat": 0}):
        shown = picture(great, language, **how)
        assert not list_shortened(shown.boxes)
        assert not list_outside(shown.boxes, (0, 0, *shown.size))
        assert any("26" in box.label and "14" in box.label for box in shown.boxes)


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


def labels(shown: Picture) -> str:
    return next(box.label for box in shown.boxes if box.kind == "text")


def test_spots_have_columns_and_rows() -> None:
    shown = picture(make_aiming_view("barrel"), seat=0, moves=GAME.legal_moves(make_aiming_view("barrel"), 0))
    letters = {box.label for box in shown.boxes if box.kind == "letter"}
    assert set("ABCDEFGHIJKLMNOPQ123456") <= letters
    assert labels(shown) == "Choose a spot"
    chosen = picture(make_aiming_view("barrel"), seat=0, ghost=Aim("E3"))
    assert chosen.encode() != picture(make_aiming_view("barrel"), seat=0).encode()


def test_a_ghost_says_whether_it_fits() -> None:
    state = make_aiming_view("plank", "spot/L2")
    assert labels(picture(state, seat=0, ghost=Pose("flat", 0))) == "Area 1, L2: fits"
    assert labels(picture(state, seat=0, ghost=Pose("flat", 90))) == "Into another area"
    waiting = picture(make_aiming_view("plank", "spot/L2", "pose/flat@0"), seat=0, ghost=Grip("one", "port"))
    assert {"oblique", "level"} <= {box.label for box in waiting.boxes}


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
    assert sum(difference >= 50 for difference in differences) < 0.007 * len(differences)


def test_a_private_picture_shows_the_readers_pieces_and_a_large_one_those_of_all() -> None:
    view = GAME.read("seats=3 supplies=crate+rat*2;boat;plank")
    assert _list_supplies(picture(view, seat=0)) == {"crate of 0", "rat of 0"}
    assert _list_supplies(picture(view, look=Look(large=True))) == {"crate of 0", "rat of 0", "boat of 1", "plank of 2"}


def _list_supplies(shown: Picture) -> set[str]:
    return {box.label for box in shown.boxes if " of " in box.label and box.kind == "piece"}


def test_a_film_needs_a_loading() -> None:
    with pytest.raises(ValueError, match="loaded"):
        draw_clip(GAME.read("seats=2"), Keyframes(0.1, ()), say=SAYS["en"])


def test_the_palette_has_every_colour_of_the_cargo() -> None:
    table = palette(theme("riff_raff", Look())).getpalette() or []
    colours = {tuple(table[i : i + 3]) for i in range(0, len(table), 3)}
    assert {(76, 139, 63), (140, 196, 232), (174, 59, 63), (237, 167, 47)} <= colours


FIELD = {False: (256, 90, 1200, 834), True: (256, 114, 1200, 870)}
"""The area of a public picture between its strips, right of the seats; in an ordinary and in a large one."""


def test_everything_aboard_is_in_the_picture() -> None:
    """Allow pieces high on the top yard of a leaning ship to reach under the strip, which seldom happens."""
    outside = count = 0
    for shown in show_all("riff_raff"):
        if shown.seat is None:
            aboard = [box for box in shown.boxes if " on " in box.label]
            assert len(aboard) >= len(shown.view.cargo)
            outside += len(list_outside(aboard, FIELD[shown.is_large]))
            count += len(aboard)
    assert outside <= 0.01 * count


def test_nothing_in_the_water_is_cut() -> None:
    for shown in show_all("riff_raff"):
        if shown.seat is None:
            afloat = [b for b in shown.boxes if b.label.partition(" ")[2] in SECTORS or b.label.startswith("+")]
            assert not list_outside(afloat, FIELD[shown.is_large])


def test_seats_do_not_overlap() -> None:
    for shown in show_all("riff_raff"):
        assert not list_meeting([box for box in shown.boxes if box.label.startswith("seat ")], 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_winners_are_all_named(language: str) -> None:
    tied = replace(GAME.read("seats=4"), phase="over")
    for look in (Look(), Look(large=True)):
        boxes = draw(tied, say=SAYS[language], look=look).boxes
        assert not list_shortened(boxes)
        title = next(box.label for box in of_kind(boxes, "text") if "▲" in box.label)
        assert all(glyph in title for glyph in "●▲◆■")


def test_most_pieces_show_their_letter() -> None:
    """Leave out the letter of a piece on or beside the ship only where it would be partly hidden, or hide another
    piece."""
    shown = aboard = 0
    for boxes, _, view, look, seat in show_all("riff_raff"):
        if seat is not None or look.large or len(view.cargo) > 40:
            continue  # with everything aboard, most of it is behind something
        letters = [box for box in boxes if box.kind == "letter" and box.label.isalpha()]
        kinds = [box for box in of_kind(boxes, "piece") if box.label.split()[0] in KINDS and " of " not in box.label]
        here = sum(" on " in box.label for box in kinds)
        shown, aboard = shown + len(letters) - (len(kinds) - here), aboard + here
    assert aboard > 50
    assert shown >= 0.65 * aboard


def test_close_ups_show_the_letters_of_pieces_to_take() -> None:
    for state in list_positions("riff_raff"):
        if state.phase == "piece":
            seat = GAME.to_act(state)[0]
            view = GAME.view(state, seat)
            boxes = picture(view, seat=seat, moves=GAME.legal_moves(view, seat)).boxes
            letters = [box.label for box in boxes if box.kind == "letter" and box.label.isalpha()]
            assert sorted(letters) == sorted(assign_letters(SAYS["en"]))


def test_caches_change_no_clip() -> None:
    view = accident()
    first = draw_clip(view, keyframes(view, 3.0), say=SAYS["it"])
    assert empty_caches("rendering") > 10
    assert draw_clip(view, keyframes(view, 3.0), say=SAYS["it"]) == first


def test_a_film_draws_equal_plies_once_and_each_ply_as_if_alone() -> None:
    half = Look(half=True)
    views = [GAME.view(state, None) for state in playout("riff_raff", 1).states]
    shown = [draw(view, say=SAYS["it"], look=half) for view in views]
    assert len({id(picture) for picture in shown}) < len(shown) * 3 // 4
    for view, picture in zip(views, shown, strict=True):
        alone = renderer._draw_public(view, SAYS["it"], half, Strip())
        assert alone.image.tobytes() == picture.image.tobytes()
        assert alone.boxes == picture.boxes


RESTED = (
    Piece(15, "crate", 1.7643, -2.4512, 3.9812, 0.03618, 1.5e-05, -0.000866, 0.999345, 2),
    Piece(1, "plank", 6.8919, 0.9075, 3.0322, 0.000692, 0.010902, -0.99994, -5e-05, 1),
    Piece(18, "bottle", 1.9291, 1.6569, 3.8451, 0.706625, 0.279958, 0.649688, -0.014484, 1),
    Piece(13, "boat", 0.3777, -7.3985, 15.1609, 0.001001, -0.979304, -0.202386, 0.001586, 8),
)
"""Pieces as settles left them: they have sunk some hundredths of a centimetre into the things below."""


@pytest.mark.parametrize("piece", RESTED, ids=lambda piece: piece.kind)
@pytest.mark.parametrize(("roll", "pitch"), [(0, 0), (-4, 1), (9, -3), (-12, 5)])
def test_the_ship_does_not_hide_its_cargo(piece: Piece, roll: float, pitch: float) -> None:
    scene = Scene(Moment((piece,), roll, pitch), OBLIQUE.at(25, 765, 664))
    hull, yard = 0, next(index for index, thing in enumerate(scene.things) if thing.at[2] == 14.5)
    cargo = next(index for index, thing in enumerate(scene.things) if thing.piece)
    painted = scene._order.index
    assert painted(yard if piece.area == 8 else hull) < painted(cargo)


@pytest.mark.parametrize("count", [3, 4, 6, 8, 16])
def test_a_grown_shape_has_the_shape_inside(count: int) -> None:
    turns = [-2 * pi * i / count for i in range(count)]  # anticlockwise on a picture, whose y runs down
    out = grow([(10 * cos(turn), 10 * sin(turn)) for turn in turns], 3)
    away = [
        abs(x0 * y1 - x1 * y0) / hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise((*out, out[0]))
    ]  # of its sides from the middle
    assert min(away) == pytest.approx(10 * cos(pi / count) + 3)
    assert 13 - 1e-9 < max(hypot(x, y) for x, y in out) < 13.5
