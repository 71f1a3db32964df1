"""Play matches of one player against copies of another, each deal once from every seat."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from msgspec import Struct

from arena.players import Choose, decide, find_player
from games.core import NATURE, AnyGame, Seat
from games.rng import Rng

_Z_95 = 1.96
"""Half the width of a 95 % confidence interval, in standard errors."""


class Result(Struct, frozen=True):
    """The score of one player. `shares`: its mean share of the win in each deal, over all seats it played."""

    game: str
    seats: int
    player: str
    others: str
    sides: int
    """The number of sides in a match: seats, or teams of partners."""
    shares: tuple[float, ...]
    thinking: tuple[float, ...]
    """CPU seconds of each decision of the player, in rising order."""

    @property
    def games(self) -> int:
        return len(self.shares) * self.sides

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
        return _Z_95 * math.sqrt(variance / count)

    def find_cpu_quantile(self, share: float) -> float:
        """Return a quantile of the CPU seconds per decision."""
        return self.thinking[min(int(share * len(self.thinking)), len(self.thinking) - 1)] if self.thinking else 0.0


def estimate_elo(share: float, sides: int) -> float:
    """Convert a share of wins against `sides - 1` equal opponents to a difference in Elo; equal players get 0.

    The odds of winning are multiplied by the number of opponents and then read as those of a match of two.
    """
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share) * (sides - 1))


def play_deals(
    game: AnyGame,
    seats: int,
    player: str,
    others: str,
    *,
    deals: int,
    preset: str = "",
    processes: int = 1,
    report: Callable[[], None] = lambda: None,
) -> Result:
    """Play each deal once from every seat. Partners, where a game has them, are of the same kind.

    With several `processes` the result is the same; deals are then played side by side. Calls `report` after each deal.
    """
    options = game.presets[preset] if preset else next(iter(game.presets.values()), game.options_type())
    play, played = partial(play_deal, game, seats, options, player, others), []
    with ProcessPoolExecutor(processes) if processes > 1 else contextlib.nullcontext() as pool:
        for one in (pool.map if pool else map)(play, range(deals)):
            played.append(one)
            report()
    shares = tuple(share for share, _ in played)
    thinking = tuple(sorted(each for _, took in played for each in took))
    sides = len(_list_teams(game, seats, options))
    return Result(game.name, seats, player, others, sides, shares, thinking)


def _list_teams(game: AnyGame, seats: int, options: Any) -> list[set[Seat | None]]:
    """List the sides of a game, each as the set of its seats; None stands for a missing partner."""
    found: list[set[Seat | None]] = []
    for seat in range(seats):
        team = {seat, game.partner(seat, seats, options)}
        if team not in found:
            found.append(team)
    return found


def play_deal(
    game: AnyGame, seats: int, options: Any, player: str, others: str, deal: int
) -> tuple[float, tuple[float, ...]]:
    """Play one deal from every seat. Returns the player's mean share of the win, and its CPU seconds by decision."""
    choose, thinking = (find_player(player), find_player(others)), list[float]()
    teams = _list_teams(game, seats, options)
    won = sum(_play(game, seats, options, team, *choose, deal, thinking) for team in teams)
    return won / len(teams), tuple(thinking)


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
