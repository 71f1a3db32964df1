"""Correct a position by small changes, such as moving a piece or giving the turn to another seat.

A game offers them with an *editor*, found as `Game.editor`. Changes need not follow the rules: the players agree that
the position should have been another one. A change is offered only if it breaks no invariant of the game, and it
neither reads nor changes anything hidden. Afterwards the game goes on by its rules, with random numbers of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core import NATURE, AnyGame, IllegalMove, Seat
from games.rng import Rng
from games.text import Player, T, Text

S = TypeVar("S", bound=Struct)

MOST_EDITS: Final = 3
"""The most changes that are made together."""

NEXT: Final = "next/"
"""The prefix of the codes that give the turn to a seat; the number of the seat follows."""


class Editor(ABC, Generic[S]):
    """Changes positions of a game. Stateless."""

    @abstractmethod
    def list_edits(self, view: S) -> Sequence[str]:
        """List the codes of the possible changes, in menu order, from the view of the public.

        Empty where nothing may be changed, such as in the middle of a turn. A code is unique and has at most 22
        characters, none of them a space, a comma or a full stop.
        """

    @abstractmethod
    def edit(self, state: S, code: str) -> S:
        """Make a listed change. It reads and changes only what the public knows."""

    @abstractmethod
    def go_on(self, state: S, rng: Rng) -> S:
        """Begin the turn of the seat that is next in the changed position. Raises IllegalMove if that is impossible."""


class EditWords(Protocol):
    """The additional function of the words of a game with an editor."""

    def edit(self, code: str) -> tuple[Text, ...]:
        """Name a change by a path of labels, as `Words.menu` names a move."""


def find_editor(game: AnyGame) -> Editor[Any] | None:
    """Find the editor of a game; None if its positions cannot be changed."""
    return getattr(game, "editor", None)


def list_edits(game: AnyGame, view: Any) -> Sequence[str]:
    """List the possible changes to a position, from the view of the public; none in games without an editor."""
    editor = find_editor(game)
    return () if editor is None else editor.list_edits(view)


def edit_position(game: AnyGame, state: Any, codes: Sequence[str]) -> Any:
    """Make changes one after the other, to a state or to a view of it. Raises IllegalMove."""
    editor = find_editor(game)
    for number, code in enumerate(codes):
        if editor is None or number >= MOST_EDITS or code not in editor.list_edits(game.view(state, None)):
            raise IllegalMove(code)
        state = editor.edit(state, code)
    return replace(state, events=())


def correct(game: AnyGame, state: Any, codes: Sequence[str], rng: Rng) -> Any:
    """Make changes and go on with the game. Raises IllegalMove, also if a seat that is to act would have no move."""
    editor = find_editor(game)
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
