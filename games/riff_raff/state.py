"""The state of a match of Riff Raff. Its JSON is the stored snapshot, so every field is described."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.riff_raff.events import (
    Announced,
    Captained,
    Chose,
    Ended,
    Fell,
    Heels,
    Lowered,
    Moved,
    Ordered,
    Passed,
    Rested,
    Revealed,
    RoundBegan,
    Supplied,
    TakenBack,
    Voided,
)
from games.riff_raff.settled import Kind, Piece, Sector, Settled

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

Card = int | Literal["?"]
"""A card 1..10, or in a view one that its seat may not know."""

Counts = tuple[int, int, int, int, int, int, int, int]
"""How many pieces of each kind, in the order of `settled.KINDS`."""

Phase = Literal["select", "captain", "order", "announce", "piece", "spot", "pose", "hands", "settle", "catch", "over"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is played (rules A9, B4)."""

    weather: Literal["calm", "standard", "storm"] = "standard"
    """Scale of all cargo masses: 0.6, 0.8, 1.0. The heavier the cargo, the wilder the ship."""
    catch_rule: Literal["2013", "2012"] = "2013"
    """2013: who catches only the piece he just loaded takes it back. 2012: every caught piece leaves the game."""
    catch_mode: Literal["hands", "sector", "late", "reaction", "none"] = "hands"
    """Who may catch. hands: both hands, any number of pieces within their reach, the placing ones from 0.6 s after the
    release. sector: a free hand, in a sector chosen beforehand, two pieces at most. late: besides, the hands that
    placed cover their own sector from 0.6 s after the release. reaction: a free hand, in a sector chosen when she
    heels. none: nobody."""
    lazy_order: bool = False
    """The captain orders tied players when their turn comes up, not at once after the reveal."""
    hide_played: bool = False
    """Only the last card of every player stays visible, as at the table."""
    two_player_passes: Annotated[int, Meta(ge=1, le=2, extra={"offer": (1, 2)})] = 2
    """How often two players play through their ten cards."""
    loose_yards: bool = False
    """The yards give way by up to 4 degrees towards their heavier end."""
    first_captain: Literal["random", "host"] = "random"
    """Who is captain before the first reveal; host: seat 0."""
    risk_meter: bool = False
    """Before letting go a player may ask how often a loading would hold."""


class Loading(Struct, frozen=True, forbid_unknown_fields=True):
    """A loading as far as it is decided: empty strings are still open."""

    kind: Kind | None = None
    spot: str = ""
    """Column letter (distance from the mast, A = 0.5 cm, B = 1.0 cm, …) and row digit (`ship.spot_point`)."""
    pose: str = ""
    """A pose of the kind (`ship.POSES`)."""
    turn: int = 0
    """0..345 in steps of 15 degrees, anticlockwise from above; at 0 the piece's long side points to the bow."""
    hands: Literal["", "both", "one"] = ""
    sector: Sector | None = None
    """Where the free hand waits; only with one hand, and only where it is chosen beforehand."""


class Aftermath(Struct, frozen=True, forbid_unknown_fields=True):
    """The last loading and what came of it, kept for pictures until the next one."""

    seat: int
    area: int
    piece: int
    """Id of the loaded piece, whether it stayed or not."""
    loading: Loading
    falls: tuple[Fell, ...]
    peak: float
    """Largest tilt on the way, degrees."""


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position. Seats are 0..seats-1."""

    options: Options
    seats: int
    phase: Phase
    """What is to be decided. select: cards. captain: the old captain names the new one. order: the captain orders a
    tie. announce, piece, spot, pose, hands: the loading. settle: nature. catch: a sector, after she heels. over:
    nothing."""
    round: int
    """1..10, with two players up to 20."""
    captain: int
    """Seat of the captain; keeps the office until the next reveal."""
    hands: tuple[tuple[Card, ...], ...]
    """Cards in hand by seat, ascending; a chosen card stays in until it is revealed. Hidden from others where the
    option `hide_played` is on; otherwise everyone can work them out from the cards played."""
    chosen: tuple[Card | None, ...]
    """During select, the card each seat has chosen; None: not yet. All None in other phases. Hidden from others."""
    shown: tuple[int | None, ...]
    """The card on top of each seat's pile: after the reveal, the card of this round."""
    tied: tuple[tuple[int, ...], ...]
    """Seats not yet in `order`, by descending card; a group of several is tied. During captain, the first group holds
    the candidates."""
    order: tuple[int, ...]
    """The order of turns of this round as far as it is settled."""
    turn: int
    """Index in `order` of whose turn it is."""
    supplies: tuple[Counts, ...]
    """Pieces still to be loaded, by seat and kind."""
    out: Counts
    """Pieces that left the game by being caught. With three players the fourth set never was in it."""
    cargo: tuple[Piece, ...]
    """Pieces on board, in the order they were loaded. During catch: as before the loading, which is not yet shown."""
    serial: int
    """Id of the next piece to be loaded."""
    roll: float
    """The ship's lean in degrees, positive: to port."""
    pitch: float
    """The ship's lean in degrees, positive: bow down."""
    yards: tuple[float, float, float]
    """Lean of loose yards against the ship in degrees, lowest first, positive: port end down."""
    announced: int
    """Pieces announced for this turn: 1 or 2; 0: not yet."""
    loaded: int
    """Clean loadings of this turn so far: 0 or 1."""
    loading: Loading | None
    """The loading being decided or settled; None outside a turn."""
    heel: Sector | None
    """During catch, where she leans."""
    pending: Settled | Literal["?"] | None
    """During catch, how it will end: hidden from everybody, the deciding seat included."""
    last: Aftermath | None
    """The last loading."""
    emptied: int | None
    """The seat that won by emptying its supply."""
    events: tuple[AnyEvent, ...]
    """What the last ply made true."""

    @property
    def seat(self) -> int | None:
        """Whose turn it is to load; None outside the turns."""
        return self.order[self.turn] if self.phase in TURN_PHASES else None

    @property
    def area(self) -> int:
        """The area of the card of whose turn it is; 0 outside the turns."""
        seat = self.seat
        return 0 if seat is None else self.shown[seat] or 0


DRAFT_PHASES: frozenset[Phase] = frozenset(("announce", "piece", "spot", "pose", "hands"))
"""The plies of one loading, confirmed together."""

TURN_PHASES: frozenset[Phase] = DRAFT_PHASES | {"settle", "catch"}
"""Phases in which `order[turn]` is at work."""
