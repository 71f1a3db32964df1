"""Set up a game and apply its plies (rules, sections 3, 4 and 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from games.core import ENDLESS, BadOptions, Outcome, Seat
from games.docker.events import AnyEvent, Drawn, Eliminated, FailedRoll, Moved, Rolled, Won
from games.docker.moves import (
    DICE,
    NUMBER,
    TEAMS,
    assign_colours,
    can_move,
    find_path,
    find_steps,
    list_letters,
    list_steps,
)
from games.docker.options import Options
from games.docker.state import COLOURS, CUBES, SQUARES, Move, State

if TYPE_CHECKING:
    from games.rng import Rng


Squares = tuple[str, ...]
Reserves = tuple[int, ...]
Verdict = Literal["move", "roll_again", "eliminated"]


def setup(seats: int, options: Options, rng: Rng) -> State:
    """Create the first position: an empty board, a random first player, and their first roll. Raises BadOptions."""
    if not 0 <= options.turn_limit <= ENDLESS:
        raise BadOptions("turn_limit", turn_limit=options.turn_limit, most=ENDLESS)
    used = [colour for colours in assign_colours(seats, options.pieces2) for colour in colours]
    reserves = tuple(CUBES if colour in used else 0 for colour in range(len(COLOURS)))
    start = rng.below(seats)
    blank = State(options, seats, ("",) * len(SQUARES), reserves, start, DICE[0])
    return start_turn(blank, blank.squares, reserves, start, (), rng, turns=0)


def to_act(state: State) -> tuple[Seat, ...]:
    """List the seat to move; nobody after the end."""
    return () if state.over else (state.to_move,)


def outcome(state: State) -> Outcome | None:
    """Rank the players still in the game first, then the eliminated ones, the last one eliminated first."""
    if not state.over:
        return None
    rest = tuple(seat for seat in range(state.players) if seat not in state.out)
    return Outcome((rest, *((seat,) for seat in reversed(state.out))))


def place_cube(state: State, move: Move) -> State:
    """Make a legal move on the board, without the roll after it: only stacks and reserves change."""
    source = NUMBER[move.source] if move.source else None
    squares, reserves = _carry(state, COLOURS.index(move.colour), source, NUMBER[move.target])
    return replace(state, squares=squares, reserves=reserves)


def _carry(state: State, colour: int, source: int | None, target: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the stacks and the reserves after a cube has moved, from the reserve if `source` is None."""
    squares, reserves = [*state.squares], state.reserves
    if source is None:
        reserves = (*reserves[:colour], reserves[colour] - 1, *reserves[colour + 1 :])
    else:
        squares[source] = squares[source][:-1]
    squares[target] += COLOURS[colour]
    return (*squares,), reserves


def apply(state: State, move: Move, rng: Rng) -> State:
    """Apply a legal move, then roll for the next seats until one can move or the game is over."""
    seat, path = state.to_move, find_path(state, move)
    colour, source, target = COLOURS.index(move.colour), path[0] if move.source else None, path[-1]
    squares, reserves = _carry(state, colour, source, target)
    moved = Moved(seat, colour, source, target, path)
    return start_turn(state, squares, reserves, (seat + 1) % state.players, (moved,), rng, turns=state.turns + 1)


def judge_roll(state: State, seat: Seat, die: int) -> Verdict:
    """Tell what a roll means for `seat` on this board."""
    return _judge(state.squares, state.reserves, list_letters(state, seat), die, state.options)


def list_deadly_rolls(board: State, seat: Seat) -> list[int]:
    """List the rolls that would eliminate `seat` on this board."""
    return [die for die in DICE if judge_roll(board, seat, die) == "eliminated"]


def list_dangers(board: State) -> list[tuple[Seat, list[int]]]:
    """List the seats that some rolls would eliminate, as the board stands or whatever move is made, with these rolls.

    None once the match is over, or will be by the turn limit; the seat to move has rolled already.
    """
    if board.over or board.turns + 1 >= (board.options.turn_limit or ENDLESS):
        return []
    sure = {find_next(board, board.to_move): list_sure_rolls(board)}
    waiting = [seat for seat in range(board.players) if seat != board.to_move and seat not in board.out]
    found = [(seat, sorted({*list_deadly_rolls(board, seat), *sure.get(seat, ())})) for seat in waiting]
    return [(seat, deadly) for seat, deadly in found if deadly]


def list_sure_rolls(board: State) -> list[int]:
    """List the rolls that will eliminate the next seat whatever the seat to move does."""
    seat = find_next(board, board.to_move)
    boards = [place_cube(board, move) for move in list_steps(board, board.to_move, board.die)]
    return [die for die in DICE if all(judge_roll(after, seat, die) == "eliminated" for after in boards or [board])]


def find_next(board: State, seat: Seat) -> Seat:
    """Find the next seat clockwise that is still in the game."""
    following = (other % board.players for other in range(seat + 1, seat + 1 + board.players))
    return next(other for other in following if other not in board.out)


def _judge(squares: Squares, reserves: Reserves, mine: str, die: int, options: Options) -> Verdict:
    """Tell what a roll means for the owner of the cubes `mine` (rules, section 4).

    A seat rolls again only if it has a cube in reserve and some roll would fit; otherwise it would roll for ever.
    """
    if find_steps(squares, reserves, mine, die, options):
        return "move"
    if options.reroll == "none" or not any(reserves[COLOURS.index(letter)] for letter in mine):
        return "eliminated"
    return "roll_again" if can_move(squares, reserves, mine, options) else "eliminated"


def count_reserve(state: State, seat: Seat) -> int:
    """Count the cubes a seat has in reserve."""
    return sum(state.reserves[COLOURS.index(letter)] for letter in list_letters(state, seat))


def start_turn(
    state: State,
    squares: Squares,
    reserves: Reserves,
    seat: Seat,
    events: tuple[AnyEvent, ...],
    rng: Rng,
    *,
    turns: int,
) -> State:
    """Roll for `seat`, or for the next one still in the game, until a seat can move or the game is over.

    `state` is the position of the turn before, `squares` and `reserves` are those of the new turn. `events` holds the
    events of the ply so far, `turns` the number of completed turns. An elimination counts as a turn.
    """
    options, players, out, last, die = state.options, state.players, state.out, state.to_move, state.die
    failed: tuple[int, ...] = ()
    over = False
    while True:
        if turns >= (options.turn_limit or ENDLESS):
            over = True
            events += (Drawn(tuple(s for s in range(players) if s not in out)),)
            break
        while seat in out:
            seat = (seat + 1) % players
        last, failed, die = seat, (), 1 + rng.below(6)
        mine = TEAMS[players, options.pieces2][seat]
        while (verdict := _judge(squares, reserves, mine, die, options)) == "roll_again":
            failed, die = (*failed, die), 1 + rng.below(6)
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
    return State(options, players, squares, reserves, last, die, failed, out, turns, over, events)
