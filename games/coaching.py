"""What a game explains: what a move was, why a strong player would make a turn, and why a move is not legal.

A *wish* is a move somebody might want to make, legal or not. A player picks one to ask *Why not …?* The answer is an
`IllegalMove`, whose `about` names the places that the broken rule concerns; the game's pictures find these places by
name (`Canvas.place`) and mark them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

from msgspec import Struct

from games.core import AnyGame, IllegalMove, Move, Seat, Words
from games.text import Text


class SeenPly(Struct, frozen=True):
    """A ply and the position in which it is made, as its seat may know it."""

    view: Any
    move: Any


class NamingWords(Protocol):
    """The additional function of a game's words whose menus rely on the question above them."""

    def name(self, view: Any, seat: Seat, move: Any) -> Sequence[Text]:
        """Name a move by labels that are clear without its menu and its question."""


def name_in_full(words: Words, view: Any, seat: Seat, move: Move) -> Sequence[Text]:
    """Name a move by labels that are clear without its menu: those of `name` if the game has it, else the menu's."""
    return cast("NamingWords", words).name(view, seat, move) if hasattr(words, "name") else words.menu(view, seat, move)


class CoachWords(Protocol):
    """The additional function of a game's words that explains moves."""

    def reason(self, plies: Sequence[SeenPly], seat: int) -> Text | None:
        """Give the main reason for a turn in one sentence that follows from the views alone; None: there is none.

        `plies`: the plies of the turn, at least one. The sentence names facts of the position, and promises nothing
        that depends on chance or on other players.
        """


def find_reason(words: Any, plies: Sequence[SeenPly], seat: int) -> Text | None:
    """Find the game's reason for a turn; None where the game gives none."""
    explain = getattr(words, "reason", None)
    found: Text | None = explain(plies, seat) if explain is not None and plies else None
    return found


class Wishing(Protocol):
    """The additional method of a game whose players may ask why a move is not legal."""

    def list_wishes(self, view: Any, seat: Seat) -> Sequence[Move]:
        """List moves of the kind that `seat` has to choose now, legal or not, in menu order.

        The game's `menu` can name each of them. Called only when the seat is to act.
        """


def can_ask(game: AnyGame) -> bool:
    """Tell whether the players of a game may ask why a move is not legal."""
    return hasattr(game, "list_wishes")


def list_wishes(game: AnyGame, view: Any, seat: Seat) -> Sequence[Move]:
    """List the moves to choose from; none in games without wishes."""
    return cast("Wishing", game).list_wishes(view, seat) if can_ask(game) else ()


def find_refusal(game: AnyGame, view: Any, seat: Seat, code: str) -> IllegalMove | None:
    """Find out from a view why a move is not legal; None if it is legal."""
    try:
        game.parse(view, seat, code)
    except IllegalMove as refusal:
        return refusal
    return None
