"""Aquaretto's pictures: what only they show. `tests/laws/test_pictures.py` measures all games."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from games.aquaretto import GAME
from games.aquaretto.events import Born, CoinBonus, Depot, Drew, Hired, Loaded, Placed, RoundEnded, Shifted, Took
from games.aquaretto.moves import DEPOT, Draw, Expand, Load, Move, Place, Shift, Take
from games.aquaretto.state import State
from games.aquaretto.zoo.layout import lines
from games.aquaretto.zoo.tiles import TYPES
from games.rng import Rng
from matches.texts import LANGUAGES
from rendering import Box, Look, Picture
from rendering.aquaretto import layout, stretchable_panels, tiles, trucks, zoo_closeup
from rendering.aquaretto import zoo as aquaretto_zoo
from rendering.aquaretto.flights import take_back
from rendering.aquaretto.highlights import list_targets
from rendering.aquaretto.renderer import draw, draw_closeup
from rendering.aquaretto.scenery import offshore
from rendering.aquaretto.sentences import say_last_turn
from rendering.drawing import sprites
from rendering.drawing.canvas import Canvas
from rendering.drawing.sprites import draw_plate
from rendering.drawing.theme import INK, SEATS, WHITE, theme
from tests.aquaretto.pictures import CROWDED, FIVE, HAND, TURN
from tests.support.boxes import find_changed, hidden, list_meeting, list_outside, list_shortened, of_kind, overlap
from tests.support.laws.pictures import PIECE, SAYS, list_positions, show_all
from tests.support.laws.playouts import playout


@cache
def positions() -> tuple[tuple[State, tuple[Move, ...]], ...]:
    """List the views of the law's positions with their legal moves."""
    views = [GAME.view(state, None) for state in list_positions("aquaretto")]
    return tuple((view, () if view.over else tuple(GAME.legal_moves(view, view.active))) for view in views)


def position(text: str) -> State:
    return GAME.view(GAME.read(text), None)


def picture(view: State | str, language: str = "en", **how: Any) -> Picture:
    return draw(position(view) if isinstance(view, str) else view, say=SAYS[language], **how)


def test_an_ordinary_game_of_five_has_pieces_of_full_size() -> None:
    boxes = picture(FIVE).boxes
    assert min(min(box.width, box.height) for box in boxes if box.kind == "piece") >= PIECE


def test_every_piece_is_drawn() -> None:
    for view, _ in positions():
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


@pytest.mark.parametrize("load", range(12))
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_tile_of_a_depot_is_seen(seats: int, load: int) -> None:
    """A dozen at least: in an ordinary, a large and a private picture, the top tile whole, the others at least half."""
    state = GAME.setup(seats, GAME.options_type(), Rng(bytes(32), "setup", 0))
    zoo = replace(state.zoos[1], depot=tuple(sorted(TYPES)[:6] * 2)[:load])
    view = GAME.view(replace(state, zoos=(state.zoos[0], zoo, *state.zoos[2:])), None)
    for look, seat in ((Look(), None), (Look(large=True), None), (Look(), 1)):
        boxes = [box for box in picture(view, look=look, seat=seat).boxes if box.label.endswith("in depot")]
        assert [box.label.split()[0] for box in boxes] == list(zoo.depot)
        assert all(box.width == box.height for box in boxes[-1:])
        assert all(2 * min(box.width, box.height) >= max(box.width, box.height) for box in boxes)


def test_a_large_public_picture_shows_every_zoo() -> None:
    for view, _ in positions()[::3]:
        small, large = (picture(view, look=Look(large=size)).boxes for size in (False, True))
        for kind in ("piece", "badge", "area"):
            wanted, shown = (Counter(box.label for box in boxes if box.kind == kind) for boxes in (small, large))
            depots = {label for label in wanted if "in depot" in label}  # of a long one only a number is shown
            assert not [label for label in wanted - shown if label not in depots]


