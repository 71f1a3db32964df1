"""The state of DOG Royal. Its JSON is the stored snapshot."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from games.dog_royal.components.boards import BOARDS, GOAL, Board, Place
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
"""The game stops after this many turns even without a round limit: the rules allow a game to go on for ever. Random
play takes some 3,000 turns at six seats, people some 450."""

Phase = Literal["exchange", "start", "turn", "draw", "jump", "discard", "discard_again", "over"]


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position. Seats are 0..n-1 clockwise; each plays the board colour `colours[seat]`."""

    options: Options
    colours: tuple[int, ...]
    """The colour (0..5) of each seat; its length is the number of seats."""
    pieces: tuple[tuple[Place, ...], ...]
    """By colour of the board side (4 or 6 of them); () for a colour nobody plays. Four places each: in Royal king,
    knight, citizen, jester; in the base game in rising order."""
    phase: Phase
    """`exchange`: everybody chooses a card; `start`: `turn` sets a piece out (Royal, round 1); `turn`: a card is to be
    played; `draw`: take the special space's card or not; `jump`: the citizen may go on; `discard`: no legal play, one
    card goes and one is drawn; `discard_again`: still none, one card goes; `over`."""
    round: int
    """1, 2, …"""
    dealer: int
    """The seat that dealt this round. The seat left of it starts the round and deals the next."""
    turn: int
    """The seat whose turn it is; -1 in `exchange` and `over`."""
    turns: int
    """Turns begun so far, drop-outs included."""
    deck: tuple[Card, ...]
    """The next card first. All hidden in every view."""
    discard: tuple[Card, ...]
    """The open pile, top first. Played cards go on top; dropped and discarded ones to the bottom."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat, sorted. Hidden but for one's own."""
    given: tuple[Card, ...]
    """By seat: the card put down for this round's exchange, "" before; while `exchange` lasts it is in no hand. After
    it, a reminder, seen by giver and receiver."""
    last: Card = ""
    """The card last played this round, copies resolved: what "=" is worth. "" while there is none."""
    dropped: tuple[int, ...] = ()
    """Seats out until the next deal, in the order they dropped out."""
    arrived: Place = -1
    """In `draw` and `jump`: the special space just reached, otherwise -1."""
    drawer: int = -1
    """The seat that drew `drawn`; -1 for none."""
    drawn: Card = ""
    """The card drawn last, until the next card is given, played or discarded. Hidden but for the drawer."""
    events: tuple[AnyEvent, ...] = ()
    """What the last ply made true."""

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


def sides(state: State) -> tuple[tuple[int, ...], ...]:
    """The seats that win together: partners sit opposite (section 3)."""
    n = state.seats
    if state.teams:
        return tuple((seat, seat + n // 2) for seat in range(n // 2))
    return tuple((seat,) for seat in range(n))


def receiver(state: State, seat: int) -> int:
    """Who gets the card `seat` gives: the partner, or the left neighbour."""
    n = state.seats
    return (seat + (n // 2 if state.teams else 1)) % n


def set_size(options: Options) -> int:
    """How many pieces a colour plays with."""
    return 3 if options.short == "three_pieces" else 4


def pieces_in(state: State, colour: int) -> int:
    """How many pieces of `colour` are in its goal."""
    return sum(place > GOAL for place in state.pieces[colour])


def is_in(state: State, colour: int) -> bool:
    """Whether all pieces of `colour` are in."""
    return pieces_in(state, colour) == set_size(state.options)


def acting_colour(state: State, seat: int) -> int:
    """Whose pieces `seat` moves: the partner's once its own are all in (section 7)."""
    colour = state.colours[seat]
    return state.colours[receiver(state, seat)] if state.teams and is_in(state, colour) else colour


def rank_name(state: State, slot: int) -> str:
    """The letter of the piece in `slot`: K, N, C, J, or p in the base game."""
    return RANKS[slot] if state.royal else BASE_RANK


def is_protected(state: State, colour: int, place: Place) -> bool:
    """Whether a piece of `colour` on `place` stands on its own start space (5.2)."""
    return place == state.board.starts[colour]
