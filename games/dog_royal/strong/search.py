"""Choose DOG Royal's strong move: try each candidate in many deals that the seat cannot tell from the real one.

In each deal, normal players play the round to its end, and the learnt value rates the result. All candidates are tried
in the same deals; after each pass the worse half is dropped (sequential halving), so the best are compared most often.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Seat
from games.dog_royal import play, standin
from games.dog_royal.choices import legal_moves
from games.dog_royal.moves import Move
from games.dog_royal.scoring import rank
from games.dog_royal.state import State, list_sides
from games.dog_royal.strong.value import load_value, name_table
from games.dog_royal.strong.worlds import Worlds
from games.rng import Rng

CANDIDATES: Final = 8
"""The number of moves that are tried: those the normal player rates best."""

PLIES: Final = 4000
"""Plies of all playouts together, about 60 µs each."""

LEAST: Final = 12
"""The fewest plies counted for a playout, to account for dealing and rating."""


def choose(view: State, seat: Seat, rng: Rng) -> Move:
    """Choose the move after which the seat's side wins most often."""
    moves = legal_moves(view, seat)
    if len(moves) == 1:
        return moves[0]
    rated = standin.rate_moves(view, seat, moves)
    candidates = sorted(moves, key=lambda move: -rated[move])[:CANDIDATES]
    cards = sum(len(hand) for hand in view.hands)
    playouts = PLIES // max(cards, LEAST)
    each = playouts // (len(candidates) - 1).bit_length()
    search = Search(view, seat, rng)
    while len(candidates) > 1:
        search.try_in(candidates, max(2, each // len(candidates)))
        candidates.sort(key=search.find_mean, reverse=True)
        candidates = candidates[: (len(candidates) + 1) // 2]
    return candidates[0]


class Search:
    """Try moves in deals, each move in the same ones."""

    def __init__(self, view: State, seat: Seat, rng: Rng) -> None:
        self._worlds = Worlds(view, seat)
        self._seat = seat
        self._rng = rng
        self._sides = list_sides(view)
        self._mine = next(index for index, side in enumerate(self._sides) if seat in side)
        self._value = load_value(name_table(view))
        self._sums: dict[Move, float] = {}
        self._tried = 0

    def try_in(self, moves: Sequence[Move], deals: int) -> None:
        """Try each of the moves in `deals` more deals."""
        for _ in range(deals):
            world = self._worlds.deal(self._rng)
            for move in moves:
                self._sums[move] = self._sums.get(move, 0.0) + self.play_out(world, move)
        self._tried += deals

    def find_mean(self, move: Move) -> float:
        """Find the mean chance of winning after a move that has been tried in all deals so far."""
        return self._sums[move] / self._tried

    def play_out(self, world: State, move: Move) -> float:
        """Make the move and play the round to its end with normal players. Returns the chance of winning (0..1)."""
        begun, rng = world.round, self._rng
        state = play.apply(world, self._seat, move, rng)
        while state.round == begun and state.phase != "over":
            if state.phase == "exchange":
                mover = next(seat for seat, card in enumerate(state.given) if not card)
            else:
                mover = state.turn
            state = play.apply(state, mover, standin.choose_first(state, mover), rng)
        if state.phase == "over":
            winners = rank(state).winners
            return len(self._sides[0]) / len(winners) if self._seat in winners else 0.0
        return self._value.rate(state, self._sides, self._mine)
