"""Write and read records of Docker with their rolls, one line for each ply.

The first line is the position after the setup, in the notation of the package's docstring. Each other line is the code
of a move, followed by all rolls up to the next ply, including those that eliminated somebody:

    empty / res R3 Y3 G3 B3 / move R die 3 / seats 2
    in/R>A2 1
    in/Y>A2 1 1 4
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

from games.core import BadNotation
from games.docker import GAME
from games.docker.events import FailedRoll, Rolled
from games.docker.legality import explain_refusal
from games.docker.moves import list_steps
from games.docker.play import apply
from games.docker.state import State
from games.rng import Rng


def transcribe(states: Iterable[State], codes: Iterable[str]) -> str:
    """Write the record of a game from its first state, the states after each ply, and the `codes` of the plies."""
    first, *rest = states
    lines = [GAME.notate(first)]
    for state, code in zip(rest, codes, strict=True):
        rolls: list[int] = []
        for event in state.events:
            if isinstance(event, FailedRoll):
                rolls += event.values
            elif isinstance(event, Rolled):
                rolls.append(event.value)
        lines.append(" ".join([code, *map(str, rolls)]))
    return "\n".join(lines)


def replay(record: str) -> Iterator[State]:
    """Yield the positions of a record.

    Raises BadNotation if it cannot be read or its rolls do not fit, IllegalMove if a move is not legal.
    """
    first, *lines = record.strip().splitlines()
    state = GAME.read(first)
    yield state
    for line in lines:
        code, *rolls = line.split()
        dice = _RecordedDice([_number(roll, 1, 6) for roll in rolls], line)
        if state.over:
            _refuse(line, "comes after the end of the game")
        move = next((move for move in list_steps(state, state.to_move, state.die) if move.code == code), None)
        if move is None:
            raise explain_refusal(state, state.to_move, code)
        state = apply(state, move, dice)
        if dice.left:
            _refuse(line, "has more rolls than were needed")
        yield state


class _RecordedDice(Rng):
    """Dice that repeat the rolls of a record."""

    def __init__(self, rolls: Sequence[int], line: str) -> None:
        super().__init__(b"", "", 0)
        self.left = list(rolls)
        self._line = line

    def below(self, n: int) -> int:
        if not self.left:
            _refuse(self._line, "has fewer rolls than were needed")
        return self.left.pop(0) - 1


def _number(word: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdigit() and least <= int(word) <= most):
        _refuse(word, f"is not a number from {least} to {most}")
    return int(word)


def _refuse(part: str, why: str) -> NoReturn:
    raise BadNotation(f"{part!r} {why}")
