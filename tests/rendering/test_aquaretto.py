"""Aquaretto's pictures: their content, and a comparison with goldens."""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from games.aquaretto import GAME
from games.aquaretto.moves import DEPOT, Draw, Expand, Load, Move, Place, Shift, Take
from games.aquaretto.state import State
from games.aquaretto.zoo.layout import lines
from games.aquaretto.zoo.tiles import TYPES
from games.rng import Rng
from matches.texts import LANGUAGES, Texts
from rendering import Box, Look, Picture, Strip
from rendering.aquaretto import highlights, layout, tiles, trucks, zoo_closeup
from rendering.aquaretto import zoo as aquaretto_zoo
from rendering.aquaretto.renderer import draw, draw_closeup
from rendering.drawing import canvas as canvases
from rendering.drawing import sprites
from rendering.drawing.theme import SEATS, theme
from tests.rendering.legible import PIECE, overlap
from tests.support.numbers import times

POSITIONS = times(200, usual=5)
GOLDEN = Path(__file__).parent / "golden"

FIVE = (
    "act=P3 round=4 turn=81 T1=3>P1: T2=3:HIP-FISH,COIN,SEA-M T3=3:POL-M T4=3>P2: T5=3>P5: "
    "P1=coins:1;large@L7;large@K14;DOL@L11;CRO-F@K13;PEN@J11;PEN-FISH@I11;CRO@L13;CRO-FISH@K12;PEN-M@J10;TUR-FISH@L8 "
    "P2=coins:0;large@N12;TUR-M@K10;POL-FISH@M11;POL-F@M12;DOL@J13;POL-M@L11;POL-BABY@L12;keeper;depot:SEA "
    "P3=coins:0;large@G11;DOL-M@K13;PEN-FISH@L10;CRO-FISH@J11;CRO-M@I11;DOL-F@L13;DOL-BABY@J13;HIP-FISH@G12 "
    "P4=coins:0;HIP-F@J11;SEA@L12;ORC-FLASH@L10;ORC-M@M10;SEA-F@K13;PEN-F@K9;cashier;cashier;depot:TUR-FISH,DOL "
    "P5=coins:2;large@N9;small@M13/TR;ORC-F@J12;ORC@I12;POL-F@M11;DOL@K10;trainer@L11;manager"
)
HAND = (
    "act=P2 round=3 turn=36 T1=3>P2: T2=3:DOL-M,TUR-FISH T3=3:ORC-F P1=coins:0;DOL@J12;DOL@J13;DOL@K13 "
    "P2=coins:3;large@G11;SEA@K12;DOL-FLASH@L10;DOL-FLASH@M10;DOL@K10;ORC-FLASH@I11;depot:PEN-F P3=coins:0 "
    "out=HIP,POL hand=ORC-M,ORC,PEN"
)
TURN = "act=P1 T1=3:DOL T2=2: T3=1:COIN P1=coins:5;DOL@K11;keeper;depot:ORC P2=coins:1;depot:SEA out=TUR,HIP,CRO"

_SAYS = {language: Texts().say(language) for language in LANGUAGES}

Boxes = tuple[Box, ...]


def position(text: str) -> State:
    return GAME.view(GAME.read(text), None)


def picture(view: State | str, language: str = "en", **how: Any) -> Picture:
    return draw(position(view) if isinstance(view, str) else view, say=_SAYS[language], **how)


@cache
def matches() -> tuple[tuple[State, tuple[Move, ...]], ...]:
    """Yield positions with their legal moves from random matches: from the middle, and ends with all their boards."""
    chance, out = random.Random(5), []
    for number in range(POSITIONS):
        secret, state = chance.randbytes(32), None
        states = [GAME.setup(5 - number % 4, GAME.options_type(), Rng(secret, "setup", 0))]
        while acting := GAME.to_act(state := states[-1]):
            move = chance.choice(GAME.legal_moves(state, acting[0]))
            states.append(GAME.apply(state, acting[0], move, Rng(secret, "ply", len(states))))
        for state in (chance.choice(states), chance.choice([s for s in states if s.hand] or states), states[-1]):
            view = GAME.view(state, None)
            out.append((view, () if view.over else GAME.legal_moves(view, view.active)))
    return tuple(out)


