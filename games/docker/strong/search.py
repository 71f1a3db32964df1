"""Choose Docker's strong move: look at the rivals' replies to each roll, and at the next own roll.

With two seats left, all rolls are searched, and the rival is assumed to make the move with the best learnt value. With
more seats, a sample of the rivals' rolls is searched, the same for every candidate, and rivals are assumed to move like
normal players, who look one move ahead. The learnt value would mislead here: it comes from games between strong
players, in which several seats attack the same rival less often.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.core import Seat
from games.docker.moves import DICE, list_steps
from games.docker.standin import DEADLY, FREE, WAITING
from games.docker.state import Move, State
from games.docker.strong.board import After, Table
from games.docker.strong.value import Value, load_value

if TYPE_CHECKING:
    from games.rng import Rng

CANDIDATES: Final = 20
"""The number of moves that are searched: those with the best learnt values."""

SAMPLES: Final = 60
"""Sampled rounds of rivals' rolls, with three or four seats left."""

Out = tuple[Seat, ...]


def choose(view: State, seat: Seat, rng: Rng) -> Move:
    """Choose the move after which the seat wins most often."""
    steps = list_steps(view, seat, view.die)
    if len(steps) == 1:
        return steps[0]
    table = Table(view.players, view.options)
    search = Search(table, load_value(view.players), seat)
    afters = list(table.list_after((view.squares, view.reserves), seat, view.die))
    rated = sorted(range(len(steps)), key=lambda index: -search.rate(afters[index], seat, view.out))[:CANDIDATES]
    rivals = tuple(
        rival for distance in range(1, view.players) if (rival := (seat + distance) % view.players) not in view.out
    )
    if len(rivals) == 1:
        worth = {index: search.look_ahead(afters[index], rivals[0], view.out) for index in rated}
    else:
        chance = [[(row + rng.unit()) / SAMPLES for row in rng.shuffle(range(SAMPLES))] for _ in rivals]
        rounds = tuple(zip(*chance, strict=True))
        worth = {index: search.sample(afters[index], rivals, view.out, rounds) for index in rated}
    return steps[max(rated, key=lambda index: worth[index])]


class Search:
    """Rate positions for one seat by looking ahead. Caches its ratings."""

    def __init__(self, table: Table, value: Value, seat: Seat) -> None:
        self._table = table
        self._value = value
        self._seat = seat
        self._replies: dict[tuple[After, Seat, int, Out], After] = {}
        self._rated: dict[tuple[After, Seat, Out], float] = {}
        self._answers: dict[tuple[After, Out], float] = {}

    def rate(self, after: After, seat: Seat, out: Out) -> float:
        """Rate a position for the seat that has just moved."""
        key = after, seat, out
        found = self._rated.get(key)
        if found is None:
            found = self._rated[key] = self._value.rate(self._table, after, seat, out)
        return found

    def look_ahead(self, after: After, rival: Seat, out: Out) -> float:
        """Compute the mean value over the rolls of the only rival and over our next roll."""
        playable, deadly = self._table.list_rolls(after, rival)
        if not playable:
            return 1.0
        each = (len(DICE) - deadly) / len(playable)
        return (deadly + each * sum(self._answer(self._reply(after, rival, die, out), out) for die in playable)) / 6

    def sample(self, after: After, rivals: Sequence[Seat], out: Out, rounds: Sequence[Sequence[float]]) -> float:
        """Compute the mean value over sampled rounds, each given as one number (0..1) for the roll of each rival."""
        return sum(self._play_round(after, rivals, out, chance) for chance in rounds) / len(rounds)

    def _play_round(self, board: After, rivals: Sequence[Seat], out: Out, chance: Sequence[float]) -> float:
        left = len(rivals)
        for rival, drawn in zip(rivals, chance, strict=True):
            playable, deadly = self._table.list_rolls(board, rival)
            rest = drawn * len(DICE) - deadly
            if not playable or rest < 0:
                out = (*out, rival)
                left -= 1
                continue
            index = min(int(rest * len(playable) / (len(DICE) - deadly)), len(playable) - 1)
            board = self._reply(board, rival, playable[index], out)
        return self._answer(board, out) if left else 1.0

    def _reply(self, board: After, seat: Seat, die: int, out: Out) -> After:
        """Make the move of a rival."""
        key = board, seat, die, out
        found = self._replies.get(key)
        if found is None:
            moves = self._table.list_after(board, seat, die)
            if len(out) == self._table.players - 2:
                found = max(moves, key=lambda after: self.rate(after, seat, out))
            else:
                found = max(moves, key=lambda after: self._weigh(after, seat, out))
            self._replies[key] = found
        return found

    def _weigh(self, board: After, seat: Seat, out: Out) -> int:
        """Rate a position for a seat as the normal player does: its safety less that of all others."""
        found = 0
        for other in range(self._table.players):
            if other not in out:
                safety = self._rate_safety(board, other)
                found += safety if other == seat else -safety
        return found

    def _rate_safety(self, board: After, seat: Seat) -> int:
        """Rate how safely a seat would roll, as `games.docker.standin.rate_seat` does."""
        table = self._table
        deadly = table.list_rolls(board, seat)[1]
        free = sum(1 for stack in board[0] if stack and stack[-1] in table.letters[seat])
        waiting = sum(board[1][colour] for colour in table.colours[seat])
        return FREE * free + WAITING * waiting - DEADLY * deadly

    def _answer(self, board: After, out: Out) -> float:
        """Rate a position in which our seat is to roll, by its best move for each roll."""
        key = board, out
        found = self._answers.get(key)
        if found is None:
            playable, deadly = self._table.list_rolls(board, self._seat)
            found = 0.0
            for die in playable:
                moves = self._table.list_after(board, self._seat, die)
                found += max(self.rate(after, self._seat, out) for after in moves)
            if playable:
                found *= (len(DICE) - deadly) / len(playable) / len(DICE)
            self._answers[key] = found
        return found
