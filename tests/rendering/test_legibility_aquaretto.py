"""Aquaretto's pictures can be read on a phone: random positions, and the largest there can be, in every language."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from typing import Any

import pytest
from msgspec.structs import replace

from games.aquaretto import GAME
from games.aquaretto.events import Hired, Shifted
from games.aquaretto.moves import Expand, Move
from games.aquaretto.state import NOBODY, State, Zoo
from games.aquaretto.zoo.geometry import BASE, board_cells
from games.aquaretto.zoo.tiles import BABY, TYPE
from games.rng import Rng
from matches.texts import LANGUAGES, Texts
from rendering import Look, Strip
from rendering.aquaretto.renderer import draw, draw_closeup
from tests.rendering.legible import (
    LARGE,
    LETTER,
    LOOKS,
    PATIENCE,
    PIECE,
    POSITIONS,
    STRIP,
    Shown,
    cut,
    hidden,
    list_meeting,
    list_shortened,
    measure_picture,
    of_kind,
    outside,
)

pytestmark = pytest.mark.timeout(PATIENCE)

SAYS = {language: Texts().say(language) for language in LANGUAGES}
LONGEST = (
    ("large@N11", "large@P11", "small@R11/TR", "small@T11/TR"),
    ("large@K14", "large@K16", "small@K18/TR", "small@K20/TR"),
    ("large@L7", "large@L5", "small@L3/BR", "small@L1/BR"),
    ("large@G11", "large@E11", "small@C11/TL", "small@A11/TL"),
    ("large@N12", "large@P13", "small@R14/BR", "small@T15/BR"),
)
TILES = sorted(tile for tile in TYPE if not tile.endswith(BABY) and tile != "COIN")


def playout(seats: int, chance: random.Random) -> list[State]:
    """Return the states of a random match."""
    secret = chance.randbytes(32)
    states = [GAME.setup(seats, GAME.options_type(), Rng(secret, "setup", 0))]
    while acting := GAME.to_act(state := states[-1]):
        move = chance.choice(GAME.legal_moves(state, acting[0]))
        states.append(GAME.apply(state, acting[0], move, Rng(secret, "ply", len(states))))
    return states


def fill_up(state: State, chance: random.Random) -> State:
    """Fill every cell of every zoo, the depots, and every truck."""

    def full(zoo: Zoo) -> Zoo:
        cells = (*BASE, *(cell for board in zoo.boards for cell in board_cells(board)))
        tiles = cycle(chance.sample(TILES, len(TILES)))
        taken = tuple((cell, next(tiles)) for cell in cells if cell not in zoo.trainers)
        return replace(zoo, tiles=taken, depot=tuple(next(tiles) for _ in range(9)), coins=40, managers=2)

    trucks = tuple(
        replace(truck, tiles=tuple(chance.choices(TILES, k=truck.slots)), taker=NOBODY) for truck in state.trucks
    )
    return replace(state, zoos=tuple(full(zoo) for zoo in state.zoos), trucks=trucks)


@cache
def positions() -> tuple[tuple[State, tuple[Move, ...]], ...]:
    """List views with their legal moves: from the middle and end of random matches, every tenth of them crowded."""
    chance = random.Random(11)
    out: list[Any] = []
    while len(out) < POSITIONS:
        states = playout(2 + len(out) % 4, chance)
        for state in (chance.choice(states), chance.choice(states), states[-1]):
            view = GAME.view(state, None)
            out.append((view, () if view.over else tuple(GAME.legal_moves(view, view.active))))
        if len(out) % 10 < 3:
            out.append((fill_up(GAME.view(states[-1], None), chance), ()))
    return tuple(out)


@cache
def public() -> tuple[Shown, ...]:
    """Draw public pictures in all languages, the looks in turn."""
    out = []
    for number, (view, _) in enumerate(positions()):
        look, strip = LOOKS[number % 4], Strip(clock="23 h 59 min")
        out += [measure_picture(draw(view, say=SAYS[language], look=look, strip=strip)) for language in LANGUAGES]
    return tuple(out)


@cache
def large() -> tuple[Shown, ...]:
    """Draw large pictures: private ones with moves in all languages; with the languages in turn a preview, a large
    public one, and a zoo with its points."""
    out = []
    for number, (view, moves) in enumerate(positions()):
        say, look, seat = SAYS[LANGUAGES[number // 4 % 4]], LOOKS[number % 4], view.active
        out.append(measure_picture(draw(view, say=say, look=replace(look, large=True))))
        out.append(measure_picture(draw_closeup(view, number % len(view.zoos), say=say, look=look)))
        if moves:
            out += [
                measure_picture(draw(view, say=SAYS[tongue], look=look, seat=seat, moves=moves)) for tongue in LANGUAGES
            ]
            out.append(measure_picture(draw(view, say=say, look=look, seat=seat, ghost=moves[number % len(moves)])))
    return tuple(out)


def draw_everything() -> Iterator[Shown]:
    yield from public()
    yield from large()


def test_nothing_is_cut() -> None:
    for picture in draw_everything():
        assert not cut(picture)
        assert not list_shortened(picture.boxes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_coworker_s_new_job_fits_a_large_picture(language: str) -> None:
    state = GAME.setup(5, GAME.options_type(), Rng(bytes(32), "setup", 0))
    for seat, job in itertools.product(range(5), ("cashier", "keeper", "manager", "trainer@K11")):
        for event in (Hired(seat, *job.partition("@")[::2]), Shifted(seat, "keeper", job)):
            view = GAME.view(replace(state, events=(event,)), None)
            assert not list_shortened(draw(view, say=SAYS[language], look=Look(large=True)).boxes)


def test_nothing_overlaps() -> None:
    for boxes, _ in draw_everything():
        assert not list_meeting(of_kind(boxes, "text", "letter"), 6)
        assert not list_meeting(of_kind(boxes, "piece"), 2)
        places = [box for box in boxes if box.kind == "area" and box.label != "depot"]
        assert not list_meeting(places, 0)


def test_every_zoo_stays_in_its_panel() -> None:
    for boxes, _ in public():
        panels = [box for box in boxes if box.label.startswith("zoo ")]
        assert len(panels) in (2, 3, 4, 5)
        for box in of_kind(boxes, "piece"):
            if " on " in box.label and "truck" not in box.label:
                assert any(not outside([box], (p.x0, p.y0, p.x1, p.y1)) for p in panels), box


def test_everything_public_is_large_enough() -> None:
    for boxes, _ in public():
        assert min(min(box.width, box.height) for box in of_kind(boxes, "piece")) >= PIECE
        assert min(box.height for box in of_kind(boxes, "letter")) >= LETTER
        assert min(box.height for box in of_kind(boxes, "text")) >= STRIP


def test_everything_large_is_large() -> None:
    for boxes, _ in large():
        assert min(min(box.width, box.height) for box in of_kind(boxes, "piece")) >= LARGE
        assert min(box.height for box in of_kind(boxes, "letter", "text")) >= LARGE


def test_the_largest_zoos_there_can_be() -> None:
    """Put all boards of a zoo in one direction, or in steps, and offer boards all around; for one zoo, and for all
    five."""
    state = GAME.setup(5, GAME.options_type(), Rng(bytes(32), "setup", 0))
    for boards in LONGEST:
        built = replace(state.zoos[0], boards=boards, coins=40)
        for zoos in ((built,) * 5, (replace(built, boards=boards[:3]), *state.zoos[1:])):
            view = GAME.view(replace(state, zoos=zoos), None)
            if zoos[1] is built:
                view = fill_up(view, random.Random(1))
            moves = tuple(move for move in GAME.legal_moves(view, view.active) if isinstance(move, Expand))
            for look in (Look(), Look(large=True)):
                picture = measure_picture(
                    draw(view, say=SAYS["de"], look=look, seat=0 if look.large else None, moves=moves)
                )
                least = LARGE if look.large else PIECE
                assert not cut(picture)
                assert not list_meeting(of_kind(picture.boxes, "text", "letter"), 6)
                assert (
                    min(min(box.width, box.height) for box in picture.boxes if box.kind in ("piece", "badge")) >= least
                )


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
                    most = 0.5 if box.kind == "piece" else 0.35 if box.label.isalpha() else 0.2
                    assert hidden(box, plain, marked) <= most, (number, box)
    assert compared > POSITIONS


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
    state = next(view for view, _ in positions() if view.over and len(view.zoos) == 5)
    tied = replace(state, zoos=(state.zoos[0],) * 5)
    for look in (Look(), Look(large=True)):
        boxes = draw(tied, say=SAYS[language], look=look).boxes
        assert not list_shortened(boxes)
        title = next(box.label for box in of_kind(boxes, "text") if "▲" in box.label)
        assert all(glyph in title for glyph in "●▲◆■★")
