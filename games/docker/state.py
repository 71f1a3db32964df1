"""Docker's state, options, move and events. The state's JSON is the stored snapshot, so every field is documented here.

Squares are numbered 0..8, row by row from the top left; see `SQUARES`. Colours are numbered 0..3 and written as the
letters of `COLOURS`. Everything is public: a view is the state itself.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from games.core import ENDLESS, Event

SQUARES: Final = ("A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3")
"""The names of the squares by number: letters are columns from the left, digits are rows from the top."""

COLOURS: Final = "RYGB"
"""Red, yellow, green, blue: the letter of a cube by its colour's number."""

ENTRIES: Final = (7, 3, 1, 5)
"""The entry square of each colour: red bottom B3, yellow left A2, green top B1, blue right C2 (clockwise)."""

CUBES: Final = 3
"""Cubes of each colour."""


class Options(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """How the sources' differences are settled (rules, section 2)."""

    entry: Literal["own", "any"] = "own"
    """A cube comes in on its own colour's entry, or on any of the four."""
    pieces2: Literal[6, 3] = 6
    """Cubes for each of two players: two colours or one. Without meaning for three and four."""
    revisit: Literal["strict", "start_ok", "no_reverse"] = "strict"
    """`strict`: no square twice, the start included; `start_ok`: the start may be entered once; `no_reverse`: only an
    immediate step back is forbidden."""
    reroll: Literal["reserve", "none"] = "reserve"
    """Who has a cube in reserve rolls again when nothing fits, or nobody does."""
    turn_limit: Annotated[int, Meta(ge=0, le=ENDLESS, extra={"offer": (200, 100, 400, 0)})] = 200
    """Player-turns after which the game is drawn; 0: none (which means `ENDLESS`)."""
    entry_on_stack: bool = True
    """Whether an occupied entry can be entered by climbing."""


class Step(Struct, frozen=True, gc=False):
    """A move: a cube and where it ends; the path does not matter (rules, section 5.4).

    `source` and `target` are names of squares, `source` is "" for a cube from the reserve; `colour` is its letter.
    """

    colour: str
    source: str
    target: str

    @property
    def code(self) -> str:
        """`in/R>B1` for a red cube entering and ending on B1, `A1>B2` for the top cube of A1."""
        return f"{self.source}>{self.target}" if self.source else f"in/{self.colour}>{self.target}"


class Moved(Event, frozen=True, gc=False):
    """A seat moved a cube of `colour` (0..3) from square `source` (0..8, None: reserve) onto `target`.

    `path` is one way it may have gone, square by square: it begins with `source`, or with the entry, and ends with
    `target`.
    """

    seat: int
    colour: int
    source: int | None
    target: int
    path: tuple[int, ...]


class FailedRoll(Event, frozen=True, gc=False):
    """A seat with a reserve rolled `values`, one after another, none of them playable, and rolls again."""

    seat: int
    values: tuple[int, ...]


class Rolled(Event, frozen=True, gc=False):
    """A seat rolled `value` (1..6), the roll that counts; any `FailedRoll` stands before it."""

    seat: int
    value: int


class Eliminated(Event, frozen=True, gc=False):
    """A seat cannot play the `die` it has just rolled and is out for good."""

    seat: int
    die: int


class Won(Event, frozen=True, gc=False):
    """All others are out: `seat` has won."""

    seat: int


class Drawn(Event, frozen=True, gc=False):
    """The turn limit was reached: a draw between `seats`, those still in."""

    seats: tuple[int, ...]


AnyEvent = Moved | FailedRoll | Rolled | Eliminated | Won | Drawn


class Docker(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A position. It always waits for the seat `to_move`, who has rolled `die`, unless the game is `over`."""

    options: Options
    players: int
    """Number of seats, 2 to 4."""
    squares: tuple[str, ...]
    """The nine stacks by square number, each from the ground up: "YR" is red on top of yellow, "" an empty square."""
    reserves: tuple[int, ...]
    """Cubes off the board for each of the four colours. Those of an eliminated seat stay here and never come in."""
    to_move: int
    """The seat to move; when the game is over the seat that moved or rolled last."""
    die: int
    """What `to_move` rolled, 1 to 6; when the game is over the last roll."""
    failed_rolls: tuple[int, ...] = ()
    """What `to_move` rolled in vain before `die`, in this turn."""
    out: tuple[int, ...] = ()
    """Eliminated seats, first to go first."""
    turns: int = 0
    """Player-turns completed, eliminations included."""
    over: bool = False
    """Whether the game has ended."""
    events: tuple[AnyEvent, ...] = ()
    """What the last ply made true, in order."""
