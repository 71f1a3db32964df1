"""Docker positions, and their pictures in every language and look."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from games.core import Move
from games.docker import GAME
from games.docker.options import Options
from games.docker.state import State
from games.rng import Rng
from matches.texts import LANGUAGES, Texts
from rendering import Look, Picture
from rendering.docker.renderer import draw

OPENING = "empty / res R3 Y3 G3 B3 / move B die 4 / seats 4"
THREE_TOWERS = "C1=RYGB B2=RYGB A3=RYGB / move R die 3 / seats 4"
LARGEST = "A1=RYGBRYGBRYGB / move R die 6 after 1 2 / seats 4 / out Y / turns 199"
HIGHEST_IN_FRONT = "B3=RYGBRYGBRYGB / move R die 6 / seats 4"

LOOKS = (
    Look(),
    Look(theme="dark"),
    Look(contrast=True),
    Look(theme="dark", contrast=True),
    Look(patterns=True),
    Look(large=True),
)

_SAYS = {language: Texts().say(language) for language in LANGUAGES}


def picture(view: State | str, language: str = "en", **how: Any) -> Picture:
    """Draw a position, given as a view or in notation."""
    return draw(GAME.read(view) if isinstance(view, str) else view, say=_SAYS[language], **how)


def matches(count: int, seed: int) -> list[tuple[State, Sequence[Move]]]:
    """Draw `count` positions, each with its legal moves, from random matches with all numbers of seats and some
    options."""
    chance = random.Random(seed)
    out: list[Any] = []
    while len(out) < count:
        options = Options(entry=chance.choice(("own", "any")), pieces2=chance.choice((3, 6)))
        secret, seq = chance.randbytes(32), 1
        state = GAME.setup(chance.choice((2, 3, 4)), options, Rng(secret, "setup", 0))
        while acting := GAME.to_act(state):
            moves = GAME.legal_moves(state, acting[0])
            out.append((state, moves))
            # Climbing moves are preferred, because tall towers are hard to draw.
            move = max(chance.choices(moves, k=2), key=lambda move: len(state.squares[_number(move.target)]))
            state, seq = GAME.apply(state, acting[0], move, Rng(secret, "ply", seq)), seq + 1
        out.append((state, ()))
    return chance.sample(out, count)


def _number(square: str) -> int:
    return "ABC".index(square[0]) + 3 * (int(square[1]) - 1)
