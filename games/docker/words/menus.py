"""The labels of moves and corrections with their signs, the questions they answer, and warnings before a move."""

from __future__ import annotations

from games.core import Seat
from games.docker.editing import RESERVE
from games.docker.moves import list_letters, list_steps
from games.docker.play import count_reserve, list_deadly_rolls, place_cube
from games.docker.state import COLOURS, SQUARES, Move, State
from games.docker.words.names import cube_name
from games.editing import name_turn, read_turn
from games.text import Join, T, Text


def menu(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Name a move by two labels: the cube and its target."""
    cube = cube_name(move.colour)
    if move.source:
        level = view.squares[SQUARES.index(move.source)].rindex(move.colour)
        source = (
            T("{cube} on {square} (floor {floor})", cube=cube, square=move.source, floor=level + 1)
            if level
            else T("{cube} on {square} (ground)", cube=cube, square=move.source)
        )
    else:
        source = T("{cube} from the reserve", cube=cube)
    below = _stack_below(view, move)
    if not below:
        return source, T("→ {square} (ground)", square=move.target)
    return source, T(
        "→ {square} (floor {floor}, on {cube})", square=move.target, floor=len(below) + 1, cube=cube_name(below[-1])
    )


def prompt(view: State, seat: Seat) -> Text:
    """Ask for a move, naming the roll."""
    if count_reserve(view, seat):
        return T(
            "You rolled {die}. Use all of it on one cube: bring one in from your reserve or move one on the board.",
            die=view.die,
        )
    return T("You rolled {die}. Use all of it to move one cube.", die=view.die)


def warnings(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Point out what the player may have overlooked before confirming this move."""
    mine, below, after = list_letters(view, seat), _stack_below(view, move), place_cube(view, move)
    out: list[Text] = []
    if below and below[-1] in mine:
        out.append(
            T("This covers a cube of your own on {square}: {cube}.", cube=cube_name(below[-1]), square=move.target)
        )
    if move.source and move.source != move.target:
        freed = after.squares[SQUARES.index(move.source)][-1:]
        rivals = (other for other in range(view.players) if other != seat and other not in view.out)
        if freed and any(freed in list_letters(view, other) for other in rivals):
            out.append(T("This frees {cube} on {square}.", cube=cube_name(freed), square=move.source))
    if not move.source and view.options.reroll == "reserve" and not count_reserve(after, seat):
        out.append(T("This is your last cube in reserve. Without one, you can no longer roll again."))
    deadly = list_deadly_rolls(after, seat)
    if any(
        len(list_deadly_rolls(place_cube(view, other), seat)) < len(deadly)
        for other in list_steps(view, seat, view.die)
    ):
        out.append(T("After this move, these rolls would eliminate you: {values}.", values=Join(tuple(deadly))))
    return tuple(out)


def _stack_below(view: State, move: Move) -> str:
    """Return the stack a cube will stand on, without the cube itself if it returns to its square."""
    stack = view.squares[SQUARES.index(move.target)]
    return stack[:-1] if move.source == move.target else stack


def edit(code: str) -> tuple[Text, ...]:
    if (seat := read_turn(code)) is not None:
        return name_turn(seat)
    source, target = code.split(">")
    cube = (
        T("{colour} from the reserve", colour=cube_name(source))
        if source in COLOURS
        else T("Top cube of {square}", square=source)
    )
    return cube, T("back to the reserve") if target == RESERVE else T("to {square}", square=target)


def signs(view: State, seat: Seat, move: Move) -> tuple[str, ...]:
    """Name the colour of the cube that moves."""
    return (move.colour,)
