"""The picture of every refusal of every game: the pieces and places concerned are marked, and nothing else changes."""

from __future__ import annotations

import ast
import importlib
import inspect
from typing import Final, Literal, NamedTuple

import pytest
from PIL import Image, ImageChops

import games
from games.coaching import find_refusal
from matches.texts import Texts
from rendering import Look, renderer
from rendering.drawing.marks import mark_places
from rendering.drawing.picture import Rectangle
from tests.rendering.seeing import contrast

SAY = Texts().say("en")
GROWN: Final = 40
"""How far a ring and its cross may reach beyond a place."""
PHONE, STRONG = 400, 3.0
"""The width of a picture on a phone, and the contrast at which a change of a pixel is seen."""
THICK: Final = 2.2
"""Such changes for each pixel of a place's outline."""


class Case(NamedTuple):
    position: str
    code: str
    about: tuple[str, ...]
    seat: int = 0


RIFF: Final = "seats=2 round=3 captain=1 supplies=crate+chest+plank*2+sailor;rat out=none"
LOADING: Final = "phase=pose order=0,1 turn=0 announced=1 loaded=0"
CARGO: Final = "cargo=2:chest@1:3.0,1.5,4.0,1.0,0.0,0.0,0.0 serial=3"
FULL_YARD: Final = (
    "cargo="
    + ";".join(
        f"{number}:{kind}@10:0.0,-{1 + number % 8}.0,{20.7 + 1.7 * (number // 8)},1.0,0.0,0.0,0.0"
        for number, kind in enumerate(
            (*("crate", "chest") * 3, *("bottle", "barrel", "boat") * 4, *("plank", "rat") * 2, "rat"), 1
        )
    )
    + " serial=30"
)
BOARD: Final = "A1=R B2=Y C1=RY / res R1 Y1 / move R die 1"

