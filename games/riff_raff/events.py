"""What a ply of Riff Raff made true: public facts for pictures and sentences."""

from __future__ import annotations

from games.core import Event
from games.riff_raff.settled import Kind, Sector


class Chose(Event, frozen=True):
    """`seat` has chosen a card, or another one; which one stays secret until the reveal."""

    seat: int


class Revealed(Event, frozen=True):
    """All cards are shown: `cards[seat]`."""

    round: int
    cards: tuple[int, ...]

    @property
    def reveals(self) -> bool:
        return True


class Captained(Event, frozen=True):
    """`seat` is captain now; `by` is the old captain where he had to decide a tie, else None."""

    seat: int
    by: int | None = None


class Ordered(Event, frozen=True):
    """The captain put these tied seats in order."""

    captain: int
    seats: tuple[int, ...]


class Announced(Event, frozen=True):
    """`seat` will load `count` pieces on `area`."""

    seat: int
    count: int
    area: int


class Lowered(Event, frozen=True):
    """`seat` lets go of a piece: the whole of his decision about it. `sector`: where the free hand waits."""

    seat: int
    area: int
    kind: Kind
    spot: str
    pose: str
    turn: int
    hands: str
    sector: Sector | None = None


class Rested(Event, frozen=True):
    """The ship is at rest again: lean in degrees (`Settled`), the largest tilt on the way, seconds of ship time."""

    seat: int
    roll: float
    pitch: float
    peak: float
    seconds: float


class Moved(Event, frozen=True):
    """A piece on board slid from one area to another; that is no fall (rules A6.3)."""

    piece: int
    kind: Kind
    source: int
    target: int


class Heels(Event, frozen=True):
    """Something is about to fall and she leans towards `sector`; `seat` may still stretch out a hand (reaction)."""

    seat: int
    sector: Sector


class Fell(Event, frozen=True):
    """A piece left the ship. `caught`: `seat` caught it; `out`: it leaves the game, else it goes to `seat`'s supply."""

    seat: int
    piece: int
    kind: Kind
    sector: Sector
    time: float
    bearing: int
    caught: bool
    out: bool

    @property
    def reveals(self) -> bool:
        return True


class Supplied(Event, frozen=True):
    """The bookkeeping of a loading (rules A6): `seat`'s supply was `before` pieces and is `after`; `out` left the
    game."""

    seat: int
    before: int
    after: int
    out: int


class Passed(Event, frozen=True):
    """`seat` could not load anything legally on `area`: the loading is passed (rules A9)."""

    seat: int
    area: int


class Voided(Event, frozen=True):
    """The settle failed; `seat` loads again."""

    seat: int


class RoundBegan(Event, frozen=True):
    """Cards are chosen for this round."""

    round: int


class TakenBack(Event, frozen=True):
    """Two players: both take all ten cards back for the second pass."""


class Ended(Event, frozen=True):
    """The game is over: `winners`, and whether a supply was emptied or the cards ran out."""

    winners: tuple[int, ...]
    emptied: bool
