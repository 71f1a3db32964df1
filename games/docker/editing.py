"""Correct a position of Docker: top cubes, reserves, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.core import Editor
from games.docker.play import start_turn
from games.docker.state import COLOURS, SQUARES, State
from games.editing import list_turns, read_turn
from games.rng import Rng

RESERVE: Final = "reserve"


class DockerEditor(Editor[State]):
    """Moves top cubes anywhere, regardless of the rules for moves; afterwards the die is rolled again."""

    def list_edits(self, view: State) -> Sequence[str]:
        if view.over:
            return ()
        found = []
        for source, stack in zip(SQUARES, view.squares, strict=True):
            if stack:
                found += [f"{source}>{target}" for target in (*SQUARES, RESERVE) if target != source]
        for letter, count in zip(COLOURS, view.reserves, strict=True):
            if count:
                found += [f"{letter}>{target}" for target in SQUARES]
        return [*found, *list_turns([s for s in range(view.players) if s != view.to_move and s not in view.out])]

    def edit(self, state: State, code: str) -> State:
        if (seat := read_turn(code)) is not None:
            return replace(state, to_move=seat, failed_rolls=())
        source, target = code.split(">")
        squares, reserves = [*state.squares], [*state.reserves]
        if source in COLOURS:
            letter = source
            reserves[COLOURS.index(letter)] -= 1
        else:
            place = SQUARES.index(source)
            letter, squares[place] = squares[place][-1], squares[place][:-1]
        if target == RESERVE:
            reserves[COLOURS.index(letter)] += 1
        else:
            squares[SQUARES.index(target)] += letter
        return replace(state, squares=tuple(squares), reserves=tuple(reserves))

    def go_on(self, state: State, rng: Rng) -> State:
        return start_turn(state, state.squares, state.reserves, state.to_move, (), rng, turns=state.turns)
