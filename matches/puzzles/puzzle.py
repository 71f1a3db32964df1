"""A puzzle: a position, a few of its moves, and how often each of them wins."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

import games
from games.core import AnyGame, Seat


class Answer(Struct, frozen=True):
    """A move that a puzzle offers, and the seat's chance of winning after it (0..1)."""

    code: str
    chance: float


class Puzzle(Struct, frozen=True, omit_defaults=True):
    """A position in which one move is clearly best for the seat that is to move.

    `position`: in the game's notation; what the seat does not know was dealt anew. `answers`: in menu order.
    `playouts`: the number of playouts behind each chance. `options`: the match's options as JSON; "": the usual ones.
    """

    game: str
    seats: int
    seat: Seat
    position: str
    answers: tuple[Answer, ...]
    playouts: int
    options: str = ""

    @property
    def best(self) -> Answer:
        """The only right answer."""
        return max(self.answers, key=lambda answer: answer.chance)

    @property
    def key(self) -> str:
        """A short name of the puzzle, by which its buttons are recognised."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:8]

    def load_game(self) -> AnyGame:
        """Return the rules of the puzzle's game."""
        return games.load(self.game)

    def read_view(self) -> Any:
        """Read the position as the seat may know it. Raises BadNotation."""
        game = self.load_game()
        return game.view(game.read(self.position), self.seat)

    def read_options(self) -> Any:
        """Read the options of the puzzle's match. Raises msgspec.ValidationError."""
        game = self.load_game()
        return msgspec.json.decode(self.options, type=game.options_type) if self.options else choose_options(game)


def choose_options(game: AnyGame) -> Any:
    """Return the usual options of a game."""
    return next(iter(game.presets.values()), game.options_type())


@cache
def load_stock() -> tuple[Puzzle, ...]:
    """Load the puzzles that come with the program: one JSON text a line."""
    text = (resources.files("matches.puzzles") / "stock.jsonl").read_text(encoding="utf-8")
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in text.splitlines())