CASES: Final[dict[str, dict[str, Case]]] = {
    "docker": {
        "not_your_colour": Case(BOARD, "B2>B1", ("B2",)),
        "no_reserve": Case("A1=R B2=Y / res R0 Y1 / move R die 1", "in/R>A1", ("in/R",)),
        "empty_square": Case(BOARD, "A3>B3", ("A3",)),
        "covered": Case(BOARD, "C1>C2", ("C1",)),
        "cannot_enter": Case(BOARD, "in/R>B1", ("in/R", "B1")),
        "cannot_reach": Case(BOARD, "A1>C3", ("A1", "C3")),
    },
    "dog_royal": {
        "start_occupied": Case("base/4 0p@0 0p@h hand0=13", "13/p:h>0", ("0",)),
        "goal_taken": Case("base/4 0p@62 0p@g2 hand0=5", "5/p:62>g3", ("62", "0:g2")),
        "protected": Case("base/4 0p@12 1p@16 hand0=4", "4/p:12>16", ("12", "16")),
        "protected_way": Case("base/4 0p@14 1p@16 hand0=5", "5/p:14>19", ("14", "16")),
        "swap_protected": Case("base/4 0p@14 1p@16 hand0=swap", "swap/p:14>16", ("16",)),
        "directly_behind": Case("base/4 magnet_zero=no 0p@14 0p@30 1p@15 hand0=magnet", "magnet/p:14>14", ("14",)),
        "higher_rank": Case("royal/4 0J@20 1C@22 hand0=3", "3/J:20>23", ("20", "22")),
        "king_safe": Case("royal/4 0N@20 1K@23 hand0=3", "3/N:20>23", ("20", "23")),
        "king_walk": Case("royal/4 0K@20 hand0=9", "9/K:20>29", ("20",)),
    },
    "aquaretto": {
        "staff_corner": Case("P1= hand=DOL", "DOL@I9", ("I9",)),
        "cell_taken": Case("P1=ORC@K11 hand=DOL", "DOL@K11", ("K11",)),
        "touches": Case("P1=ORC@K11 hand=DOL", "DOL@K12", ("K12", "K11")),
        "second_basin": Case("P1=DOL@K11 hand=DOL", "DOL@M12", ("M12", "K11")),
        "basins_full": Case("P1=DOL@(0,2);ORC@(4,2);POL@(2,4) hand=HIP", "HIP@K11", ("K11",)),
        "not_in_hand": Case("P1= hand=DOL", "ORC@K11", ("waiting",)),
        "unload_first": Case("P1= hand=DOL", "draw", ("waiting",)),
        "one_left": Case("P1= hand=DOL", "rest@depot", ("waiting",)),
        "load_first": Case("P1= drawn=DOL", "draw", ("waiting",)),
        "bonus_first": Case("P1= pending=coworker", "draw", ("waiting",)),
        "offspring_fits": Case("P1= pending=DOL", "baby@depot", ("depot",)),
        "draw_first": Case("P1=coins:2 P3=", "truck/1", ("pile",)),
        "trucks_full": Case(
            "T1=3:DOL,ORC,SEA T2=3:DOL,ORC,SEA T3=3:DOL,ORC,SEA P1= P3=", "draw", ("truck/1", "truck/2", "truck/3")
        ),
        "truck_taken": Case("T1=3>P2: T2=3:ORC T3=3: P1= P3=", "take/1", ("truck/1",)),
        "truck_full": Case("T1=3:DOL,ORC,HIP T2=3: T3=3: P1= P3= drawn=DOL", "truck/1", ("truck/1",)),
        "truck_empty": Case("T1=3: T2=3:ORC T3=3: P1= P3=", "take/1", ("truck/1",)),
        "too_few_coins": Case("P1=coins:0", "discard", ("coins",)),
        "depot_empty": Case("P1=coins:1 P2=depot:HIP", "move@K11", ("depot",)),
        "job_full": Case("P1=coins:2;keeper;manager P3=", "shift/keeper>manager", ("manager",)),
        "same_job": Case("P1=coins:2;keeper P3=", "shift/keeper>keeper", ("keeper",)),
    },
    "riff_raff": {
        "card_not_in_hand": Case(f"{RIFF} phase=select hands=2,3;4,5 chosen=-;- shown=1;6", "card/7", ("card/7",)),
        "not_in_supply": Case(
            f"{RIFF} phase=piece order=0,1 turn=0 shown=1;2 announced=1 loaded=0 loading=-/-/-/-/-",
            "barrel",
            ("kind/barrel",),
        ),
        "no_spot": Case(
            f"{RIFF} {FULL_YARD} phase=piece order=0,1 turn=0 shown=10;2 announced=1 loaded=0 loading=-/-/-/-/-",
            "chest",
            ("kind/chest",),
        ),
        "crosses_border": Case(f"{RIFF} {LOADING} shown=1;2 loading=plank/A1/-/-/-", "pose/flat@0", ("spot/A1",)),
        "no_pose": Case(f"{RIFF} {LOADING} shown=1;2 loading=sailor/D3/-/-/-", "pose/hang@0", ("spot/D3",)),
        "no_room": Case(
            f"{RIFF} {CARGO} {LOADING} shown=1;2 loading=plank/B5/-/-/-", "pose/lean@270", ("spot/B5", "piece/2")
        ),
        "touches_nothing": Case(
            f"{RIFF} {CARGO} {LOADING} shown=1;2 loading=plank/P5/-/-/-", "pose/lean@0", ("spot/P5",)
        ),
        "touches_other": Case(
            f"{RIFF} cargo=3:plank@5:0.0,1.0,9.7,1.0,0.0,0.0,0.0 serial=4 {LOADING} shown=1;2 loading=plank/C5/-/-/-",
            "pose/lean@270",
            ("spot/C5", "piece/3"),
        ),
        "no_hold": Case(f"{RIFF} {LOADING} shown=6;2 loading=sailor/C1/-/-/-", "pose/hang@0", ("spot/C1",)),
    },
}
"""For each reason: a position, the refused code, and the marked places."""

PLACELESS: Final[dict[str, frozenset[str]]] = {
    "docker": frozenset({"unreadable"}),
    "dog_royal": frozenset(
        # These are about a whole card, which has a sign on the shelf, or about timing.
        {"no_copy", "alone", "no_swap", "nobody_out", "start_taken", "king_only", "blocked", "over", "not_your_turn"}
        | {"must_play", "not_in_hand", "not_with_this_card", "not_legal"}
    ),
    "aquaretto": frozenset(
        {"over", "no_space", "board_misfit", "nobody_there", "turn_is_complete", "not_before_confirming"}
        | {"not_your_turn", "has_truck", "no_truck", "boards_used_up", "no_seller"}
    ),
    "riff_raff": frozenset(
        {"not_tied", "not_all_tied", "second_must_follow", "no_such_spot", "no_such_turn", "not_natural"}
        | {"turn_is_complete", "not_before_confirming", "announced_already", "deck", "area_empty", "one_piece_left"}
    ),
}
"""Reasons with nothing to mark: about timing, a position that is not shown, or a code that no menu offers."""

