"""Load the module that asks about the pictures of a game."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Protocol, cast

import games
from games.core import Move, Seat
from rendering.gallery.answers import Answers


class Asker(Protocol):
    """The interface of a module `rendering/<game>/gallery_questions.py`."""

    def public(self, view: Any, /) -> Answers: ...
    def private(self, view: Any, seat: Seat, moves: Sequence[Move], /) -> Answers: ...
    def more(self, view: Any, seat: Seat | None, /) -> Answers: ...


def load_questions(name: str, /) -> Asker | None:
    """Load the questions about the pictures of a game; None for a game that has none yet."""
    module = f"{games.module(name, 'rendering')}.gallery_questions"
    try:
        return cast("Asker", importlib.import_module(module))
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise
        return None
