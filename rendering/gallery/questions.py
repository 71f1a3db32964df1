"""Ten questions about a picture, with their answers read off its view: what a picture must tell at a glance."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol, cast

import msgspec
from msgspec import Struct

from games.core import Move, Seat
from rendering import Look
from rendering.drawing.theme import SEATS
from rendering.gallery import NARROW, Shot

Answers = tuple[tuple[str, str], ...]
"""Questions, each with its answer."""

TEN: Final = 10


class Asker(Protocol):
    """What a module `rendering/gallery/<game>.py` offers."""

    def public(self, view: Any) -> Answers: ...
    def private(self, view: Any, seat: Seat, moves: Sequence[Move]) -> Answers: ...


class Question(Struct, frozen=True):
    """One question about a picture. `picture`: its file below the gallery's folder, at `NARROW` pixels."""

    picture: str
    question: str
    answer: str


def small(shot: Shot, look: Look, /) -> str:
    """The file of a shot's small picture, below the gallery's folder."""
    return f"{shot.name(look)}-{NARROW}.png"


def ask(shot: Shot, /) -> list[Question]:
    """The questions about a shot; none for a game that has no module with questions."""
    try:
        asker = cast("Asker", importlib.import_module(f"rendering.gallery.{shot.game}"))
    except ModuleNotFoundError as missing:
        if missing.name != f"rendering.gallery.{shot.game}":
            raise
        return []
    answers = asker.public(shot.view) if shot.seat is None else asker.private(shot.view, shot.seat, shot.moves)
    return [Question(small(shot, Look()), question, answer) for question, answer in answers]


def as_json(questions: Iterable[Question], /) -> str:
    """The questions as data, one a line."""
    return "[\n" + ",\n".join(msgspec.json.encode(question).decode() for question in questions) + "\n]\n"


def as_markdown(questions: Sequence[Question], /) -> str:
    """The questions for people: every picture with its ten, the answers folded away."""
    lines = [
        "# Ten questions a picture",
        "",
        "Made by `python -m rendering.gallery`, with the answers from the views.",
        "",
    ]
    for picture in dict.fromkeys(question.picture for question in questions):
        asked = [question for question in questions if question.picture == picture]
        lines += [f"## {picture}", "", f"![{picture}]({picture})", ""]
        lines += [f"{number}. {one.question}" for number, one in enumerate(asked, 1)]
        lines += ["", "<details><summary>Answers</summary>", ""]
        lines += [f"{number}. {one.answer}" for number, one in enumerate(asked, 1)]
        lines += ["", "</details>", ""]
    return "\n".join(lines)


def name(colour: int, /) -> str:
    """A seat's colour."""
    return SEATS[colour].name


def listed(items: Iterable[str], /) -> str:
    """Things in a row, or "none"."""
    return ", ".join(items) or "none"


def each(values: Sequence[object], /, *, colours: Sequence[int] = range(6)) -> str:
    """A value for every seat: "red 3, yellow 1"."""
    return listed(f"{name(colours[seat])} {value}" for seat, value in enumerate(values))


def most(values: Sequence[int], /, *, colours: Sequence[int] = range(6)) -> str:
    """Who has the most, and how much: "red and blue, 7"."""
    best = max(values)
    return f"{' and '.join(name(colours[seat]) for seat, value in enumerate(values) if value == best)}, {best}"
