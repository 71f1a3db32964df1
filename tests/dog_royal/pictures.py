"""DOG Royal's extreme positions, and what its pictures are compared with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.dog_royal import GAME
from games.dog_royal.moves import Play
from games.dog_royal.state import State
from rendering import Box, Look, Picture
from rendering.dog_royal import court
from rendering.dog_royal.renderer import draw
from tests.support.laws.pictures import LARGE, LETTER, PIECE, SAYS, STRIP, Shown, measure

CROWDED = (
    "royal/6 0K@0 0N@1 0C@10 0J@11 1K@16 1N@17 1C@26 1J@27 2K@32 2N@33 2C@42 2J@h 3K@48 3N@g1 3C@58 3J@h "
    "4K@64 4N@65 4C@g4 4J@g3 5K@80 5N@81 5C@90 5J@91 round=200 last=swap dropped=1,2 "
    "hand0=4*swap,= hand3=5*5 hand4=5*6 hand5=9 discard=swap"
)
"""A position with a piece on every gate, and pieces side by side."""

HIT = (
    "royal/4 0K@20 0N@8 0C@5 0J@h 1N@10 1K@16 1C@12 1J@h 2K@h 2N@h 2C@g1 2J@48 3K@g4 3N@g3 3C@50 3J@h "
    "round=3 last=13 hand0=2,magnet,=,8,swap hand1=3*2 hand3=5*3 discard=13"
)

RIM = 10
"""The numbers of spaces are the smallest letters, with the widest margins."""

LEFT_TO_WORDS = ("dealer",)
"""The dealer makes no difference until the next deal."""

LEFT_OUT = 8
"""The most figures and words that a film leaves out: six sizes of hands, that of the deck, and the value of a copy."""
RINGED = "seat "
"""Areas with a ring around a seat that is to act; in a film there is a line below it instead."""


def list_extremes() -> list[State]:
    return [GAME.read(CROWDED), GAME.read(HIT)]


def is_large_enough(shown: Shown, box: Box) -> bool:
    """The court of a large picture is as small as on a public board; its strips and hands are large."""
    height = shown.size[1]
    is_large = height > court.HEIGHT
    in_strip = box.y1 <= 110 or (is_large and height == 1254 and box.y0 >= height - 96)
    least = {
        "piece": LARGE if box.label.startswith("hand") else PIECE,
        "letter": LETTER,
        "text": STRIP if not is_large else LARGE if in_strip else 32,
    }
    return measure(box) >= least.get(box.kind, 0)


def draw_golden(position: str, language: str = "en", **how: Any) -> Callable[[], Picture]:
    return lambda: draw(GAME.read(position), say=SAYS[language], **how)


BASE = "base/3 0p@0 0p@5 0p@h 0p@g4 1p@20 1p@h 2p@32 2p@33 last=9 hand0=1/11,4 hand1=8"
GOLDEN = {
    "crowded": draw_golden(CROWDED, "de"),
    "hit": draw_golden(HIT, seat=0, ghost=Play("2", "N", 8, 10), look=Look(theme="dark")),
    "moves": draw_golden(HIT, "fr", seat=0, moves=GAME.legal_moves(GAME.read(HIT), 0)),
    "base": draw_golden(BASE, look=Look(contrast=True)),
}
