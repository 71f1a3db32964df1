"""Write ten questions about each picture, on the facts a reader must see at a glance, with answers from its view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from rendering import Look
from rendering.gallery import NARROW, Shot
from rendering.gallery.game_questions import load_questions

TEN: Final = 10


class Question(Struct, frozen=True):
    """One question about a picture. `picture`: its file below the gallery's folder, at `NARROW` pixels."""

    picture: str
    question: str
    answer: str


def name_small(shot: Shot, look: Look, /) -> str:
    """Return the path of a shot's small picture in the gallery's folder."""
    return f"{shot.name(look)}-{NARROW}.png"


def ask(shot: Shot, /) -> list[Question]:
    """List the questions about a shot; none for a game without questions."""
    asker = load_questions(shot.game)
    if asker is None:
        return []
    answers = asker.public(shot.view) if shot.seat is None else asker.private(shot.view, shot.seat, shot.moves)
    return [Question(name_small(shot, Look()), question, answer) for question, answer in answers]


def ask_more(shot: Shot, /) -> list[Question]:
    """List the questions about a shot of which a quiz chooses: the ten, and others."""
    asker = load_questions(shot.game)
    others = asker.more(shot.view, shot.seat) if asker else ()
    return ask(shot) + [Question(name_small(shot, Look()), question, answer) for question, answer in others]


def format_json(questions: Iterable[Question], /) -> str:
    """Format the questions as JSON, one a line."""
    return "[\n" + ",\n".join(msgspec.json.encode(question).decode() for question in questions) + "\n]\n"


def format_markdown(questions: Sequence[Question], /) -> str:
    """Format the questions as Markdown: each picture with its ten, and the answers folded."""
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
