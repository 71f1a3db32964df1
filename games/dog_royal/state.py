"""The state of DOG Royal. Its JSON is the stored snapshot."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Struct

from games.core import Known
from games.dog_royal.components.boards import ABSENT, BOARDS, GOAL, Board, Place
from games.dog_royal.components.cards import Card
from games.dog_royal.events import AnyEvent
from games.dog_royal.options import Options

RANKS: Final = "KNCJ"
"""King, knight, citizen, jester, highest first: the index of a rank is its slot in a colour's pieces."""
BASE_RANK: Final = "p"
"""The rank of every piece in the base game, where pieces are identical."""
KING, KNIGHT, CITIZEN, JESTER = range(4)

HAND: Final = 5
"""Cards dealt to everybody, every round."""
TURN_LIMIT: Final = 10_000
"""Turns after which the game stops even without a round limit, because by the rules it might never end. At six seats
random play takes about 3,000 turns, people about 450."""

Phase = Literal["exchange", "start", "turn", "draw", "jump", "discard", "discard_again", "over"]


class State(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A position. Seats are 0..n-1 clockwise; each plays the board colour `colours[seat]`."""

    options: Options
    colours: tuple[int, ...]
    """The colour (0..5) of each seat; its length is the number of seats."""
    pieces: tuple[tuple[Place, ...], ...]
    """The places of each colour's four pieces, for all 4 or 6 colours of the board; () for a colour nobody plays. In
    Royal they are king, knight, citizen and jester; in the base game they are sorted."""
    phase: Annotated[Phase, Known.TOLD]
    """What is to be decided.

    `exchange`: all seats choose a card to pass; `start`: the seat `turn` chooses its first piece (Royal, round 1);
    `turn`: it plays a card; `draw`: it takes the card of a special space or declines it; `jump`: its citizen jumps or
    stays; `discard`: it has no legal play, discards a card and draws one; `discard_again`: it still has none and
    discards another; `over`: nothing.
    """
    round: int
    """Number of the round, from 1."""
    dealer: int
    """The seat that dealt this round. The seat to its left starts the round and deals the next."""
    turn: int
    """The seat whose turn it is; -1 in `exchange` and `over`."""
    turns: int
    """Turns begun so far, drop-outs included."""
    deck: Annotated[tuple[Card, ...], Known.NOBODY]
    """The next card first."""
    discard: tuple[Card, ...]
    """The discard pile, face up, top card first. Played cards go on top, discarded ones to the bottom."""
    hands: Annotated[tuple[tuple[Card, ...], ...], Known.OWN]
    """The hand of each seat, sorted."""
    given: Annotated[tuple[Card, ...], Known.PARTLY]
    """The card each seat passes in this round, "" before it has chosen. During `exchange` the card is in no hand;
    afterwards it stays here for giver and receiver to see."""
    last: Card = ""
    """The card last played in this round, which "=" copies; a played copy counts as what it copied. "" for none."""
    dropped: tuple[int, ...] = ()
    """Seats out until the next deal, in the order in which they dropped out."""
    arrived: Place = -1
    """In `draw` and `jump` the special space just reached, otherwise -1."""
    drawer: int = -1
    """The seat that drew `drawn`; -1 for none."""
    drawn: Annotated[Card, Known.PARTLY] = ""
    """The card drawn last, until the next card is passed, played or discarded. Only its drawer knows it."""
    events: tuple[AnyEvent, ...] = ()
    """The events of the last ply, in order."""

    @property
    def seats(self) -> int:
        return len(self.colours)

    @property
    def board(self) -> Board:
        return BOARDS[len(self.pieces)]

    @property
    def royal(self) -> bool:
        return self.options.mode == "royal"

    @property
    def starter(self) -> int:
        return (self.dealer + 1) % len(self.colours)

    @property
    def teams(self) -> bool:
        return len(self.colours) in (4, 6) and not self.options.solo


def list_sides(state: State) -> tuple[tuple[int, ...], ...]:
    """List the groups of seats that win together: partners sit opposite (section 3)."""
    n = state.seats
    if state.teams:
        return tuple((seat, seat + n // 2) for seat in range(n // 2))
    return tuple((seat,) for seat in range(n))


def find_receiver(state: State, seat: int) -> int:
    """Return the seat that gets the card `seat` passes: the partner or the left neighbour."""
    n = state.seats
    return (seat + (n // 2 if state.teams else 1)) % n


def ends_exchange(state: State, seat: int) -> bool:
    """Tell whether all other seats have chosen a card, so that the choice of `seat` ends the exchange."""
    return state.phase == "exchange" and [k for k, card in enumerate(state.given) if not card] == [seat]


def count_pieces_per_colour(options: Options) -> int:
    """Return the number of pieces of each colour."""
    return 3 if options.short == "three_pieces" else 4


def count_pieces_in(state: State, colour: int) -> int:
    """Count the pieces of `colour` in its goal."""
    return sum(place > GOAL for place in state.pieces[colour])


def is_in(state: State, colour: int) -> bool:
    """Tell whether all pieces of `colour` are in its goal."""
    inside = 0
    for place in state.pieces[colour]:
        if place > GOAL:
            inside += 1
        elif place != ABSENT:
            return False
    return inside == count_pieces_per_colour(state.options)


def find_acting_colour(state: State, seat: int) -> int:
    """Return the colour `seat` moves: its own, or its partner's once its own is in (section 7)."""
    colour = state.colours[seat]
    return state.colours[find_receiver(state, seat)] if is_in(state, colour) and state.teams else colour


def rank_name(state: State, slot: int) -> str:
    """Return the letter of the piece in `slot`: K, N, C, J, or p in the base game."""
    return RANKS[slot] if state.royal else BASE_RANK


def is_protected(state: State, colour: int, place: Place) -> bool:
    """Tell whether a piece of `colour` on `place` stands on its own start space (5.2)."""
    return place == state.board.starts[colour]
