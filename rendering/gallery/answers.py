"""Word the answers to questions about pictures: seats, lists, values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rendering.drawing.theme import SEATS

Answers = tuple[tuple[str, str], ...]
"""Questions, each with its answer."""


def name_seat(colour: int, /) -> str:
    """Name a seat by its colour."""
    return SEATS[colour].name


def join_items(items: Iterable[str], /) -> str:
    """Join items with commas: "D4, D5", or "none"."""
    return ", ".join(items) or "none"


def list_by_seat(values: Sequence[object], /, *, colours: Sequence[int] = range(6)) -> str:
    """Give the value of each seat: "red 3, yellow 1"."""
    return join_items(f"{name_seat(colours[seat])} {value}" for seat, value in enumerate(values))


def name_highest(values: Sequence[int], /, *, colours: Sequence[int] = range(6)) -> str:
    """Name the seats with the highest value: "red and blue, 7"."""
    best = max(values)
    return f"{' and '.join(name_seat(colours[seat]) for seat, value in enumerate(values) if value == best)}, {best}"
