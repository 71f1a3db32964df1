"""What a plan is compared with."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from games.core import Seat
from games.rng import Rng
from matches.match import Match
from tests.support.matches.house import a_turn

SEED = bytes(range(32)).hex()


def foresee(match: Match, seat: Seat, codes: Any) -> tuple[Seat, tuple[str, ...]]:
    """Find out who moves after a turn and what their first legal turn will be: the test knows the secret."""
    state = match.state
    for number, code in enumerate(codes, match.seq + 1):
        state = match.game.apply(state, seat, match.game.parse(state, seat, code), Rng(match.secret, "ply", number))
    (after,) = match.game.to_act(state)
    there = structs.replace(match, state=state)
    return after, tuple(a_turn(there, after))
