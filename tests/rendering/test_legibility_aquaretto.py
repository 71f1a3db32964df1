"""Aquaretto's pictures can be read on a phone: random positions, and the largest there can be, in every language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import cycle

import pytest
from msgspec.structs import replace

from games.aquaretto import GAME
from games.aquaretto.geometry import BASE, board_cells
from games.aquaretto.moves import Move
from games.aquaretto.state import NOBODY, State, Zoo
from games.aquaretto.tiles import BABY, TYPE
from games.rng import Rng
from matches.texts import LANGUAGES, Texts
from rendering import Look, Strip
from rendering.aquaretto import draw
from tests.rendering.legible import (
    LARGE,
    LETTER,
    PATIENCE,
    PIECE,
    POSITIONS,
    STRIP,
    Boxes,
    meeting,
    of_kind,
    outside,
    shortened,
)

pytestmark = pytest.mark.timeout(PATIENCE)

SAYS = {language: Texts().say(language) for language in LANGUAGES}
LOOKS = (Look(), Look(theme="dark"), Look(contrast=True), Look(theme="dark", contrast=True))
TILES = sorted(tile for tile in TYPE if not tile.endswith(BABY) and tile != "COIN")


def playout(seats: int, chance: random.Random) -> list[State]:
    """The states of a random match."""
    secret = chance.randbytes(32)
    states = [GAME.setup(seats, GAME.options_type(), Rng(secret, "setup", 0))]
    while acting := GAME.to_act(state := states[-1]):
        move = chance.choice(GAME.legal_moves(state, acting[0]))
        states.append(GAME.apply(state, acting[0], move, Rng(secret, "ply", len(states))))
    return states


def crowded(state: State, chance: random.Random) -> State:
    """The same with every cell of every zoo taken, long depots, and every truck full."""

    def full(zoo: Zoo) -> Zoo:
        cells = (*BASE, *(cell for board in zoo.boards for cell in board_cells(board)))
        tiles = cycle(chance.sample(TILES, len(TILES)))
        taken = tuple((cell, next(tiles)) for cell in cells if cell not in zoo.trainers)
        return replace(zoo, tiles=taken, depot=tuple(next(tiles) for _ in range(9)), coins=19, managers=2)

    trucks = tuple(
        replace(truck, tiles=tuple(chance.choices(TILES, k=truck.slots)), taker=NOBODY) for truck in state.trucks
    )
    return replace(state, zoos=tuple(full(zoo) for zoo in state.zoos), trucks=trucks)


@cache
def positions() -> tuple[tuple[State, tuple[Move, ...]], ...]:
    """Views, each with its legal moves: middles and ends of random matches, and every tenth crowded."""
    chance, out = random.Random(11), []
    while len(out) < POSITIONS:
        states = playout(2 + len(out) % 4, chance)
        for state in (chance.choice(states), chance.choice(states), states[-1]):
            view = GAME.view(state, None)
            out.append((view, () if view.over else tuple(GAME.legal_moves(view, view.active))))
        if len(out) % 10 < 3:
            out.append((crowded(GAME.view(states[-1], None), chance), ()))
    return tuple(out)


@cache
def public() -> tuple[Boxes, ...]:
    """Public pictures in all languages, the looks in turn."""
    out = []
    for number, (view, _) in enumerate(positions()):
        look, strip = LOOKS[number % 4], Strip(clock="23 h 59 min")
        out += [draw(view, say=SAYS[language], look=look, strip=strip).boxes for language in LANGUAGES]
    return tuple(out)


@cache
def large() -> tuple[Boxes, ...]:
    """Large pictures: for a reader who asks for them, and private ones with moves, and with a preview."""
    out = []
    for number, (view, moves) in enumerate(positions()):
        say, look, seat = SAYS[LANGUAGES[number // 4 % 4]], LOOKS[number % 4], view.active
        out.append(draw(view, say=say, look=replace(look, large=True)).boxes)
        if moves:
            out.append(draw(view, say=say, look=look, seat=seat, moves=moves).boxes)
            out.append(draw(view, say=say, look=look, seat=seat, ghost=moves[number % len(moves)]).boxes)
    return tuple(out)


def everything() -> Iterator[Boxes]:
    yield from public()
    yield from large()


def test_nothing_is_cut() -> None:
    for boxes in everything():
        assert not outside(boxes, (0, 0, 1200, 900))
        assert not shortened(boxes)


def test_nothing_overlaps() -> None:
    for boxes in everything():
        assert not meeting(of_kind(boxes, "text", "letter"), 6)
        assert not meeting(of_kind(boxes, "piece"), 2)
        places = [box for box in boxes if box.kind == "area" and box.label != "depot"]
        assert not meeting(places, 0)


def test_everything_public_is_large_enough() -> None:
    """But for zoos of four or five seats with all their boards in wide shapes: there a piece may be 30 pixels."""
    least = []
    for boxes in public():
        sizes = [min(box.width, box.height) for box in of_kind(boxes, "piece")]
        seats = sum(box.label.startswith("zoo ") for box in boxes)
        assert min(sizes) >= (PIECE if seats < 4 else 30)
        least.append(min(sizes))
        assert min(box.height for box in of_kind(boxes, "letter")) >= LETTER
        assert min(box.height for box in of_kind(boxes, "text")) >= STRIP
    assert sum(size < PIECE for size in least) <= 0.05 * len(least)


def test_everything_large_is_large() -> None:
    """But for a zoo with all its boards in a row, and labels inside cells: columns and rows are written large too."""
    least = []
    for boxes in large():
        cells = [box for box in of_kind(boxes, "piece") if " on " in box.label and "truck" not in box.label]
        least.append(min((box.width for box in cells), default=LARGE))
        assert least[-1] >= 44
        for box in of_kind(boxes, "piece"):
            if box not in cells and not box.label.startswith(("cashier", "keeper", "trainer")):
                assert min(box.width, box.height) >= LARGE, box
        for box in of_kind(boxes, "text"):
            assert box.height >= LARGE, box
        letters = of_kind(boxes, "letter")
        scale = {box.label for box in letters if box.height >= 44}
        for box in letters:
            if box.height < LARGE and box.label not in scale:
                assert box.height >= LETTER, box
                assert {box.label[0], box.label[1:]} <= scale, box
    assert sum(size < LARGE for size in least) <= 0.1 * len(least)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preview_says_that_it_is_one(language: str) -> None:
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
        assert not shortened(boxes)
        title = next(box.label for box in of_kind(boxes, "text") if "▲" in box.label)
        assert all(glyph in title for glyph in "●▲◆■★")
