"""The film of a match, one picture a step; `draw` gives the picture of a step, all of one size and theme."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rendering.drawing.picture import Picture, gif

MOST: Final = 240
"""Frames of a film; of a longer match steps are left out."""
LARGEST: Final = 8 * 1024 * 1024
"""Bytes of a film; Discord takes files of 10 MiB."""
HELD: Final = 4000
"""Milliseconds for which the last frame stands."""
_LONGEST: Final = 60_000
"""Milliseconds the frames before it take together, where they can be that quick."""
_SLOWEST, _QUICKEST = 800, 200
"""Milliseconds of an ordinary frame: in a short match, and in the longest."""
_DWELL: Final = 2.5
"""How much longer a turning point stands."""


def kept(turning: Sequence[bool], most: int, /) -> tuple[int, ...]:
    """Up to `most` (at least 4) steps to show: the first and the last, turning points, and between them others, evenly.

    `turning`: for each step, whether it is a turning point. They take at most half of the film.
    """
    count = len(turning)
    if count <= most:
        return tuple(range(count))
    inner = range(1, count - 1)
    chosen = {0, count - 1, *_spread([step for step in inner if turning[step]], most // 2 - 1)}
    chosen.update(_spread([step for step in inner if step not in chosen], most - len(chosen)))
    return tuple(sorted(chosen))


def durations(turning: Sequence[bool], /) -> tuple[int, ...]:
    """Milliseconds of each frame: turning points stand longer, the last one longest; the more, the quicker."""
    weights = [_DWELL if turns else 1.0 for turns in turning[:-1]]
    pace = min(_SLOWEST, max(_QUICKEST, _LONGEST / max(1.0, sum(weights))))
    return (*(round(pace * weight / 10) * 10 for weight in weights), HELD)


def film(draw: Callable[[int], Picture], turning: Sequence[bool], /, *, largest: int = LARGEST) -> bytes:
    """The film of the steps 0, 1, …, of which `turning` says which to dwell on; at most `largest` bytes.

    Raises ValueError without any step, and where pictures differ in size.
    """
    if not turning:
        raise ValueError("a film without steps")
    most = MOST
    while True:
        shown = kept(turning, most)
        lengths = durations([turning[step] for step in shown])
        made = gif(((draw(step), length) for step, length in zip(shown, lengths, strict=True)), again=True)
        if len(made) <= largest or len(shown) <= 4:
            return made
        most = max(4, min(most, len(shown)) // 2)


def _spread(items: Sequence[int], most: int) -> list[int]:
    """Up to `most` of the items, evenly."""
    most = max(0, min(most, len(items)))
    return [items[(2 * place + 1) * len(items) // (2 * most)] for place in range(most)]
