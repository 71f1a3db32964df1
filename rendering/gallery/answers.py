"""Word the answers to questions about pictures: seats, lists, values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rendering.drawing.theme import SEATS

Answers = tuple[tuple[str, str], ...]
"""Questions, each with its answer."""


def name(colour: int, /) -> str:
    """Name a seat by its colour."""
    return SEATS[colour].name


def listed(items: Iterable[str], /) -> str:
    """Join items with commas: "D4, D5", or "none"."""
    return ", ".join(items) or "none"


def each(values: Sequence[object], /, *, colours: Sequence[int] = range(6)) -> str:
    """Give the value of each seat: "red 3, yellow 1"."""
    return listed(f"{name(colours[seat])} {value}" for seat, value in enumerate(values))


def most(values: Sequence[int], /, *, colours: Sequence[int] = range(6)) -> str:
    """Name the seats with the highest value: "red and blue, 7"."""
    best = max(values)
    return f"{' and '.join(name(colours[seat]) for seat, value in enumerate(values) if value == best)}, {best}"
