"""Play matches of one player against others of one kind, each deal once from every seat."""

from __future__ import annotations

import math
import time
from typing import Any

from msgspec import Struct

from arena.players import Choose, decide
from games.core import NATURE, AnyGame, Seat
from games.rng import Rng

_SURE = 1.96
"""Standard errors of a 95 % confidence interval."""


class Result(Struct, frozen=True):
    """What one player scored. `shares`: its mean share of the win in each deal, over all seats it played."""

    game: str
    seats: int
    player: str
    others: str
    shares: tuple[float, ...]
    thinking: tuple[float, ...]
    """CPU seconds of each decision of the player, in rising order."""

    @property
    def games(self) -> int:
        return len(self.shares) * self.seats

    @property
    def mean(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def error(self) -> float:
        """Half the 95 % confidence interval, from the spread between deals."""
        count, mean = len(self.shares), self.mean
        if count < 2:
            return 1.0
        variance = sum((share - mean) ** 2 for share in self.shares) / (count - 1)
        return _SURE * math.sqrt(variance / count)

    def find_thinking(self, share: float) -> float:
        """Find the CPU seconds that this share of the decisions stay below."""
        return self.thinking[min(int(share * len(self.thinking)), len(self.thinking) - 1)] if self.thinking else 0.0


def estimate_elo(share: float, seats: int) -> float:
    """Convert a share of wins against `seats - 1` equal others to a difference in Elo; chance is 0.

    The odds of winning, times the number of others, are taken as those of a match of two.
    """
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share) * (seats - 1))


def play_deals(
    game: AnyGame, seats: int, player: tuple[str, Choose], others: tuple[str, Choose], *, deals: int, preset: str = ""
) -> Result:
    """Play each deal once from every seat. Partners, where a game has them, are of the same kind."""
    options = game.presets[preset] if preset else next(iter(game.presets.values()), game.options_type())
    shares: list[float] = []
    thinking: list[float] = []
    for deal in range(deals):
        won = 0.0
        for seat in range(seats):
            team = {seat, game.partner(seat, seats, options)}
            won += _play(game, seats, options, team, player[1], others[1], deal, thinking)
        shares.append(won / seats)
    return Result(game.name, seats, player[0], others[0], tuple(shares), tuple(sorted(thinking)))


def _play(
    game: AnyGame,
    seats: int,
    options: Any,
    team: set[Seat | None],
    player: Choose,
    others: Choose,
    deal: int,
    thinking: list[float],
) -> float:
    """Play one match. Returns the team's share of the win."""
    secret = deal.to_bytes(32, "big")
    state = game.setup(seats, options, Rng(secret, "setup", 0))
    for ply in range(10 * game.ply_limit):
        outcome = game.outcome(state)
        if outcome is not None:
            won = [seat for seat in outcome.winners if seat in team]
            groups = len({frozenset((seat, game.partner(seat, seats, options))) for seat in outcome.winners})
            return 1 / groups if won else 0.0
        seat = game.to_act(state)[0]
        choose = player if seat in team else others
        begun = time.process_time()
        move = decide(game, state, seat, choose, Rng(secret, f"choose/{seat}", ply))
        if seat in team and seat != NATURE:
            thinking.append(time.process_time() - begun)
        state = game.apply(state, seat, move, Rng(secret, "play", ply))
    raise RuntimeError(f"{game.name}: a match does not end")
