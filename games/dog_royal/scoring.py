"""Find the winners and rank the seats (rules, section 7)."""

from __future__ import annotations

from math import exp

from games.core import Outcome
from games.dog_royal.components.boards import GOAL, HOME, Place
from games.dog_royal.state import (
    State,
    count_pieces_in,
    is_in,
    list_sides,
)


def find_winners(state: State) -> tuple[int, ...] | None:
    """Return the seats of the side whose pieces are all in, or None (section 7)."""
    for side in list_sides(state):
        if all(is_in(state, state.colours[seat]) for seat in side):
            return side
    return None


def progress(state: State, colour: int) -> int:
    """Sum up the steps of a colour's pieces: 0 at home, a lap plus the number of the goal space in the goal."""
    board = state.board
    start, lap = board.starts[colour], board.length
    return sum(
        lap + place - GOAL if place > GOAL else (place - start) % lap + 1
        for place in state.pieces[colour]
        if place >= 0
    )


def count_steps_to_go(state: State, colour: int) -> int:
    """Count the steps that the pieces of a colour still have to go until all are in the goal."""
    return sum(count_steps_from(state, colour, place) for place in state.pieces[colour])


def count_steps_from(state: State, colour: int, place: Place) -> int:
    """Count the steps of a colour from a place to its goal: 0 in the goal and for a piece that does not take part."""
    if not HOME <= place < GOAL:
        return 0
    lap = state.board.length
    return lap + 1 if place == HOME else lap - (place - state.board.starts[colour]) % lap


def outcome(state: State) -> Outcome | None:
    """Rank the seats once the match is over."""
    return rank(state) if state.phase == "over" else None


def rank(state: State) -> Outcome:
    """Rank the winners before everybody else; without winners, the sides by pieces in the goal, then by progress."""
    winners = find_winners(state)
    if winners is not None:
        return Outcome((winners, tuple(seat for seat in range(state.seats) if seat not in winners)))
    merits: dict[tuple[int, int], tuple[int, ...]] = {}
    for side in list_sides(state):
        colours = [state.colours[seat] for seat in side]
        merit = (sum(count_pieces_in(state, c) for c in colours), sum(progress(state, c) for c in colours))
        merits[merit] = tuple(sorted(merits.get(merit, ()) + side))
    return Outcome(tuple(merits[merit] for merit in sorted(merits, reverse=True)))


def sketch_chances(view: State) -> tuple[float, ...]:
    """Sketch each seat's chance of winning, with its partner's, by the steps that its side still has to go."""
    sides = list_sides(view)
    left = [sum(count_steps_to_go(view, view.colours[seat]) for seat in side) for side in sides]
    worth = [exp((min(left) - steps) / view.board.length) for steps in left]
    chances = {seat: each / sum(worth) for side, each in zip(sides, worth, strict=True) for seat in side}
    return tuple(chances[seat] for seat in range(view.seats))
