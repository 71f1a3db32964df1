"""Lessons: a guided first match on prepared positions, step by step.

A game with a lesson has `lesson()` in its words, which returns a `Lesson`. Each step is a position in which the
newcomer is to move, with a few choices, at least one of them right. A choice may be illegal, to teach a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

import games
from games.core import AnyGame, IllegalMove, Seat
from games.rng import Rng
from games.text import Text

_LUCK: Final = "lesson"


class Choice(Struct, frozen=True):
    """A move that a step offers.

    `label` names the move; without one the move is legal, and the game's menus name it. `why_not` explains why a legal
    move is not the best one here. A legal move without `why_not` is right; an illegal one without it gets the game's
    refusal.
    """

    code: str
    label: Text | None = None
    why_not: Text | None = None


class Step(Struct, frozen=True):
    """One decision of the newcomer.

    `position`: in the game's notation, before the `replies`. `replies`: codes of the computer player's moves, applied
    before the position is shown, so that the picture marks them; `luck`: the seed of the random numbers they need.
    `task`: one sentence that asks for the move. `praise`: one sentence about the right move, shown above the next step.
    """

    position: str
    task: Text
    choices: tuple[Choice, ...]
    praise: Text
    replies: tuple[str, ...] = ()
    luck: int = 0


class Lesson(Struct, frozen=True):
    """A guided match with `seats` seats, in steps."""

    steps: tuple[Step, ...]
    seats: int


def list_taught(names: Sequence[str]) -> tuple[str, ...]:
    """List those of the games that have a lesson."""
    return tuple(name for name in names if games.words(name).lesson() is not None)


def set_up_step(game: AnyGame, step: Step) -> tuple[Any, Seat]:
    """Return the state that a step shows, and the newcomer's seat."""
    state = game.read(step.position)
    rng = Rng(step.luck.to_bytes(32, "big"), _LUCK, 0)
    for code in step.replies:
        (seat,) = game.to_act(state)
        state = game.apply(state, seat, game.parse(state, seat, code), rng)
    return state, game.to_act(state)[0]


def play_step(game: AnyGame, step: Step, code: str) -> Any:
    """Return the state after a step's move."""
    state, seat = set_up_step(game, step)
    return game.apply(state, seat, game.parse(state, seat, code), Rng(step.luck.to_bytes(32, "big"), _LUCK, 1))


def judge(name: str, step: Step, choice: Choice) -> Text | None:
    """Explain why a choice is wrong; None if it is right."""
    game = games.load(name)
    state, seat = set_up_step(game, step)
    try:
        game.parse(state, seat, choice.code)
    except IllegalMove as error:
        return choice.why_not or games.words(name).refusal(error)
    return choice.why_not