def test_an_ordinary_game_of_five_has_pieces_of_full_size() -> None:
    boxes = picture(FIVE).boxes
    assert min(min(box.width, box.height) for box in boxes if box.kind == "piece") >= PIECE


def test_every_piece_is_drawn() -> None:
    for view, _ in matches():
        labels = Counter(box.label for box in picture(view).boxes if box.kind == "piece")
        for zoo in view.zoos:
            for cell, tile in zoo.tiles:
                labels[f"{tile} on {cell}"] -= 1
            for tile in zoo.depot:
                labels[f"{tile} in depot"] -= 1
            labels["trainer 1"] -= len(zoo.trainers)
            labels[f"coins {zoo.coins}"] -= 1
        for index, truck in enumerate(view.trucks):
            for tile in truck.tiles:
                labels[f"{tile} on truck {index + 1}"] -= 1
        missing = [label for label, count in labels.items() if count < 0]
        assert not [
            label for label in missing if "depot" not in label
        ]  # of a long depot the lowest tiles are shown as a number
        others = ("pile", "reserve", "cashier", "keeper", "manager", view.drawn or "pile")
        assert not [label for label, count in labels.items() if count > 0 and not label.startswith(others)]


def test_a_large_public_picture_shows_every_zoo() -> None:
    for view, _ in matches()[::3]:
        small, large = (picture(view, look=Look(large=size)).boxes for size in (False, True))
        for kind in ("piece", "badge", "area"):
            wanted, shown = (Counter(box.label for box in boxes if box.kind == kind) for boxes in (small, large))
            depots = {label for label in wanted if "in depot" in label}  # of a long one only a number is shown
            assert not [label for label in wanted - shown if label not in depots]


def test_animals_look_at_their_neighbours() -> None:
    """Two beside each other look at each other, and one at the end of a row looks along it."""
    for basin, wanted in (
        (("K11", "L11"), ["right", "left"]),
        (("L11", "M11"), ["right", "left"]),
        (("K11", "L11", "M11"), ["right", "left", "left"]),
        (("J11", "K11"), ["right", "left"]),
    ):
        looks = dict(aquaretto_zoo._choose_directions(basin))
        assert [looks[cell] for cell in basin] == wanted, basin


def test_unbuilt_land_is_a_garden_until_a_cell_is_to_be_chosen() -> None:
    view, pad = position(HAND), theme("aquaretto", Look()).own("pad")
    shown = [picture(view, seat=1, moves=moves).image.convert("RGB") for moves in ((), GAME.legal_moves(view, 1))]
    counts = [sum(count for count, colour in image.getcolors(1 << 20) or () if colour == pad) for image in shown]
    assert counts[0] < 1_000 < 5_000 < counts[1]  # a few edges have that tone


def test_the_opening_says_which_animals_are_missing_or_that_nothing_has_happened() -> None:
    for seats, words in ((2, "Not in this game"), (5, "trucks are empty")):
        view = GAME.view(GAME.setup(seats, GAME.options_type(), Rng(bytes(32), "setup", 0)), None)
        assert any(words in box.label for box in picture(view).boxes)


@pytest.mark.parametrize("look", [Look(), Look(theme="dark")])
def test_attributes_can_be_told_by_colour_where_a_badge_is_too_small(look: Look) -> None:
    """Compare the middle colour of a dolphin's tile with each attribute at 400 px of a picture of five zoos."""
    ours = theme("aquaretto", look)
    faces = [
        tiles.draw_tile(f"DOL{attribute}", 40, ours).pixels.convert("RGB").crop((4, 4, 36, 12)).resize((1, 1))
        for attribute in ("", "-F", "-M", "-FLASH", "-BABY")
    ]
    faces.append(tiles.draw_tile("TUR-FISH", 40, ours).pixels.convert("RGB").crop((4, 4, 36, 12)).resize((1, 1)))
    apart = [ImageStat.Stat(ImageChops.difference(one, other)).sum for one, other in combinations(faces, 2)]
    assert min(sum(channels) for channels in apart) > 24


