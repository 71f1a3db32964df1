"""Set up a game and apply its plies (rules, sections 3, 4 and 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from games.core import ENDLESS, BadOptions, Seat
from games.docker.events import AnyEvent, Drawn, Eliminated, FailedRoll, Moved, Rolled, Won
from games.docker.moves import DICE, assign_colours, find_path, list_letters, list_steps
from games.docker.options import Options
from games.docker.state import COLOURS, CUBES, SQUARES, Docker, Step

if TYPE_CHECKING:
    from games.rng import Rng


def setup(seats: int, options: Options, rng: Rng) -> Docker:
    """Create the first position: an empty board, a random first player, and their first roll. Raises BadOptions."""
    if seats not in (2, 3, 4):
        raise BadOptions("seats", seats=seats)
    if not 0 <= options.turn_limit <= ENDLESS:
        raise BadOptions("turn_limit", turn_limit=options.turn_limit, most=ENDLESS)
    used = [colour for colours in assign_colours(seats, options.pieces2) for colour in colours]
    reserves = tuple(CUBES if colour in used else 0 for colour in range(len(COLOURS)))
    start = rng.below(seats)
    blank = Docker(options, seats, ("",) * len(SQUARES), reserves, start, DICE[0])
    return start_turn(blank, start, (), rng)


def place_cube(state: Docker, move: Step) -> Docker:
    """Make a legal move on the board, without the roll after it: only stacks and reserves change."""
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
    """Apply a legal move, then roll for the next seats until one can move or the game is over."""
    seat = state.to_move
    source = SQUARES.index(move.source) if move.source else None
    moved = Moved(seat, COLOURS.index(move.colour), source, SQUARES.index(move.target), find_path(state, move))
    return start_turn(place_cube(state, move), (seat + 1) % state.players, (moved,), rng, turns=state.turns + 1)


def judge_roll(state: Docker, seat: Seat, die: int) -> Literal["move", "roll_again", "eliminated"]:
    """Tell what a roll means for `seat` on this board (rules, section 4).

    A seat rolls again only if it has a cube in reserve and some roll would fit; otherwise it would roll for ever.
    """
    if list_steps(state, seat, die):
        return "move"
    if state.options.reroll == "none" or not count_reserve(state, seat):
        return "eliminated"
    return "roll_again" if any(list_steps(state, seat, other) for other in DICE) else "eliminated"


def count_reserve(state: Docker, seat: Seat) -> int:
    """Count the cubes a seat has in reserve."""
    return sum(state.reserves[COLOURS.index(letter)] for letter in list_letters(state, seat))


def start_turn(state: Docker, seat: Seat, events: tuple[AnyEvent, ...], rng: Rng, *, turns: int = 0) -> Docker:
    """Roll for `seat`, or for the next one still in the game, until a seat can move or the game is over.

    `state` has the board of the new turn but `to_move` and `die` of the one before. `events` holds the events of the
    ply so far, `turns` the number of completed turns. An elimination counts as a turn.
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
        while (verdict := judge_roll(state, seat, die)) == "roll_again":
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
