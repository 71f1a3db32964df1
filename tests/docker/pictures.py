"""Docker's extreme positions, and what its pictures are compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.docker import GAME
from games.docker.events import Eliminated, Moved, Won
from games.docker.state import State
from rendering import Box, Look, Picture
from rendering.docker.renderer import draw
from tests.support.laws.pictures import SAYS, Shown, is_as_large_as_usual

LEFT_TO_WORDS = ("turns",)
"""A large picture does not count the turns."""

OPENING = "empty / res R3 Y3 G3 B3 / move B die 4 / seats 4"
THREE_TOWERS = "C1=RYGB B2=RYGB A3=RYGB / move R die 3 / seats 4"
LARGEST = "A1=RYGBRYGBRYGB / move R die 6 after 1 2 / seats 4 / out Y / turns 199"
HIGHEST_IN_FRONT = "B3=RYGBRYGBRYGB / move R die 6 / seats 4"

EVENTFUL = (Moved(3, 3, None, 1, (5, 2, 1, 0, 3, 4)), *(Eliminated(seat, 6) for seat in (0, 1, 2)), Won(3))
"""The events of a ply with a long path and three eliminations."""


def list_extremes() -> list[State]:
    """List the highest towers, and the ply with the longest sentence."""
    towers = [GAME.read(text) for text in (OPENING, THREE_TOWERS, LARGEST, HIGHEST_IN_FRONT)]
    return [*towers, replace(towers[1], out=(0, 1, 2), over=True, events=EVENTFUL)]


def is_large_enough(shown: Shown, box: Box) -> bool:
    """Exempt large pictures with more than nine crates on a square, which nobody builds: there, crates are 58 pixels
    high."""
    highest = max(Counter(box.label[5:] for box in shown.boxes if " on " in box.label).values(), default=0)
    if shown.is_large and box.kind == "piece" and highest > 9:
        return min(box.width, box.height) >= 58
    return is_as_large_as_usual(shown, box)


def draw_golden(position: str, language: str = "en", **how: Any) -> Callable[[], Picture]:
    return lambda: draw(GAME.read(position), say=SAYS[language], **how)


PRIVATE = "B2=GR A1=Y C3=B / res R1 G2 / move R die 2 / seats 2"
GOLDEN = {
    "opening": draw_golden(OPENING),
    "towers": draw_golden(THREE_TOWERS, look=Look(theme="dark")),
    "largest": draw_golden(LARGEST, "de", look=Look(contrast=True)),
    "private": draw_golden(PRIVATE, "it", seat=0, moves=GAME.legal_moves(GAME.read(PRIVATE), 0)),
}