@pytest.mark.parametrize("look", [Look(large=True), Look(large=True, theme="dark"), Look(large=True, contrast=True)])
def test_a_large_picture_of_five_full_zoos_is_a_small_file(look: Look) -> None:
    assert len(picture(CROWDED, look=look).encode()) <= 100_000


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
def test_attributes_can_be_told_by_colour_where_a_badge_is_small(look: Look) -> None:
    """Compare the mean colour of the corner where the badge of a dolphin lies, as on a tile in a picture of five
    zoos; without a badge too."""
    ours, kinds = theme("aquaretto", look), ("DOL", "DOL-F", "DOL-M", "DOL-FLASH", "DOL-BABY", "TUR-FISH")
    mark = tiles.badge_size(40)
    corner = 1, 35 - mark, 1 + mark, 35
    faces = [
        tiles.draw_tile(kind, 40, ours).pixels.convert("RGB").crop(corner).resize((1, 1), Image.Resampling.BOX)
        for kind in kinds
    ]
    apart = [ImageStat.Stat(ImageChops.difference(one, other)).sum for one, other in combinations(faces, 2)]
    assert min(sum(channels) for channels in apart) > 18


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
            box.label.replace("−", "-") for box in draw_closeup(view, seat, say=SAYS["en"]).boxes if box.kind == "text"
        ]
        numbers = [int(text) for text in texts if text.lstrip("-").isdigit()]
        assert len(numbers) == 6
        assert sum(numbers[:-1]) == numbers[-1] == lines(zoo).total


TAKEN = Took(1, 0, (), 0), Placed(1, "HIP-M", "K8"), Placed(1, "ORC", "L13"), Depot(1, "CRO"), CoinBonus(1, "HIP", 3)


def test_the_line_names_or_counts_every_animal_placed() -> None:
    line = say_last_turn(replace(position(HAND), events=TAKEN), SAYS["en"])
    assert line[0].endswith("Hippo → K8 · Orca → L13 · Crocodile → depot · +1 coin")
    assert all("Crocodile" in wording or "3 animals placed" in wording for wording in line)
    assert line[-2:] == ("▲: truck 1 · 3 animals placed", "▲: 3 animals placed")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_print_counts_the_animals_placed(language: str) -> None:
    view = replace(position(HAND), events=TAKEN)
    for look, seat in ((Look(large=True), None), (Look(), 1)):
        boxes = picture(view, language, look=look, seat=seat).boxes
        assert not list_shortened(boxes)
        last = max((box for box in of_kind(boxes, "text")), key=lambda box: box.y0)
        assert "3 anima" in last.label or "3 Tiere" in last.label


def test_the_line_tells_the_last_of_several_turns_in_a_row() -> None:
    earlier, after = (Drew(1, "SEA"), Loaded(1, "SEA", 2)), (RoundEnded(3, 1, ()), Drew(1, "DOL"))
    say = SAYS["en"]
    lines = [
        say_last_turn(replace(position(HAND), events=events), say)[0]
        for events in (earlier, (*earlier, *TAKEN), (*TAKEN, *after))
    ]
    assert lines[0] == "▲ Yellow: Sea lion → truck 3"
    assert lines[1].startswith("▲ Yellow takes truck 1 · Hippo")
    assert lines[2] == "▲ Yellow draws: Dolphin"


def test_tiles_on_their_way_begin_with_the_position_before_it() -> None:
    """Each lies where it arrives only in the picture of the position itself; offspring has no way."""
    sources = Counter[str]()
    for before, after in pairwise(playout("aquaretto", 0).states):
        view = GAME.view(after, None)
        if any(isinstance(event, Born) for event in view.events):
            continue
        shown, ways = take_back(view)
        for way in ways:
            if not isinstance(way.target, tuple):
                assert isinstance(way.target, int)
                assert shown.trucks[way.target].tiles == before.trucks[way.target].tiles
                assert view.trucks[way.target].tiles == (*shown.trucks[way.target].tiles, way.tile)
                continue
            seat, place = way.target
            assert shown.zoos[seat] != view.zoos[seat]
            assert dict(shown.zoos[seat].tiles) == dict(before.zoos[seat].tiles)
            assert (place, way.tile) in (*view.zoos[seat].tiles, *(("depot", tile) for tile in view.zoos[seat].depot))
            sources["depot" if isinstance(way.source, tuple) else "truck"] += 1
    assert sources.keys() == {"depot", "truck"}


