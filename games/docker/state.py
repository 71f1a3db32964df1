"""The state and the moves of Docker. The state's JSON is the stored snapshot.

Squares are numbered 0..8, row by row from the top left; see `SQUARES`. Colours are numbered 0..3 and written as the
letters of `COLOURS`. Everything is public: a view is the state itself.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from games.docker.events import AnyEvent
from games.docker.options import Options

SQUARES: Final = ("A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3")
"""The names of the squares by number: letters are columns from the left, digits are rows from the top."""

COLOURS: Final = "RYGB"
"""Red, yellow, green, blue: the letter of a cube by its colour's number."""

ENTRIES: Final = (7, 3, 1, 5)
"""The entry square of each colour: red bottom B3, yellow left A2, green top B1, blue right C2 (clockwise)."""

CUBES: Final = 3
"""Cubes of each colour."""


class Move(Struct, frozen=True, gc=False):
    """A move: a cube and the square it ends on; the path does not matter (rules, section 5.4).

    `source` and `target` are names of squares, `source` is "" for a cube from the reserve; `colour` is its letter.
    """

    colour: str
    source: str
    target: str

    @property
    def code(self) -> str:
        """`in/R>B1` for a red cube entering and ending on B1, `A1>B2` for the top cube of A1."""
        return f"{self.source}>{self.target}" if self.source else f"in/{self.colour}>{self.target}"


class State(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A position. Unless the game is `over`, the seat `to_move` has rolled `die` and is to move."""

    options: Options
    players: int
    """Number of seats, 2 to 4."""
    squares: tuple[str, ...]
    """The nine stacks by square number, each from the ground up: "YR" is red on top of yellow, "" an empty square."""
    reserves: tuple[int, ...]
    """Cubes in reserve, by colour. Those of an eliminated seat stay here."""
    to_move: int
    """The seat to move; after the end, the seat that moved or rolled last."""
    die: int
    """What `to_move` rolled, 1 to 6; after the end, the last roll."""
    failed_rolls: tuple[int, ...] = ()
    """Rolls of this turn before `die` that `to_move` could not play."""
    out: tuple[int, ...] = ()
    """Eliminated seats, in the order of their elimination."""
    turns: int = 0
    """Turns completed by all players, eliminations included."""
    over: bool = False
    """Whether the game has ended."""
    events: tuple[AnyEvent, ...] = ()
    """The events of the last ply, in order."""
