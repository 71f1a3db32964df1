"""The options, the state and the events of DOG Royal. The state's JSON is the stored snapshot."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Union

from msgspec import Meta, Struct

from games.core import Event
from games.dog_royal.boards import BOARDS, GOAL, Board, Place
from games.dog_royal.cards import Card

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

Minor = Annotated[bool, Meta(extra={"minor": True})]
"""An option about a corner of the rules that a short menu leaves out."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be agreed before the game (rules, section 11). Every combination can be played."""

    mode: Literal["royal", "base"] = "royal"
    """With ranks, special spaces and green cards, or without."""
    short: Literal["no", "two_out", "three_pieces"] = "no"
    """House variants. `two_out`: a second piece is set on the first special space ahead of the start space.
    `three_pieces`: everybody plays with three; in Royal the king, who walks slowest, stays in the box."""
    solo: bool = False
    """House variant: four and six play everyone for himself, by section 9. Two, three and five always do."""
    three_on_six: bool = False
    """Three people sit at every other arm of the six-armed side (11-M). Means nothing with another number."""
    magnet_zero: bool = False
    """A magnet may be played on a piece directly behind another, moving it nowhere (11-C). That draws no card."""
    plus4_green: bool = True
    """The 4 is green forward too, not only backward (11-A)."""
    draw_optional: bool = False
    """The card of a special space may be declined (11-R)."""
    round_limit: Annotated[int, Meta(ge=0, le=200, extra={"offer": (0, 5, 10, 15, 20, 30)})] = 0
    """After so many rounds the game ends and progress decides; 0: only after `TURN_LIMIT` turns."""
    jester_in_goal: Minor = False
    """The jester's points may lapse inside the goal too (11-F)."""
    king_exception_any_arrival: Minor = True
    """A foreign king on one's start space is captured by a piece arriving backward too (11-H)."""


class Revealing(Event, frozen=True):
    """An event of every ply that draws a card or passes the turn on: it is never only previewed.

    Whether the next seat is stuck, and with which hand, follows at once. If only the plies after which that happens
    were held back from a preview, the preview itself would tell.
    """

    @property
    def reveals(self) -> bool:
        return True


class Chose(Event, frozen=True):
    """`seat` has put down, or changed, its card of the exchange."""

    seat: int


class Exchanged(Revealing, frozen=True):
    """Everybody had chosen; the cards have changed hands."""


class FreeStarted(Revealing, frozen=True):
    """A piece was set on the board without a card (round 1)."""

    seat: int
    colour: int
    rank: str
    place: Place


class Played(Revealing, frozen=True):
    """A card was played and moved a piece. `effective` is what a copy stood for, otherwise the card itself."""

    seat: int
    card: Card
    effective: Card
    colour: int
    """Whose piece: the partner's once the player's own are all in."""
    rank: str
    source: Place
    target: Place


class Captured(Event, frozen=True):
    """A piece was sent home from `place`."""

    colour: int
    rank: str
    place: Place


class Swapped(Event, frozen=True):
    """The other piece of a swap, and where it went."""

    colour: int
    rank: str
    source: Place
    target: Place


class Drew(Revealing, frozen=True):
    """A card was drawn: on a special space, or after a discard."""

    seat: int


class Declined(Revealing, frozen=True):
    """The card of a special space was not taken."""

    seat: int


class Jumped(Revealing, frozen=True):
    """A citizen went on to another special space."""

    seat: int
    colour: int
    source: Place
    target: Place


class Stayed(Revealing, frozen=True):
    """A citizen that might have jumped stayed."""

    seat: int
    colour: int
    place: Place


class Discarded(Revealing, frozen=True):
    """A player without a legal play put a card under the pile (section 9). The pile is open, so the card is known."""

    seat: int
    card: Card


class DroppedOut(Event, frozen=True):
    """A team player without a legal play showed the hand and is out until the next deal."""

    seat: int
    hand: tuple[Card, ...]


class ColourIn(Event, frozen=True):
    """All pieces of a colour are in its goal."""

    colour: int


class Reshuffled(Event, frozen=True):
    """The discard pile, so many `cards`, became the new deck."""

    cards: int


class Dealt(Event, frozen=True):
    """A round began: five cards for everybody."""

    round: int
    starter: int


class Finished(Event, frozen=True):
    """The game is over. `limit`: not won, but stopped by the round limit."""

    winners: tuple[int, ...]
    limit: bool


AnyEvent = Union[  # noqa: UP007 - a run-time alias for msgspec
    Chose,
    Exchanged,
    FreeStarted,
    Played,
    Captured,
    Swapped,
    Drew,
    Declined,
    Jumped,
    Stayed,
    Discarded,
    DroppedOut,
    ColourIn,
    Reshuffled,
    Dealt,
    Finished,
]


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