def test_no_thing_in_the_sea_lies_under_the_number_of_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    things = list[Box]()

    def note(_: Canvas, drawn: sprites.Sprite, x: int, y: int) -> None:
        things.append(Box("piece", x, y, x + drawn.size[0], y + drawn.size[1]))

    monkeypatch.setattr(offshore, "paste_hard", note)
    numbered = 0
    states = [state for number in range(4) for state in playout("aquaretto", number).states[::9]]
    for view in (GAME.view(state, None) for state in states if not state.over):
        aquaretto_zoo._draw_ground.cache_clear()
        things.clear()
        moves = tuple(GAME.legal_moves(view, view.active))
        if list_targets(moves):
            boxes = picture(view, seat=view.active, moves=moves).boxes
            numbers = [
                box for box in of_kind(boxes, "letter") if box.label in map(str, range(1, 20)) and box.height > 40
            ]
            numbered += bool(numbers and things)
            assert not [pair for pair in product(numbers, things) if overlap(*pair)]
    aquaretto_zoo._draw_ground.cache_clear()
    assert numbered


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
                assert picture(view, ghost=move).encode() != picture(view).encode(), move
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
    words = {"en": "expansion", "de": "Ausbautafel", "fr": "extension", "it": "ampliamento"}
    assert words[language] in said


def test_a_private_picture_has_the_counters_of_all_and_the_last_move() -> None:
    for view, _ in positions():
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
    for view, _ in positions():
        areas = tuple(aquaretto_zoo.find_area(zoo) for zoo in view.zoos)
        homes, _ = layout.place_homes(areas, 190)
        for home, area in zip(homes, areas, strict=True):
            for larger in (size for size in layout._SIZES if size > home.grid.cell):
                wide, tall = layout._measure_panel(area, larger, home.upright)
                assert wide > home.width or tall > home.height


@pytest.mark.parametrize(
    ("areas", "alike"),
    [
        (((0, 5, -1, 6), (-1, 4, -2, 4), (-1, 6, -2, 4), (0, 7, -2, 6), (-1, 7, -2, 4)), True),
        (((0, 5, -2, 5), (-2, 4, -2, 4), (0, 4, -1, 4), (-1, 7, -2, 6), (-1, 7, -1, 6)), False),
    ],
)
def test_five_zoos_have_their_counters_on_one_side_unless_cells_would_be_much_smaller(
    monkeypatch: pytest.MonkeyPatch, areas: tuple[layout.Area, ...], alike: bool
) -> None:
    homes, _ = layout.place_homes(areas, 180)
    assert (len({home.upright for home in homes}) == 1) == alike
    assert len({home.info for home in homes}) == 1
    monkeypatch.setattr(layout, "_SLIGHT", -1)
    largest, _ = layout.place_homes.__wrapped__(areas, 180)
    assert len({home.upright for home in largest}) == 2  # two sides would have the largest cells of all


def test_balloons_rise_where_points_are_high() -> None:
    """Check that balloons rise in the corner without coworkers, one more for every four points."""
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
    return trucks.TOP + trucks.height(trucks.park(slots)[1]) + 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_coworker_s_new_job_fits_a_large_picture(language: str) -> None:
    state = GAME.setup(5, GAME.options_type(), Rng(bytes(32), "setup", 0))
    for seat, job in product(range(5), ("cashier", "keeper", "manager", "trainer@K11")):
        for event in (Hired(seat, *job.partition("@")[::2]), Shifted(seat, "keeper", job)):
            view = GAME.view(replace(state, events=(event,)), None)
            assert not list_shortened(draw(view, say=SAYS[language], look=Look(large=True)).boxes)


