"""Why a move is good, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from games.coaching import SeenPly
from games.core import Seat
from games.docker.moves import DICE, list_letters, list_steps
from games.docker.play import count_reserve, place_cube
from games.docker.standin import count_deadly_rolls
from games.docker.state import SQUARES, Move, State
from games.docker.words.names import cube_name
from games.text import N, Player, T, Text


def reason(plies: Sequence[SeenPly], seat: Seat) -> Text | None:
    """Give the main reason for a move: danger for a rival, safety, a covered cube, or cubes that stay free."""
    view: State = plies[0].view
    move: Move = plies[0].move
    steps = list_steps(view, seat, view.die)
    if len(steps) == 1:
        return T("It is the only move.")
    after = place_cube(view, move)
    return _explain_attack(view, after, seat) or _explain_safety(view, after, seat) or _explain_cubes(view, move, seat)


def _explain_attack(view: State, after: State, seat: Seat) -> Text | None:
    """Name the rival for whom the move adds the most deadly rolls."""
    rivals = [other for other in range(view.players) if other != seat and other not in view.out]
    added = {other: count_deadly_rolls(after, other) - count_deadly_rolls(view, other) for other in rivals}
    most = max(rivals, key=lambda other: added[other])
    deadly = count_deadly_rolls(after, most)
    if added[most] <= 0:
        return None
    if deadly == len(DICE):
        return T("It leaves {player} without a move.", player=Player(most))
    return N(
        "It blocks {player}: {count} of the six rolls would now eliminate them.",
        "It blocks {player}: {count} of the six rolls would now eliminate them.",
        deadly,
        player=Player(most),
    )


def _explain_safety(view: State, after: State, seat: Seat) -> Text | None:
    """Compare the seat's deadly rolls after this move and after its other moves."""
    deadly = count_deadly_rolls(after, seat)
    others = [count_deadly_rolls(place_cube(view, step), seat) for step in list_steps(view, seat, view.die)]
    if deadly * len(others) >= sum(others):
        return None
    if not deadly:
        return T("It leaves you a move for every roll.")
    safe = len(DICE) - deadly
    return N(
        "It leaves you a move for {count} of the six rolls.", "It leaves you a move for {count} of the six rolls.", safe
    )


def _list_rivals_letters(view: State, seat: Seat) -> set[str]:
    """List the letters of everybody else who is not out."""
    rivals = [other for other in range(view.players) if other != seat and other not in view.out]
    return {letter for other in rivals for letter in list_letters(view, other)}


def _explain_cubes(view: State, move: Move, seat: Seat) -> Text:
    """Name the cube that is covered or freed, or count the seat's free cubes."""
    mine = list_letters(view, seat)
    covered = view.squares[SQUARES.index(move.target)][-1:] if move.source != move.target else ""
    if covered and covered in _list_rivals_letters(view, seat):
        return T("It covers {cube} on {square}, which can no longer move.", cube=cube_name(covered), square=move.target)
    left = view.squares[SQUARES.index(move.source)][:-1] if move.source else ""
    if left and left[-1] in mine:
        return T("It frees your cube on {square}.", square=move.source)
    if move.source and count_reserve(view, seat) and any(not step.source for step in list_steps(view, seat, view.die)):
        return T("It keeps your reserve, which saves you from a bad roll.")
    if not move.source:
        return T("It brings in a cube, so that you have more to choose from.")
    after = place_cube(view, move)
    free = sum(1 for stack in after.squares if stack and stack[-1] in mine)
    return N("It keeps {count} of your cubes free to move.", "It keeps {count} of your cubes free to move.", free)