OPTIONS: Final = {"seats", "turn_limit", "left_out_twice", "too_many_left_out"}
"""Reasons why options are refused, before there is a position."""

ALL: Final = [(name, reason) for name, cases in CASES.items() for reason in cases]


def list_reasons(name: str) -> set[str]:
    """List the reasons that the words of a game explain: keys of tables and patterns of `match`."""
    module = importlib.import_module(f"games.{name}.words.refusals")
    tree = ast.parse(inspect.getsource(module))
    found = {
        key.value
        for table in ast.walk(tree)
        if isinstance(table, ast.Dict)
        for key in table.keys
        if isinstance(key, ast.Constant)
    }
    patterns = [node.value for node in ast.walk(tree) if isinstance(node, ast.MatchValue)]
    found |= {value.value for value in patterns if isinstance(value, ast.Constant)}
    compared = [node.comparators[0] for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    found |= {
        each.value for each in compared if isinstance(each, ast.Constant) and each.value in ("no_such_spot", "no_spot")
    }
    return {str(reason) for reason in found} - OPTIONS


@pytest.mark.parametrize("name", CASES)
def test_every_reason_has_a_picture_or_nothing_to_mark(name: str) -> None:
    assert list_reasons(name) == {*CASES[name]} | PLACELESS[name]
    assert not {*CASES[name]} & PLACELESS[name]


@pytest.mark.parametrize(("name", "reason"), ALL)
def test_a_picture_marks_what_the_rule_is_about(name: str, reason: str) -> None:
    """The refusal has its reason and places; each is marked, and no pixel changes elsewhere."""
    case, game, look = CASES[name][reason], games.load(name), Look()
    view = game.view(game.read(case.position), case.seat)
    refusal = find_refusal(game, view, case.seat, case.code)
    assert refusal is not None
    assert (refusal.reason, refusal.about) == (reason, case.about)
    plain = renderer(name).draw(view, say=SAY, seat=case.seat, look=look)
    marked = mark_places(plain, refusal.about, name, look)
    change = ImageChops.difference(plain.image.convert("RGB"), marked.image.convert("RGB")).convert("L")
    frames = [_grow(plain.places[place]) for place in case.about]
    assert all(change.crop(frame).getbbox() is not None for frame in frames), "a place is not marked"
    for frame in frames:
        change.paste(0, frame)
    assert change.getbbox() is None, "something else has changed"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", CASES)
def test_marks_stand_out_on_a_phone(name: str, theme: Literal["light", "dark"]) -> None:
    """At 400 pixels, the ring and the cross change many pixels strongly: more than twice as many as the outline has."""
    game, look = games.load(name), Look(theme=theme)
    for case in CASES[name].values():
        view = game.view(game.read(case.position), case.seat)
        plain = renderer(name).draw(view, say=SAY, seat=case.seat, look=look)
        marked = mark_places(plain, case.about, name, look)
        before, after = (_shrink(each.image) for each in (plain, marked))
        for place in case.about:
            x0, y0, x1, y1 = (round(each * PHONE / plain.image.width) for each in _grow(plain.places[place]))
            pairs = zip(*(each.crop((x0, y0, x1, y1)).get_flattened_data() for each in (before, after)), strict=True)
            strong = sum(contrast(one, other) >= STRONG for one, other in pairs)
            outline = 2 * sum(plain.places[place][2:]) * PHONE / plain.image.width
            assert strong >= THICK * outline, f"{case.code}: {place} is hardly marked"


def _shrink(image: Image.Image) -> Image.Image:
    return image.convert("RGB").resize((PHONE, image.height * PHONE // image.width), Image.Resampling.LANCZOS)


def _grow(place: Rectangle) -> tuple[int, int, int, int]:
    x, y, width, height = place
    return x - GROWN, y - GROWN, x + width + GROWN, y + height + GROWN
