"""Find out whether one move of a position is clearly best, by playing on many times after each of them.

All moves are tried in the same *worlds*: deals that the seat cannot tell from the real one, with the same random
numbers. A move drops out of the race once it is surely worse than the leader. The chances of the answers are then
estimated again in other worlds, because the chance measured for the leader of a race is biased upwards.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.core import AnyGame, Move, Seat
from games.rng import Rng
from matches.coaching.playouts import list_sides, play_out
from matches.puzzles.puzzle import Answer, Puzzle, choose_options

FEWEST_MOVES: Final = 3
MOST_MOVES: Final = 12
"""Positions with fewer or more legal moves are not examined."""

ANSWERS: Final = 4
"""Most moves that a puzzle offers."""

ROUNDS: Final = (4, 8, 16, 32, 64, 128, 256)
"""After each of these numbers of playouts, moves may drop out of the race, or the race ends without a result."""

FEWEST_PLAYOUTS: Final = 16
"""Playouts that every move gets before any can drop out: fewer say little about the standard error."""

PROOF: Final = 200
"""Playouts of each answer, in worlds that the race has not used."""

MARGIN: Final = 0.1
"""By how much the best move's chance of winning must exceed every other's."""

RACE_MARGIN: Final = 0.15
"""The same during the race; larger, because the chance measured for the leader is biased upwards."""

SURE: Final = 4.0
"""By how many standard errors the best move's chance of winning must exceed every other's."""

LONGEST: Final = 600
"""Plies after which a playout counts as a draw."""


class OutOfTime(Exception):
    """The search has used up its time."""


class Search:
    """Compare the moves of one position. `most_cpu`: seconds after which it raises OutOfTime."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat, sides: Any, secret: bytes, most_cpu: float) -> None:
        self._game = game
        self._state = state
        self._seat = seat
        self._sides = sides
        self._secret = secret
        self._ends = time.process_time() + most_cpu
        self._tried: dict[str, list[float]] = {}

    def find(self, moves: Sequence[Move], number: int) -> list[float]:
        """Return the seat's share of the win after each move, in the world with this number."""
        if time.process_time() > self._ends:
            raise OutOfTime
        game, seat, secret = self._game, self._seat, self._secret
        world = game.guess(self._state, seat, Rng(secret, "puzzle/world", number))
        found = []
        for move in moves:
            after = game.apply(world, seat, move, Rng(secret, "puzzle/ply", number))
            found.append(play_out(game, after, self._sides, secret, number, LONGEST, soft=False)[seat])
        return found

    def race(self, moves: Sequence[Move]) -> list[Move]:
        """Let all moves race. Returns them from best to worst, or an empty list if the race is close."""
        alive, done = list(moves), 0
        shares: dict[str, list[float]] = {move.code: [] for move in moves}
        for goal in ROUNDS:
            for number in range(done, goal):
                for move, share in zip(alive, self.find(alive, number), strict=True):
                    shares[move.code].append(share)
            done = goal
            leader = max(alive, key=lambda move: sum(shares[move.code]))
            leads = {move.code: compare(shares[leader.code], shares[move.code]) for move in alive if move != leader}
            if any(lead < RACE_MARGIN for lead, _ in leads.values()):
                return []  # most positions end here, after a few playouts
            if done >= FEWEST_PLAYOUTS:
                alive = [move for move in alive if move == leader or leads[move.code][0] < SURE * leads[move.code][1]]
            if len(alive) == 1:
                rest = [move for move in moves if move != leader]
                return [leader, *sorted(rest, key=lambda move: -find_mean(shares[move.code]))]
        return []

    def prove(self, moves: Sequence[Move]) -> list[Answer] | None:
        """Estimate the chances of moves in new worlds. Returns None unless the first is still clearly best."""
        found = [self.find(moves, number) for number in range(ROUNDS[-1], ROUNDS[-1] + PROOF)]
        first, *others = ([shares[index] for shares in found] for index in range(len(moves)))
        for other in others:
            lead, error = compare(first, other)
            if lead < max(MARGIN, SURE * error):
                return None
        return [
            Answer(move.code, round(find_mean(shares), 3)) for move, shares in zip(moves, (first, *others), strict=True)
        ]


def find_mean(shares: Sequence[float]) -> float:
    """Compute the mean."""
    return sum(shares) / len(shares)


def compare(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return by how much one move leads another one in the worlds both have met, and the standard error of that."""
    leads = [mine - theirs for mine, theirs in zip(one, other, strict=False)]
    mean = find_mean(leads)
    variance = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1)
    return mean, math.sqrt(variance / len(leads))


def make_puzzle(
    game: AnyGame, state: Any, seat: Seat, options: Any, secret: bytes, *, seats: int, most_cpu: float = math.inf
) -> Puzzle | None:
    """Make a puzzle of a position in which `seat` is to move; None if no move is clearly best.

    Nothing depends on what the seat does not know. If the game has a strong player, it must choose the same move.
    Raises OutOfTime.
    """
    view = game.view(state, seat)
    moves = game.legal_moves(view, seat)
    if not FEWEST_MOVES <= len(moves) <= MOST_MOVES:
        return None
    dealt = game.guess(state, seat, Rng(secret, "puzzle/dealt", 0))
    search = Search(game, dealt, seat, list_sides(game, seats, options), secret, most_cpu)
    ranked = search.race(moves)
    if not ranked or game.choose_at("strong", view, seat, Rng(secret, "puzzle/strong", 0)) != ranked[0]:
        return None
    usual = game.choose(view, seat, Rng(secret, "puzzle/usual", 0))
    shown = [ranked[0], *([usual] if usual != ranked[0] else [])]
    shown += [move for move in ranked if move not in shown][: ANSWERS - len(shown)]
    answers = search.prove(shown)
    if answers is None:
        return None
    order = [move.code for move in moves]
    answers.sort(key=lambda answer: order.index(answer.code))
    played_by = "" if options == choose_options(game) else msgspec.json.encode(options).decode()
    return Puzzle(game.name, seats, seat, game.notate(dealt), tuple(answers), PROOF, played_by)
