"""The computer player: rates the position after each legal move, from what its seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.dog_royal.choices import legal_moves, occupant
from games.dog_royal.components.boards import GOAL, HOME, Place
from games.dog_royal.components.cards import START, STEPS, Card
from games.dog_royal.moves import AnyMove, Drop, Give, Jump, Play, Start
from games.dog_royal.state import CITIZEN, RANKS, State, find_acting_colour, find_receiver, is_protected
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


def choose(view: State, seat: int, rng: Rng) -> AnyMove:
    """Choose the legal move with the best rating, at random among equals."""
    return _pick_best(view, seat, legal_moves(view, seat), rng)


def choose_easy(view: State, seat: int, rng: Rng) -> AnyMove:
    """Choose the best of the legal moves that a beginner sees."""
    return _pick_best(view, seat, overlook_some(legal_moves(view, seat), rng, seen=SEEN), rng)


def choose_first(view: State, seat: int) -> AnyMove:
    """Choose the legal move with the best rating, the first among equals: the normal player's move in playouts."""
    moves = legal_moves(view, seat)
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: _rate_move(view, seat, move))


def rate_moves(view: State, seat: int, moves: Sequence[AnyMove]) -> dict[AnyMove, float]:
    """Rate moves, in steps; the better the move, the higher."""
    return {move: _rate_move(view, seat, move) for move in moves}


def _pick_best(view: State, seat: int, moves: Sequence[AnyMove], rng: Rng) -> AnyMove:
    worths = rate_moves(view, seat, moves)
    best = max(worths.values())
    return rng.choice([move for move, worth in worths.items() if worth >= best - 1e-9])


def _rate_move(view: State, seat: int, move: AnyMove) -> float:
    match move:
        case Play():
            return _rate_play(view, seat, move)
        case Give():
            return _rate_gift(view, seat, move.card)
        case Start():
            return "KJCN".index(move.rank)  # the knight is blocked least, the king is slowest
        case Drop():
            return -_rate_card(view, seat, move.card)
        case Jump():
            colour = find_acting_colour(view, seat)
            return _rate_safety(view, colour, move.target, here=view.arrived) - _rate_safety(view, colour, view.arrived)
        case _:
            return 0.5 if move.code == "draw" else 0.0


def _rate_play(view: State, seat: int, play: Play) -> float:
    """Rate a play: progress, captures and change of danger, less the value of the card in the hand."""
    colour = find_acting_colour(view, seat)
    effective = view.last if play.card == "=" else play.card
    worth = _rate_safety(view, colour, play.target, here=play.source) - _rate_safety(view, colour, play.source)
    worth -= _rate_card(view, seat, play.card)
    there = occupant(view, play.target) if play.target < GOAL and play.target != play.source else None
    if there is not None:
        other, _ = there
        sign = 1 if other in _list_friends(view, colour) else -1
        if effective == "swap":
            worth += sign * (_rate_safety(view, other, play.source) - _rate_safety(view, other, play.target))
        else:
            worth -= sign * _rate_place(view, other, play.target)
    if view.royal and effective != "swap" and play.target in view.board.specials:
        worth += 5  # a card, and for a citizen perhaps a jump
        worth += 8 if play.rank == RANKS[CITIZEN] else 0
    return worth


def _list_friends(view: State, colour: int) -> tuple[int, ...]:
    """List the colour and, in teams, the partner's."""
    if not view.teams:
        return (colour,)
    return colour, view.colours[find_receiver(view, view.colours.index(colour))]


def _rate_place(view: State, colour: int, place: Place) -> float:
    """Rate the place of a piece, in steps."""
    if place <= HOME:
        return 0
    lap = view.board.length
    if place > GOAL:
        return OUT + lap + SAFE + DEEPER * (place - GOAL)
    return OUT + (place - view.board.starts[colour]) % lap


def _rate_safety(view: State, colour: int, place: Place, *, here: Place = HOME) -> float:
    """Rate a piece on `place` instead of `here`: its value less the risk of capture."""
    value = _rate_place(view, colour, place)
    if place <= HOME or place > GOAL or is_protected(view, colour, place):
        return value
    length, friends, hunters = view.board.length, _list_friends(view, colour), 0
    for other, row in enumerate(view.pieces):
        if other not in friends:
            for where in row:
                if HOME < where < GOAL and where != here and 0 < (place - where) % length <= REACH:
                    hunters += 1
    start_risk = 1 if place in view.board.starts else 0  # pieces of its colour may start there
    return value * (1 - HUNTED * (hunters + start_risk))


def _needs_start(view: State, colour: int) -> bool:
    """Tell whether the colour has pieces at home and at most one on the track."""
    row = view.pieces[colour]
    return HOME in row and sum(0 <= place < GOAL for place in row) <= 1


def _rate_card(view: State, seat: int, card: Card) -> float:
    """Rate a card in the hand of `seat`."""
    colour = find_acting_colour(view, seat)
    if card in START:
        return KEEP[card] + (START_NEEDED if _needs_start(view, colour) else 0)
    if card in STEPS and not any(0 <= place < GOAL for place in view.pieces[colour]):
        return KEEP[card] - 2  # no piece can walk yet
    return KEEP[card]


def _rate_gift(view: State, seat: int, card: Card) -> float:
    """Rate passing a card. A partner should get what helps them more than this seat, a rival what is worth least."""
    taker = find_receiver(view, seat)
    if not view.teams:
        return -_rate_card(view, seat, card) - KEEP[card]
    worth = _rate_card(view, taker, card) - _rate_card(view, seat, card) + 0.1 * KEEP[card]
    if card in START and _needs_start(view, find_acting_colour(view, seat)):
        hand = (*view.hands[seat], view.given[seat])
        spare = sum(other in START for other in hand) > 1
        worth += START_NEEDED if spare else -START_NEEDED
    return worth
