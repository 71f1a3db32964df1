"""The events of Riff Raff."""

from __future__ import annotations

from games.core import Event
from games.riff_raff.loading.settled import Kind, Sector


class Chose(Event, frozen=True):
    """`seat` has chosen or changed its card, which stays secret until the reveal."""

    seat: int


class Revealed(Event, frozen=True):
    """All cards were revealed: `cards[seat]`."""

    round: int
    cards: tuple[int, ...]

    reveals = True


class Captained(Event, frozen=True):
    """`seat` became captain. `by`: the old captain, if they decided a tie; otherwise None."""

    seat: int
    by: int | None = None


class Ordered(Event, frozen=True):
    """The captain ordered these tied seats."""

    captain: int
    seats: tuple[int, ...]


class Announced(Event, frozen=True):
    """`seat` announced `count` pieces for `area`."""

    seat: int
    count: int
    area: int


class Lowered(Event, frozen=True):
    """`seat` let go of a piece: its complete decision. `sector`: where the free hand waits."""

    seat: int
    area: int
    kind: Kind
    spot: str
    pose: str
    turn: int
    hands: str
    sector: Sector | None = None


class Rested(Event, frozen=True):
    """The ship came to rest: roll, pitch and the largest tilt on the way, in degrees, and the seconds it took."""

    seat: int
    roll: float
    pitch: float
    peak: float
    seconds: float


class Moved(Event, frozen=True):
    """A piece on board slid from one area to another, which is not a fall (rules A6.3)."""

    piece: int
    kind: Kind
    source: int
    target: int


class Heels(Event, frozen=True):
    """The ship heels towards `sector` and something will fall; `seat` may still reach out (reaction)."""

    seat: int
    sector: Sector


class Fell(Event, frozen=True):
    """A piece left the ship. `caught`: `seat` caught it. `out`: it left the game, otherwise it joined `seat`'s
    supply."""

    seat: int
    piece: int
    kind: Kind
    sector: Sector
    time: float
    bearing: int
    caught: bool
    out: bool

    reveals = True


class Supplied(Event, frozen=True):
    """A loading changed `seat`'s supply from `before` to `after` pieces (rules A6); `out` pieces left the game."""

    seat: int
    before: int
    after: int
    out: int


class Passed(Event, frozen=True):
    """`seat` passed because no legal loading was possible on `area` (rules A9)."""

    seat: int
    area: int


class Voided(Event, frozen=True):
    """The physics failed; `seat` loads again."""

    seat: int


class RoundBegan(Event, frozen=True):
    """A round began: all seats choose a card."""

    round: int


class TakenBack(Event, frozen=True):
    """Both players took all ten cards back for their second pass (two players only)."""


class Ended(Event, frozen=True):
    """The game is over. `emptied`: the winner's supply is empty; otherwise the cards ran out."""

    winners: tuple[int, ...]
    emptied: bool


AnyEvent = (
    Announced
    | Captained
    | Chose
    | Ended
    | Fell
    | Heels
    | Lowered
    | Moved
    | Ordered
    | Passed
    | Rested
    | Revealed
    | RoundBegan
    | Supplied
    | TakenBack
    | Voided
)
