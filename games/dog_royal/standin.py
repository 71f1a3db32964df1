"""The stand-in: looks one ply ahead, from what its seat may know alone."""

from __future__ import annotations

from typing import Final

from games.dog_royal.choices import legal_moves, occupant
from games.dog_royal.components.boards import GOAL, HOME, Place
from games.dog_royal.components.cards import START, STEPS, Card
from games.dog_royal.moves import AnyMove, Drop, Give, Jump, Play, Start
from games.dog_royal.state import CITIZEN, RANKS, State, acting_colour, is_protected, receiver
from games.rng import Rng

OUT: Final = 14
"""What being on the track is worth, in steps: a start card is not always at hand."""
SAFE: Final = 12
"""What being in the goal is worth beyond the lap."""
DEEPER: Final = 3
"""What each goal space further in is worth: it leaves room for those who follow."""
HUNTED: Final = 0.04
"""The share of a piece's worth put at stake by each foreign piece within reach behind it."""
REACH: Final = 13

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
"""What a card is worth in the hand, in steps."""
START_NEEDED: Final = 12
"""What a start card is worth beyond that while all one's pieces on the track are wanted yet."""


def choose(view: State, seat: int, rng: Rng) -> AnyMove:
    """The legal move that promises most; among equals a random one."""
    worths = [(_rate_move(view, seat, move), move) for move in legal_moves(view, seat)]
    best = max(worth for worth, _ in worths)
    return rng.choice([move for worth, move in worths if worth >= best - 1e-9])


def _rate_move(view: State, seat: int, move: AnyMove) -> float:
    match move:
        case Play():
            return _rate_play(view, seat, move)
        case Give():
            return _rate_gift(view, seat, move.card)
        case Start():
            return "KJCN".index(move.rank)  # the knight is held up least, the king walks slowest
        case Drop():
            return -_hand_value(view, seat, move.card)
        case Jump():
            colour = acting_colour(view, seat)
            return _safe_value(view, colour, move.target, here=view.arrived) - _safe_value(view, colour, view.arrived)
        case _:
            return 0.5 if move.code == "draw" else 0.0


def _rate_play(view: State, seat: int, play: Play) -> float:
    """Progress made, pieces taken, danger left and entered, less what the card was worth in the hand."""
    colour = acting_colour(view, seat)
    effective = view.last if play.card == "=" else play.card
    worth = _safe_value(view, colour, play.target, here=play.source) - _safe_value(view, colour, play.source)
    worth -= _hand_value(view, seat, play.card)
    there = occupant(view, play.target) if play.target < GOAL and play.target != play.source else None
    if there is not None:
        other, _ = there
        sign = 1 if _is_friend(view, colour, other) else -1
        if effective == "swap":
            worth += sign * (_safe_value(view, other, play.source) - _safe_value(view, other, play.target))
        else:
            worth -= sign * _value(view, other, play.target)
    if view.royal and effective != "swap" and play.target in view.board.specials:
        worth += 5  # a card; a citizen may even go on
        worth += 8 if play.rank == RANKS[CITIZEN] else 0
    return worth


def _is_friend(view: State, colour: int, other: int) -> bool:
    """Whether a piece of `other` is one's own or the partner's."""
    mine = view.colours.index(colour)
    return other == colour or (view.teams and other == view.colours[receiver(view, mine)])


def _value(view: State, colour: int, place: Place) -> float:
    """How far a piece has come, in steps."""
    if place <= HOME:
        return 0
    lap = view.board.length
    if place > GOAL:
        return OUT + lap + SAFE + DEEPER * (place - GOAL)
    return OUT + (place - view.board.starts[colour]) % lap


def _safe_value(view: State, colour: int, place: Place, *, here: Place = HOME) -> float:
    """A piece's value less the danger it stands in, were it on `place` instead of `here`."""
    value = _value(view, colour, place)
    if place <= HOME or place > GOAL or is_protected(view, colour, place):
        return value
    length = view.board.length
    hunters = sum(
        1
        for other, row in enumerate(view.pieces)
        if row and not _is_friend(view, colour, other)
        for where in row
        if 0 <= where < GOAL and where != here and 0 < (place - where) % length <= REACH
    )
    start_risk = 1 if place in view.board.starts else 0  # its colour may start there
    return value * (1 - HUNTED * (hunters + start_risk))


def _needs_start(view: State, colour: int) -> bool:
    """Whether the colour has pieces at home and at most one on the track."""
    row = view.pieces[colour]
    return HOME in row and sum(0 <= place < GOAL for place in row) <= 1


def _hand_value(view: State, seat: int, card: Card) -> float:
    """What a card is worth in the hand of `seat`."""
    colour = acting_colour(view, seat)
    if card in START:
        return KEEP[card] + (START_NEEDED if _needs_start(view, colour) else 0)
    if card in STEPS and not any(0 <= place < GOAL for place in view.pieces[colour]):
        return KEEP[card] - 2  # nobody to walk yet
    return KEEP[card]


def _rate_gift(view: State, seat: int, card: Card) -> float:
    """To the partner: what helps him more than oneself. To a rival: what is worth least."""
    taker = receiver(view, seat)
    if not view.teams:
        return -_hand_value(view, seat, card) - KEEP[card]
    worth = _hand_value(view, taker, card) - _hand_value(view, seat, card) + 0.1 * KEEP[card]
    if card in START and _needs_start(view, acting_colour(view, seat)):
        hand = (*view.hands[seat], view.given[seat])
        spare = sum(other in START for other in hand) > 1
        worth += START_NEEDED if spare else -START_NEEDED
    return worth
