"""The turn of Docker (rules, sections 3, 4 and 6): setup, rolling, eliminating, ending."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from games.core import ENDLESS, BadOptions, Seat
from games.docker.moves import DICE, letters, path, steps, team
from games.docker.state import (
    COLOURS,
    CUBES,
    SQUARES,
    AnyEvent,
    Docker,
    Drawn,
    Eliminated,
    FailedRoll,
    Moved,
    Options,
    Rolled,
    Step,
    Won,
)

if TYPE_CHECKING:
    from games.rng import Rng


def setup(seats: int, options: Options, rng: Rng) -> Docker:
    """An empty board, a start player drawn by lot, and his first roll. Raises BadOptions."""
    if seats not in (2, 3, 4):
        raise BadOptions("seats", seats=seats)
    if not 0 <= options.turn_limit <= ENDLESS:
        raise BadOptions("turn_limit", turn_limit=options.turn_limit, most=ENDLESS)
    used = [colour for colours in team(seats, options.pieces2) for colour in colours]
    reserves = tuple(CUBES if colour in used else 0 for colour in range(len(COLOURS)))
    start = rng.below(seats)
    blank = Docker(options, seats, ("",) * len(SQUARES), reserves, start, DICE[0])
    return start_turn(blank, start, (), rng)


def placed(state: Docker, move: Step) -> Docker:
    """The board after a legal move, before anybody rolls: nothing but stacks and reserves is changed."""
    squares, target = list(state.squares), SQUARES.index(move.target)
    if move.source:
        source = SQUARES.index(move.source)
        squares[source] = squares[source][:-1]
        squares[target] += move.colour
        return replace(state, squares=tuple(squares))
    reserves = list(state.reserves)
    reserves[COLOURS.index(move.colour)] -= 1
    squares[target] += move.colour
    return replace(state, squares=tuple(squares), reserves=tuple(reserves))


def apply(state: Docker, move: Step, rng: Rng) -> Docker:
    """Put the cube on its target, then let the others roll until somebody can move or the game is over."""
    seat = state.to_move
    source = SQUARES.index(move.source) if move.source else None
    moved = Moved(seat, COLOURS.index(move.colour), source, SQUARES.index(move.target), path(state, move))
    return start_turn(placed(state, move), (seat + 1) % state.players, (moved,), rng, turns=state.turns + 1)


def fate(state: Docker, seat: Seat, die: int) -> Literal["move", "roll_again", "eliminated"]:
    """What a roll means for `seat` on this board (rules, section 4).

    Rolling again needs a cube in reserve and some value that would fit: otherwise it would never end.
    """
    if steps(state, seat, die):
        return "move"
    if state.options.reroll == "none" or not in_reserve(state, seat):
        return "eliminated"
    return "roll_again" if any(steps(state, seat, other) for other in DICE) else "eliminated"


def in_reserve(state: Docker, seat: Seat) -> int:
    """How many cubes of its own a seat has off the board."""
    return sum(state.reserves[COLOURS.index(letter)] for letter in letters(state, seat))


def start_turn(state: Docker, seat: Seat, events: tuple[AnyEvent, ...], rng: Rng, *, turns: int = 0) -> Docker:
    """Let `seat` begin its turn, or the next that is still in, and go on until somebody can move or the game is over.

    `state` is the position before: the board is right, `to_move` and `die` are the previous turn's. `events` are those
    of the ply so far, `turns` the player-turns completed. An elimination is a turn of its own.
    """
    players, out, last, die = state.players, state.out, state.to_move, state.die
    failed: tuple[int, ...] = ()
    over = False
    while True:
        if turns >= (state.options.turn_limit or ENDLESS):
            over = True
            events += (Drawn(tuple(s for s in range(players) if s not in out)),)
            break
        while seat in out:
            seat = (seat + 1) % players
        last, failed, die = seat, (), 1 + rng.below(len(DICE))
        while (verdict := fate(state, seat, die)) == "roll_again":
            failed, die = (*failed, die), 1 + rng.below(len(DICE))
        if failed:
            events += (FailedRoll(seat, failed),)
        events += (Rolled(seat, die),)
        if verdict == "move":
            break
        out, turns = (*out, seat), turns + 1
        events += (Eliminated(seat, die),)
        if len(out) == players - 1:
            over = True
            events += (Won(next(s for s in range(players) if s not in out)),)
            break
    return replace(state, to_move=last, die=die, failed_rolls=failed, out=out, turns=turns, over=over, events=events)
