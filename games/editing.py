"""Correct a position by small changes, such as moving a piece or giving the turn to another seat.

A game offers them with an *editor*, found as `Game.editor`. Changes need not follow the rules: the players agree that
the position should have been another one. A change is offered only if it breaks no invariant of the game, and it
neither reads nor changes anything hidden. Afterwards the game goes on by its rules, with random numbers of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from games.core import NATURE, AnyGame, IllegalMove, Seat
from games.rng import Rng
from games.text import Player, T, Text

MOST_EDITS: Final = 3
"""The most changes that are made together."""

NEXT: Final = "next/"
"""The prefix of the codes that give the turn to a seat; the number of the seat follows."""


def list_edits(game: AnyGame, view: Any) -> Sequence[str]:
    """List the possible changes to a position, from the view of the public; none in games without an editor."""
    return () if game.editor is None else game.editor.list_edits(view)


def edit_position(game: AnyGame, state: Any, codes: Sequence[str]) -> Any:
    """Make changes one after the other, to a state or to a view of it. Raises IllegalMove."""
    editor = game.editor
    for number, code in enumerate(codes):
        if editor is None or number >= MOST_EDITS or code not in editor.list_edits(game.view(state, None)):
            raise IllegalMove(code)
        state = editor.edit(state, code)
    return replace(state, events=())


def correct(game: AnyGame, state: Any, codes: Sequence[str], rng: Rng) -> Any:
    """Make changes and go on with the game. Raises IllegalMove, also if a seat that is to act would have no move."""
    editor = game.editor
    if editor is None or not codes:
        raise IllegalMove("")
    after = editor.go_on(edit_position(game, state, codes), rng)
    seats = game.to_act(after)
    if not seats or NATURE in seats or not all(game.legal_moves(after, seat) for seat in seats):
        raise IllegalMove(codes[-1], "dead_end")
    return after


def list_turns(seats: Sequence[Seat]) -> list[str]:
    """List the codes that give the turn to one of these seats."""
    return [f"{NEXT}{seat}" for seat in seats]


def read_turn(code: str) -> Seat | None:
    """Read the seat to which a code gives the turn; None for other changes."""
    return int(code.removeprefix(NEXT)) if code.startswith(NEXT) else None


def name_turn(seat: Seat) -> tuple[Text, ...]:
    """Name the change that gives the turn to a seat."""
    return T("To move:"), T("{player} is to move", player=Player(seat))
