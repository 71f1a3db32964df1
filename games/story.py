"""The story of some plies, as a person at the table would tell it: one shout, and a few lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from games.text import T, Text


class Told(Struct, frozen=True):
    """A ply as everybody saw it: its events, and the public view after it and `before` it (None: unknown). Views and
    events are those of the game, which `Words.story` knows."""

    view: Any
    events: tuple[Any, ...]
    before: Any = None


class Line(Struct, frozen=True):
    """A line of a story, and what of it is told in any case.

    `brief`: the line in few words, for a story that has no room for all its lines. None: the line is then left out, and
    only counted. Players are named by their colours in it.
    """

    text: Text
    brief: Text | None = None


class Story(Struct, frozen=True):
    """What has happened: `shout`, a moment at which somebody would shout out, and the `lines` that tell all."""

    lines: tuple[Line, ...]
    shout: Text | None = None


def tell_each(plies: Sequence[Told], describe: Callable[[Any, Any], Text | None]) -> tuple[Text, ...]:
    """Tell every event that has words in a line of its own."""
    told = (describe(ply.view, event) for ply in plies for event in ply.events)
    return tuple(line for line in told if line is not None)


def tell_turn(words: Any, view: Any) -> Text | None:
    """Tell a whole turn in one sentence: by its shout, or else by its first line; None if it has no words.

    `words`: those of the game. `view`: the public view after the turn, with the events of the whole turn.
    """
    story: Story = words.story([Told(view, view.events)])
    return story.shout or next((line.text for line in story.lines), None)


def tell_decisive(turn: str | Text) -> Text:
    """Say that a turn, or one with a number, was the decisive one of its match."""
    return T("Decisive: {move}", move=turn)


def choose_loudest(shouts: Iterable[tuple[int, Text]]) -> Text | None:
    """Choose the shout with the most weight, the newest of equals."""
    return max(enumerate(shouts), key=lambda each: (each[1][0], each[0]), default=(0, (0, None)))[1][1]
