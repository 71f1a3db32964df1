"""The state of Riff Raff, stored after every ply."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from games.core import Known
from games.riff_raff.events import AnyEvent, Fell
from games.riff_raff.loading.settled import Kind, Piece, Sector, Settled
from games.riff_raff.options import Options

Card = int | Literal["?"]
"""A card 1..10, or `?` in a view for a hidden one."""

Counts = tuple[int, int, int, int, int, int, int, int]
"""How many pieces of each kind, in the order of `loading.settled.KINDS`."""

Phase = Literal["select", "captain", "order", "announce", "piece", "spot", "pose", "hands", "settle", "catch", "over"]


class Loading(Struct, frozen=True, forbid_unknown_fields=True):
    """The decisions about a loading; None and an empty string stand for those still to be made."""

    kind: Kind | None = None
    spot: str = ""
    """Column letter (distance from the mast, A = 0.5 cm, B = 1.0 cm, …) and row digit (`loading.ship.spot_point`)."""
    pose: str = ""
    """A pose of the kind (`loading.ship.POSES`)."""
    turn: int = 0
    """0..345 in steps of 15 degrees, anticlockwise from above; at 0 the piece's long side points to the bow."""
    hands: Literal["", "both", "one"] = ""
    sector: Sector | None = None
    """The sector of the free hand; only with one hand, and only if it is chosen beforehand."""


class Aftermath(Struct, frozen=True, forbid_unknown_fields=True):
    """The last loading and its result, kept for pictures until the next one."""

    seat: int
    area: int
    piece: int
    """Id of the loaded piece, even if it fell."""
    loading: Loading
    falls: tuple[Fell, ...]
    peak: float
    """Largest tilt of the ship, in degrees."""


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position. Seats are 0..seats-1."""

    options: Options
    seats: int
    phase: Phase
    """The decision that is due. select: cards. captain: the old captain names the new one. order: the captain orders a
    tie. announce, piece, spot, pose, hands: a loading. settle: nature. catch: a sector, when the ship heels. over:
    none."""
    round: int
    """1..10, with two players up to 20."""
    captain: int
    """Seat of the captain, until the next reveal."""
    hands: Annotated[tuple[tuple[Card, ...], ...], Known.OWN]
    """Cards in hand by seat, ascending; a chosen card stays in until it is revealed. Hidden from others where the
    option `hide_played` is on; otherwise they follow from the cards played."""
    chosen: Annotated[tuple[Card | None, ...], Known.OWN]
    """During select, the card each seat has chosen; None: not yet. All None in other phases. Hidden from others."""
    shown: tuple[int | None, ...]
    """The card on top of each seat's pile: after the reveal, the card of this round."""
    tied: tuple[tuple[int, ...], ...]
    """Seats not yet in `order`, by descending card; a group of several is tied. During captain, the first group holds
    the candidates."""
    order: tuple[int, ...]
    """The order of turns in this round, as far as it is decided."""
    turn: int
    """Index in `order` of the seat to play."""
    supplies: tuple[Counts, ...]
    """Pieces still to be loaded, by seat and kind."""
    out: Counts
    """Caught pieces that left the game. With three players the fourth set never takes part."""
    cargo: tuple[Piece, ...]
    """Pieces on board, in the order of loading. During catch: as before the loading, which is not yet shown."""
    serial: int
    """Id of the next piece."""
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
    """The current loading; None outside a turn."""
    heel: Sector | None
    """During catch, the sector towards which the ship heels."""
    pending: Annotated[Settled | Literal["?"] | None, Known.NOBODY]
    """During catch, nature's result: hidden from everybody, including the seat that decides."""
    last: Aftermath | None
    """The last loading."""
    emptied: int | None
    """The seat that won by emptying its supply."""
    events: tuple[AnyEvent, ...]
    """The events of the last ply."""

    @property
    def seat(self) -> int | None:
        """The seat whose turn it is; None outside turns."""
        return self.order[self.turn] if self.phase in TURN_PHASES else None

    @property
    def area(self) -> int:
        """The area of the present turn; 0 outside turns."""
        seat = self.seat
        return 0 if seat is None else self.shown[seat] or 0


DRAFT_PHASES: frozenset[Phase] = frozenset(("announce", "piece", "spot", "pose", "hands"))
"""The plies of one loading, confirmed together."""

TURN_PHASES: frozenset[Phase] = DRAFT_PHASES | {"settle", "catch"}
"""The phases of a turn."""


def ends_selection(state: State, seat: int) -> bool:
    """Tell whether all other seats have chosen a card, so that the choice of `seat` reveals them."""
    return state.phase == "select" and [other for other, card in enumerate(state.chosen) if card is None] == [seat]
