"""The geometry of the rules' section 2."""

from __future__ import annotations

from math import dist

import pytest

from games.dog_royal.components.boards import ABSENT, BOARDS, GOAL, GOALS, HOME, RINGS, Board, spot


@pytest.mark.parametrize(
    ("arms", "length", "starts", "specials"),
    [
        (4, 64, (0, 16, 32, 48), (10, 26, 42, 58)),
        (6, 96, (0, 16, 32, 48, 64, 80), (10, 26, 42, 58, 74, 90)),
    ],
)
def test_spaces(arms: int, length: int, starts: tuple[int, ...], specials: tuple[int, ...]) -> None:
    board = BOARDS[arms]
    assert (board.length, board.starts, board.specials) == (length, starts, specials)


@pytest.mark.parametrize("arms", [4, 6])
def test_rings_show_the_track_from_every_space(arms: int) -> None:
    length = BOARDS[arms].length
    for place in range(length):
        for here in range(length):
            assert RINGS[arms][place] >> here & ((1 << length) - 1) == 1 << (place - here) % length
    for place in (ABSENT, HOME, *range(GOAL + 1, GOAL + GOALS + 1)):
        assert not RINGS[arms][place]


both_boards = pytest.mark.parametrize("board", BOARDS.values(), ids=["four arms", "six arms"])


@both_boards
def test_neighbours_on_the_track_are_one_apart(board: Board) -> None:
    track = [spot(board, 0, place) for place in range(board.length)]
    for here, following in zip(track, track[1:] + track[:1], strict=True):
        assert dist(here, following) == pytest.approx(1)
    assert min(dist(track[j], track[k]) for j in range(len(track)) for k in range(j)) > 0.99


@both_boards
def test_special_spaces_are_nearest_to_the_centre(board: Board) -> None:
    nearest = sorted(range(board.length), key=lambda place: dist((0, 0), spot(board, 0, place)))[: board.arms]
    assert sorted(nearest) == list(board.specials)


@both_boards
def test_nothing_is_drawn_over_anything_else(board: Board) -> None:
    spots = [spot(board, 0, place) for place in range(board.length)]
    for colour in range(board.arms):
        spots += [spot(board, colour, GOAL + k) for k in range(1, 5)]
        spots += [spot(board, colour, HOME, slot=slot) for slot in range(4)]
    assert min(dist(spots[j], spots[k]) for j in range(len(spots)) for k in range(j)) > 0.75


@both_boards
def test_the_goal_branches_off_the_start_space_inward(board: Board) -> None:
    for colour in range(board.arms):
        start = spot(board, colour, board.starts[colour])
        inside = [spot(board, colour, GOAL + k) for k in range(1, 5)]
        assert dist(start, inside[0]) < 1.5
        depths = [dist((0, 0), start), *(dist((0, 0), where) for where in inside)]
        assert depths == sorted(depths, reverse=True)
