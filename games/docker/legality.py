"""Explain why a move is not legal."""

from __future__ import annotations

from games.core import IllegalMove, Seat
from games.docker.moves import list_letters
from games.docker.state import COLOURS, SQUARES, Move, State


def explain_refusal(state: State, seat: Seat, code: str) -> IllegalMove:
    """Find the reason why a code is not among the legal moves of a seat."""
    if state.over or seat != state.to_move:
        return IllegalMove(code)
    source, arrow, target = code.partition(">")
    entering = source.removeprefix("in/") if source.startswith("in/") else ""
    if not arrow or target not in SQUARES or (entering not in tuple(COLOURS) if entering else source not in SQUARES):
        return IllegalMove(code, "unreadable")
    try:
        if entering:
            _require_reserve(state, entering, code)
        else:
            _require_cube(state, SQUARES.index(source), code)
    except IllegalMove as error:
        return error
    reason = "cannot_enter" if entering else "cannot_reach"
    colour = entering or state.squares[SQUARES.index(source)][-1]
    facts = {"colour": colour, "source": source, "target": target, "die": state.die}
    return IllegalMove(code, reason, about=(source, target), **facts)


def list_wishes(view: State, seat: Seat) -> tuple[Move, ...]:
    """List every cube of the seat, in the reserve or the topmost of its own in a stack, with every square."""
    mine = list_letters(view, seat)
    entering = [Move(letter, "", target) for letter in mine for target in SQUARES]
    standing = [
        Move(letter, source, target)
        for source, stack in zip(SQUARES, view.squares, strict=True)
        if (letter := next((each for each in reversed(stack) if each in mine), ""))
        for target in SQUARES
    ]
    return (*entering, *standing)


def _require_reserve(state: State, colour: str, code: str) -> None:
    if colour not in list_letters(state, state.to_move):
        raise IllegalMove(code, "not_your_colour", about=(f"in/{colour}",), colour=colour)
    if not state.reserves[COLOURS.index(colour)]:
        raise IllegalMove(code, "no_reserve", about=(f"in/{colour}",), colour=colour)


def _require_cube(state: State, square: int, code: str) -> None:
    mine, stack, about = list_letters(state, state.to_move), state.squares[square], (SQUARES[square],)
    if not stack:
        raise IllegalMove(code, "empty_square", about=about, square=SQUARES[square])
    if stack[-1] not in mine:
        reason = "covered" if any(letter in mine for letter in stack) else "not_your_colour"
        raise IllegalMove(code, reason, about=about, colour=stack[-1], square=SQUARES[square])
