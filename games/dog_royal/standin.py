"""The computer player: rates the position after each legal move, from what its seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.dog_royal.choices import legal_moves, occupant
from games.dog_royal.components.boards import GOAL, HOME, RINGS, Place
from games.dog_royal.components.cards import START, STEPS, Card
from games.dog_royal.moves import Drop, Give, Jump, Move, Play, Start
from games.dog_royal.state import CITIZEN, RANKS, State, find_acting_colour, find_receiver
from games.levels import overlook_some
from games.rng import Rng

OUT: Final = 14
"""Value of being on the track, in steps: start cards are scarce."""
SAFE: Final = 12
"""Value of being in the goal, beyond the steps of the lap."""
DEEPER: Final = 3
"""Value of each goal space further in, which leaves room for the other pieces."""
HUNTED: Final = 0.04
"""Share of a piece's value that each hostile piece within `REACH` behind it puts at risk."""
REACH: Final = 13
_BEHIND: Final = (1 << REACH) - 1
"""A mask of `REACH` bits, one for each space behind a piece from which rivals threaten it."""

KEEP: Final[dict[Card, float]] = {
    "1/11": 7,
    "13": 6,
    "1-7": 6,
    "4": 5,
    "magnet": 2,
    "swap": 3,
    "=": 2,
    "10": 3,
    "2": 3,
    "3": 3,
    "5": 3,
    "6": 3,
    "8": 2.5,
    "9": 2.5,
    "12": 2.5,
}
"""Value of each card in the hand, in steps."""
SEEN: Final = 0.4
"""Chance that the easy player sees a move."""
START_NEEDED: Final = 12
"""Additional value of a start card while the seat needs one."""


def choose(view: State, seat: int, rng: Rng) -> Move:
    """Choose the legal move with the best rating, at random among equals."""
    return _pick_best(view, seat, legal_moves(view, seat), rng)


def choose_easy(view: State, seat: int, rng: Rng) -> Move:
    """Choose the best of the legal moves that a beginner sees."""
    return _pick_best(view, seat, overlook_some(legal_moves(view, seat), rng, seen=SEEN), rng)


def choose_first(view: State, seat: int) -> Move:
    """Choose the legal move with the best rating, the first among equals: the normal player's move in playouts."""
    moves = legal_moves(view, seat)
    return moves[0] if len(moves) == 1 else max(moves, key=_Rater(view, seat).rate)


def rate_moves(view: State, seat: int, moves: Sequence[Move]) -> dict[Move, float]:
    """Rate moves, in steps; the better the move, the higher."""
    rater = _Rater(view, seat)
    return {move: rater.rate(move) for move in moves}


def _pick_best(view: State, seat: int, moves: Sequence[Move], rng: Rng) -> Move:
    worths = rate_moves(view, seat, moves)
    best = max(worths.values())
    return rng.choice([move for move, worth in worths.items() if worth >= best - 1e-9])


