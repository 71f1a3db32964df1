"""Make the film of a match: a GIF of its steps, all of one size and theme. `picture.gif` encodes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rendering.drawing.picture import Picture, gif

MOST: Final = 240
"""The most frames of a film; of a longer match steps are left out."""
LARGEST: Final = 8 * 1024 * 1024
"""The most bytes of a film; Discord takes files of 10 MiB."""
HELD: Final = 4000
"""Milliseconds for which the last frame stays."""
_LONGEST: Final = 60_000
"""Milliseconds that the frames before the last may take together, as far as `_QUICKEST` allows."""
_SLOWEST, _QUICKEST = 800, 200
"""Milliseconds of an ordinary frame in a short match, and in the longest."""
_DWELL: Final = 2.5
"""How many times as long a turning point stays."""


def choose_steps(turning: Sequence[bool], most: int, /) -> tuple[int, ...]:
    """Choose up to `most` (at least 4) steps to show: the first, the last, turning points, and others spread evenly.

    `turning` says for each step whether it is a turning point. Turning points take at most half of the film.
    """
    count = len(turning)
    if count <= most:
        return tuple(range(count))
    inner = range(1, count - 1)
    chosen = {0, count - 1, *_spread([step for step in inner if turning[step]], most // 2 - 1)}
    chosen.update(_spread([step for step in inner if step not in chosen], most - len(chosen)))
    return tuple(sorted(chosen))


def choose_durations(turning: Sequence[bool], /) -> tuple[int, ...]:
    """Choose the milliseconds of each frame: more for turning points, most for the last; less in a long film."""
    weights = [_DWELL if turns else 1.0 for turns in turning[:-1]]
    pace = min(_SLOWEST, max(_QUICKEST, _LONGEST / max(1.0, sum(weights))))
    return (*(round(pace * weight / 10) * 10 for weight in weights), HELD)


def make_film(draw: Callable[[int], Picture], turning: Sequence[bool], /, *, largest: int = LARGEST) -> bytes:
    """Make the film of the steps 0, 1, …, in at most `largest` bytes. `turning` says which steps stay longer.

    Raises ValueError without any step, and where pictures differ in size.
    """
    if not turning:
        raise ValueError("a film without steps")
    most = MOST
    while True:
        shown = choose_steps(turning, most)
        lengths = choose_durations([turning[step] for step in shown])
        made = gif(((draw(step), length) for step, length in zip(shown, lengths, strict=True)), again=True)
        if len(made) <= largest or len(shown) <= 4:
            return made
        most = max(4, min(most, len(shown)) // 2)


def _spread(items: Sequence[int], most: int) -> list[int]:
    """Choose up to `most` of the items, spread evenly."""
    most = max(0, min(most, len(items)))
    return [items[(2 * place + 1) * len(items) // (2 * most)] for place in range(most)]