def test_trucks_show_their_owners_and_the_winner_is_named() -> None:
    boxes = picture(FIVE).boxes
    for truck, seat in ((1, 0), (4, 1), (5, 4)):
        (stand,) = (box for box in boxes if box.label == f"truck {truck}")
        assert [b.label for b in boxes if b.kind == "badge" and overlap(b, stand)] == [SEATS[seat].name]
    over = replace(position(TURN), over=True)
    assert any("Winner" in box.label for box in picture(over).boxes)


def test_the_points_in_a_close_up_add_up_to_the_total() -> None:
    view = position(FIVE)
    for seat, zoo in enumerate(view.zoos):
        texts = [
            box.label.replace("−", "-") for box in draw_closeup(view, seat, say=_SAYS["en"]).boxes if box.kind == "text"
        ]
        numbers = [int(text) for text in texts if text.lstrip("-").isdigit()]
        assert len(numbers) == 6
        assert sum(numbers[:-1]) == numbers[-1] == lines(zoo).total


def find_changed(one: Picture, other: Picture, box: Box) -> bool:
    where = (box.x0, box.y0, box.x1, box.y1)
    return ImageChops.difference(*(p.image.convert("RGB").crop(where) for p in (one, other))).getbbox() is not None


def test_legal_cells_are_lit_and_the_depot_is_ringed() -> None:
    view = position(HAND)
    moves = GAME.legal_moves(view, 1)
    boxes = picture(view, seat=1, moves=moves).boxes
    cells = {move.cell for move in moves if isinstance(move, Place)} - {DEPOT}
    lit = {box.label.removeprefix("to "): box for box in boxes if box.label.startswith("to ")}
    assert cells == set(lit)
    letters = [box for box in boxes if box.kind == "letter"]
    for cell, place in lit.items():  # the cell shows its column, the ends of the row its row
        assert [box.label for box in letters if overlap(box, place)] == [cell[0]]
        assert sum(box.label == cell[1:] and abs(box.y0 + box.y1 - place.y0 - place.y1) <= 2 for box in letters) == 2
    zoo_only = [move for move in moves if isinstance(move, Place) and move.cell != DEPOT]
    one, other = picture(view, seat=1, moves=zoo_only), picture(view, seat=1, moves=moves)
    (depot,) = (box for box in one.boxes if box.label == "depot")
    assert find_changed(one, other, replace(depot, y1=depot.y1 - 90))
    assert not any(box.label in ("G", "to G11") for box in picture(view, seat=1).boxes)


def test_a_turn_begins_with_pile_and_trucks_alone() -> None:
    view = position(TURN)
    moves = GAME.legal_moves(view, 0)
    plain, marked = picture(view, seat=0), picture(view, seat=0, moves=moves)
    for name in ("pile", "truck 1", "truck 3"):
        (box,) = (box for box in plain.boxes if box.label == name)
        assert find_changed(plain, marked, box), name
    (empty,) = (box for box in plain.boxes if box.label == "truck 2")
    assert not find_changed(plain, marked, replace(empty, y0=empty.y0 + 12, y1=empty.y1 - 12))
    assert not any(box.label.startswith("to ") for box in marked.boxes)


def test_expansions_are_offered_by_their_lower_left_cell() -> None:
    view = position(TURN)
    moves = [move for move in GAME.legal_moves(view, 0) if isinstance(move, Expand) and move.board.startswith("large")]
    labels = {box.label for box in picture(view, seat=0, moves=moves).boxes}
    assert {f"to {move.board.partition('@')[2]}" for move in moves} <= labels
    assert len(moves) == 17


def test_every_kind_of_move_shows_a_ghost() -> None:
    seen = set()
    for text in (TURN, HAND, "act=P1 P1=coins:5;DOL@K11;keeper pending=DOL,coworker drawn=", TURN + " drawn=SEA"):
        view = position(text.removesuffix(" drawn="))
        plain = picture(view, seat=view.active)
        for move in GAME.legal_moves(view, view.active):
            if (kind := (type(move), isinstance(move, Shift) and move.target[:1])) not in seen:
                seen.add(kind)
                assert picture(view, seat=view.active, ghost=move).image.tobytes() != plain.image.tobytes(), move
                assert picture(view, ghost=move).png() != picture(view).png(), move
    assert {Draw, Take, Load, Place, Expand, Shift} <= {kind for kind, _ in seen}
    assert len({kind for kind, _ in seen}) == 12