class _Rater:
    """Rate moves of one seat in one position. What many moves have in common is found once."""

    def __init__(self, view: State, seat: int) -> None:
        self._view = view
        self._seat = seat
        self._colour = find_acting_colour(view, seat)
        self._friends = _list_friends(view, self._colour)
        self._lap = view.board.length
        self._starts = view.board.starts
        self._specials = view.board.specials if view.royal else ()
        self._sources: dict[Place, float] = {}
        self._cards: dict[Card, float] = {}
        self._rivals: dict[int, int] = {}

    def rate(self, move: Move) -> float:
        """Rate a legal move, in steps."""
        match move:
            case Play():
                return self._rate_play(move)
            case Give():
                return _rate_gift(self._view, self._seat, move.card)
            case Start():
                return "KJCN".index(move.rank)  # the knight is blocked least, the king is slowest
            case Drop():
                return -_rate_card(self._view, self._colour, move.card)
            case Jump():
                arrived = self._view.arrived
                return self._rate_safety(self._colour, move.target) - self._rate_safety(self._colour, arrived)
            case _:
                return 0.5 if move.code == "draw" else 0.0

    def _rate_play(self, play: Play) -> float:
        """Rate a play: progress, captures and change of danger, less the value of the card in the hand."""
        view, colour, source, target = self._view, self._colour, play.source, play.target
        effective = view.last if play.card == "=" else play.card
        before = self._sources.get(source)
        if before is None:
            before = self._sources[source] = self._rate_safety(colour, source)
        kept = self._cards.get(play.card)
        if kept is None:
            kept = self._cards[play.card] = _rate_card(view, colour, play.card)
        worth = self._rate_safety(colour, target) - before - kept
        there = occupant(view, target) if target < GOAL and target != source else None
        if there is not None:
            other, _ = there
            sign = 1 if other in self._friends else -1
            if effective == "swap":
                worth += sign * (self._rate_safety(other, source) - self._rate_safety(other, target))
            else:
                worth -= sign * self._rate_place(other, target)
        if target in self._specials and effective != "swap":
            worth += 5  # a card, and for a citizen perhaps a jump
            worth += 8 if play.rank == RANKS[CITIZEN] else 0
        return worth

    def _rate_place(self, colour: int, place: Place) -> float:
        """Rate the place of a piece, in steps."""
        if place <= HOME:
            return 0
        if place > GOAL:
            return OUT + self._lap + SAFE + DEEPER * (place - GOAL)
        return OUT + (place - self._starts[colour]) % self._lap

    def _rate_safety(self, colour: int, place: Place) -> float:
        """Rate a piece on `place`: its value less the risk of capture."""
        value, starts = self._rate_place(colour, place), self._starts
        if place <= HOME or place > GOAL or place == starts[colour]:  # its own start space protects it (5.2)
            return value
        rivals = self._rivals.get(colour)
        if rivals is None:
            rivals = self._rivals[colour] = _collect_rivals(self._view, colour)
        hunters = (rivals >> (place + self._lap - REACH) & _BEHIND).bit_count()
        start_risk = 1 if place in starts else 0  # pieces of its colour may start there
        return value * (1 - HUNTED * (hunters + start_risk))


def _list_friends(view: State, colour: int) -> tuple[int, ...]:
    """List the colour and, in teams, the partner's."""
    if not view.teams:
        return (colour,)
    return colour, view.colours[find_receiver(view, view.colours.index(colour))]


def _collect_rivals(view: State, colour: int) -> int:
    """Collect the pieces on the track that are hostile to a colour, as rings (`RINGS`)."""
    rings, friends, found = RINGS[len(view.pieces)], _list_friends(view, colour), 0
    for other, row in enumerate(view.pieces):
        if other not in friends:
            for place in row:
                found |= rings[place]
    return found


def _needs_start(view: State, colour: int) -> bool:
    """Tell whether the colour has pieces at home and at most one on the track."""
    row = view.pieces[colour]
    return HOME in row and sum(0 <= place < GOAL for place in row) <= 1


def _rate_card(view: State, colour: int, card: Card) -> float:
    """Rate a card in the hand of a seat that moves `colour`."""
    if card in START:
        return KEEP[card] + (START_NEEDED if _needs_start(view, colour) else 0)
    if card in STEPS and not any(0 <= place < GOAL for place in view.pieces[colour]):
        return KEEP[card] - 2  # no piece can walk yet
    return KEEP[card]


def _rate_gift(view: State, seat: int, card: Card) -> float:
    """Rate passing a card. A partner should get what helps them more than this seat, a rival what is worth least."""
    own = find_acting_colour(view, seat)
    here = _rate_card(view, own, card)
    if not view.teams:
        return -here - KEEP[card]
    theirs = find_acting_colour(view, find_receiver(view, seat))
    worth = _rate_card(view, theirs, card) - here + 0.1 * KEEP[card]
    if card in START and _needs_start(view, own):
        hand = (*view.hands[seat], view.given[seat])
        spare = sum(other in START for other in hand) > 1
        worth += START_NEEDED if spare else -START_NEEDED
    return worth