def test_no_piece_or_place_overlaps() -> None:
    for boxes in (shown.boxes for shown in show_all("aquaretto")):
        assert not list_meeting(of_kind(boxes, "piece"), 2)
        places = [box for box in boxes if box.kind == "area" and box.label != "depot"]
        assert not list_meeting(places, 0)


def test_every_zoo_stays_in_its_panel() -> None:
    for boxes in (shown.boxes for shown in show_all("aquaretto") if not shown.is_large):
        panels = [box for box in boxes if box.label.startswith("zoo ")]
        assert len(panels) in (2, 3, 4, 5)
        for box in of_kind(boxes, "piece"):
            if " on " in box.label and "truck" not in box.label:
                assert any(not list_outside([box], (p.x0, p.y0, p.x1, p.y1)) for p in panels), box


def test_no_mark_hides_text_or_a_piece() -> None:
    """Measure that arrows and rings change little around a figure, only graze the code of an animal, and leave half of
    the animal visible."""
    compared = 0
    for number, (view, moves) in enumerate(positions()):
        still = replace(view, events=())
        pairs = [[draw(each, say=SAYS["en"]) for each in (still, view)]]
        if moves:
            ghost, seat = moves[number % len(moves)], view.active
            pairs.append([draw(still, say=SAYS["en"], seat=seat), draw(view, say=SAYS["en"], seat=seat, ghost=ghost)])
        for plain, marked in pairs:
            things = of_kind(marked.boxes, "letter", "piece")
            if things == of_kind(plain.boxes, "letter", "piece"):  # a board that is to be built moves the whole zoo
                compared += 1
                for box in things:
                    most = 0.5 if box.kind == "piece" else 0.35 if box.label.isalpha() else 0.25
                    assert hidden(box, plain, marked) <= most, (number, box)
    assert compared > len(positions())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preview_is_labelled_as_a_preview(language: str) -> None:
    view, moves = next((view, moves) for view, moves in positions() if moves)
    for seat in (None, view.active):
        words = [box.label for box in draw(view, say=SAYS[language], seat=seat, ghost=moves[0]).boxes]
        plain = [box.label for box in draw(view, say=SAYS[language], seat=seat).boxes]
        title = {"en": "not yet confirmed", "de": "nicht bestätigt", "fr": "pas encore confirmé", "it": "non ancora"}
        assert any(title[language] in label for label in words)
        assert not any(title[language] in label for label in plain)


@pytest.mark.parametrize("language", LANGUAGES)
def test_five_winners_are_all_named(language: str) -> None:
    state = replace(position(FIVE), over=True)
    tied = replace(state, zoos=(state.zoos[0],) * 5)
    for look in (Look(), Look(large=True)):
        boxes = draw(tied, say=SAYS[language], look=look).boxes
        assert not list_shortened(boxes)
        title = next(box.label for box in of_kind(boxes, "text") if "▲" in box.label)
        assert all(glyph in title for glyph in "●▲◆■★")


@pytest.mark.parametrize("size", [(90, 70), (301, 218), (583, 341)])
def test_a_panel_equals_one_large_sprite(size: tuple[int, int]) -> None:
    width, height = size
    ground = sprites.Layer(700, 400, (200, 220, 230), lambda _: None)
    one, other = (Canvas(ground, "aquaretto", Look()) for _ in range(2))
    stretchable_panels.draw_panel(one, (20, 30, width, height), WHITE, INK, radius=16)
    bands = (INK, 0, 4), (WHITE, 4, 6)
    stretchable_panels.draw_outline(one, (10, 20, width + 20, height + 20), bands)
    other.paste(draw_plate(width, height, WHITE, 16, INK), 20, 30)
    other.paste(stretchable_panels.draw_lines(width + 20, height + 20, bands, None), 10, 20)
    assert one.finish().image.tobytes() == other.finish().image.tobytes()
