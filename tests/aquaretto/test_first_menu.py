"""The first page of a turn's panel: draw, take a truck, spend money; nothing else, and no menu that hides the board."""

from __future__ import annotations

from typing import Any

import pytest

import games
from client.messages.menus import MOST_BUTTONS, Entry, Offer, offer, parse_branch
from games.aquaretto.moves import Expand
from games.aquaretto.state import State
from games.aquaretto.zoo.geometry import board_cells
from games.rng import Rng
from matches.texts import Texts
from rendering.aquaretto.renderer import draw
from rendering.english import say as english

GAME, words = games.load("aquaretto"), games.words("aquaretto")


def offer_turn(state: State, seat: int, branch: tuple[int, ...] = ()) -> Offer:
    view = GAME.view(state, seat)
    say = Texts().say("en")
    moves = GAME.legal_moves(view, seat)
    return offer([Entry(tuple(map(say, words.menu(view, seat, move))), move.code) for move in moves], branch)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_first_page_has_three_kinds_of_choices(seats: int) -> None:
    state = GAME.setup(seats, GAME.options_type(), Rng(bytes([seats]) * 32, "setup", 0))
    turns = spending = 0
    for ply in range(400):
        if not (acting := GAME.to_act(state)):
            break
        (seat,) = acting
        if not (state.drawn or state.hand or state.pending):
            shown = offer_turn(state, seat)
            turns += 1
            assert not shown.menus
            few = len(GAME.legal_moves(state, seat)) <= MOST_BUTTONS  # all are buttons, also those for money
            assert {option.label.split()[0] for option in shown.buttons} <= {"Draw", "Take", *(["For"] if few else [])}
            tabs = [tab for row in shown.tabs for tab in row]
            assert [tab.label for tab in tabs] in ([], ["Spend money …"])
            for tab in tabs:
                spending += 1
                inner = offer_turn(state, seat, parse_branch(tab.value))
                assert inner.is_inner, "there is a way back"
                assert inner.codes
        moves = GAME.legal_moves(state, seat)
        chosen = Rng(bytes([seats]) * 32, "choice", ply).choice(moves)
        state = GAME.apply(state, seat, chosen, Rng(bytes([seats]) * 32, "ply", ply))
    assert turns > 20
    assert spending > 3


def test_every_small_expansion_is_read_from_the_board() -> None:
    """Many share their lower left cell: each is named by all of its cells, and the picture letters every one."""
    state = GAME.read("T1=3:ORC-F,COIN T2=3: P1=coins:2;depot:HIP,DOL;DOL@(2,2);keeper P3=")
    seat = state.active
    small = [move for move in GAME.legal_moves(state, seat) if isinstance(move, Expand) and "/" in move.board]
    names = {words.menu(state, seat, move)[-1] for move in small}
    assert len(names) == len(small) > 40
    sides: dict[Any, list[Expand]] = {}
    for move in small:
        sides.setdefault(words.menu(state, seat, move)[-2], []).append(move)
    for moves in sides.values():
        drawn = draw(GAME.view(state, seat), say=english, seat=seat, moves=moves)
        lettered = {box.label.removeprefix("to ") for box in drawn.boxes if box.label.startswith("to ")}
        assert lettered == {cell for move in moves for cell in board_cells(move.board)}