@pytest.mark.parametrize("look", [Look(), Look(theme="dark"), Look(contrast=True)])
@pytest.mark.parametrize("size", [36, 48, 63, 96])
def test_animals_differ_without_colour_on_a_phone(look: Look, size: int) -> None:
    """Compare in grey, as large as on a truck at 400 px: outline and marks of any two animals are far apart."""
    ours = theme("aquaretto", look)
    faces = {kind: tiles.draw_tile(kind, size, ours).pixels.convert("RGBA").convert("L").reduce(3) for kind in TYPES}
    apart = {
        pair: ImageStat.Stat(ImageChops.difference(*(faces[kind] for kind in pair))).mean[0]
        for pair in combinations(TYPES, 2)
    }
    assert min(apart.values()) > 23, min(apart, key=apart.__getitem__)
    assert apart["SEA", "CRO"] > 36  # readers once confused these two


def figures(shown: Picture, cell: Box) -> int:
    """Count the heads side by side in a cell from its pixels at 400 px: bright runs at their height."""
    row = round((cell.y0 + cell.height * 0.27) / 3)
    line = shown.image.convert("L").reduce(3).crop((cell.x0 // 3, row, cell.x1 // 3, row + 1)).tobytes()
    return len("".join("#" if light > 200 else " " for light in line).split())


@pytest.mark.parametrize("seat", [None, 3])
def test_coworkers_can_be_counted_on_a_phone(seat: int | None) -> None:
    """Count the cashiers of seat 3, and nobody in the place of the keeper."""
    for count, hired in enumerate(("", "cashier;", "cashier;cashier;")):
        view = position(FIVE.replace("cashier;cashier;", hired).replace("act=P3", "act=P4"))
        shown = picture(view, seat=seat)
        (hippo,) = (box for box in shown.boxes if box.label == "HIP-F on J11")
        size, left, top = hippo.width, hippo.x0, hippo.y1
        assert figures(shown, Box("area", left - size, top, left, top + size)) == count  # I10
        assert figures(shown, Box("area", left, top + size, left + size, top + 2 * size)) == 0  # J9


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_private_picture_says_that_an_expansion_was_built(language: str) -> None:
    """The whole sentence has no room in most languages: an arrow to a cell alone would not say what happened."""
    view = GAME.view(GAME.apply(GAME.read(TURN), 0, Expand("large@G11"), Rng(b"", "", 0)), 0)
    said = next(box.label for box in reversed(picture(view, language, seat=0).boxes) if "G11" in box.label)
    words = {"en": "expansion", "de": "Erweiterung", "fr": "extension", "it": "ampliamento"}
    assert words[language] in said


def test_a_private_picture_has_the_counters_of_all_and_the_last_move() -> None:
    for view, _ in matches():
        shown = picture(view, seat=view.active)
        foot = [box for box in shown.boxes if box.y0 > shown.size[1] - zoo_closeup._FOOT]
        assert {box.label for box in foot if box.kind == "badge"} >= {
            SEATS[seat].name for seat in range(len(view.zoos))
        }
        letters = Counter(box.label.replace("−", "-") for box in foot if box.kind == "letter")
        assert not Counter(str(lines(zoo).total) for zoo in view.zoos) - letters
        assert any(box.kind == "text" for box in foot)
    assert any("takes truck" in box.label for box in picture(apply_first(Take), seat=0).boxes)


def apply_first(kind: type) -> State:
    """Apply the first legal move of a kind."""
    state = GAME.read(TURN)
    move = next(move for move in GAME.legal_moves(state, 0) if isinstance(move, kind))
    return GAME.view(GAME.apply(state, 0, move, Rng(bytes(32), "ply", 1)), None)


def test_each_zoo_is_as_large_as_its_panel_allows() -> None:
    for view, _ in matches():
        areas = tuple(aquaretto_zoo.find_area(zoo) for zoo in view.zoos)
        homes, _ = layout.place_homes(areas, 190)
        for home, area in zip(homes, areas, strict=True):
            for larger in (size for size in layout._SIZES if size > home.grid.cell):
                wide, tall = layout._measure_panel(area, larger, home.upright)
                assert wide > home.width or tall > home.height


def test_visitors_gather_where_points_are_high() -> None:
    """Check that visitors stand in the corner without coworkers, one more for every four points."""
    colours = []
    for zoo in (
        "DOL@K11",
        "POL-M@M11;POL-F@M12;POL-FISH@L12;POL-FISH@M10;POL-BABY@L11;POL-FISH@K12;POL-FISH@J12;POL-FISH@I12",
    ):
        shown = picture(TURN.replace("P2=coins:1", f"P2=coins:1;{zoo}"))
        (grid,) = (home.grid for home in layout.place_homes(areas_of(TURN), trucks_end(TURN))[0][1:])
        x, y = grid.at("I9")
        rim = grid.cell // 5
        where = (x + rim, y + rim, x + grid.cell - rim, y + grid.cell - rim)
        colours.append(len(shown.image.crop(where).getcolors() or ()))
    assert colours[0] == 1 < colours[1]


def areas_of(text: str) -> tuple[layout.Area, ...]:
    return tuple(aquaretto_zoo.find_area(zoo) for zoo in position(text).zoos)


def trucks_end(text: str) -> int:
    slots = tuple(truck.slots for truck in position(text).trucks)
    return trucks.TOP + trucks.height(trucks.park(slots)[1]) + 8


def test_a_picture_is_a_function_of_its_view() -> None:
    view = position(HAND)
    how: dict[str, Any] = {"seat": 1, "look": Look(theme="dark"), "strip": Strip(clock="1 h")}
    how["moves"] = GAME.legal_moves(view, 1)
    first = picture(view, **how)
    modules = (canvases, sprites, zoo_closeup, highlights, layout, tiles, trucks)
    for module in (*modules, aquaretto_zoo):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    again = picture(view, **how)
    assert again.png() == first.png()
    assert again.boxes == first.boxes
    assert again.size == (layout.WIDTH, layout.HEIGHT)


def test_a_picture_is_small() -> None:
    assert max(len(picture(view).png()) for view, _ in matches()[::2]) <= 100_000


def test_a_large_picture_of_five_zoos_is_small_as_well() -> None:
    crowded = max((view for view, _ in matches()), key=lambda view: sum(len(zoo.tiles) for zoo in view.zoos))
    assert len(crowded.zoos) == 5
    for shade in ("light", "dark"):
        assert len(picture(crowded, look=Look(theme=shade, large=True)).png()) <= 100_000


CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "five": (FIVE, {}),
    "two": (TURN, {"look": Look(theme="dark"), "language": "it"}),
    "private": (HAND, {"seat": 1, "language": "de"}),
    "contrast": (FIVE.replace("P3=coins:0", "P3=coins:4"), {"look": Look(contrast=True), "language": "fr"}),
}


@pytest.mark.parametrize("name", [*CASES, "close"])
def test_golden(name: str) -> None:
    """Compare at 400 px, as on a phone, so that another FreeType's rounding does not matter.

    To accept a changed picture, delete its golden, run once with SLOWBOAT_GOLDEN=1, and look at the new one.
    """
    if name == "close":
        shown = draw_closeup(position(FIVE), 4, say=_SAYS["fr"])
    else:
        text, how = CASES[name]
        view = position(text)
        shown = picture(view, moves=GAME.legal_moves(view, view.active) if "seat" in how else (), **how)
    small = shown.image.convert("RGB").reduce(3)
    path = GOLDEN / f"aquaretto-{name}.png"
    if os.environ.get("SLOWBOAT_GOLDEN") and not path.exists():
        small.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    with Image.open(path) as golden:
        difference = ImageChops.difference(small, golden.convert("RGB")).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 1.5
    # No patch of the picture may differ, however small its share of the whole.
    assert max(difference.reduce(10).tobytes()) < 24
